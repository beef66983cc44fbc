/**
 * Notifies participants (R51, R52) when the deadline is near, the draw starts, the result is available, a prize has moved up
 * to them or was lost because nobody claimed it (R75), or the raffle was cancelled (R79).
 *
 * 1. Every node has an announcer. Announcing is idempotent, so it does not matter how many of them see an occasion.
 * 2. Messages of the bus trigger a check; the tables decide what is due. They are also checked at start, and whenever a reminder
 *    is due.
 * 3. Old occasions are skipped: yesterday's draw does not start now.
 */
import type { Kysely } from 'kysely';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables/tables.ts';
import { createTaskLane } from '../../work/task-lane.ts';
import { putSelectedIntoOutbox } from '../../work/outbox.ts';
import { announcePassOvers } from './pass-over-announcements.ts';

/** A draw takes half a minute unless the beacon is late. After this time only its result is announced. */
const STARTING_VALID_MS = 5 * 60_000;
/** Results are announced for this long, also after downtime. */
const RESULT_VALID_MS = 3 * 24 * 3_600_000;
const SPAN_MS = 500;
/** Steps of a draw that are announced. */
const ANNOUNCED_STEPS: ReadonlySet<string> = new Set(['frozen', 'done', 'advance']);
/** The only task of the lane. */
const CHECK = 'check';

export interface Announcer {
  start(): void;
  stop(): Promise<void>;
}

export function createAnnouncer(parts: {
  database: Database;
  clock: Clock;
  bus: Bus;
  /** Whether this installation sends email; devices are notified in any case. */
  sendsMail: boolean;
  report: (error: unknown) => void;
}): Announcer {
  const { database, clock, bus, sendsMail, report } = parts;
  /** Already announced by this process. Only a cache: the outbox decides. */
  const announced = new Set<string>();

  async function once(raffleId: string, occasion: string, put: () => Promise<number>): Promise<void> {
    const key = `${occasion}:${raffleId}`;
    if (announced.has(key)) return;
    if ((await put()) > 0) bus.publish({ topic: 'outbox-filled' });
    announced.add(key);
  }

  async function announce(input: Announcement): Promise<number> {
    // Devices first: they must be notified within the half minute that a draw takes.
    const devices = await announceOnDevices(database.query, input);
    return devices + (sendsMail ? await announceToEntrants(database.query, input) : 0);
  }

  async function announceDraws(now: number): Promise<void> {
    const draws = await database.query
      .selectFrom('draws as d')
      .innerJoin('raffles as r', 'r.id', 'd.raffle_id')
      .select(['d.id', 'd.raffle_id', 'd.stage', 'd.t0', 'd.completed_at', 'r.status'])
      .where('r.cleaned_at', 'is', null)
      .where('d.voided_at', 'is', null)
      .where((build) =>
        build.or([
          build('d.completed_at', '>', now - RESULT_VALID_MS),
          build.and([build('d.completed_at', 'is', null), build('d.t0', '>', now - STARTING_VALID_MS)]),
        ]),
      )
      .orderBy('d.stage')
      .execute();
    const last = new Map(draws.map((draw) => [draw.raffle_id, draw.id]));
    for (const { id, raffle_id: raffleId, stage, t0, completed_at: completedAt, status } of draws) {
      const occasion = completedAt === null ? 'starting' : 'result';
      const usefulUntil = completedAt === null ? t0 + STARTING_VALID_MS : null;
      const isLast = status === 'drawn' && last.get(raffleId) === id;
      const draw = { id, isFirst: stage === 1, isLast };
      // Whether it is the last may only turn out later, when another one is skipped.
      const key = `${occasion}:${id}:${isLast ? 'last' : 'between'}`;
      await once(raffleId, key, () => announce({ raffleId, draw, occasion, now, usefulUntil }));
    }
  }

  /** R79: to all who hold a ticket, and by email to those who were invited and have not joined. */
  async function announceCancelled(now: number): Promise<void> {
    const raffles = await database.query
      .selectFrom('raffles')
      .select('id')
      .where('cancelled_at', '>', now - RESULT_VALID_MS)
      .where('cleaned_at', 'is', null)
      .execute();
    for (const { id: raffleId } of raffles) {
      await once(raffleId, 'cancelled', async () => {
        const row = { occasion: 'cancelled', now, usefulUntil: null } as const;
        const onDevices = devicesOf(database.query, raffleId);
        const devices = await putSelectedIntoOutbox(database.query, { channel: 'push', ...row }, onDevices);
        if (!sendsMail) return devices;
        const people = [peopleWithAddress(database.query, raffleId), invitedPeople(database.query, raffleId)];
        let emails = 0;
        for (const some of people)
          emails += await putSelectedIntoOutbox(database.query, { channel: 'mail', ...row }, some);
        return devices + emails;
      });
    }
  }

  /** @returns when the next reminder is due, epoch ms */
  async function remind(now: number): Promise<number | null> {
    const raffles = await database.query
      .selectFrom('raffles as r')
      .innerJoin('draw_openings as o', 'o.id', 'r.draw_id')
      .select(['r.id', 'o.opened_at_s', 'r.deadline_at'])
      .where('r.status', '=', 'open')
      .where('r.deadline_at', '>', now)
      .execute();
    let next: number | null = null;
    for (const { id: raffleId, opened_at_s: openedAt, deadline_at: deadlineAt } of raffles) {
      const due = deadlineAt === null ? null : reminderAt(openedAt * 1000, deadlineAt);
      if (due === null || deadlineAt === null) continue;
      if (due > now) {
        next = Math.min(next ?? due, due);
        continue;
      }
      const input = { raffleId, since: due, now, usefulUntil: deadlineAt };
      await once(raffleId, `deadline:${deadlineAt}`, () => announceDeadline(database.query, input));
    }
    return next;
  }

  const lane = createTaskLane({
    clock,
    report,
    wakeSpanMs: SPAN_MS,
    async run() {
      const now = clock.now();
      await announceDraws(now);
      await announceCancelled(now);
      const since = now - RESULT_VALID_MS;
      const told = await announcePassOvers(database.query, { since, now, mail: sendsMail });
      if (told > 0) bus.publish({ topic: 'outbox-filled' });
      const next = sendsMail ? await remind(now) : null;
      return next === null ? 'done' : { at: next };
    },
  });

  const unsubscribe = bus.subscribe(['draw-advanced', 'raffle-changed', 'resync'], (message) => {
    if (message.topic !== 'draw-advanced' || ANNOUNCED_STEPS.has(message.step)) lane.enqueue(CHECK);
  });

  return {
    start: () => lane.enqueue(CHECK),
    async stop() {
      unsubscribe();
      await lane.stop();
    },
  };
}

const HOUR_MS = 3_600_000;
/** The first that fits is used. */
const REMIND_BEFORE_MS = [24 * HOUR_MS, 2 * HOUR_MS];

/** When a reminder is due, epoch ms; null when the raffle is open for too short a time for one. */
function reminderAt(openedAt: number, deadlineAt: number): number | null {
  const ahead = REMIND_BEFORE_MS.find((span) => deadlineAt - openedAt >= 2 * span);
  return ahead === undefined ? null : deadlineAt - ahead;
}

/** A draw that is announced. */
interface AnnouncedDraw {
  id: string;
  isFirst: boolean;
  /** No other draw of the raffle comes after it. */
  isLast: boolean;
}

interface Announcement {
  raffleId: string;
  draw: AnnouncedDraw;
  occasion: 'starting' | 'result';
  now: number;
  usefulUntil: number | null;
}

const idOf = ({ id, isFirst }: Pick<AnnouncedDraw, 'id' | 'isFirst'>): string | null => (isFirst ? null : id);

/**
 * Emails: that the first draw starts, to all who take part; the result of each draw, to its winners; and after the last draw to
 * all others who won nothing and moved up to nothing. Idempotent: nobody is notified twice. @returns how many are new
 */
async function announceToEntrants(
  query: Kysely<Tables>,
  { raffleId, draw, ...rest }: Announcement,
): Promise<number> {
  const people = peopleWithAddress(query, raffleId);
  const row = { channel: 'mail' as const, ...rest, drawId: idOf(draw) };
  if (rest.occasion === 'starting') return draw.isFirst ? putSelectedIntoOutbox(query, row, people) : 0;
  const winners = people.where('entry_number', 'in', winnersOf(query, { drawId: draw.id }));
  const told = await putSelectedIntoOutbox(query, row, winners);
  if (!draw.isLast) return told;
  const others = people
    .where('entry_number', 'not in', winnersOf(query, { raffleId }))
    .where('entry_number', 'not in', movedUpIn(query, raffleId));
  return told + (await putSelectedIntoOutbox(query, row, others));
}

/** The same for devices with a push subscription (R52): every draw that starts; results only to winners. */
function announceOnDevices(
  query: Kysely<Tables>,
  { raffleId, draw, ...rest }: Announcement,
): Promise<number> {
  let people = devicesOf(query, raffleId);
  if (rest.occasion === 'result') {
    people = people.where('p.entry_number', 'in', winnersOf(query, { drawId: draw.id }));
  }
  return putSelectedIntoOutbox(query, { channel: 'push', ...rest, drawId: idOf(draw) }, people);
}

/** Entrants who hold a ticket and gave an address. */
function peopleWithAddress(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('participations')
    .select(['raffle_id', 'invitee_id'])
    .where('raffle_id', '=', raffleId)
    .where('tickets', '>', 0)
    .where('email', 'is not', null);
}

/** Those who were sent an invitation and have not joined. */
function invitedPeople(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('outbox as o')
    .innerJoin('invites as t', 't.invitee_id', 'o.invitee_id')
    .select(['o.raffle_id', 'o.invitee_id'])
    .where('o.raffle_id', '=', raffleId)
    .where('o.channel', '=', 'mail')
    .where('o.occasion', '=', 'invitation')
    .where('o.state', '=', 'sent')
    .where('t.redeemed_at', 'is', null)
    .where('t.revoked', '=', 0);
}

/** Entrants who hold a ticket and have a device that is notified. */
function devicesOf(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('push_subscriptions as s')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 's.raffle_id').onRef('p.invitee_id', '=', 's.invitee_id'),
    )
    .select(['s.raffle_id', 's.invitee_id'])
    .distinct()
    .where('s.raffle_id', '=', raffleId)
    .where('p.tickets', '>', 0);
}

/** Numbers of the winners as drawn, of a draw or of all draws of a raffle. */
function winnersOf(query: Kysely<Tables>, of: { drawId: string } | { raffleId: string }) {
  const rows = query
    .selectFrom('draw_rows as w')
    .innerJoin('draws as d', 'd.id', 'w.draw_id')
    .select('w.entry_number')
    .where('d.voided_at', 'is', null)
    .where('w.role', '=', 'winner');
  return 'drawId' in of ? rows.where('d.id', '=', of.drawId) : rows.where('d.raffle_id', '=', of.raffleId);
}

/** Numbers of those who moved up to a prize in any draw of a raffle. */
function movedUpIn(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('passed_over as o')
    .innerJoin('draws as d', 'd.id', 'o.draw_id')
    .select('o.to_entry_number')
    .where('d.raffle_id', '=', raffleId)
    .where('o.to_entry_number', 'is not', null);
}

/**
 * The deadline is near (R51): emails to entrants, and to people who were sent an invitation and have not joined. Only if they
 * joined or were invited before `since`, so that nobody is reminded a minute later. @param since epoch ms
 */
async function announceDeadline(
  query: Kysely<Tables>,
  input: { raffleId: string; since: number; now: number; usefulUntil: number },
): Promise<number> {
  const { raffleId, since, now, usefulUntil } = input;
  const row = { channel: 'mail', occasion: 'deadline', now, usefulUntil } as const;
  const entrants = peopleWithAddress(query, raffleId).where('joined_at', '<=', since);
  const invited = invitedPeople(query, raffleId).where('o.settled_at', '<=', since);
  return (
    (await putSelectedIntoOutbox(query, row, entrants)) + (await putSelectedIntoOutbox(query, row, invited))
  );
}

/**
 * One raffle's live room on this node: what its watchers are told, and in which words. Entrants and the host see names
 * in full, visitors shortened (R43). Truth is read from the database whenever something changed; events carry it on.
 */
import type {
  DrawPlan,
  DrawStanding,
  LiveResult,
  PublicRaffle,
  RoomEvent,
  TakenNumber,
} from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { Bus, BusMessage } from '../../bus/bus.ts';
import type { Clock } from '../../clock/clock.ts';
import type { LiveSocket } from '../../live/live-socket.ts';
import { createRoom, type Room } from '../../live/room.ts';
import { coalesce } from '../../clock/coalesce.ts';
import { type DrawShow, startDrawShow } from './draw-show.ts';
import { openTalk, type Talk, type TalkSources } from './talk.ts';
import { TELL_EVERY_MS, watcherCounts } from './watcher-counts.ts';

export type Audience = 'full' | 'short';

/** What a room reads; each answer is the truth of its moment. */
export interface RoomSources {
  raffle(raffleId: string, now: number): Promise<PublicRaffle | null>;
  /** Entries with a number above `after` in order, full names, and the raffle's present counts. */
  takenSince(
    raffleId: string,
    after: number,
  ): Promise<{ entries: TakenNumber[]; entryCount: number; ticketTotal: number }>;
  plan(raffleId: string): Promise<DrawPlan | null>;
  /** Null before the reveal is due (R4). */
  result(raffleId: string, now: number): Promise<LiveResult | null>;
  /** Null before the draw is complete (R14). */
  standing(raffleId: string): Promise<DrawStanding | null>;
}

export interface RaffleRoomParts {
  sources: RoomSources;
  talk: TalkSources;
  clock: Clock;
  bus: Bus;
  /** This node's name on the bus. */
  node: string;
  report: (error: unknown) => void;
  /** The raffle is gone: its sockets are closed. */
  gone: () => void;
}

/** The part of a snapshot that is the same for everybody, true as of event `seq`. */
interface SharedSnapshot {
  seq: number;
  raffle: PublicRaffle;
  draw: DrawPlan | null;
  result: LiveResult | null;
  standing: DrawStanding | null;
}

export interface RaffleRoom {
  room: Room<LiveSocket, Audience>;
  talk: Talk;
  /** Null when the raffle does not exist. A few tenths of a second old at most, with its number. */
  snapshot(): Promise<SharedSnapshot | null>;
  watchers(): number;
  /** Somebody came or went. */
  watchersChanged(): void;
  heard(message: BusMessage): void;
  stop(): void;
}

const SPAN_MS = 250;
const WATCHERS_SPAN_MS = 1000;
/** More new entries than this at once are told as counts only; pages then read the shared list again (R7). */
const MOST_NAMES = 200;

export function openRaffleRoom(raffleId: string, parts: RaffleRoomParts): RaffleRoom {
  const { sources, clock, bus, node, report } = parts;
  const room = createRoom<LiveSocket, Audience>(['full', 'short']);
  const counts = watcherCounts();
  const talk = openTalk(raffleId, { sources: parts.talk, room, clock, bus, node, report });
  let lastEntry: number | null = null;
  let show: DrawShow | null = null;
  let shared: { at: number; snapshot: Promise<SharedSnapshot | null> } | null = null;
  /** Whoever is here knows of the draw: by `draw:starting`, or because the draw was in the first snapshot. */
  let announced = false;
  let stopped = false;

  const publish = (event: RoomEvent): void => {
    shared = null;
    room.publish(event);
  };

  const readSnapshot = async (): Promise<SharedSnapshot | null> => {
    const seq = room.seq();
    const now = clock.now();
    const raffle = await sources.raffle(raffleId, now);
    if (raffle === null) return null;
    const draw = raffle.draw_started ? await sources.plan(raffleId) : null;
    const result = draw === null ? null : await sources.result(raffleId, clock.now());
    const standing = result === null ? null : await sources.standing(raffleId);
    lastEntry ??= raffle.entry_count;
    if (draw !== null && !stopped) {
      if (room.size() === 0) announced = true;
      show ??= openShow(draw);
    }
    return { seq, raffle, draw, result, standing };
  };

  const openShow = (plan: DrawPlan): DrawShow =>
    startDrawShow({ clock, publish, result: () => sources.result(raffleId, clock.now()), report }, plan);

  const tellRaffle = coalesce(
    clock,
    SPAN_MS,
    async () => {
      const raffle = await sources.raffle(raffleId, clock.now());
      if (raffle === null) parts.gone();
      else publish({ type: 'raffle-changed', data: { raffle } });
    },
    report,
  );

  const tellEntries = coalesce(
    clock,
    SPAN_MS,
    async () => {
      const from = lastEntry ?? 0;
      const { entries: fresh, ...totals } = await sources.takenSince(raffleId, from);
      const entries = fresh.length > MOST_NAMES ? [] : fresh;
      lastEntry = fresh.length > MOST_NAMES ? totals.entryCount : (fresh.at(-1)?.entry_number ?? from);
      const short = entries.map((entry) => ({ ...entry, display_name: publicShortName(entry.display_name) }));
      shared = null;
      room.publishEach({
        full: { type: 'entries-added', data: { entries, ...totals } } satisfies RoomEvent,
        short: { type: 'entries-added', data: { entries: short, ...totals } } satisfies RoomEvent,
      });
    },
    report,
  );

  /** Persons, not windows (H5). */
  const watchers = (): number => talk.presence.count() + counts.elsewhere(clock.now());

  const tellWatchers = coalesce(
    clock,
    WATCHERS_SPAN_MS,
    async () => {
      bus.publish({ topic: 'watchers', raffleId, node, count: talk.presence.count() });
      publish({ type: 'room-info', data: { watchers: watchers() } });
    },
    report,
  );
  let cancelReminder = (): void => {};
  const remind = (): void => {
    cancelReminder = clock.at(clock.now() + TELL_EVERY_MS, () => {
      bus.publish({ topic: 'watchers', raffleId, node, count: talk.presence.count() });
      talk.remind();
      remind();
    });
  };
  remind();

  const drawAdvanced = async (
    step: Extract<BusMessage, { topic: 'draw-advanced' }>['step'],
  ): Promise<void> => {
    const plan = await sources.plan(raffleId);
    if (plan === null || stopped) return;
    const { draw_id: drawId } = plan;
    if (!announced) {
      announced = true;
      publish({
        type: 'draw:starting',
        data: { animationStyle: plan.animation_style, totalEntries: plan.total_entries, plan },
      });
    }
    show ??= openShow(plan);
    show.update(plan);
    if (step === 'seed' && plan.seed_reveal !== null) {
      publish({ type: 'draw:seed', data: { drawId, seedReveal: plan.seed_reveal } });
    }
    if (step === 'beacon' && plan.beacon_value !== null && plan.beacon_at !== null) {
      const { beacon_value: value, beacon_signature: signature, beacon_at: beaconAt } = plan;
      publish({ type: 'draw:beacon', data: { drawId, value, signature, beaconAt } });
    }
    if (step === 'result') show.resultStored();
    if (step === 'advance') await tellStanding(drawId);
  };

  /** The whole standing, read anew: of two changes at once the later read tells both. */
  const tellStanding = async (drawId: string): Promise<void> => {
    const standing = await sources.standing(raffleId);
    if (standing !== null && !stopped) publish({ type: 'draw:advance', data: { drawId, standing } });
  };

  /** Everything again, for when messages may have been missed. */
  const retell = async (): Promise<void> => {
    tellRaffle.ask();
    tellEntries.ask();
    for (const step of ['seed', 'beacon', 'result', 'advance'] as const) await drawAdvanced(step);
  };

  return {
    room,
    talk,
    async snapshot() {
      const now = clock.now();
      if (shared === null || now - shared.at > SPAN_MS) shared = { at: now, snapshot: readSnapshot() };
      const { snapshot } = shared;
      try {
        return await snapshot;
      } catch (error) {
        if (shared?.snapshot === snapshot) shared = null;
        throw error;
      }
    },
    watchers,
    watchersChanged: () => tellWatchers.ask(),
    heard(message) {
      switch (message.topic) {
        case 'raffle-changed':
          tellRaffle.ask();
          return;
        case 'entries-changed':
          tellEntries.ask();
          return;
        case 'draw-advanced':
          void drawAdvanced(message.step).catch(report);
          return;
        case 'watchers':
          if (message.node === node) return;
          counts.note(message.node, message.count, clock.now());
          publish({ type: 'room-info', data: { watchers: watchers() } });
          return;
        case 'resync':
          void retell().catch(report);
          talk.heard(message);
          return;
        default:
          talk.heard(message);
      }
    },
    stop() {
      stopped = true;
      show?.stop();
      cancelReminder();
      talk.stop();
      for (const task of [tellRaffle, tellEntries, tellWatchers]) task.stop();
    },
  };
}

/**
 * Reactions in a raffle's room (H5, H13). They are counted and sent to the room twice a second, up to a count that a screen
 * can still show. Nodes tell each other who reacted how often, so that ten of one person in ten seconds are shown, however many
 * sockets and nodes they used.
 */
import type { ReactionCounts, ReactionKind } from '@glassdrum/contract';
import type { Bus, BusMessage } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { coalesce } from '../../../platform/clock/coalesce.ts';
import { MESSAGE_LIMIT, withinLimit } from '../../../platform/live/limits.ts';

const INTERVAL_MS = 500;
/** More of a kind at once would be one blur on a screen. */
const MAX_SHOWN = 40;
/** A message between nodes has less than 8,000 bytes. */
const PERSONS_PER_MESSAGE = 50;
/** Beyond this many, persons whose last reaction no longer counts are removed. */
const MAX_COUNTED_PERSONS = 5_000;

export interface Reactions {
  /** More than ten in ten seconds are dropped. @param person an invitee id or 'host' */
  add(person: string, kind: ReactionKind): void;
  onReport(message: BusMessage<'reactions'>): void;
  stop(): void;
}

export function createReactions(parts: {
  raffleId: string;
  clock: Clock;
  bus: Bus;
  node: string;
  report: (error: unknown) => void;
  /** Sends counts to everybody in the room. */
  show: (counts: ReactionCounts) => void;
}): Reactions {
  const { raffleId, clock, bus, node, report } = parts;
  const receivedHere = personLimits();
  const shownOfAllNodes = personLimits();
  let byPerson = new Map<string, ReactionCounts>();
  let totals: ReactionCounts = {};
  let unshown: ReactionCounts = {};

  const publish = coalesce(
    clock,
    INTERVAL_MS,
    async () => {
      const persons = [...byPerson];
      byPerson = new Map();
      totals = {};
      for (let at = 0; at < persons.length; at += PERSONS_PER_MESSAGE) {
        const by = Object.fromEntries(persons.slice(at, at + PERSONS_PER_MESSAGE));
        bus.publish({ topic: 'reactions', raffleId, node, by });
      }
    },
    report,
  );

  const show = coalesce(
    clock,
    INTERVAL_MS,
    async () => {
      const counts = unshown;
      unshown = {};
      if (Object.keys(counts).length > 0) parts.show(counts);
    },
    report,
  );

  return {
    add(person, kind) {
      if (!receivedHere.allow(person, clock.now())) return;
      const total = totals[kind] ?? 0;
      if (total >= MAX_SHOWN) return;
      totals[kind] = total + 1;
      const counts = byPerson.get(person) ?? {};
      byPerson.set(person, { ...counts, [kind]: (counts[kind] ?? 0) + 1 });
      publish.trigger();
    },
    onReport({ by }) {
      for (const [person, counts] of Object.entries(by)) {
        for (const [kind, count = 0] of Object.entries(counts) as [ReactionKind, number?][]) {
          for (let n = 0; n < count && shownOfAllNodes.allow(person, clock.now()); n += 1) {
            unshown[kind] = Math.min(MAX_SHOWN, (unshown[kind] ?? 0) + 1);
          }
        }
      }
      show.trigger();
    },
    stop() {
      publish.stop();
      show.stop();
    },
  };
}

/** Counts each person separately. */
function personLimits(): { allow(person: string, now: number): boolean } {
  const timesOf = new Map<string, number[]>();
  const removeExpired = (now: number): void => {
    for (const [person, times] of timesOf) {
      if (now - (times.at(-1) ?? -Infinity) >= MESSAGE_LIMIT.spanMs) timesOf.delete(person);
    }
  };
  return {
    allow(person, now) {
      const before = timesOf.get(person) ?? null;
      if (before === null && timesOf.size >= MAX_COUNTED_PERSONS) removeExpired(now);
      const times = withinLimit(before, now, MESSAGE_LIMIT);
      if (times !== null) timesOf.set(person, times);
      return times !== null;
    },
  };
}

/**
 * One raffle's live room on this node: what its watchers are sent, and in which wording. Entrants and the host see names in
 * full, visitors shortened (R43). The truth is read from the database whenever something changed, and sent as events.
 */
import type {
  DrawPlan,
  EntriesBySource,
  PrizeStatus,
  LiveResult,
  PublicRaffle,
  RoomEvent,
  TakenNumber,
  VoteCount,
} from '@glassdrum/contract';
import { publicShortName } from '@glassdrum/raffle-rules';
import type { BusMessage } from '../../platform/bus/bus.ts';
import { coalesce } from '../../platform/clock/coalesce.ts';
import type { LiveSocket } from '../../platform/live/live-socket.ts';
import { createRoom } from '../../platform/live/room.ts';
import {
  type LiveChat,
  type LiveChatParts,
  type LiveRoom,
  openLiveChat,
  type Wording,
} from '../chat/live/live-chat.ts';
import { type DrawFrames, startDrawFrames } from './draw-frames.ts';
import { type SharedSnapshot, shareSnapshot } from './shared-snapshot.ts';

/** What a room reads; each answer is the truth of its moment. */
export interface RoomSources {
  raffle(raffleId: string, now: number): Promise<PublicRaffle | null>;
  /** Entries with a number above `after` in order, full names, and the raffle's present counts. */
  takenSince(
    raffleId: string,
    after: number,
  ): Promise<{
    entries: TakenNumber[];
    entryCount: number;
    unsoldCount: number;
    participantCount: number;
    sources: EntriesBySource;
    ticketTotal: number;
    bucketTotals: number[] | null;
  }>;
  plan(raffleId: string): Promise<DrawPlan | null>;
  /** Null before the reveal is due (R4). */
  result(raffleId: string, now: number): Promise<LiveResult | null>;
  /** R71: null while nobody can check in. */
  checkIn(raffleId: string): Promise<NonNullable<PublicRaffle['presence']>['check_in']>;
  votes(raffleId: string): Promise<VoteCount[]>;
  /** Null before the draw is complete (R14). */
  prizeStatus(raffleId: string): Promise<PrizeStatus | null>;
  /** R91: how many devices typed the room's numbers, and whether they are fixed. */
  roomProgress(drawId: string): Promise<{ entered: number; agreed: boolean }>;
}

export interface RaffleRoomParts {
  sources: RoomSources;
  chat: LiveChatParts;
  /** The raffle was deleted. */
  onDeleted: () => void;
}

export interface RaffleRoom {
  room: LiveRoom;
  chat: LiveChat;
  /** Null when the raffle does not exist. A few tenths of a second old at most, with its number. */
  snapshot(): Promise<SharedSnapshot | null>;
  onBusMessage(message: BusMessage<RoomTopic>): void;
  /** Messages of the bus may have been lost: sends everything again. */
  resync(): void;
  stop(): void;
}

export const ROOM_TOPICS = [
  'raffle-changed',
  'entries-changed',
  'check-ins-changed',
  'draw-advanced',
  'votes-changed',
] as const;
type RoomTopic = (typeof ROOM_TOPICS)[number];

const INTERVAL_MS = 250;
const VOTES_INTERVAL_MS = 500;
const AUDIENCE_INTERVAL_MS = 1000;
const CHECK_INS_INTERVAL_MS = 1000;
const CLAIMS_INTERVAL_MS = 1000;
const DRAW_POLL_MS = 2000;

type DrawStep = BusMessage<'draw-advanced'>['step'];
/** Every step that may have been lost. */
const EVERY_STEP = ['sealing', 'audience', 'seed', 'room', 'beacon', 'result', 'advance'] as const;
/** More new entries than this at once are sent as counts only; pages then read the shared list again (R7). */
const MAX_NAMES = 200;

const isOpen = ({ presence }: PublicRaffle): boolean => (presence?.check_in?.opened_at ?? null) !== null;

export function openRaffleRoom(raffleId: string, parts: RaffleRoomParts): RaffleRoom {
  const { sources } = parts;
  const { clock, report } = parts.chat;
  const room = createRoom<LiveSocket, Wording>(['full', 'short']);
  const chat = openLiveChat(raffleId, room, parts.chat);
  let lastEntry: number | null = null;
  let checkInIsOpen = false;
  let frames: DrawFrames | null = null;
  let shared: { at: number; snapshot: Promise<SharedSnapshot | null> } | null = null;
  /** The draw that everybody here knows of: by `draw:starting`, or because it was in the first snapshot. */
  let announced: string | null = null;
  /** Whether that draw's seed and beacon were in the plan that was announced, or have been sent since. */
  let sent = { seed: false, beacon: false };
  /** Steps of the draw that are still to be sent. */
  const pending = new Set<DrawStep>();
  let cancelPoll = (): void => {};
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
    const plan = raffle.draw_started ? await sources.plan(raffleId) : null;
    // While a raffle is drawn again, its last frozen draw is the voided one.
    const draw = plan?.voided === null ? plan : null;
    const result = draw === null ? null : await sources.result(raffleId, clock.now());
    const prizeStatus = result === null ? null : await sources.prizeStatus(raffleId);
    lastEntry ??= raffle.entry_count;
    checkInIsOpen = isOpen(raffle);
    if (draw !== null && !stopped) {
      if (room.size() === 0) announced = draw.draw_id;
      startFrames(draw, room.size() === 0 && result !== null);
    }
    return shareSnapshot({ seq, raffle, draw, result, standing: prizeStatus });
  };

  /** @param isKnown everybody here has the winners, from the snapshot that this draw was found in */
  const startFrames = (plan: DrawPlan, isKnown = false): DrawFrames => {
    if (frames === null || frames.drawId !== plan.draw_id) {
      frames?.stop();
      const result = (): Promise<LiveResult | null> => sources.result(raffleId, clock.now());
      frames = startDrawFrames({ clock, publish, result, report, isKnown }, plan);
      sent = { seed: plan.seed_reveal !== null, beacon: plan.beacon_value !== null };
      pollDraw();
    }
    return frames;
  };

  /** While a draw runs, the database is polled too: messages may be lost. */
  const pollDraw = (): void => {
    cancelPoll();
    cancelPoll = clock.after(DRAW_POLL_MS, () => {
      if (frames === null || frames.isOver()) return;
      if (!sent.seed) pending.add('seed');
      if (!sent.beacon) pending.add('beacon');
      if (pending.size > 0 || announced !== frames.drawId) broadcastDraw.trigger();
      pollDraw();
    });
  };

  const broadcastRaffle = coalesce(
    clock,
    INTERVAL_MS,
    async () => {
      const raffle = await sources.raffle(raffleId, clock.now());
      if (raffle === null) return parts.onDeleted();
      checkInIsOpen = isOpen(raffle);
      publish({ type: 'raffle-changed', data: { raffle } });
    },
    report,
  );

  const broadcastEntries = coalesce(
    clock,
    INTERVAL_MS,
    async () => {
      const from = lastEntry ?? 0;
      const { entries: fresh, ...totals } = await sources.takenSince(raffleId, from);
      const entries = fresh.length > MAX_NAMES ? [] : fresh;
      lastEntry = fresh.length > MAX_NAMES ? totals.entryCount : (fresh.at(-1)?.entry_number ?? from);
      const short = entries.map((entry) => ({ ...entry, display_name: publicShortName(entry.display_name) }));
      shared = null;
      room.publishEach({
        full: { type: 'entries-added', data: { entries, ...totals } } satisfies RoomEvent,
        short: { type: 'entries-added', data: { entries: short, ...totals } } satisfies RoomEvent,
      });
    },
    report,
  );

  /** R71: people check in by the hundred; watchers get their number once a second. */
  const broadcastCheckIns = coalesce(
    clock,
    CHECK_INS_INTERVAL_MS,
    async () => {
      const found = await sources.checkIn(raffleId);
      if (found === null || stopped) return;
      const { draw, present, expected } = found;
      publish({ type: 'check-ins', data: { draw, present, expected } });
    },
    report,
  );

  const broadcastVotes = coalesce(
    clock,
    VOTES_INTERVAL_MS,
    async () => publish({ type: 'votes', data: { votes: await sources.votes(raffleId) } }),
    report,
  );

  const onDrawAdvanced = (...steps: readonly DrawStep[]): void => {
    for (const step of steps) pending.add(step);
    broadcastDraw.trigger();
  };

  /** Steps that arrive while it reads are sent by the next run: what is read may be older than they are. */
  const broadcastDraw = coalesce(
    clock,
    0,
    async () => {
      const steps = [...pending];
      pending.clear();
      try {
        await broadcastSteps(steps);
      } catch (error) {
        for (const step of steps) pending.add(step);
        throw error;
      }
    },
    report,
  );

  const broadcastSteps = async (steps: readonly DrawStep[]): Promise<void> => {
    const plan = await sources.plan(raffleId);
    if (plan === null || stopped) return;
    const { draw_id: drawId } = plan;
    if (plan.voided !== null) {
      voidDraw(drawId, plan.voided.reason);
      return;
    }
    if (announced !== drawId) {
      announced = drawId;
      publish({
        type: 'draw:starting',
        data: { animationStyle: plan.animation_style, totalEntries: plan.total_entries, plan },
      });
    }
    const running = startFrames(plan);
    for (const step of steps) await broadcastStep(step, plan, running);
    // Last: what is due by then follows the beacon's value.
    running.update(plan);
  };

  const broadcastStep = async (step: DrawStep, plan: DrawPlan, running: DrawFrames): Promise<void> => {
    const { draw_id: drawId, sealing } = plan;
    switch (step) {
      case 'sealing':
        publish({ type: 'draw:sealing', data: { drawId, sealing } });
        return;
      case 'audience':
        broadcastAudience.trigger();
        return;
      case 'seed':
        if (plan.seed_reveal === null) return;
        sent.seed = true;
        publish({ type: 'draw:seed', data: { drawId, seedReveal: plan.seed_reveal } });
        return;
      case 'room':
        if (plan.beacon.kind !== 'room') return;
        publish({ type: 'draw:room', data: { drawId, ...(await sources.roomProgress(drawId)) } });
        broadcastBeacon(plan);
        return;
      case 'beacon':
        broadcastBeacon(plan);
        return;
      case 'result':
        running.onResultStored();
        return;
      case 'advance':
        await broadcastPrizeStatus('draw:advance', drawId);
        return;
      case 'claims':
        broadcastClaims.trigger();
        return;
      case 'done':
        // R73: from now on prizes are to be claimed until a time.
        await broadcastPrizeStatus('draw:claims', drawId, hasClaimWindow);
        return;
      case 'closed':
      case 'frozen':
      case 'announced':
      case 'void':
    }
  };

  const broadcastBeacon = (plan: DrawPlan): void => {
    const { draw_id: drawId, beacon_value: value, beacon_signature: signature, beacon_text: text } = plan;
    if (value === null || plan.beacon_at === null) return;
    sent.beacon = true;
    const data = { drawId, value, signature, text, beaconAt: plan.beacon_at };
    publish({ type: 'draw:beacon', data });
  };

  /** R86. Sent once. */
  const voidDraw = (drawId: string, reason: string): void => {
    if (announced !== drawId) return;
    announced = null;
    frames?.stop();
    frames = null;
    publish({ type: 'draw:void', data: { drawId, reason } });
  };

  /** R87: devices sign by the hundred; watchers get their number once a second. */
  const broadcastAudience = coalesce(
    clock,
    AUDIENCE_INTERVAL_MS,
    async () => {
      const plan = await sources.plan(raffleId);
      if (plan === null || plan.draw_id !== announced || stopped) return;
      publish({ type: 'draw:audience', data: { drawId: plan.draw_id, audience: plan.audience } });
    },
    report,
  );

  /** R73: winners claim by the hundred; watchers get the whole status once a second. */
  const broadcastClaims = coalesce(
    clock,
    CLAIMS_INTERVAL_MS,
    async () => {
      const plan = await sources.plan(raffleId);
      if (plan !== null) await broadcastPrizeStatus('draw:claims', plan.draw_id);
    },
    report,
  );

  /** The whole status, read again: of two changes at once the later read has both. */
  const broadcastPrizeStatus = async (
    type: 'draw:advance' | 'draw:claims',
    drawId: string,
    isNews: (prizeStatus: PrizeStatus) => boolean = () => true,
  ): Promise<void> => {
    const prizeStatus = await sources.prizeStatus(raffleId);
    if (prizeStatus === null || stopped || !isNews(prizeStatus)) return;
    publish({ type, data: { drawId, standing: prizeStatus } });
  };

  return {
    room,
    chat,
    async snapshot() {
      const now = clock.now();
      if (shared === null || Math.abs(now - shared.at) > INTERVAL_MS)
        shared = { at: now, snapshot: readSnapshot() };
      const { snapshot } = shared;
      try {
        return await snapshot;
      } catch (error) {
        if (shared?.snapshot === snapshot) shared = null;
        throw error;
      }
    },
    onBusMessage(message) {
      switch (message.topic) {
        case 'raffle-changed':
          return broadcastRaffle.trigger();
        case 'entries-changed':
          // Who joins is expected to check in too.
          if (checkInIsOpen) broadcastCheckIns.trigger();
          return broadcastEntries.trigger();
        case 'check-ins-changed':
          return broadcastCheckIns.trigger();
        case 'draw-advanced':
          return onDrawAdvanced(message.step);
        case 'votes-changed':
          return broadcastVotes.trigger();
      }
    },
    resync() {
      for (const task of [broadcastRaffle, broadcastEntries, broadcastVotes]) task.trigger();
      onDrawAdvanced(...EVERY_STEP);
      chat.resync();
    },
    stop() {
      stopped = true;
      frames?.stop();
      cancelPoll();
      chat.stop();
      const tasks = [broadcastRaffle, broadcastEntries, broadcastCheckIns, broadcastVotes];
      for (const task of [...tasks, broadcastDraw, broadcastAudience, broadcastClaims]) task.stop();
    },
  };
}

function hasClaimWindow({ current_winners: holders }: PrizeStatus): boolean {
  return holders.some(({ claim }) => claim.claim_by !== null);
}

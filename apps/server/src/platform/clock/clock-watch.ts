/**
 * Whether this machine's clock may be trusted with draws (D6).
 *
 * 1. Every second the clock is compared with the database's, which all nodes share; time on this node is the database's. The
 *    database reads its clock between question and answer, so an answer gives an interval for the difference. A difference
 *    that is known already is kept while it lies inside.
 * 2. A node whose own clock is off by more than two seconds leads no draws until it is right again: something is wrong with
 *    that machine.
 * 3. The beacon is a second opinion, the only one where there is a single node. A valid round that should not exist yet
 *    proves that the time here is behind, and so that a freeze might name a round that is public already: no draws either.
 *    That an old round is not there yet proves nothing, as relays may be late. It is named, and nothing is refused.
 * 4. What was found is logged when it changes, and noted for operators.
 */
import type { Clock } from './clock.ts';
import { correctedClock } from './corrected-clock.ts';

/** What the beacon's rounds say of a time. Null: nobody answered. */
export type BeaconOpinion = 'right' | 'behind' | 'ahead' | null;

/** What is known of this node's clock. */
interface ClockState {
  /** Of the machine's clock before the database's, ms; negative when it is behind. Null where there is nothing to compare. */
  aheadMs: number | null;
  beacon: BeaconOpinion;
  /** Whether this node may begin draws and carry them on. */
  mayLead: boolean;
}

export interface ClockWatch {
  /** The time to go by. */
  clock: Clock;
  state(): ClockState;
  /** Resolves after the first comparison. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface ClockWatchParts {
  /** The machine's. */
  clock: Clock;
  /** The time that all nodes share, epoch ms; null where this node is the only one. */
  askDatabase: (() => Promise<number>) | null;
  /** What it says of `clock`, which goes on while it is asked. */
  askBeacon: (clock: Pick<Clock, 'now'>, signal: AbortSignal) => Promise<BeaconOpinion>;
  /** Notes what is known, for operators. */
  note: (state: ClockState, now: number) => Promise<void>;
  /** Takes back what it noted: this node ends. */
  forget: () => Promise<void>;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  report: (error: unknown) => void;
  /** Milliseconds that passed, whatever the clock is set to. */
  elapsed?: () => number;
}

const COMPARE_EVERY_MS = 1000;
/** An answer that took longer says too little. */
const SLOWEST_ANSWER_MS = 1000;
/** The database's clock is read in whole milliseconds. */
const ROUNDING_MS = 1;
const MOST_OFF_MS = 2000;
/** Comparisons between two looks at the beacon, and between two notes. */
const BEACON_EVERY = 60;
const NOTE_EVERY = 10;
/** Smaller corrections are not worth a line in the log. */
const WORTH_A_LINE_MS = 100;
/** The clock was set when it moved by so much more or less than the time that passed. */
const WAS_SET_MS = 500;

/** A clock that is believed whatever it says. */
export function believedClock(clock: Clock): ClockWatch {
  return {
    clock,
    state: () => ({ aheadMs: null, beacon: null, mayLead: true }),
    start: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  };
}

export function watchClock(parts: ClockWatchParts): ClockWatch {
  const { clock: machine, askDatabase, askBeacon, log, report, elapsed = () => performance.now() } = parts;
  let aheadMs: number | null = null;
  let beacon: BeaconOpinion = null;
  let logged = { aheadMs: 0, mayLead: true, beacon: null as BeaconOpinion };
  let rounds = 0;
  let last = { now: machine.now(), elapsed: elapsed() };
  let cancel = (): void => undefined;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();

  const clock = askDatabase === null ? machine : correctedClock(machine, () => aheadMs ?? 0);

  const state = (): ClockState => ({
    aheadMs,
    beacon,
    mayLead: Math.abs(aheadMs ?? 0) <= MOST_OFF_MS && beacon !== 'behind',
  });

  async function compare(ask: () => Promise<number>): Promise<void> {
    const askedAt = elapsed();
    const there = await ask();
    const took = elapsed() - askedAt;
    if (took > SLOWEST_ANSWER_MS) return;
    const most = machine.now() - there + ROUNDING_MS;
    const least = most - took - 2 * ROUNDING_MS;
    const known = aheadMs ?? 0;
    aheadMs = known >= least && known <= most ? known : Math.round((least + most) / 2);
  }

  function wasSet(): boolean {
    const before = last;
    last = { now: machine.now(), elapsed: elapsed() };
    return Math.abs(last.now - before.now - (last.elapsed - before.elapsed)) > WAS_SET_MS;
  }

  async function look(): Promise<void> {
    if (askDatabase !== null) await compare(askDatabase).catch(report);
    // Who is held back asks each time, so that a draw waits no longer than it must.
    if (wasSet() || beacon === 'behind' || rounds % BEACON_EVERY === 0) {
      const said = await askBeacon(clock, stopping.signal).catch(() => null);
      // What was proved stays so until somebody answers.
      if (said !== null || beacon !== 'behind') beacon = said;
    }
    const found = state();
    const changed = tell(found);
    if (changed || rounds % NOTE_EVERY === 0) await parts.note(found, clock.now()).catch(report);
    rounds += 1;
  }

  /** Logs what changed. */
  function tell(found: ClockState): boolean {
    const ahead = found.aheadMs ?? 0;
    const details = { ahead_ms: found.aheadMs, beacon: found.beacon };
    const isSuspect = found.beacon === 'ahead' && logged.beacon !== 'ahead';
    const leadChanged = found.mayLead !== logged.mayLead;
    const moved = Math.abs(ahead - logged.aheadMs) >= WORTH_A_LINE_MS;
    if (!found.mayLead && leadChanged) log.warn(details, 'the clock is off: this node leads no draws');
    else if (isSuspect) log.warn(details, 'the clock seems to be ahead: the beacon has not reached its time');
    else if (leadChanged) log.info(details, 'the clock is right again: this node leads draws');
    else if (moved) log.info(details, 'the clock is corrected by the database’s');
    if (moved || leadChanged || found.beacon !== logged.beacon) {
      logged = { aheadMs: ahead, mayLead: found.mayLead, beacon: found.beacon };
    }
    return leadChanged || isSuspect;
  }

  const lookOnAndOn = (): void => {
    cancel = machine.after(COMPARE_EVERY_MS, () => {
      running = look().finally(() => {
        if (!stopping.signal.aborted) lookOnAndOn();
      });
    });
  };

  return {
    clock,
    state,
    async start() {
      // The beacon may take seconds to answer; nobody waits for it.
      if (askDatabase !== null) await compare(askDatabase).catch(report);
      running = look().finally(() => {
        if (!stopping.signal.aborted) lookOnAndOn();
      });
    },
    async stop() {
      stopping.abort();
      cancel();
      await running;
      await parts.forget().catch(report);
    },
  };
}

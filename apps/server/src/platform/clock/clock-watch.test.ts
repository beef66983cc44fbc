import { describe, expect, it } from 'vitest';
import { type BeaconOpinion, watchClock } from './clock-watch.ts';
import { manualClock } from './manual-clock.ts';

const TRUE_TIME = 1_000_000_000;

/** A machine whose clock is off by `aheadMs`, beside a database whose clock is right. */
async function machine({ aheadMs = 0, withDatabase = true } = {}) {
  const clock = manualClock(TRUE_TIME + aheadMs);
  let set = aheadMs;
  let answerMs = 2;
  let elapsed = 0;
  let opinion: BeaconOpinion = 'right';
  const lines: string[] = [];
  const notes: boolean[] = [];
  const trueTime = (): number => clock.now() - set;
  const watch = watchClock({
    clock,
    askDatabase: withDatabase
      ? async () => {
          const read = trueTime() - answerMs / 2;
          elapsed += answerMs;
          return Math.floor(read);
        }
      : null,
    askBeacon: async () => opinion,
    forget: () => Promise.resolve(),
    note: async ({ mayLead }) => void notes.push(mayLead),
    log: {
      info: (_details, message) => void lines.push(message),
      warn: (_details, message) => void lines.push(message),
    },
    report: (error) => expect.fail(String(error)),
    elapsed: () => elapsed + (trueTime() - TRUE_TIME),
  });
  await watch.start();
  return {
    clock,
    watch,
    lines,
    notes,
    trueTime,
    answerIn: (ms: number) => (answerMs = ms),
    say: (next: BeaconOpinion) => (opinion = next),
    async setClock(byMs: number) {
      set += byMs;
      await clock.jump(byMs);
    },
  };
}

describe('watching the clock', () => {
  it('D6: a clock like the database’s stays as it is, whatever an answer takes', async () => {
    const { clock, watch, answerIn, lines } = await machine();
    for (const ms of [2, 40, 900, 3_000]) {
      answerIn(ms);
      await clock.advance(5_000);
      expect(watch.state()).toMatchObject({ aheadMs: 0, mayLead: true });
    }
    expect(lines).toEqual([]);
  });

  it.each([1_500, -1_500])('D6: %i ms are corrected, and nothing is refused', async (aheadMs) => {
    const { clock, watch, trueTime } = await machine({ aheadMs });
    expect(watch.clock.now()).toBe(trueTime());
    expect(watch.state().mayLead).toBe(true);
    let ranAt = 0;
    watch.clock.at(TRUE_TIME + 10_000, () => (ranAt = trueTime()));
    await clock.advance(15_000);
    expect(ranAt).toBeGreaterThanOrEqual(TRUE_TIME + 10_000);
    expect(ranAt).toBeLessThanOrEqual(TRUE_TIME + 11_000);
  });

  it('D6: more than two seconds: the time is right all the same, but this node leads nothing until its clock is', async () => {
    const { clock, watch, trueTime, lines, notes, setClock } = await machine({ aheadMs: 6_000 });
    await clock.advance(0);
    expect(watch.clock.now()).toBe(trueTime());
    expect(watch.state()).toMatchObject({ aheadMs: 6_000, mayLead: false });
    expect(notes).toEqual([false]);
    await setClock(-6_000);
    await clock.advance(2_000);
    expect(watch.clock.now()).toBe(trueTime());
    expect(watch.state()).toMatchObject({ aheadMs: 0, mayLead: true });
    expect(lines).toEqual([
      'the clock is off: this node leads no draws',
      'the clock is right again: this node leads draws',
    ]);
    expect(notes.at(-1)).toBe(true);
  });

  it('D6: a clock that is set while it runs is noticed within a second', async () => {
    const { clock, watch, trueTime, setClock } = await machine();
    await clock.advance(3_000);
    await setClock(4_000);
    await clock.advance(1_000);
    expect(watch.clock.now()).toBe(trueTime());
    expect(watch.state().mayLead).toBe(false);
  });

  it('D6: what the beacon proves is believed until it says otherwise; silence changes nothing', async () => {
    const { clock, watch, say } = await machine({ withDatabase: false });
    const after = async (opinion: BeaconOpinion): Promise<boolean> => {
      say(opinion);
      await clock.advance(61_000);
      return watch.state().mayLead;
    };
    expect(await after('behind')).toBe(false);
    expect(await after(null)).toBe(false);
    say('right');
    await clock.advance(1_000);
    expect(watch.state().mayLead).toBe(true);
    expect(await after('ahead')).toBe(true);
    expect(watch.state().beacon).toBe('ahead');
  });
});

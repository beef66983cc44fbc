import { afterEach, describe, expect, it } from 'vitest';
import { beaconRandomness, roundAt, roundTime } from '@glassdrum/fair-draw';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { manualClock } from '../clock/manual-clock.ts';
import { createBeaconClient } from './beacon-client.ts';
import { startTestRelay, type RelayLie, type TestRelay } from './test-relay.ts';

const START = 1_790_000_000_000;
const testChain = createTestChain(new Uint8Array(32).fill(7), { genesisTime: 1_789_000_000, period: 3 });
const ROUND = roundAt(START / 1000 - 60, testChain.chain);
const LIES: RelayLie[] = ['wrong-signature', 'wrong-round', 'garbage', 'huge', 'redirect'];

const open: TestRelay[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((relay) => relay.close()));
});

async function scene(relayCount: number) {
  const clock = manualClock(START);
  const relays = await Promise.all(
    Array.from({ length: relayCount }, () => startTestRelay({ testChain, clock })),
  );
  open.push(...relays);
  const warnings: { reason?: string }[] = [];
  const beacon = createBeaconClient({
    chain: testChain.chain,
    relays: relays.map((relay) => relay.url),
    clock,
    log: { warn: (details) => void warnings.push(details) },
  });
  return { clock, relays, beacon, warnings };
}

describe('beacon client', () => {
  it('fetches a verified round', async () => {
    const { beacon } = await scene(2);
    const signature = testChain.sign(ROUND);
    await expect(beacon.fetchRound(ROUND)).resolves.toEqual({
      round: ROUND,
      signature,
      value: beaconRandomness(signature),
    });
  });

  it.each(LIES)('R30 never accepts a lying relay, and says so: %s', async (lie) => {
    const { beacon, relays, warnings } = await scene(1);
    relays[0]?.setLie(lie);
    await expect(beacon.fetchRound(ROUND)).resolves.toBeNull();
    expect(warnings).toHaveLength(1);
  });

  it('R30 one honest relay among liars and dead ones is enough', async () => {
    const { beacon, relays } = await scene(4);
    relays[0]?.setLie('wrong-signature');
    relays[1]?.setLie('huge');
    relays[2]?.setDown(true);
    expect((await beacon.fetchRound(ROUND))?.signature).toBe(testChain.sign(ROUND));
  });

  it('R30 a late round is awaited, with growing pauses', async () => {
    const { beacon, relays, clock } = await scene(1);
    const [relay] = relays;
    const future = roundAt(START / 1000 + 10, testChain.chain);
    relay?.setLate(20_000);
    let found: unknown;
    void beacon.waitForRound(future, new AbortController().signal).then((round) => (found = round));
    const due = roundTime(future, testChain.chain) * 1000 + 20_000;
    while (clock.now() < due) {
      const asked = relay?.questions() ?? 0;
      expect(found).toBeUndefined();
      await clock.advance(5000);
      await expect.poll(() => relay?.questions()).toBeGreaterThan(asked);
    }
    await expect.poll(async () => (await clock.advance(1000), found)).toMatchObject({ round: future });
    // 0.5 + 1 + 2 + 4 + 5 + 5 … s: some ten questions in half a minute, not hundreds.
    expect(relay?.questions()).toBeLessThan(15);
  });

  it('stops waiting when told to', async () => {
    const { beacon, relays } = await scene(1);
    relays[0]?.setDown(true);
    const stop = new AbortController();
    const waiting = beacon.waitForRound(ROUND, stop.signal);
    await expect.poll(() => relays[0]?.questions()).toBeGreaterThan(0);
    stop.abort();
    await expect(waiting).resolves.toBeNull();
  });

  it('R31 a look counts for 30 seconds, a failed one not at all', async () => {
    const { beacon, relays, clock } = await scene(1);
    const [relay] = relays;
    relay?.setDown(true);
    await expect(beacon.isReachable(clock.now())).resolves.toBe(false);
    relay?.setDown(false);
    await expect(beacon.isReachable(clock.now())).resolves.toBe(true);
    const asked = relay?.questions();
    relay?.setDown(true);
    await clock.advance(30_000);
    await expect(beacon.isReachable(clock.now())).resolves.toBe(true);
    expect(relay?.questions()).toBe(asked);
    await clock.advance(1);
    await expect(beacon.isReachable(clock.now())).resolves.toBe(false);
  });

  it('R31 many questions at once share one look', async () => {
    const { beacon, relays, clock } = await scene(1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => beacon.isReachable(clock.now())));
    expect(new Set(answers)).toEqual(new Set([true]));
    expect(relays[0]?.questions()).toBe(1);
  });

  it('D6 a round that cannot exist yet proves that a clock is behind, whatever relays lack says less', async () => {
    const { beacon, clock, relays } = await scene(1);
    const off = (ms: number) => beacon.opinionOfTime({ now: () => clock.now() + ms });
    await expect(off(0)).resolves.toBe('right');
    await expect(off(-9_000)).resolves.toBe('behind');
    await expect(off(60_000)).resolves.toBe('ahead');
    relays[0]?.setDown(true);
    await expect(off(0)).resolves.toBeNull();
  });

  it('D6 an answer to a machine that slept meanwhile says nothing', async () => {
    const { beacon, clock } = await scene(1);
    const asked = clock.now();
    const opinion = beacon.opinionOfTime(clock);
    // The relay reads its clock when the question is there, after this.
    await clock.jump(60_000);
    expect(clock.now()).toBe(asked + 60_000);
    await expect(opinion).resolves.toBeNull();
  });
});

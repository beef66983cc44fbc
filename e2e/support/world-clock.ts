/**
 * One clock for a test's servers, relays, witnesses and pages, which the test can move on: a draw takes half a minute, and most
 * tests are about what comes before and after it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { DrawPlan, PublicRaffle } from '@glassdrum/contract';
import { dueTimes, resultWithoutBeaconAt, SHOW_STARTS } from '@glassdrum/raffle-rules';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';

/** How far it is ahead of the machine's clock. */
let aheadMs = 0;
const servers = new Set<(aheadMs: number) => Promise<void>>();
const contexts = new Set<BrowserContext>();

export const worldClock = systemClock(() => Date.now() + aheadMs);

export const clockAheadMs = (): number => aheadMs;

/**
 * The clock is right again when the last server has ended: the next file of tests may run in the same process.
 * @param move sets a server's clock
 * @returns what ends it
 */
export function addServer(move: (aheadMs: number) => Promise<void>): () => void {
  servers.add(move);
  return () => {
    servers.delete(move);
    if (servers.size === 0) aheadMs = 0;
  };
}

/** Pages of this context go by the clock. Before they load anything. */
export async function followClock(context: BrowserContext): Promise<void> {
  await context.clock.install({ time: worldClock.now() });
  contexts.add(context);
  context.once('close', () => contexts.delete(context));
}

/**
 * Runs a page's timers that are due. A page that follows the clock runs them up to 100 ms late, so that a key which is pressed
 * at once would come before what the page does in a moment.
 */
export const runTimers = (page: Page): Promise<void> => page.clock.runFor(1);

async function leapTo(at: number): Promise<void> {
  const ms = Math.ceil(at - worldClock.now());
  if (ms <= 0) return;
  // Relays last: a server that they are ahead of finds that its clock is behind, and draws nothing.
  await Promise.all([...servers].map((move) => move(aheadMs + ms)));
  aheadMs += ms;
  await Promise.all([...contexts].map((context) => context.clock.fastForward(ms)));
}

/** Lets this time go by at once. */
export const passTime = (ms: number): Promise<void> => leapTo(worldClock.now() + ms);

/** Lets a draw that has started end without waiting for its show. @param url the installation's */
export async function passDraw(url: string, raffleId: string): Promise<void> {
  const raffle = `${url}/api/raffles/${raffleId}`;
  const planNow = async (): Promise<DrawPlan> => (await (await fetch(`${raffle}/draw`)).json()) as DrawPlan;
  // Drawn, or waiting for its next draw (R69).
  const isDrawn = async (): Promise<boolean> => {
    const { status, draw_started: isRunning } = (await (await fetch(raffle)).json()) as PublicRaffle;
    return status === 'drawn' || !isRunning;
  };

  const { t0, draw_at: drawAt, beacon } = await planNow();
  // Until here devices note the freeze and sign that they saw it.
  while (worldClock.now() < t0 + SHOW_STARTS.warmup) await pause(50);
  await leapTo(drawAt * 1000);
  let beaconAt: number | null = beacon.kind === 'drand' ? null : resultWithoutBeaconAt(t0);
  while (beaconAt === null) {
    await pause(50);
    beaconAt = (await planNow()).beacon_at;
  }
  await leapTo(dueTimes({ t0, beaconAt }).completeAt ?? 0);
  while (!(await isDrawn())) await pause(50);
}

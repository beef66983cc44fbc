/**
 * `npm run demo`: a filled installation to look at, on a beacon of its own, in a folder that is deleted at the end.
 *
 * 1. On a clock that stands yesterday and is moved by hand, a first raffle is filled and drawn within a second.
 * 2. The clock is moved to half an hour ago, where a gala evening of three draws begins and its first two are held (R69). Some
 *    winners have their prizes, some still have time to claim them, and some have let it pass (R73). For the last draw people
 *    check in (R71).
 * 3. On the real clock a third one is filled with two hundred people, ready to be drawn.
 *
 * Two witnesses on this machine cosign its log. The beacon's key is public, so these draws prove nothing: screens and proofs
 * say so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DrawPlan, HostRaffle, PublicRaffle, ResultsAnswer } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { startTestRelay } from '../platform/beacon/test-relay.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import { type ManualClock, manualClock } from '../platform/clock/manual-clock.ts';
import { type App, composeApp } from '../compose.ts';
import { ConfigError, readConfig } from '../config.ts';
import { createLog } from '../platform/http/log.ts';
import { type Caller, CallFailed, raffleWithEntrants, signIn, signUp, visitor } from './fill.ts';
import {
  claimPrizes,
  GALA,
  galaLinks,
  handOverLapsed,
  galaWithGuests,
  gatherForMidnight,
} from './gala/gala.ts';
import { SHORT_WINDOW } from './gala/prizes.ts';
import { inventedPeople } from './people.ts';
import { type DemoWitnesses, startWitnesses } from './witnesses.ts';

const ACCOUNT = { name: 'Dana Demo', email: 'demo@example.org', password: 'three baskets to win' };
const DAY_MS = 86_400_000;
const HALF_AN_HOUR_MS = 1_800_000;
const TEN_MINUTES_MS = 600_000;
const EARLIER = { title: 'Harvest festival', max_winners: 3, chosen_animation: 'cosmic' };
const READY = {
  title: 'Summer party',
  description: 'Three baskets from the market, drawn in front of everybody.',
  max_winners: 3,
  chosen_animation: 'classic',
  allow_public_join: true,
};
/** Of 20 ms each: a draw that its witnesses have not signed is drawn as well. */
const MOST_TRIES = 250;
const testChain = createTestChain(new Uint8Array(32).fill(7), { genesisTime: 1_600_000_000, period: 3 });

type Environment = Record<string, string | undefined> & { DATA_DIR: string };

interface Running {
  app: App;
  address: string;
  close(): Promise<void>;
}

async function run(clock: Clock, environment: Environment): Promise<Running> {
  const witnesses = await startWitnesses(environment.DATA_DIR, clock);
  try {
    return await runWitnessed(clock, { ...environment, WITNESSES: witnesses.configuration }, witnesses);
  } catch (error) {
    await witnesses.close();
    throw error;
  }
}

async function runWitnessed(
  clock: Clock,
  environment: Environment,
  witnesses: DemoWitnesses,
): Promise<Running> {
  const config = readConfig(environment);
  const relay = await startTestRelay({ testChain, clock });
  try {
    const app = await composeApp({
      config,
      clock,
      log: createLog(config.logLevel),
      beacon: { chain: testChain.chain, relays: [relay.url] },
      webFolder: join(import.meta.dirname, '../../../web/dist'),
    });
    const address = await app.listen();
    return { app, address, close: () => app.close().then(relay.close).then(witnesses.close) };
  } catch (error) {
    await relay.close();
    throw error;
  }
}

/** @returns the gala, before its last draw */
async function drawEarlier(dataDir: string): Promise<HostRaffle> {
  const clock = manualClock(Date.now() - DAY_MS);
  const own = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn' };
  const { address, close } = await run(clock, own);
  try {
    const host = await signUp(address, ACCOUNT);
    const raffle = await raffleWithEntrants(address, host, EARLIER, inventedPeople(60).reverse());
    await holdDraw(address, host, clock, raffle.id);
    await clock.jump(Date.now() - HALF_AN_HOUR_MS - clock.now());
    // Yesterday's session is over.
    const tonight = await signIn(address, ACCOUNT);
    const gala = await galaWithGuests(address, tonight);
    await holdDraw(address, tonight, clock, gala.id);
    await claimPrizes(tonight, gala.id);
    await clock.jump(SHORT_WINDOW * 1000);
    while (!(await handOverLapsed(tonight, gala.id))) {
      await clock.advance(500);
      await pause(2);
    }
    await clock.jump(TEN_MINUTES_MS - SHORT_WINDOW * 1000);
    await holdDraw(address, tonight, clock, gala.id);
    return gala;
  } finally {
    await close();
  }
}

/** Its whole show, within a second. */
async function holdDraw(address: string, host: Caller, clock: ManualClock, raffleId: string): Promise<void> {
  await host.post(`/api/raffles/${raffleId}/draw`, {});
  await bothCosigned(address, raffleId);
  while (!(await isDrawn(address, raffleId))) {
    await clock.advance(500);
    await pause(2); // the beacon is asked and answers in real time
  }
}

/** Witnesses answer in real time, for which the clock stands still. */
async function bothCosigned(address: string, raffleId: string): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { sealing } = await visitor(address).get<DrawPlan>(`/api/raffles/${raffleId}/draw`);
    if (sealing.cosigned.length === sealing.known) return;
    await pause(20);
  }
}

/** Drawn, or waiting for its next draw (R69), and everyone may see who won. */
async function isDrawn(address: string, raffleId: string): Promise<boolean> {
  const raffle = `/api/raffles/${raffleId}`;
  const { status, draw_started: isRunning } = await visitor(address).get<PublicRaffle>(raffle);
  if (status !== 'drawn' && isRunning) return false;
  return visitor(address)
    .get<ResultsAnswer>(`${raffle}/results`)
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof CallFailed && error.status === 404) return false;
        throw error;
      },
    );
}

async function start(dataDir: string): Promise<Running> {
  const gala = await drawEarlier(dataDir);
  // Neither another database nor another beacon nor other witnesses: everything of the demonstration is its own.
  const own = { DATA_DIR: dataDir, DATABASE_URL: undefined, BEACON_URLS: undefined };
  const running = await run(systemClock(), { LOG_LEVEL: 'warn', ...process.env, ...own });
  const host = await signIn(running.address, ACCOUNT);
  const raffle = await raffleWithEntrants(running.address, host, READY, inventedPeople(200));
  const here = await gatherForMidnight(host, gala.id, Date.now());
  const links = await galaLinks(host, gala);
  const address = process.env['PUBLIC_URL'] ?? running.address;
  console.log(
    [
      '',
      `A demonstration is ready at ${address}/auth`,
      `  email     ${ACCOUNT.email}`,
      `  password  ${ACCOUNT.password}`,
      '',
      `“${READY.title}” has ${raffle.entry_count} entries: press Draw.`,
      `Watch on other screens: ${address}/draw/${raffle.id}`,
      `Join it yourself first: ${address}/join/${raffle.public_link ?? ''}`,
      '',
      `“${GALA.title}” has held two of its three draws. Check-in is open for the last: only people who are`,
      `present can win in it, and ${here.present} of ${here.expected} are here.`,
      `  remote, for a phone     ${address}${links.remote}`,
      `  stage, for a projector  ${address}${links.stage}`,
      `  desk, to check in       ${address}${links.desk}`,
      `  guests may still join   ${address}${links.guests}`,
      '',
      'Two witnesses on this machine confirm when its lists are frozen.',
      'Its beacon is a test beacon and its data is deleted at the end (Ctrl+C).',
    ].join('\n'),
  );
  return running;
}

const dataDir = mkdtempSync(join(tmpdir(), 'glassdrum-demo-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
let running: Running | undefined;
const end = (): void => {
  if (running === undefined) process.exit(0);
  running.close().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
  running = undefined;
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
try {
  running = await start(dataDir);
} catch (error) {
  const inUse = (error as { code?: unknown }).code === 'EADDRINUSE';
  if (inUse) console.error('This port is in use. Choose another one with PORT.');
  else console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

/**
 * An operator who cheats (draw protocol §12), for tests: the real server in this process, with its keys and its database in
 * the test's hands, and every answer and every live frame on its way to a page open to change. The product itself has no
 * place where it could be told to cheat.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostRaffle } from '@glassdrum/contract';
import type { TestChain } from '@glassdrum/fair-draw/test-chain';
import type { Page, WebSocketRoute } from '@playwright/test';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { type Clock, systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { type App, composeApp } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { type Caller, signUp } from '../../apps/server/src/demo/fill.ts';
import { startWitnesses } from '../../apps/server/src/demo/witnesses.ts';
import { createLog } from '../../apps/server/src/platform/http/log.ts';
import { joinByLink } from './people.ts';
import { browserTestChain } from './relay.ts';
import { WEB_FOLDER } from './web-folder.ts';

const OPERATOR = { name: 'Oscar Olsen', email: 'oscar@example.org', password: 'three baskets to win' };

export interface DishonestServer extends Pick<App, 'parts'> {
  url: string;
  testChain: TestChain;
  /** The signed-in host. */
  host: Caller;
  /** C2SP verifier keys of the witnesses that cosign its log. */
  witnessKeys: string[];
  stop(): Promise<void>;
}

export interface DishonestOptions {
  /** How far the server's clock is behind the real one, and that of its witnesses with it. */
  behindMs?: number;
  /** With two witnesses. */
  witnessed?: boolean;
}

export async function startDishonestServer({
  behindMs = 0,
  witnessed = false,
}: DishonestOptions = {}): Promise<DishonestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-dishonest-'));
  const testChain = browserTestChain();
  // The public beacon is nobody's: it keeps the real time.
  const relay = await startTestRelay({ testChain, clock: systemClock() });
  const clock = behindMs === 0 ? systemClock() : clockBehind(behindMs);
  const witnesses = witnessed ? await startWitnesses(dataDir, clock) : null;
  const configuration = witnesses?.configuration ?? '';
  const app = await composeApp({
    config: readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      WITNESSES: configuration,
    }),
    clock,
    log: createLog('error'),
    beacon: { chain: testChain.chain, relays: [relay.url] },
    webFolder: WEB_FOLDER,
  });
  const url = `http://127.0.0.1:${new URL(await app.listen()).port}`;
  return {
    url,
    testChain,
    parts: app.parts,
    host: await signUp(url, OPERATOR),
    witnessKeys: configuration.split('\n').flatMap((entry) => /^(.+?)=https?:/.exec(entry)?.[1] ?? []),
    async stop() {
      await app.close();
      await witnesses?.close();
      await relay.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function clockBehind(ms: number): Clock {
  const real = systemClock();
  return { ...real, now: () => real.now() - ms, at: (due, task) => real.at(due + ms, task) };
}

/** An open raffle with a public link, and people who joined without a browser. */
export async function openRaffle(
  { url, host }: Pick<DishonestServer, 'url' | 'host'>,
  { fields = {}, others = 3 }: { fields?: Record<string, unknown>; others?: number } = {},
): Promise<HostRaffle & { public_link: string }> {
  const { id } = await host.post<HostRaffle>('/api/raffles', {
    title: 'Summer party',
    max_winners: 1,
    allow_public_join: true,
    ...fields,
  });
  const raffle = await host.post<HostRaffle>(`/api/raffles/${id}/open`);
  const { public_link } = raffle;
  if (public_link === null) throw new Error('The raffle has no public link.');
  for (let number = 1; number <= others; number += 1) await joinByLink(url, public_link, `Guest ${number}`);
  return { ...raffle, public_link };
}

/** JSON of an answer or frame; the test knows what it is. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the server says, to be changed at any place
export type Json = any;

export type AnswerRewriting = (
  path: string,
  ask: () => Promise<Json>,
  method: string,
  body: Json,
) => Promise<Json>;

/** What one page gets of the server. All of it may change while the page is open. */
export interface Rewriting {
  /**
   * The answer to a call: the JSON to give instead; undefined for the server's own.
   * @param path with the query, e.g. `/api/raffles/x/draw?y` @param ask the server's own answer
   * @param body what the page sent, null without
   */
  answer?: AnswerRewriting;
  /** A live message: what to send instead, also nothing or several. */
  frame?: (message: Json) => Json[];
}

/** A page between which and the server somebody stands. */
export interface RewrittenPage {
  rewriting: Rewriting;
  /** Live messages that the page got, as it got them. */
  received: Json[];
  /** Sends a live message that the server never sent. */
  send(message: Json): void;
  /** Calls fail and lines break, as in a lift. */
  setCut(isCut: boolean): Promise<void>;
}

/** Numbers of live messages follow from what is sent, whatever was left out or added. Install before the first navigation. */
export async function rewritePage(page: Page, rewriting: Rewriting = {}): Promise<RewrittenPage> {
  let isCut = false;
  let current: { socket: WebSocketRoute; send: (message: Json) => void } | null = null;
  const rewritten: RewrittenPage = {
    rewriting,
    received: [],
    send: (message) => current?.send({ ...message, seq: 0 }),
    async setCut(cut) {
      isCut = cut;
      if (isCut) await current?.socket.close({ code: 1001 });
    },
  };
  await page.routeWebSocket(/\/ws$/, (socket: WebSocketRoute) => {
    if (isCut) {
      void socket.close({ code: 1001 });
      return;
    }
    let seq = 0;
    const send = (message: Json): void => {
      if (message.type === 'snapshot') seq = message.data.seq as number;
      else if ('seq' in message) {
        seq += 1;
        message.seq = seq;
      }
      rewritten.received.push(message);
      socket.send(JSON.stringify(message));
    };
    current = { socket, send };
    socket.connectToServer().onMessage((data) => {
      if (isCut) return;
      const message: Json = JSON.parse(String(data));
      for (const one of rewritten.rewriting.frame?.(message) ?? [message]) send(one);
    });
  });
  await page.route('**/api/**', async (route) => {
    if (isCut) return route.abort('internetdisconnected');
    const { pathname, search } = new URL(route.request().url());
    const ask = async (): Promise<Json> => (await route.fetch()).json();
    const body: Json = route.request().postDataJSON();
    const json = await rewritten.rewriting.answer?.(pathname + search, ask, route.request().method(), body);
    return json === undefined ? route.fallback() : route.fulfill({ json });
  });
  return rewritten;
}

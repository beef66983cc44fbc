/**
 * An installation filled with every kind of raffle that a screen can show, on a clock that is moved by hand: a page
 * opened while the draw's clock stands at its 14th second shows that second. Runs in the caller's process.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  DrawAnswer,
  DrawPlan,
  EmbedSettings,
  HostRaffle,
  Invitation,
  StageLinkAnswer,
} from '@glassdrum/contract';
import { dueTimes } from '@glassdrum/raffle-rules';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { manualClock } from '../../apps/server/src/platform/clock/manual-clock.ts';
import { composeApp } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { signUp } from '../../apps/server/src/demo/fill.ts';
import { stopToken } from '../../apps/server/src/features/notifications/email/stops.ts';
import { createLog } from '../../apps/server/src/platform/http/log.ts';
import { loadKeys } from '../../apps/server/src/platform/keys/installation-keys.ts';
import { reachTheBreak } from './fill-evening.ts';
import { type FillOptions, fillRaffles, type RaffleName } from './fill-raffles.ts';
import { browserTestChain } from './relay.ts';
import { WEB_FOLDER } from './web-folder.ts';

export const HOST = { name: 'Hanna Host', email: 'hanna@example.org', password: 'three baskets to win' };
export const NEW_HOST = { name: 'Nadia New', email: 'nadia@example.org', password: 'three baskets to win' };
export const OPERATOR = { name: 'Olga Orlov', email: 'olga@example.org', password: 'three baskets to win' };

const EMBED_SITE = 'https://club.example';
const DRAWN = ['drawn', 'single', 'longDrawn', 'crowd', 'prizesDrawn', 'thousandDrawn', 'evening'] as const;
/** Longer than any draw. */
const DRAW_MS = 40_000;
const BREAK_MS = 45 * 60_000;
const WEEK_MS = 7 * 86_400_000;

export interface Filled {
  url: string;
  raffles: Record<RaffleName, HostRaffle>;
  /** Tokens of people who have not joined, one for each that is asked for. */
  freshInvite(raffle: RaffleName): string;
  /** The token of somebody who joined on a device of their own. */
  usedInvite: string;
  /** The token behind "stop these letters" in a letter to somebody invited to `open`. */
  stopToken: string;
  /** The address of a raffle's stage, with its key. */
  stagePath(raffle: RaffleName): Promise<string>;
  /** The address of a raffle on other sites (R85), from now on for this one site. */
  embedPath(raffle: RaffleName): Promise<string>;
  /** Starts the draw that is shown phase by phase, once, and moves the clock to `ms` after its T0; never back. */
  moveDrawTo(ms: number): Promise<void>;
  /** The same, to `ms` after the number is there and the winners begin to leave the drum. */
  moveDrawPastRunup(ms: number): Promise<void>;
  /** From now on the beacon gives no answer, or gives it again. */
  setBeaconDown(down: boolean): void;
  stop(): Promise<void>;
}

export async function startFilledInstallation(options: FillOptions): Promise<Filled> {
  const dataDir = await mkdtemp(join(tmpdir(), 'glassdrum-filled-'));
  const clock = manualClock(Math.floor(Date.now() / 1000) * 1000);
  const testChain = browserTestChain();
  const relay = await startTestRelay({ testChain, clock });
  const app = await composeApp({
    config: readConfig({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }),
    clock,
    log: createLog('warn'),
    beacon: { chain: testChain.chain, relays: [relay.url] },
    webFolder: WEB_FOLDER,
  });
  const url = `http://127.0.0.1:${new URL(await app.listen()).port}`;
  const host = await signUp(url, HOST);
  await signUp(url, NEW_HOST);
  await signUp(url, OPERATOR);
  const { query } = app.parts.database;
  await query.updateTable('users').set({ is_operator: 1 }).where('email', '=', OPERATOR.email).execute();

  /** In small steps: the beacon is asked and answers in real time. */
  async function moveTo(at: number): Promise<void> {
    while (clock.now() < at) {
      await clock.advance(Math.min(500, at - clock.now()));
      await pause(4);
    }
  }
  const { raffles, ...invites } = await fillRaffles(url, host, {
    ...options,
    deadline: clock.now() + WEEK_MS,
    tick: () => clock.advance(1000),
  });
  for (const name of DRAWN) await host.post(`/api/raffles/${raffles[name].id}/draw`, {});
  await moveTo(clock.now() + DRAW_MS);
  await reachTheBreak(host, raffles.evening.id, clock.now() + BREAK_MS);
  for (const name of DRAWN) raffles[name] = await host.get<HostRaffle>(`/api/raffles/${raffles[name].id}`);
  const [guest] = await host.get<Invitation[]>(`/api/raffles/${raffles.open.id}/invites`);
  let shown: Promise<DrawAnswer> | null = null;
  /** Nobody adds randomness there, so its list is frozen at once. */
  const startShown = async (): Promise<number> => {
    const { t0 } = await (shown ??= host.post<DrawAnswer>(`/api/raffles/${raffles.live.id}/draw`, {}));
    if (t0 === null) throw new Error('The draw that is shown has no time yet.');
    return t0;
  };
  return {
    url,
    raffles,
    ...invites,
    stopToken: stopToken(loadKeys(dataDir), guest?.invitee_id ?? ''),
    async stagePath(name) {
      const link = await host.post<StageLinkAnswer>(`/api/raffles/${raffles[name].id}/stage-link`);
      const { pathname, search } = new URL(link.url);
      return pathname + search;
    },
    async embedPath(name) {
      const path = `/api/raffles/${raffles[name].id}/embed`;
      const { url: address } = await host.put<EmbedSettings>(path, { origins: [EMBED_SITE] });
      return new URL(address ?? '').pathname;
    },
    async moveDrawTo(ms) {
      await moveTo((await startShown()) + ms);
    },
    async moveDrawPastRunup(ms) {
      const t0 = await startShown();
      for (;;) {
        const { beacon_at: stored } = await host.get<DrawPlan>(`/api/raffles/${raffles.live.id}/draw`);
        const { runupAt } = dueTimes({ t0, beaconAt: stored });
        if (runupAt !== null) return moveTo(runupAt + ms);
        await moveTo(clock.now() + 250);
      }
    },
    setBeaconDown: relay.setDown,
    async stop() {
      await app.close();
      await relay.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

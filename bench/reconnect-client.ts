/**
 * The crowd of the reconnect measurement: thousands of the product's own live clients in one process, which come back by
 * themselves as pages do.
 *
 *   reconnect-client.ts PORT RAFFLE_ID
 *
 * Gets `{secrets}`, one a client, null for a visitor, and sends its parent `{ready: true}` when every one is live. After
 * `{loseAt}`, sent before the server is killed, it answers when all are back: `{backMs, inPhase}`. On `{end: true}` it answers
 * how many know which winners: `{ends}`.
 */
import type { DrawPlan } from '@glassdrum/contract';
import { drawMoment } from '@glassdrum/raffle-rules';
import { drawClockOf } from '../apps/web/src/live/draw-clock-of.ts';
import { connectRoom } from '../apps/web/src/live/room-client.ts';
import type { Room } from '../apps/web/src/live/room-reducer.ts';
import { createServerClock, localNow } from '../apps/web/src/live/server-clock.ts';
import { openNodeSocket } from '../e2e/support/node-socket.ts';
import { monotonicMs } from './measure.ts';

type Order = { secrets: (string | null)[] } | { lose: true } | { end: true };

const AT_ONCE = 200;
/** How soon after it is live a page must show the right phase. */
const SETTLED_MS = 2_000;
/** At a change of phases two clocks may differ by this. */
const BOUNDARY_MS = 100;
const [port = '', raffleId = ''] = process.argv.slice(2);

const rooms: (Room | null)[] = [];
/** When the measured loss began; null before. */
let lostAt: number | null = null;
let inPhase = 0;
let settled = 0;
const backMs: number[] = [];

function phaseAt(plan: DrawPlan, now: number): string {
  const moment = drawMoment(drawClockOf(plan), now);
  return moment.phase === 'animation' ? moment.step : moment.phase;
}

/** What the client shows is what the machine's own clock says. */
function isInPhase(room: Room | null | undefined, shownNow: number): boolean {
  const plan = room?.draw ?? null;
  if (plan === null) return false;
  const shown = phaseAt(plan, shownNow);
  return [-BOUNDARY_MS, BOUNDARY_MS].some((off) => shown === phaseAt(plan, Date.now() + off));
}

/** Resolves when it is live for the first time. */
function watch(secret: string | null): Promise<void> {
  const at = rooms.push(null) - 1;
  const clock = createServerClock(localNow);
  let isBack = false;
  return new Promise((resolve) => {
    connectRoom({
      raffleId,
      clock,
      openSocket: (events) => openNodeSocket(`http://127.0.0.1:${port}`, secret, events),
      onRoom: (room) => (rooms[at] = room),
      onStatus(status) {
        if (status !== 'live') return;
        resolve();
        if (lostAt === null || isBack) return;
        isBack = true;
        backMs.push(monotonicMs() - lostAt);
        setTimeout(() => {
          if (isInPhase(rooms[at], clock.now())) inPhase += 1;
          settled += 1;
          if (settled === rooms.length) process.send?.({ backMs, inPhase });
        }, SETTLED_MS);
      },
      onContinueRequests: () => undefined,
      onOwnEntryChanged: () => undefined,
      onTalk: () => undefined,
      random: Math.random,
      hints: {},
    });
  });
}

async function openAll(secrets: readonly (string | null)[]): Promise<void> {
  const left = [...secrets];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let secret = left.pop(); secret !== undefined; secret = left.pop()) await watch(secret);
    }),
  );
  process.send?.({ ready: true });
}

process.on('message', (order: Order) => {
  if ('secrets' in order) void openAll(order.secrets);
  else if ('lose' in order) lostAt = monotonicMs();
  else {
    const ends = rooms.map((room) => room?.result?.winners.map((row) => row.entry_number).join() ?? 'none');
    process.send?.({
      ends: [...new Set(ends)].map((end) => [end, ends.filter((one) => one === end).length]),
    });
  }
});
process.on('disconnect', () => process.exit(0));

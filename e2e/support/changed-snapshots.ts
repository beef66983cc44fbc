/**
 * What a room's snapshot says, changed on its way: for states that pass within seconds, or that need witnesses and devices
 * which a filled installation does not have.
 */
import type { Page } from '@playwright/test';
import type { DrawPlan, RoomSnapshot } from '@glassdrum/contract';

export type SnapshotChange = (snapshot: RoomSnapshot) => RoomSnapshot;

const changes = new WeakMap<Page, SnapshotChange | null>();

/** From the next connection on; `leaveSnapshots` ends it. */
export async function changeSnapshots(page: Page, change: SnapshotChange): Promise<void> {
  const isRouted = changes.has(page);
  changes.set(page, change);
  if (isRouted) return;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const text = String(frame);
      const current = changes.get(page) ?? null;
      const message = JSON.parse(text) as { type: string; data: RoomSnapshot };
      const isChanged = current !== null && message.type === 'snapshot';
      socket.send(isChanged ? JSON.stringify({ ...message, data: current(message.data) }) : text);
    });
  });
}

export function leaveSnapshots(page: Page): void {
  if (changes.has(page)) changes.set(page, null);
}

const MINUTE_MS = 60_000;
const SEALING: DrawPlan['sealing'] = {
  known: 3,
  quorum: 2,
  cosigned: ['witness.rowing-club.example', 'log.neighbours.example'],
  done: false,
  checkpoint: null,
  index: 0,
  path: null,
};

/** A finished draw, as if its list had just been frozen and the show was still a minute away. */
export const sealing: SnapshotChange = (snapshot) => running(snapshot, MINUTE_MS, { sealing: SEALING });

/** The same while its number is awaited, two minutes after the show began. */
export const awaitingRoom: SnapshotChange = (snapshot) =>
  running(snapshot, -2 * MINUTE_MS, {
    assurance: 'room',
    beacon: { kind: 'room', chain_hash: '-', round: 8, due_at: null },
  });

/** The same, called off because too few witnesses signed. */
export const calledOff: SnapshotChange = (snapshot) => {
  const changed = running(snapshot, -MINUTE_MS, {
    sealing: { ...SEALING, cosigned: SEALING.cosigned.slice(0, 1), done: true },
    voided: { at: snapshot.serverTime, reason: 'witnesses_missing' },
  });
  return { ...changed, raffle: { ...changed.raffle, draw_started: false } };
};

/** Closed, and devices add randomness. */
export const contributing: SnapshotChange = (snapshot) => ({
  ...snapshot,
  raffle: {
    ...snapshot.raffle,
    status: 'closed',
    draw_started: true,
    contributing: { until: snapshot.serverTime + MINUTE_MS, received: 143, expected: 160 },
  },
});

function running(snapshot: RoomSnapshot, startsInMs: number, change: Partial<DrawPlan>): RoomSnapshot {
  const { draw, serverTime } = snapshot;
  if (draw === null) throw new Error('There is no draw whose snapshot could be changed.');
  const t0 = serverTime + startsInMs;
  return {
    ...snapshot,
    raffle: { ...snapshot.raffle, status: 'closed', draw_started: true },
    result: null,
    standing: null,
    draw: {
      ...draw,
      // A device that watches would find, rightly, that this is not the draw that was frozen.
      records: null,
      t0,
      draw_at: Math.ceil(t0 / 1000) + 22,
      audience: { count: 143, devices: 160, final: startsInMs < 0 },
      seed_reveal: null,
      beacon_value: null,
      beacon_signature: null,
      beacon_text: null,
      beacon_at: null,
      ...change,
    },
  };
}

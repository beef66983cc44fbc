import type { DrawPlan, NumberedRoomEvent, PublicRaffle, ResultRow, RoomSnapshot } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { applyEvent, type Room, roomFromSnapshot } from './room-reducer.ts';

const raffle: PublicRaffle = {
  id: 'raffle-0123456789',
  title: 'Summer party',
  description: '',
  image_url: null,
  status: 'open',
  requires_passphrase: false,
  max_winners: 3,
  max_tickets: 1,
  max_entries: null,
  deadline_at: null,
  auto_draw: false,
  draw_waits_since: null,
  voting_enabled: false,
  chosen_animation: 'classic',
  seed_commit_hash: 'a'.repeat(64),
  entry_count: 2,
  ticket_total: 2,
  draw_started: false,
};
const snapshot = {
  protocol: 1,
  seq: 7,
  serverTime: 1,
  raffle,
  watchers: 3,
  draw: null,
  result: null,
  standing: null,
  me: null,
} as RoomSnapshot;
const hash = 'b'.repeat(64);
const plan: DrawPlan = {
  draw_id: 'draw-0123456789ab',
  raffle_id: raffle.id,
  t0: 1000,
  scheduled_at: null,
  late: false,
  animation_style: 'classic',
  total_entries: 2,
  ticket_total: 2,
  winners: 1,
  alternates: 1,
  assurance: 'beacon',
  seed_commit_hash: hash,
  open_hash: hash,
  close_hash: hash,
  freeze_hash: hash,
  freeze_code: 'bbbbbbbb',
  freeze_record: { text: '', key_id: '', signature: '' },
  beacon: { kind: 'drand', chain_hash: hash, round: 5, due_at: 23_000 },
  frozen_at: 1,
  draw_at: 23,
  seed_reveal: null,
  beacon_value: null,
  beacon_signature: null,
  beacon_at: null,
};
const row: ResultRow = {
  id: 'r1',
  position: 1,
  display_name: 'Ada',
  entry_number: 2,
  selection_index: '1/2:ff',
};

const applied = (room: Room, event: NumberedRoomEvent): Room => {
  const step = applyEvent(room, event);
  if (step.kind !== 'applied') throw new Error(`The event was ${step.kind}.`);
  return step.room;
};
const starting: NumberedRoomEvent = {
  seq: 8,
  type: 'draw:starting',
  data: { animationStyle: 'classic', totalEntries: 2, plan },
};

describe('applyEvent', () => {
  const room = roomFromSnapshot(snapshot, null);

  it('knows what the snapshot holds, and sees a gap', () => {
    const event = (seq: number): NumberedRoomEvent => ({ seq, type: 'room-info', data: { watchers: 9 } });
    expect(applyEvent(room, event(7)).kind).toBe('known');
    expect(applyEvent(room, event(9)).kind).toBe('gap');
    expect(applied(room, event(8))).toMatchObject({ seq: 8, watchers: 9 });
  });

  it('R44: collects arrivals and takes the new counts', () => {
    const entries = [{ entry_number: 3, display_name: 'Ada L.' }];
    const next = applied(room, {
      seq: 8,
      type: 'entries-added',
      data: { entries, entryCount: 3, ticketTotal: 4 },
    });
    expect(next.arrivals).toEqual(entries);
    expect(next.raffle).toMatchObject({ entry_count: 3, ticket_total: 4 });
    expect(roomFromSnapshot({ ...snapshot, seq: 20 }, next).arrivals).toEqual(entries);
  });

  it('R13: a started draw freezes the raffle', () => {
    expect(applied(room, starting)).toMatchObject({
      draw: plan,
      raffle: { draw_started: true, status: 'closed' },
    });
  });

  it('takes seed and beacon into its own draw only', () => {
    const running = applied(room, starting);
    const seed = (drawId: string): NumberedRoomEvent => ({
      seq: 9,
      type: 'draw:seed',
      data: { drawId, seedReveal: 'c'.repeat(64) },
    });
    expect(applied(running, seed(plan.draw_id)).draw?.seed_reveal).toBe('c'.repeat(64));
    expect(applied(running, seed('another-draw-0000')).draw?.seed_reveal).toBeNull();
    const beacon: NumberedRoomEvent = {
      seq: 9,
      type: 'draw:beacon',
      data: { drawId: plan.draw_id, value: hash, signature: 'dd', beaconAt: 24_000 },
    };
    expect(applied(running, beacon).draw).toMatchObject({ beacon_value: hash, beacon_at: 24_000 });
  });

  it('R4: has a result only once the reveal brings it', () => {
    const running = applied(room, starting);
    const early = applied(running, {
      seq: 9,
      type: 'draw:frame',
      data: { drawId: plan.draw_id, step: 'pause' },
    });
    expect(early.result).toBeNull();
    const revealed = applied(early, {
      seq: 10,
      type: 'draw:frame',
      data: { drawId: plan.draw_id, step: 'reveal', winners: [row], alternates: [] },
    });
    expect(revealed.result).toEqual({ winners: [row], alternates: [] });
    const done = applied(revealed, {
      seq: 11,
      type: 'draw:done',
      data: { drawId: plan.draw_id, winners: [row], alternates: [] },
    });
    expect(done.raffle.status).toBe('drawn');
  });

  it('R14: takes what became of the prizes, of its own draw only', () => {
    const standing = {
      passed_over: [],
      current_winners: [{ ...row, moved_up: true }],
    };
    const advance = (drawId: string): NumberedRoomEvent => ({
      seq: 9,
      type: 'draw:advance',
      data: { drawId, standing },
    });
    const drawn = applied(room, starting);
    expect(applied(drawn, advance(plan.draw_id)).standing).toEqual(standing);
    expect(applied(drawn, advance('another-draw-0000')).standing).toBeNull();
  });

  it('passes over events of a newer server, in turn', () => {
    const unknown = { seq: 8, type: 'fireworks', data: {} } as unknown as NumberedRoomEvent;
    expect(applied(room, unknown)).toEqual({ ...room, seq: 8 });
  });
});

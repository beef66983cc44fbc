import type { DrawPlan, NumberedRoomEvent, PublicRaffle, ResultRow, RoomSnapshot } from '@glassdrum/contract';
import { describe, expect, it } from 'vitest';
import { applyEvent, roomFromSnapshot } from './room-reducer.ts';

const raffle: PublicRaffle = {
  id: 'raffle-0123456789',
  title: 'Summer party',
  description: '',
  image_url: null,
  status: 'open',
  requires_passphrase: false,
  max_winners: 3,
  named_prizes: false,
  pause: null,
  presence: null,
  prizes_revision: 0,
  equal_chances: true,
  draws: { total: 1, held: 0, left: 1 },
  max_tickets: 1,
  max_entries: null,
  deadline_at: null,
  auto_draw: false,
  draw_waits_since: null,
  voting_enabled: false,
  chosen_animation: 'classic',
  seed_commit_hash: 'a'.repeat(64),
  entry_count: 2,
  unsold_count: 0,
  participant_count: 2,
  sources: { self: 2, host: 0, paper: 0 },
  ticket_total: 2,
  bucket_totals: null,
  draw_started: false,
  beacon_policy: 'wait',
  name_publications: ['full'],
  has_rules: false,
  adds_chance: false,
  witness_quorum: 0,
  room_numbers: 16,
  no_win_months: null,
  contributing: null,
  promised_deadline_at: null,
  closed_at: null,
  cancelled: null,
  join_checks: { approval: false, confirm_email: false, one_per_device: false, hall_code: false },
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
  stage: 1,
  t0: 1000,
  scheduled_at: null,
  late: false,
  animation_style: 'classic',
  total_entries: 2,
  without_tickets: [],
  ticket_total: 2,
  winners: 1,
  alternates: 1,
  reveal_order: 'grand_last',
  assurance: 'beacon',
  seed_commit_hash: hash,
  open_hash: hash,
  close_hash: hash,
  freeze_hash: hash,
  freeze_record: { text: '', key_id: '', signature: '' },
  records: null,
  beacon: { kind: 'drand', chain_hash: hash, round: 5, due_at: 23_000 },
  frozen_at: 1,
  draw_at: 23,
  sealing: { known: 2, quorum: 1, cosigned: [], done: false, checkpoint: null, index: 3, path: null },
  audience: { count: 0, devices: 2, final: false },
  voided: null,
  seed_reveal: null,
  beacon_value: null,
  beacon_signature: null,
  beacon_text: null,
  beacon_at: null,
};
const row: ResultRow = {
  id: 'r1',
  prize: 1,
  position: 1,
  display_name: 'Ada',
  entry_number: 2,
  selection_index: '1/2:ff',
};

const starting: NumberedRoomEvent = {
  seq: 8,
  type: 'draw:starting',
  data: { animationStyle: 'classic', totalEntries: 2, plan },
};

describe('applyEvent', () => {
  const room = roomFromSnapshot(snapshot, null);

  it('takes the number of watchers', () => {
    expect(applyEvent(room, { seq: 8, type: 'room-info', data: { watchers: 9 } }).watchers).toBe(9);
  });

  it('R44 R68: collects arrivals and takes the new counts', () => {
    const entries = [{ entry_number: 3, display_name: 'Ada L.' }];
    const next = applyEvent(room, {
      seq: 8,
      type: 'entries-added',
      data: {
        entries,
        entryCount: 3,
        unsoldCount: 0,
        participantCount: 3,
        sources: { self: 2, host: 1, paper: 0 },
        ticketTotal: 4,
        bucketTotals: null,
      },
    });
    expect(next.arrivals).toEqual(entries);
    expect(next.raffle).toMatchObject({ entry_count: 3, participant_count: 3, ticket_total: 4 });
    expect(next.raffle.sources).toEqual({ self: 2, host: 1, paper: 0 });
    expect(roomFromSnapshot({ ...snapshot, seq: 20 }, next).arrivals).toEqual(entries);
  });

  it('R13: a started draw freezes the raffle', () => {
    expect(applyEvent(room, starting)).toMatchObject({
      draw: plan,
      raffle: { draw_started: true, status: 'closed' },
    });
  });

  it('takes seed and beacon into its own draw only', () => {
    const running = applyEvent(room, starting);
    const seed = (drawId: string): NumberedRoomEvent => ({
      seq: 9,
      type: 'draw:seed',
      data: { drawId, seedReveal: 'c'.repeat(64) },
    });
    expect(applyEvent(running, seed(plan.draw_id)).draw?.seed_reveal).toBe('c'.repeat(64));
    expect(applyEvent(running, seed('another-draw-0000')).draw?.seed_reveal).toBeNull();
    const beacon: NumberedRoomEvent = {
      seq: 9,
      type: 'draw:beacon',
      data: { drawId: plan.draw_id, value: hash, signature: 'dd', text: null, beaconAt: 24_000 },
    };
    expect(applyEvent(running, beacon).draw).toMatchObject({ beacon_value: hash, beacon_at: 24_000 });
  });

  it('R4: has a result only once the reveal brings it', () => {
    const running = applyEvent(room, starting);
    const early = applyEvent(running, {
      seq: 9,
      type: 'draw:frame',
      data: { drawId: plan.draw_id, step: 'pause' },
    });
    expect(early.result).toBeNull();
    const revealed = applyEvent(early, {
      seq: 10,
      type: 'draw:frame',
      data: { drawId: plan.draw_id, step: 'reveal', winners: [row], alternates: [] },
    });
    expect(revealed.result).toEqual({ winners: [row], alternates: [] });
    const done = applyEvent(revealed, {
      seq: 11,
      type: 'draw:done',
      data: { drawId: plan.draw_id, winners: [row], alternates: [] },
    });
    expect(done.raffle.status).toBe('drawn');
    // R69: with another draw to come the server says what follows.
    const draws = { total: 3, held: 0, left: 3 };
    const first = applyEvent(
      { ...revealed, raffle: { ...revealed.raffle, draws } },
      { seq: 11, type: 'draw:done', data: { drawId: plan.draw_id, winners: [row], alternates: [] } },
    );
    expect(first.raffle.status).toBe('closed');
  });

  it('R86, R87: takes how far witnesses and devices are, for its own draw only', () => {
    const running = applyEvent(room, starting);
    const sealing = { ...plan.sealing, cosigned: ['club'], done: true };
    const sealed = (drawId: string): NumberedRoomEvent => ({
      seq: 9,
      type: 'draw:sealing',
      data: { drawId, sealing },
    });
    expect(applyEvent(running, sealed(plan.draw_id)).draw?.sealing).toEqual(sealing);
    expect(applyEvent(running, sealed('another-draw-0000')).draw?.sealing).toEqual(plan.sealing);
    const audience = { count: 2, devices: 2, final: true };
    const seen: NumberedRoomEvent = {
      seq: 9,
      type: 'draw:audience',
      data: { drawId: plan.draw_id, audience },
    };
    expect(applyEvent(running, seen).draw?.audience).toEqual(audience);
  });

  it('R91: counts the devices that typed the numbers, until the next draw', () => {
    const numbers: NumberedRoomEvent = {
      seq: 9,
      type: 'draw:room',
      data: { drawId: plan.draw_id, entered: 1, agreed: false },
    };
    const typed = applyEvent(applyEvent(room, starting), numbers);
    expect(typed.roomNumbers).toEqual({ entered: 1, agreed: false });
    const next = { ...plan, draw_id: 'draw-abcdef012345' };
    const again: NumberedRoomEvent = { ...starting, seq: 10, data: { ...starting.data, plan: next } };
    expect(applyEvent(typed, again).roomNumbers).toBeNull();
  });

  it('R86: shows a void draw as such, and the next one without a trace of it', () => {
    const given: NumberedRoomEvent = {
      seq: 9,
      type: 'draw:void',
      data: { drawId: plan.draw_id, reason: 'witnesses_missing' },
    };
    const voided = applyEvent(applyEvent(room, starting), given);
    expect(voided.draw?.voided).toEqual({ at: plan.t0, reason: 'witnesses_missing' });
    expect(voided.raffle.draw_started).toBe(false);
    const next = { ...plan, draw_id: 'draw-abcdef012345', stage: 2 };
    const again: NumberedRoomEvent = { ...starting, seq: 10, data: { ...starting.data, plan: next } };
    expect(applyEvent(voided, again)).toMatchObject({ draw: { stage: 2, voided: null }, result: null });
  });

  it.each(['draw:advance', 'draw:claims'] as const)(
    'R14 R73: takes what became of the prizes by %s, of its own draw only',
    (type) => {
      const NO_CLAIM = { claim_by: null, extension: null, claimed: null, handed_over_at: null };
      const prizeStatus = {
        passed_over: [],
        current_winners: [{ ...row, moved_up: true, state: 'drawn' as const, claim: NO_CLAIM }],
      };
      const advance = (drawId: string): NumberedRoomEvent => ({
        seq: 9,
        type,
        data: { drawId, standing: prizeStatus },
      });
      const drawn = applyEvent(room, starting);
      expect(applyEvent(drawn, advance(plan.draw_id)).prizeStatus).toEqual(prizeStatus);
      expect(applyEvent(drawn, advance('another-draw-0000')).prizeStatus).toBeNull();
    },
  );

  it('passes over events of a newer server, in turn', () => {
    const unknown = { seq: 8, type: 'fireworks', data: {} } as unknown as NumberedRoomEvent;
    expect(applyEvent(room, unknown)).toEqual(room);
  });
});

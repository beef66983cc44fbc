/**
 * A draw that never was: invented people and a plan to play it by. Nothing of it comes from the server or goes there, and
 * nothing of it could be checked.
 */
import type { AnimationStyle, DrawPlan, LiveResult, ResultRow } from '@glassdrum/contract';
import { alternatesFor } from '@glassdrum/raffle-rules';

const FIRST = [
  'Ada',
  'Bruno',
  'Chidi',
  'Dana',
  'Emil',
  'Farah',
  'Goro',
  'Hana',
  'Ines',
  'Jonas',
  'Kofi',
  'Lena',
];
const LAST = ['Example', 'Sample', 'Placeholder', 'Rehearsal', 'Nobody', 'Invented', 'Testperson'];
const ENTRIES = 48;
/** A round far in the past, so that nobody waits for it. */
const ROUND = 1_234_567;
const NONE = '0'.repeat(64);

export interface InventedDraw {
  plan: DrawPlan;
  result: LiveResult;
}

/** Of an entry number. */
export function inventedName(number: number): string {
  return `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]}`;
}

/** @param input `t0`: when it starts, on the clock it is played by @param random 0 … 1 */
export function inventDraw(
  input: { style: AnimationStyle; winners: number; t0: number; witnesses?: readonly string[] },
  random: () => number,
): InventedDraw {
  const numbers = Array.from({ length: ENTRIES }, (_, index) => index + 1);
  const winners = Math.min(input.winners, ENTRIES);
  const alternates = alternatesFor({ winners, entries: ENTRIES });
  const order = Array.from({ length: winners + alternates }, () => {
    const [number = 0] = numbers.splice(Math.floor(random() * numbers.length), 1);
    return number;
  });
  const rows = order.map((number, index): ResultRow => {
    const isWinner = index < winners;
    return {
      id: `rehearsal-${number}`,
      prize: 1,
      position: isWinner ? index + 1 : index + 1 - winners,
      display_name: inventedName(number),
      entry_number: number,
      selection_index: '',
    };
  });
  const hash = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    plan: planOf(input, hash, winners, alternates),
    result: { winners: rows.slice(0, winners), alternates: rows.slice(winners) },
  };
}

function planOf(
  { style, t0, witnesses = [] }: { style: AnimationStyle; t0: number; witnesses?: readonly string[] },
  hash: string,
  winners: number,
  alternates: number,
): DrawPlan {
  return {
    draw_id: 'rehearsal',
    // There is no raffle to ask for names.
    raffle_id: '',
    stage: 1,
    t0,
    scheduled_at: null,
    late: false,
    animation_style: style,
    total_entries: ENTRIES,
    without_tickets: [],
    ticket_total: ENTRIES,
    winners,
    alternates,
    reveal_order: 'grand_last',
    // What the real draw says when all goes well; the ribbon says that this one is not real.
    assurance: 'beacon',
    seed_commit_hash: NONE,
    open_hash: NONE,
    close_hash: NONE,
    freeze_hash: hash,
    freeze_record: { text: '', key_id: '', signature: '' },
    // Nothing of it is bound by anything.
    records: null,
    beacon: { kind: 'drand', chain_hash: NONE, round: ROUND, due_at: null },
    frozen_at: 0,
    draw_at: 0,
    sealing: {
      known: witnesses.length,
      quorum: 0,
      cosigned: [],
      done: witnesses.length === 0,
      checkpoint: null,
      index: 0,
      path: null,
    },
    audience: { count: 0, devices: ENTRIES, final: false },
    voided: null,
    seed_reveal: null,
    beacon_value: null,
    beacon_signature: null,
    beacon_text: null,
    beacon_at: t0,
  };
}

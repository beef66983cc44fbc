/**
 * A draw that never was: invented people and a plan to play it by. Nothing of it comes from the server or goes there, and
 * nothing of it could be checked.
 */
import type { AnimationStyle, DrawPlan, LiveResult, ResultRow } from '@glassdrum/contract';
import { alternatesFor, type RevealOrder } from '@glassdrum/raffle-rules';
import type { PrizeName } from '../../../show-player/prize-names.ts';

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
/** People who win nothing, where there are more prizes than that. */
const OTHERS = 12;
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

interface InventedFrom {
  style: AnimationStyle;
  winners: number;
  /** When it starts, on the clock it is played by. */
  t0: number;
  witnesses?: readonly string[];
  /** R61: what is drawn, in the order of the list; none for one unnamed prize. */
  prizes?: readonly PrizeName[];
  revealOrder?: RevealOrder;
}

/** @param random 0 … 1 */
export function inventDraw(input: InventedFrom, random: () => number): InventedDraw {
  const { prizes = [] } = input;
  const places = prizes.flatMap(({ quantity }, index) =>
    Array.from({ length: quantity }, (_, position) => ({ prize: index + 1, position: position + 1 })),
  );
  const entries = Math.max(ENTRIES, places.length + OTHERS);
  const numbers = Array.from({ length: entries }, (_, index) => index + 1);
  const winners = places.length > 0 ? places.length : Math.min(input.winners, entries);
  // Alternates of listed prizes are shown nowhere in a rehearsal.
  const alternates = places.length > 0 ? 0 : alternatesFor({ winners, entries });
  const order = Array.from({ length: winners + alternates }, () => {
    const [number = 0] = numbers.splice(Math.floor(random() * numbers.length), 1);
    return number;
  });
  const rows = order.map((number, index): ResultRow => {
    const isWinner = index < winners;
    return {
      id: `rehearsal-${number}`,
      ...(places[index] ?? { prize: 1, position: isWinner ? index + 1 : index + 1 - winners }),
      display_name: inventedName(number),
      entry_number: number,
      selection_index: '',
    };
  });
  const hash = Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    plan: planOf(input, hash, { entries, winners, alternates }),
    result: { winners: rows.slice(0, winners), alternates: rows.slice(winners) },
  };
}

function planOf(
  { style, t0, witnesses = [], prizes = [], revealOrder = 'grand_last' }: InventedFrom,
  hash: string,
  { entries, winners, alternates }: { entries: number; winners: number; alternates: number },
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
    total_entries: entries,
    without_tickets: [],
    ticket_total: entries,
    winners,
    alternates,
    reveal_order: revealOrder,
    // What the real draw says when all goes well; the ribbon says that this one is not real.
    assurance: 'beacon',
    seed_commit_hash: NONE,
    open_hash: NONE,
    close_hash: NONE,
    freeze_hash: hash,
    freeze_record: { text: '', key_id: '', signature: '' },
    records: prizes.length === 0 ? null : recordsOf(prizes),
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
    audience: { count: 0, devices: entries, final: false },
    voided: null,
    seed_reveal: null,
    beacon_value: null,
    beacon_signature: null,
    beacon_text: null,
    beacon_at: t0,
  };
}

/** Only for the names of the prizes: nothing of it is bound by anything. */
function recordsOf(prizes: readonly PrizeName[]): DrawPlan['records'] {
  return {
    open: {
      host_id: '',
      host_seq: 1,
      previous: '-',
      series_id: '',
      stage: 1,
      plan_hash: NONE,
      rules_hash: NONE,
      opened_at: 0,
    },
    close: {
      plan_hash: NONE,
      holders_hash: '-',
      entries_root: NONE,
      entry_count: ENTRIES,
      pool_totals: [],
      closed_at: 0,
    },
    freeze: {
      contributions_hash: '-',
      beacon: { kind: 'drand', chain_hash: NONE, round: ROUND },
      frozen_at: 0,
      show_at: 0,
      draw_at: 0,
    },
    plan: {
      policy: 'once',
      earlier_winners: 'in',
      pools: 1,
      prizes: prizes.map(({ name, quantity }) => ({
        quantity,
        alternates: 0,
        pool: 1,
        claim_window: '-',
        name: name ?? '-',
      })),
    },
    rules: null,
  };
}

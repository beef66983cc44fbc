/** Reading what became of a raffle's prizes (R73): for winners, for the desk, and the host's table. Only of complete draws (R4). */
import type {
  ClaimRow,
  ClaimsAnswer,
  ClaimState,
  ClaimsQuery,
  DeskClaimsAnswer,
  OwnClaim,
} from '@glassdrum/contract';
import { heldState, isLapseLate, lapsesAt } from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import type { Participant } from '../../entries/participant-session.ts';
import { prizeRowsOf } from '../../raffles/prizes/queries.ts';
import { answersInRaffle } from '../claim-form/queries.ts';
import { drawsOfRaffle } from '../draw-rows.ts';
import { peopleOf, withoutAddress } from '../results/host-winners.ts';
import { type CompleteDraw, completeDrawOf, placeOf } from '../results/pass-on.ts';
import type { PassedOver } from '../results/passed-over.ts';
import { plannedDrawOf } from '../series/queries.ts';
import { winnerCode } from './winner-code.ts';
import { presentClaim } from './draw-claims.ts';

type Query = Kysely<Tables>;
type HeldPrizeAnswer = DeskClaimsAnswer['prizes'][number];

const STATE_OF_REASON = {
  unclaimed: 'lapsed',
  declined: 'declined',
  ineligible: 'ineligible',
  absent: 'absent',
} as const satisfies Record<PassedOver['reason'], ClaimState>;

/** Of these numbers those of people who have their entry on a device. */
export async function entriesOnDevices(
  query: Query,
  raffleId: string,
  numbers: readonly number[],
): Promise<Set<number>> {
  if (numbers.length === 0) return new Set();
  const rows = await query
    .selectFrom('participant_sessions as s')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 's.raffle_id').onRef('p.invitee_id', '=', 's.invitee_id'),
    )
    .select('p.entry_number')
    .distinct()
    .where('p.raffle_id', '=', raffleId)
    .where('p.entry_number', 'in', numbers)
    .execute();
  return new Set(rows.map((row) => row.entry_number));
}

/** A complete draw with how it and its prizes are called. */
interface NamedDraw {
  state: CompleteDraw;
  draw: { number: number; name: string | null };
  /** Of the plan, from 1. */
  prizeName: (prize: number) => string | null;
}

/** In their order; those that are not complete or of version 1 have no claims. */
async function namedDraws(query: Query, raffleId: string): Promise<NamedDraw[]> {
  const draws = (await drawsOfRaffle(query, raffleId)).filter(
    (draw) => draw.completed_at !== null && draw.protocol === 2,
  );
  if (draws.length === 0) return [];
  const prizes = await prizeRowsOf(query, raffleId);
  const named: NamedDraw[] = [];
  for (const draw of draws) {
    const { number, name } = await plannedDrawOf(query, draw.id);
    const names = prizes.filter((row) => row.draw_number === number).map((row) => row.name);
    const state = await completeDrawOf(query, draw);
    named.push({ state, draw: { number, name }, prizeName: (prize) => names[prize - 1] ?? null });
  }
  return named;
}

/** Everyone who ever held a prize of a draw, by place and in the order of holding. */
function placesOf({ winners, passed }: CompleteDraw): { prize: number; position: number; entry: number }[] {
  return winners.flatMap(({ prize, position, entry_number: first }) => {
    const later = passed
      .filter((row) => row.prize === prize && row.position === position)
      .flatMap((row) => row.to_entry_number ?? []);
    return [first, ...later].map((entry) => ({ prize, position, entry }));
  });
}

function presentHeld(
  { state, prizeName }: NamedDraw,
  { prize, position, entry }: { prize: number; position: number; entry: number },
): HeldPrizeAnswer {
  const of = { prize, entryNumber: entry };
  const place = placeOf(state, of);
  if (place === null) throw new Error('A holder has a place.');
  const { held, ended } = place;
  return {
    draw_id: state.draw.id,
    prize,
    position,
    prize_name: prizeName(prize),
    entry_number: entry,
    state: ended === null ? heldState(held) : STATE_OF_REASON[ended.reason],
    moved_up: !state.winners.some((row) => row.prize === prize && row.entry_number === entry),
    since: held.since ?? 0,
    claim: presentClaim(held, state.claims.rowOf(of)),
    ended:
      ended === null
        ? null
        : {
            at: ended.at,
            reason: ended.reason,
            text: ended.text,
            late: ended.reason === 'unclaimed' && isLapseLate(held, ended.at),
            moved_up_entry: ended.to_entry_number,
          },
  };
}

/** Whether one of these entries ever held a prize. A whole hall asks after the show, of whom most won nothing. */
async function everHeld(query: Query, raffleId: string, numbers: readonly number[]): Promise<boolean> {
  if (numbers.length === 0) return false;
  const draws = query.selectFrom('draws').select('id').where('raffle_id', '=', raffleId);
  const won = query
    .selectFrom('draw_rows')
    .select('entry_number')
    .where('draw_id', 'in', draws)
    .where('role', '=', 'winner')
    .where('entry_number', 'in', numbers);
  const movedUp = query
    .selectFrom('passed_over')
    .select('from_entry_number as entry_number')
    .where('draw_id', 'in', draws)
    .where('to_entry_number', 'in', numbers);
  return (await won.unionAll(movedUp).limit(1).executeTakeFirst()) !== undefined;
}

/** What these entries of one browser hold or held. */
export async function ownClaims(
  { database: { query }, keys }: { database: { query: Query }; keys: Pick<Keys, 'pseudonymise'> },
  raffleId: string,
  own: readonly Participant[],
): Promise<OwnClaim[]> {
  const inviteeOf = new Map(own.map(({ entry }) => [entry.entryNumber, entry.inviteeId]));
  if (!(await everHeld(query, raffleId, [...inviteeOf.keys()]))) return [];
  const prizes: OwnClaim[] = [];
  for (const named of await namedDraws(query, raffleId)) {
    for (const place of placesOf(named.state)) {
      const inviteeId = inviteeOf.get(place.entry);
      if (inviteeId === undefined) continue;
      const code = winnerCode(keys, raffleId, place.entry);
      prizes.push({ ...presentHeld(named, place), invitee_id: inviteeId, draw: named.draw, code });
    }
  }
  return prizes;
}

/** What a ticket holds or held. */
export async function claimsOfEntry(
  query: Query,
  raffleId: string,
  entryNumber: number,
): Promise<DeskClaimsAnswer> {
  const prizes = (await namedDraws(query, raffleId)).flatMap((named) =>
    placesOf(named.state)
      .filter(({ entry }) => entry === entryNumber)
      .map((place) => presentHeld(named, place)),
  );
  return { entry_number: entryNumber, prizes };
}

/** All rows of the host's table, in its order. */
export async function claimRows(query: Query, raffleId: string): Promise<ClaimRow[]> {
  const draws = await namedDraws(query, raffleId);
  const numbers = draws.flatMap(({ state }) => placesOf(state).map(({ entry }) => entry));
  const personOf = await peopleOf(query, raffleId, numbers);
  const onDevices = await entriesOnDevices(query, raffleId, [...new Set(numbers)]);
  const { stateOf } = await answersInRaffle(query, raffleId);
  return draws.flatMap((named) =>
    placesOf(named.state).map((place): ClaimRow => ({
      ...presentHeld(named, place),
      person: personOf(place.entry),
      draw: named.draw,
      claim_window: named.state.plan.prizes[place.prize - 1]?.claimWindow ?? null,
      has_device: onDevices.has(place.entry),
      answers: stateOf({ draw_id: named.state.draw.id, prize: place.prize, entry_number: place.entry }),
    })),
  );
}

const PAGE = 50;

/** A page of the host's table. */
/** @param viewer.addresses false for members who see none (R81), and find nobody by one */
export async function claimsPage(
  query: Query,
  raffleId: string,
  asked: ClaimsQuery,
  viewer: { addresses: boolean },
): Promise<ClaimsAnswer> {
  const all = shownClaims(await claimRows(query, raffleId), viewer);
  const counts: ClaimsAnswer['counts'] = {
    drawn: 0,
    claimed: 0,
    handed_over: 0,
    declined: 0,
    lapsed: 0,
    ineligible: 0,
    absent: 0,
  };
  for (const { state } of all) counts[state] += 1;
  const found = all.filter((row) => matches(row, asked));
  const start = found.findIndex((row) => cursorOf(row) === asked.after) + 1;
  const rows = found.slice(start, start + PAGE);
  const last = rows.at(-1);
  const isMore = start + rows.length < found.length;
  return { rows, total: found.length, counts, next: isMore && last !== undefined ? cursorOf(last) : null };
}

/** R81. */
export function shownClaims(rows: ClaimRow[], { addresses }: { addresses: boolean }): ClaimRow[] {
  return addresses ? rows : rows.map((row) => ({ ...row, person: withoutAddress(row.person) }));
}

/** A row is named by its draw, prize and entry, which never change. */
function cursorOf({ draw_id: drawId, prize, entry_number: entry }: ClaimRow): string {
  return `${drawId}.${prize}.${entry}`;
}

function matches(row: ClaimRow, { state, draw_id: drawId, prize, search }: ClaimsQuery): boolean {
  if (state !== undefined && row.state !== state) return false;
  if (drawId !== undefined && row.draw_id !== drawId) return false;
  if (prize !== undefined && row.prize !== prize) return false;
  return search === undefined || search === '' || isFound(row, search);
}

/** By a number, or a part of name or address. */
function isFound({ entry_number: number, person }: ClaimRow, search: string): boolean {
  if (/^#?\d+$/.test(search)) return String(number) === search.replace('#', '');
  const wanted = search.toLocaleLowerCase('en');
  return [person.display_name, person.email].some(
    (text) => text?.toLocaleLowerCase('en').includes(wanted) ?? false,
  );
}

/**
 * From when on nothing more happens to the prizes of a raffle (R53): its data is needed as long as a claim window is open, and for the
 * retention period after the last claim, hand-over or moving up, so that those who got a prize late can be reached too.
 * @returns epoch ms; null while a claim window is open, and before a draw is complete
 */
export async function prizesSettledAt(query: Query, raffleId: string): Promise<number | null> {
  const times: number[] = [];
  for (const draw of await drawsOfRaffle(query, raffleId)) {
    if (draw.completed_at === null) return null;
    times.push(draw.completed_at);
    if (draw.protocol !== 2) continue;
    const { holders, passed, claims } = await completeDrawOf(query, draw);
    if (holders.some((holder) => lapsesAt(claims.heldPrize(holder)) !== null)) return null;
    times.push(...passed.map(({ at }) => at));
    for (const holder of holders) {
      const row = claims.rowOf(holder);
      times.push(row?.claimed_at ?? 0, row?.handed_over_at ?? 0);
    }
  }
  return times.length === 0 ? null : Math.max(...times);
}

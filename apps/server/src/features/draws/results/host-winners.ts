/**
 * All wins of a raffle for its host, by prize over all draws (R60): who holds each, who was passed over, who is next in line,
 * and how to reach them. Nothing of a draw leaves the server before its reveal is due (R4), not even to the host.
 */
import type { PrizeWins, WinnersAnswer, WinningPerson } from '@glassdrum/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { groupsOf } from '../../../platform/database/prize-columns.ts';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { shownPrizesOf } from '../../raffles/prizes/queries.ts';
import { type DrawRow, drawsOfRaffle } from '../draw-rows.ts';
import { presentAndAbsent } from '../queries.ts';
import { openingById, planOf } from '../openings.ts';
import { isResultDue } from '../running/draw-clock.ts';
import { plannedDrawOf } from '../series/queries.ts';
import { type Holder, holdersOf, type PassedOver, passedOverOf } from './passed-over.ts';

/** Who comes next is shown this far; it changes with every pass-over. */
const NEXT_SHOWN = 3;

interface Place {
  prize: number;
  position: number;
  entry_number: number;
  selection_index: string;
}

interface DrawnDraw {
  draw: DrawRow;
  winners: Place[];
  alternates: Place[];
  passed: PassedOver[];
  holders: Holder[];
}

/**
 * Null before the first reveal is due.
 * @param viewer.now epoch ms
 * @param viewer.addresses false for members who see none (R81)
 */
export async function hostWinners(
  database: Database,
  raffleId: string,
  { now, addresses }: { now: number; addresses: boolean },
): Promise<WinnersAnswer | null> {
  const { query } = database;
  const draws = (await drawsOfRaffle(query, raffleId)).filter((draw) => isResultDue(draw, now));
  if (draws.length === 0) return null;
  const drawn: DrawnDraw[] = [];
  for (const draw of draws) drawn.push(await drawnDraw(query, draw));
  const prizes = await shownPrizesOf(query, raffleId);
  const next = await nextOfAll(query, drawn);
  const known = await peopleOf(query, raffleId, [
    ...drawn.flatMap(({ winners, passed }) => [
      ...winners.map((row) => row.entry_number),
      ...passed.flatMap((row) => row.to_entry_number ?? []),
    ]),
    ...[...next.values()].flat(),
  ]);
  const personOf = (number: number): WinningPerson =>
    addresses ? known(number) : withoutAddress(known(number));
  const answer: WinnersAnswer = { draws: [], prizes: [], wins: 0 };
  for (const one of drawn) {
    const { draw } = one;
    const { presence: mustBePresent, ...planned } = await plannedDrawOf(query, draw.id);
    const presence = mustBePresent ? await countsOf(database, draw) : null;
    const drawnAt = draw.draw_at_s * 1000;
    const canPassOver = draw.completed_at !== null && draw.protocol === 2;
    answer.draws.push({
      draw_id: draw.id,
      ...planned,
      drawn_at: drawnAt,
      can_pass_over: canPassOver,
      presence,
    });
    const ofDraw = prizes.filter((prize) => prize.draw === planned.number);
    for (const [index, { name, quantity, image_url }] of ofDraw.entries()) {
      const prize = index + 1;
      const places = placesOf(one, prize, personOf);
      const inLine = (next.get(keyOf(draw.id, prize)) ?? []).map(personOf);
      answer.prizes.push({ draw_id: draw.id, prize, name, quantity, image_url, places, next: inLine });
      answer.wins += places.length;
    }
  }
  return answer;
}

async function countsOf(database: Database, draw: DrawRow): Promise<{ present: number; absent: number }> {
  const { present, absent } = await presentAndAbsent(database, draw);
  return { present, absent: absent.length };
}

async function drawnDraw(query: Kysely<Tables>, draw: DrawRow): Promise<DrawnDraw> {
  const rows = await query
    .selectFrom('draw_rows')
    .select(['role', 'prize', 'position', 'entry_number', 'selection_index'])
    .where('draw_id', '=', draw.id)
    .orderBy('prize')
    .orderBy('position')
    .execute();
  const winners = rows.filter(({ role }) => role === 'winner');
  const alternates = rows.filter(({ role }) => role === 'alternate');
  const passed = await passedOverOf(query, draw.id);
  return { draw, winners, alternates, passed, holders: holdersOf(winners, passed) };
}

const keyOf = (drawId: string, prize: number): string => `${drawId}/${prize}`;

/** Numbers of the announced alternates who would move up now, by draw and prize (draw protocol §6 "Moving up"). */
async function nextOfAll(query: Kysely<Tables>, drawn: readonly DrawnDraw[]): Promise<Map<string, number[]>> {
  const next = new Map<string, number[]>();
  for (const { draw, winners, alternates, passed } of drawn) {
    // In draws of version 1 nobody moves up any more.
    if (draw.protocol !== 2) continue;
    const { policy, earlierWinners } = planOf(await openingById(query, draw.id));
    const heldKey = (prize: number, entry: number): string =>
      policy === 'once' ? String(entry) : `${prize}/${entry}`;
    const everHeld = new Set([
      ...winners.map((row) => heldKey(row.prize, row.entry_number)),
      ...passed.map((row) => heldKey(row.prize, row.to_entry_number ?? 0)),
    ]);
    const others = earlierWinners === 'out' ? drawn.filter((one) => one.draw !== draw) : [];
    const elsewhere = new Set(others.flatMap(({ holders }) => holders.map(({ entryNumber }) => entryNumber)));
    for (const { prize, entry_number: entry } of alternates) {
      if (everHeld.has(heldKey(prize, entry)) || elsewhere.has(entry)) continue;
      const line = next.get(keyOf(draw.id, prize)) ?? [];
      if (line.length < NEXT_SHOWN) next.set(keyOf(draw.id, prize), [...line, entry]);
    }
  }
  return next;
}

function placesOf(
  { winners, passed, holders }: DrawnDraw,
  prize: number,
  personOf: (entry: number) => WinningPerson,
): PrizeWins['places'] {
  const isHere = (row: { prize: number; position: number }, position: number): boolean =>
    row.prize === prize && row.position === position;
  const ofPrize = holders.filter((row) => row.prize === prize);
  const passedHere = passed.filter((row) => row.prize === prize);
  return winners
    .filter((row) => row.prize === prize)
    .map(({ position }) => {
      const holder = ofPrize.find((row) => isHere(row, position));
      return {
        position,
        holder: holder === undefined ? null : { ...personOf(holder.entryNumber), moved_up: holder.movedUp },
        passed_over: passedHere
          .filter((row) => isHere(row, position))
          .map(({ from_entry_number: from, to_entry_number: to, reason, at }) => ({
            ...personOf(from),
            reason,
            at,
            moved_up: to === null ? null : { entry_number: to, display_name: personOf(to).display_name },
          })),
      };
    });
}

/** Who has these numbers, and how to reach them. */
export async function peopleOf(
  query: Kysely<Tables>,
  raffleId: string,
  entries: readonly number[],
): Promise<(entryNumber: number) => WinningPerson> {
  const numbers = [...new Set(entries)];
  if (numbers.length === 0) return unknownPerson;
  const rows = await query
    .selectFrom('participations as p')
    .innerJoin('invitees as i', 'i.id', 'p.invitee_id')
    .select(['p.entry_number', 'p.display_name', 'p.email', 'i.email as invited_email'])
    .select(['i.notes as note', 'p.source', 'p.groups'])
    .where('p.raffle_id', '=', raffleId)
    .where('p.entry_number', 'in', numbers)
    .execute();
  const people = new Map(
    rows.map(({ groups, email, invited_email: invited, ...row }) => [
      row.entry_number,
      { ...row, email: email ?? invited, groups: groupsOf({ groups }) },
    ]),
  );
  return (number) => people.get(number) ?? unknownPerson(number);
}

/** R81: as members see a person who see no addresses. The host's note may hold one. */
export function withoutAddress(person: WinningPerson): WinningPerson {
  return { ...person, email: null, note: null };
}

/** Of a draw, every number has its entry; this only keeps the answer whole. */
function unknownPerson(number: number): WinningPerson {
  return { entry_number: number, display_name: null, email: null, note: null, source: 'self', groups: [] };
}

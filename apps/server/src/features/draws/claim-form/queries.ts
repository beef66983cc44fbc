/** Reading claim forms and what was answered (R74). Answers go to the host alone. */
import type {
  ClaimAnswersAnswer,
  ClaimRow,
  HostClaimForm,
  HostExport,
  OwnClaimFormAnswer,
} from '@glassdrum/contract';
import {
  type ClaimAnswer,
  claimAnswerText,
  type ClaimAnswers,
  type ClaimField,
} from '@glassdrum/raffle-rules';
import type { Kysely } from 'kysely';
import type { Tables } from '../../../platform/database/tables/tables.ts';
import { drawsOfRaffle } from '../draw-rows.ts';
import { holdersOf, passedOverOf } from '../results/passed-over.ts';
import { plannedDrawOf } from '../series/queries.ts';

const read = (fields: string): ClaimField[] => JSON.parse(fields) as ClaimField[];

/** Empty where nothing is asked for. @param id a draw's, or its raffle's for the draws to come */
export async function claimFormOf(query: Kysely<Tables>, id: string): Promise<ClaimField[]> {
  const row = await query.selectFrom('claim_forms').select('fields').where('id', '=', id).executeTakeFirst();
  return row === undefined ? [] : read(row.fields);
}

/** Of all frozen draws of a raffle that have one. */
async function formsOfDraws(query: Kysely<Tables>, raffleId: string): Promise<Map<string, string>> {
  const rows = await query
    .selectFrom('claim_forms')
    .select(['id', 'fields'])
    .where('raffle_id', '=', raffleId)
    .where('id', '!=', raffleId)
    .execute();
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** For the raffle's host. */
export async function hostClaimFormOf(query: Kysely<Tables>, raffleId: string): Promise<HostClaimForm> {
  const fields = await claimFormOf(query, raffleId);
  const forms = await formsOfDraws(query, raffleId);
  const otherForms: HostClaimForm['other_forms'] = [];
  for (const { id } of await drawsOfRaffle(query, raffleId)) {
    const fixed = forms.get(id) ?? '[]';
    if (fixed === JSON.stringify(fields)) continue;
    const { number, name } = await plannedDrawOf(query, id);
    otherForms.push({ draw_id: id, draw: { number, name }, fields: read(fixed) });
  }
  return { fields, other_forms: otherForms };
}

/** The forms of the complete draws in which one of these entries holds a prize now. */
export async function formsOfHolders(
  query: Kysely<Tables>,
  raffleId: string,
  entryNumbers: ReadonlySet<number>,
): Promise<OwnClaimFormAnswer> {
  const forms = await formsOfDraws(query, raffleId);
  const answer: OwnClaimFormAnswer = { forms: [] };
  for (const { id, completed_at: completedAt } of await drawsOfRaffle(query, raffleId)) {
    const fields = forms.get(id);
    if (fields === undefined || completedAt === null) continue;
    const winners = await query
      .selectFrom('draw_rows')
      .select(['prize', 'position', 'entry_number', 'selection_index'])
      .where('draw_id', '=', id)
      .where('role', '=', 'winner')
      .execute();
    const holders = holdersOf(winners, await passedOverOf(query, id));
    if (!holders.some(({ entryNumber }) => entryNumbers.has(entryNumber))) continue;
    answer.forms.push({ draw_id: id, fields: read(fields) });
  }
  return answer;
}

/** A place and the entry that holds or held it, as the host's rows name it. */
interface NamedPlace {
  draw_id: string;
  prize: number;
  entry_number: number;
}

const keyOf = ({ draw_id: drawId, prize, entry_number: entry }: NamedPlace): string =>
  `${drawId}/${prize}/${entry}`;

/** For the host: the form of the draw, and what the holder of the place answered. */
export async function claimAnswersOf(
  query: Kysely<Tables>,
  {
    raffleId,
    drawId,
    prize,
    entryNumber,
  }: { raffleId: string; drawId: string; prize: number; entryNumber: number },
): Promise<ClaimAnswersAnswer> {
  const fields = await claimFormOf(query, drawId);
  const row = await answerRows(query, raffleId)
    .where('a.draw_id', '=', drawId)
    .where('a.prize', '=', prize)
    .where('p.entry_number', '=', entryNumber)
    .executeTakeFirst();
  if (row === undefined) return { fields, given: null };
  return {
    fields,
    given: { answers: JSON.parse(row.answers) as ClaimAnswers, by: row.entered_by, at: row.at },
  };
}

function answerRows(query: Kysely<Tables>, raffleId: string) {
  return query
    .selectFrom('claim_answers as a')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.raffle_id', '=', 'a.raffle_id').onRef('p.invitee_id', '=', 'a.invitee_id'),
    )
    .select(['a.draw_id', 'a.prize', 'p.entry_number', 'a.answers', 'a.entered_by', 'a.at'])
    .where('a.raffle_id', '=', raffleId);
}

interface AnswersInRaffle {
  /** What its draws ask their winners, each question once, in the order of draws and forms. */
  questions: string[];
  stateOf(of: NamedPlace): ClaimRow['answers'];
  /** Null where it was not asked or not answered. */
  answerOf(of: NamedPlace, question: string): ClaimAnswer | null;
}

/** All answers of a raffle, for the host's table and files. */
export async function answersInRaffle(query: Kysely<Tables>, raffleId: string): Promise<AnswersInRaffle> {
  const forms = new Map<string, ClaimField[]>();
  for (const [id, fields] of await formsOfDraws(query, raffleId)) forms.set(id, read(fields));
  const order = forms.size === 0 ? [] : await drawsOfRaffle(query, raffleId);
  const rows = forms.size === 0 ? [] : await answerRows(query, raffleId).execute();
  const given = new Map(rows.map((row) => [keyOf(row), JSON.parse(row.answers) as ClaimAnswers]));
  return {
    questions: [...new Set(order.flatMap(({ id }) => (forms.get(id) ?? []).map(({ label }) => label)))],
    stateOf(of) {
      if (!forms.has(of.draw_id)) return 'not_asked';
      return given.has(keyOf(of)) ? 'given' : 'none';
    },
    answerOf(of, question) {
      const field = forms.get(of.draw_id)?.find(({ label }) => label === question);
      return field === undefined ? null : (given.get(keyOf(of))?.[field.id] ?? null);
    },
  };
}

/** R55: as texts by question, in the order in which they were given. */
export async function exportedAnswers(
  query: Kysely<Tables>,
  raffleId: string,
): Promise<HostExport['raffles'][number]['claim_answers']> {
  const rows = await answerRows(query, raffleId).orderBy('a.at').execute();
  const exported = [];
  for (const { draw_id: drawId, prize, entry_number, answers, entered_by, at } of rows) {
    const given = JSON.parse(answers) as ClaimAnswers;
    const texts: Record<string, string> = {};
    for (const { id, label } of await claimFormOf(query, drawId)) {
      const answer = given[id];
      if (answer !== undefined) texts[label] = claimAnswerText(answer, countryName);
    }
    const { number } = await plannedDrawOf(query, drawId);
    exported.push({ draw: number, prize, entry_number, answers: texts, entered_by, at });
  }
  return exported;
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** In English, as files have it. @param code ISO 3166-1 */
export const countryName = (code: string): string => countries.of(code) ?? code;

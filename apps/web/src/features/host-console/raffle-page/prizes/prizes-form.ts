/** The prizes as their host types them: what the form starts with, what it takes (R61, R63, R73), and what is sent. Pure. */
import { type HostPrizes, prizePolicy, prizesBody, type PrizesBody, revealOrder } from '@glassdrum/contract';
import { distinctGroups, foldGroup, foldPrizeName, LIMITS, type PrizeLine } from '@glassdrum/raffle-rules';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { m } from '../../../../messages/generated/messages.js';
import { typedField, wholeNumberField } from '../../form/typed-field.ts';

const fields = prizesBody.shape.prizes.element.shape;
const text = <Schema extends z.ZodType>(schema: Schema) => typedField({ read: (typed) => typed, schema });

/** R73: how long a prize can be claimed, as it is typed; the number is kept while there is no time limit. */
const typedWindow = z.object({ unit: z.enum(['none', 'minutes', 'days']), count: z.string() });
type TypedWindow = z.infer<typeof typedWindow>;

const SECONDS = { minutes: 60, days: 86_400 } as const;

/** Seconds; null for none. */
export const claimWindowField = typedWindow.transform(({ unit, count }, context): number | null => {
  if (unit === 'none') return null;
  const limits = unit === 'minutes' ? LIMITS.claimMinutes : LIMITS.claimDays;
  const typed = count.trim() === '' ? Number.NaN : Number(count);
  if (Number.isInteger(typed) && typed >= limits.min && typed <= limits.max) return typed * SECONDS[unit];
  context.addIssue({ code: 'custom', path: ['count'], message: m.console_whole_number(limits) });
  return z.NEVER;
});

/** @param seconds null for a prize that never lapses */
export function typedClaimWindow(seconds: number | null): TypedWindow {
  if (seconds === null) return { unit: 'none', count: '' };
  const unit = seconds % SECONDS.days === 0 ? 'days' : 'minutes';
  return { unit, count: String(seconds / SECONDS[unit]) };
}

/** Fields are named as in the contract, so that the server's sentences find their place. */
export const prizesForm = z.object({
  policy: prizePolicy,
  reveal_order: revealOrder,
  /** As radio buttons say it: 'yes' where tickets are spread over prizes (R64). */
  buckets: z.enum(['no', 'yes']),
  prizes: z.array(
    z.object({
      /** Null for a new one. */
      id: fields.id.unwrap(),
      name: text(fields.name),
      quantity: wholeNumberField(fields.quantity, LIMITS.prizeWins),
      description: text(fields.description),
      sponsor_name: text(fields.sponsor_name),
      sponsor_url: text(fields.sponsor_url),
      groups: fields.groups.unwrap(),
      claim_window: claimWindowField,
      draw: fields.draw.unwrap(),
    }),
  ),
});

/** As typed. */
export type PrizesForm = z.input<typeof prizesForm>;
export type TypedPrize = PrizesForm['prizes'][number];
/** Without errors, as values. */
export type CheckedPrizesForm = z.output<typeof prizesForm>;
export type PrizesFormState = UseFormReturn<PrizesForm, unknown, CheckedPrizesForm>;

/** Prizes of draws that are over, or running, are no longer edited (R69). */
export function formOfPrizes({
  policy,
  reveal_order: order,
  buckets,
  prizes,
  draws,
}: HostPrizes): PrizesForm {
  const planned = new Set(draws.filter(({ state }) => state === 'planned').map(({ number }) => number));
  return {
    policy,
    reveal_order: order,
    buckets: buckets ? 'yes' : 'no',
    prizes: prizes
      .filter(({ draw }) => planned.has(draw))
      .map(({ id, name, quantity, description, sponsor_name, sponsor_url, groups, claim_window, draw }) => ({
        id,
        name: name ?? '',
        quantity: String(quantity),
        description,
        sponsor_name: sponsor_name ?? '',
        sponsor_url: sponsor_url ?? '',
        groups: [...groups],
        claim_window: typedClaimWindow(claim_window),
        draw,
      })),
  };
}

export function bodyOfPrizes(revision: number, form: CheckedPrizesForm): PrizesBody {
  return { revision, ...form, buckets: form.buckets === 'yes' };
}

/** @param fill what is known of it */
export function newPrize(fill: Partial<TypedPrize> = {}): TypedPrize {
  return {
    id: null,
    name: '',
    quantity: '1',
    description: '',
    sponsor_name: '',
    sponsor_url: '',
    groups: [],
    claim_window: typedClaimWindow(null),
    draw: 1,
    ...fill,
  };
}

/** The draw of a prize that is added: that of the prizes before it. */
export function drawOfNext(prizes: readonly Pick<TypedPrize, 'draw'>[]): number {
  return prizes.at(-1)?.draw ?? 1;
}

/** A new prize like this one. The image is the server's, and stays with the first. */
export function duplicateOf(prize: TypedPrize): TypedPrize {
  return { ...prize, id: null, groups: [...prize.groups], claim_window: { ...prize.claim_window } };
}

/** @param draw in which they are given */
export function prizesOfLines(lines: readonly PrizeLine[], draw: number): TypedPrize[] {
  return lines.map(({ name, quantity }) => newPrize({ name, quantity: String(quantity), draw }));
}

/** The pasted prizes instead of the list; one that was in it before keeps what is known of it. */
export function replacedByLines(prizes: readonly TypedPrize[], lines: readonly PrizeLine[]): TypedPrize[] {
  const left = [...prizes];
  return prizesOfLines(lines, drawOfNext(prizes)).map((pasted) => {
    const at = left.findIndex(({ name }) => foldPrizeName(name) === foldPrizeName(pasted.name));
    const [known = pasted] = at === -1 ? [] : left.splice(at, 1);
    return { ...known, quantity: pasted.quantity };
  });
}

/**
 * Prizes that were taken out of the list, as they go back into it: one that was saved meanwhile without them is a new one.
 * @param stored ids of the prizes that are saved
 */
export function putBack(prizes: readonly TypedPrize[], stored: ReadonlySet<string>): TypedPrize[] {
  return prizes.map((prize) => (prize.id === null || stored.has(prize.id) ? prize : { ...prize, id: null }));
}

/** The first of several prizes of one draw: the list begins with the grand prize (R65). */
export function isGrandPrize(prizes: readonly Pick<TypedPrize, 'draw'>[], index: number): boolean {
  const draw = prizes[index]?.draw;
  const ofDraw = prizes.flatMap((prize, at) => (prize.draw === draw ? at : []));
  return ofDraw.length > 1 && ofDraw[0] === index;
}

/** How many prizes there are, and how often they are given in total. What is no number yet counts as nothing. */
export function totalsOf(prizes: readonly { quantity: string | number }[]): { prizes: number; wins: number } {
  const wins = prizes.reduce((sum, { quantity }) => {
    const times = Number(quantity);
    return Number.isSafeInteger(times) && times > 0 ? sum + times : sum;
  }, 0);
  return { prizes: prizes.length, wins };
}

/** R61: what a raffle has that nobody gave prizes to yet. */
export function isOneUnnamed(prizes: readonly { name: string | null }[]): boolean {
  const [first, ...others] = prizes;
  return first !== undefined && others.length === 0 && (first.name ?? '').trim() === '';
}

/** Whether both say the same, letter for letter. */
export function isSameForm(one: PrizesForm, other: PrizesForm): boolean {
  return asText(one) === asText(other);
}

function asText({ policy, reveal_order: order, buckets, prizes }: PrizesForm): string {
  const rows = prizes.map((prize) => [
    prize.id,
    prize.name,
    prize.quantity,
    prize.description,
    prize.sponsor_name,
    prize.sponsor_url,
    prize.groups,
    prize.claim_window.unit,
    prize.claim_window.unit === 'none' ? '' : prize.claim_window.count,
    prize.draw,
  ]);
  return JSON.stringify([policy, order, buckets, rows]);
}

/** What the host began to edit: the stored prizes of a revision. */
export interface EditedPrizes {
  revision: number;
  form: PrizesForm;
}

/** What was typed and not saved, as it outlives a reload. */
interface UnsavedPrizes {
  edited: EditedPrizes;
  typed: PrizesForm;
}

const typedPrizes = z.object({
  policy: prizePolicy,
  reveal_order: revealOrder,
  buckets: z.enum(['no', 'yes']),
  prizes: z
    .array(
      z.object({
        id: z.string().nullable(),
        name: z.string(),
        quantity: z.string(),
        description: z.string(),
        sponsor_name: z.string(),
        sponsor_url: z.string(),
        groups: z.array(z.string()),
        // What an earlier version of this page stored has none.
        claim_window: typedWindow.default({ unit: 'none', count: '' }),
        draw: z.number(),
      }),
    )
    .min(LIMITS.prizes.min)
    .max(LIMITS.prizes.max),
}) satisfies z.ZodType<PrizesForm>;
const unsavedPrizes = z.object({
  edited: z.object({ revision: z.number(), form: typedPrizes }),
  typed: typedPrizes,
}) satisfies z.ZodType<UnsavedPrizes>;

export function editedPrizes(list: HostPrizes): EditedPrizes {
  return { revision: list.revision, form: formOfPrizes(list) };
}

/**
 * What the editor begins with: the list, or what was left unsaved. If the list is another one by now, that input still
 * belongs to the one it was typed for.
 * @param left as it was stored; anything
 */
export function startOf(list: HostPrizes, left: unknown): UnsavedPrizes {
  const now = editedPrizes(list);
  const { success, data } = unsavedPrizes.safeParse(left);
  if (!success) return { edited: now, typed: now.form };
  const { edited, typed } = data;
  return { edited: isSameForm(edited.form, now.form) ? now : edited, typed };
}

/** What an editor does with a list that the server has now. */
type ListNews = 'none' | 'newer_revision' | 'take' | 'other_list';

/** @param typed what the form shows */
export function newsOf(list: HostPrizes, { edited, typed }: UnsavedPrizes): ListNews {
  const now = formOfPrizes(list);
  if (isSameForm(now, edited.form)) return list.revision === edited.revision ? 'none' : 'newer_revision';
  const isUntouched = isSameForm(typed, edited.form) || isSameForm(typed, now);
  return isUntouched ? 'take' : 'other_list';
}

type ShownField = Exclude<keyof TypedPrize, 'id' | 'draw'>;
type FieldPath =
  `prizes.${number}.${Exclude<ShownField, 'claim_window'>}` | `prizes.${number}.claim_window.count`;
const SHOWN_FIELDS: readonly string[] = [
  'name',
  'quantity',
  'description',
  'sponsor_name',
  'sponsor_url',
  'groups',
  'claim_window',
] satisfies ShownField[];

/** The field of the form that the server means by `prizes.3.name`; null for what the form does not show. */
export function fieldAt(path: string): FieldPath | null {
  const [list, index, field = ''] = path.split('.');
  if (list !== 'prizes' || index === undefined || !/^\d{1,3}$/u.test(index)) return null;
  if (!SHOWN_FIELDS.includes(field)) return null;
  const place = `prizes.${Number(index)}` as const;
  return field === 'claim_window'
    ? `${place}.claim_window.count`
    : `${place}.${field as Exclude<ShownField, 'claim_window'>}`;
}

/** A combination of groups in comparing form; the order does not count. */
export function poolKey(groups: readonly string[]): string {
  return distinctGroups(groups).map(foldGroup).toSorted().join('\n');
}

/** Entries with a ticket that can win a prize, by combination of groups, as far as the server has counted them. */
export function candidatesByPool(
  { prizes }: Pick<HostPrizes, 'prizes'>,
  everyone: number,
): ReadonlyMap<string, number> {
  const counts = new Map(prizes.map(({ groups, candidates }) => [poolKey(groups), candidates]));
  return counts.set(poolKey([]), everyone);
}

/** The groups of a prize after a press on one of them. */
export function withPressed(groups: readonly string[], label: string): string[] {
  const key = foldGroup(label);
  const others = groups.filter((one) => foldGroup(one) !== key);
  return others.length === groups.length ? distinctGroups([...groups, label.trim()]) : others;
}

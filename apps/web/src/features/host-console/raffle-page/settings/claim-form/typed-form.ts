/** A claim form as its host types it (R74). */
import type { ClaimFormInput } from '@glassdrum/contract';
import {
  type ClaimField,
  type ClaimFieldKind,
  claimFieldKinds,
  claimFormProblems,
} from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { readInput } from '../../stored-input.ts';

const typedField = z.object({
  /** Tells the fields of the editor apart while they move. */
  key: z.string(),
  kind: z.enum(claimFieldKinds),
  label: z.string(),
  required: z.boolean(),
  hint: z.string(),
  /** One a line. */
  choices: z.string(),
});
export type TypedField = z.infer<typeof typedField>;

const storedForm = z.object({ base: z.array(typedField), typed: z.array(typedField) });

/** With another key than those that are there. */
export function withNewField(
  typed: readonly TypedField[],
  { kind, label }: { kind: ClaimFieldKind; label: string },
): TypedField[] {
  const numbers = typed.map(({ key }) => Number(/\d+$/.exec(key)?.[0] ?? 0));
  const key = `new-${Math.max(0, ...numbers) + 1}`;
  return [...typed, { key, kind, label, required: true, hint: '', choices: '' }];
}

export function typedOf(fields: readonly ClaimField[]): TypedField[] {
  return fields.map(({ id, choices, ...field }) => ({ ...field, key: id, choices: choices.join('\n') }));
}

/** As the server takes it. */
export function inputOf(typed: readonly TypedField[]) {
  const fields = typed.map(({ key: _key, choices, ...field }) => ({
    ...field,
    choices: choices.split('\n'),
  }));
  return { fields } satisfies ClaimFormInput;
}

/** Sentences by the field's place and member, as the server's. */
export const problemsOf = (typed: readonly TypedField[]): Record<string, string> =>
  claimFormProblems(inputOf(typed).fields);

const PREFIX = 'fields.';

/** The server's sentences in the same form. */
export function problemsInRefusal(
  fields: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([path, sentence]) => [path.slice(PREFIX.length), sentence]),
  );
}

export const isSameForm = (one: readonly TypedField[], other: readonly TypedField[]): boolean =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/** What was typed before a reload; null where nothing was, or another form is stored by now. */
export function readTyped(raffleId: string, present: readonly TypedField[]): TypedField[] | null {
  const stored = storedForm.safeParse(readInput('claim-form', raffleId)).data;
  return stored !== undefined && isSameForm(stored.base, present) ? stored.typed : null;
}

/** Text fields judged by the contract's schemas, so that a form refuses what the server would refuse. */
import { m } from '../../../messages/generated/messages.js';
import { z } from 'zod';

interface TypedField<Schema extends z.ZodType> {
  /** What the text stands for. */
  read: (text: string) => unknown;
  schema: Schema;
  /** In place of the schema's own sentence, for values that it cannot name. */
  error?: (value: unknown) => string | undefined;
}

/** A field that is typed as text and sent as the schema's value. */
export function typedField<Schema extends z.ZodType>({ read, schema, error }: TypedField<Schema>) {
  return z.string().transform((text, context): z.output<Schema> => {
    const value = read(text);
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    context.addIssue({
      code: 'custom',
      message: error?.(value) ?? result.error.issues[0]?.message ?? m.console_error_text(),
    });
    return z.NEVER;
  });
}

/** A whole number within its limit; an empty field is none, or `empty`. */
export function wholeNumberField<Schema extends z.ZodType>(
  schema: Schema,
  { min, max }: { min: number; max: number },
  empty: number | null = Number.NaN,
) {
  return typedField({
    read: (text) => (text.trim() === '' ? empty : Number(text)),
    schema,
    error: () => m.console_whole_number({ min, max }),
  });
}

/** A `datetime-local` field in the host's own time zone; epoch milliseconds, null when empty. */
export function dateTimeField<Schema extends z.ZodType>(schema: Schema) {
  return typedField({
    read: fromLocalInput,
    schema,
    error: (value) => (value === null || Number.isNaN(value) ? m.console_date_unreadable() : undefined),
  });
}

/** What a `datetime-local` field shows for an instant, in the host's zone; seconds are dropped. */
export function toLocalInput(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Epoch milliseconds, null when empty, NaN when it is not a date. */
export function fromLocalInput(text: string): number | null {
  return text.trim() === '' ? null : new Date(text).getTime();
}

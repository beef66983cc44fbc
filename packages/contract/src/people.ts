/**
 * R66: a list of people, whom their host invites, or enters at once.
 *
 * - POST /api/raffles/{id}/people with an optional Idempotency-Key: the same call again adds nobody again.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { lineProblem } from './errors.ts';
import { count, flag } from './primitives.ts';

/** invite: each gets a personal link to join with. enter: each has a number at once, and a link to take the entry over. */
export const peopleModes = ['invite', 'enter'] as const;
export type PeopleMode = (typeof peopleModes)[number];

/**
 * The rows are one long text with a `peopleRow` as JSON on each line, and blank lines don't count: so a list of 10,000 people is
 * read a row at a time, and is never parsed as a whole (H9).
 */
export const peopleBody = z.object({
  mode: z.enum(peopleModes),
  people: z.string().max(LIMITS.peopleText.max, 'This list is too long for one go.'),
  /** Takes the good rows and reports the others, instead of adding nobody. */
  skip_bad_rows: flag.default(false),
});
export type PeopleBody = z.infer<typeof peopleBody>;

const cell = z.string().default('');

/** A row of the host's table: its cells as texts. What they may hold is a rule, so that each bad row is told by its line. */
export const peopleRow = z.object({
  /** Where it stands in the host's table, from 1. */
  line: z.number().int().positive().max(10_000_000),
  name: cell,
  email: cell,
  /** Empty for one ticket; without effect for people who are invited. */
  tickets: z
    .union([z.string().max(LIMITS.ticketsCell.max), z.number()])
    .transform(String)
    .default(''),
  /** The host's labels (R63). */
  groups: z.array(z.string()).default([]),
  /** The host's own note. */
  notes: cell,
});
export type PeopleRow = z.infer<typeof peopleRow>;
export type PeopleRowInput = z.input<typeof peopleRow>;

export const peopleAnswer = z.object({
  added: count,
  /** Of the people who were entered; null where nobody was. Their numbers follow each other. */
  first_number: z.number().int().positive().nullable(),
  /** How many of them get an email that says so; at most as many as one raffle may send to (R84). */
  emails: count,
  /** How many rows were left out, with `skip_bad_rows`. */
  skipped_count: count,
  /** These rows. A call that is repeated with its Idempotency-Key is not told them again. */
  skipped: z.array(lineProblem),
});
export type PeopleAnswer = z.infer<typeof peopleAnswer>;

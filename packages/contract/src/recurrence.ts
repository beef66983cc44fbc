/**
 * Raffles that are held again and again (R80).
 *
 * - GET /api/raffles/{id}/recurrence: how the raffle repeats, the next dates, and the earlier ones.
 * - PUT the same: begins, changes, or goes on after it was stopped.
 * - POST …/recurrence/pause and …/resume, DELETE …/recurrence to stop; its raffles stay.
 */
import { isTimeZone, LIMITS, mostOpenDays, readDate, readTime } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { count, epochMs, flag, opaqueId, raffleStatus } from './primitives.ts';

const date = z.string().refine((text) => readDate(text) !== null, 'Please enter dates such as 2027-05-31.');

const weekly = z.object({
  every: z.literal('week'),
  /** 1 for Monday … 7 for Sunday. */
  weekday: z.number().int().min(1).max(7),
});
const monthly = z.object({
  every: z.literal('month'),
  /** A month without that day has its last one. */
  day: z.number().int().min(1).max(31),
});
const dates = z
  .array(date)
  .min(LIMITS.recurrenceDates.min, 'Please add at least one date.')
  .max(LIMITS.recurrenceDates.max, `At most ${LIMITS.recurrenceDates.max} dates are possible.`);

export const repeat = z.discriminatedUnion('every', [
  weekly,
  monthly,
  z.object({ every: z.literal('dates'), dates }),
]);

/** As it is entered: dates in any order, and those that are entered twice count once. */
const enteredRepeat = z.discriminatedUnion('every', [
  weekly,
  monthly,
  z.object({
    every: z.literal('dates'),
    dates: dates.transform((all) => [...new Set(all)].toSorted()),
  }),
]);

export const recurrenceBody = z
  .object({
    repeat: enteredRepeat,
    /** The deadline's time of day. */
    time: z.string().refine((text) => readTime(text) !== null, 'Please enter a time such as 18:30.'),
    time_zone: z
      .string()
      .max(LIMITS.timeZone.max)
      .refine(isTimeZone, 'Please choose a time zone such as Europe/Berlin.'),
    /** Opens each raffle automatically this many days before its date; null: the host opens it. */
    opens_days: z
      .number()
      .int('Days must be a whole number.')
      .min(LIMITS.recurrenceOpens.min, 'At least one day is needed.')
      .nullable(),
    /** The people of a raffle are on the list of the next one, and are invited when it opens automatically. */
    people: flag,
  })
  .refine(({ repeat: { every }, opens_days: days }) => days === null || days <= mostOpenDays({ every }), {
    path: ['opens_days'],
    error: ({ input }) =>
      `At most ${mostOpenDays((input as { repeat: { every: 'week' | 'month' | 'dates' } }).repeat)} days are possible here, so that the raffle before is over.`,
  });
export type RecurrenceBody = z.infer<typeof recurrenceBody>;

export const periodStates = ['first', 'host', 'waiting', 'opened', 'failed', 'skipped'] as const;

const recurrencePeriod = z.object({
  /** The date for which it was made. */
  at: epochMs,
  /** Null for a date that was skipped, and for a raffle that was deleted. */
  raffle: z.object({ id: opaqueId, title: z.string(), status: raffleStatus }).nullable(),
  /**
   * first: the raffle that the host began with; host: the host opens it; waiting: opens automatically at `opens_at`; opened: did so; failed: could not, so the host has to open
   * it; skipped: the date had passed before there was a raffle.
   */
  state: z.enum(periodStates),
  opens_at: epochMs.nullable(),
  /** Why it failed, or why nobody was sent an invitation: an error code. */
  reason: z.string().nullable(),
  /** How many invitations were on their way when it opened; null where it did not open automatically. */
  invited: count.nullable(),
  settled_at: epochMs.nullable(),
});
export type RecurrencePeriod = z.infer<typeof recurrencePeriod>;

export const recurrence = z.object({
  state: z.enum(['active', 'paused', 'stopped']),
  repeat,
  time: z.string(),
  time_zone: z.string(),
  opens_days: z.number().int().nullable(),
  people: z.boolean(),
  /** The next dates, first the one whose raffle is made next; none unless it is active. */
  next: z.array(epochMs),
  /** Newest first. */
  periods: z.array(recurrencePeriod),
});
export type Recurrence = z.infer<typeof recurrence>;

export const recurrenceAnswer = z.object({
  /** Null for a raffle that is held once. */
  recurrence: recurrence.nullable(),
  /** Whether this installation sends email. */
  sends_mail: z.boolean(),
});
export type RecurrenceAnswer = z.infer<typeof recurrenceAnswer>;

/** What the console says of a recurring raffle beside its own state. */
export const recurringRaffle = z.object({
  state: z.enum(['active', 'paused', 'stopped']),
  /** When it opens automatically; null where it doesn't, or did. */
  opens_at: epochMs.nullable(),
  /** Why it could not be opened automatically; null where it could. */
  failed: z.string().nullable(),
});

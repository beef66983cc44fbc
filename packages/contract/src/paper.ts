/**
 * Paper tickets (R67): runs that the host adds and prints, sales at the desk, and the page behind a ticket's QR code.
 *
 * - POST /api/raffles/{id}/desk-link: the host's link to `/desk/{id}?key=…`, made by the first call, then the same.
 * - GET /api/raffles/{id}/desk?key=…, GET …/desk/ticket?key=…, POST …/desk/sales?key=…: what the desk's page calls; 404 for a
 *   wrong key.
 * - GET /api/raffles/{id}/paper/pdf?run=…&paper=…: the tickets of a run, or of all runs, as a file to print.
 */
import { LIMITS } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { chosenFields } from './entries.ts';
import { publicRaffle } from './raffles.ts';
import { checkInCounts, count, epochMs, hex64, opaqueId, raffleStatus } from './primitives.ts';

const entryNumber = z.number().int().positive();

/** 'gone': withdrawn or removed. */
export const paperStatus = z.enum(['unsold', 'sold', 'gone']);

export const paperRun = z.object({
  /** 1, 2, 3 … in the raffle. */
  number: z.number().int().positive(),
  first: entryNumber,
  last: entryNumber,
  sold: count,
  made_at: epochMs,
});
export type PaperRun = z.infer<typeof paperRun>;

/** All of a raffle's paper tickets, for its host. */
export const paperAnswer = z.object({
  runs: z.array(paperRun),
  printed: count,
  sold: count,
  /** Sold tickets that their buyers keep on a phone. */
  kept: count,
  /** Characters that no font here has: a title with any of them is not printed, and neither is such a prize. */
  without_font: z.object({ title: z.array(z.string()), prizes: z.array(z.string()) }),
});
export type PaperAnswer = z.infer<typeof paperAnswer>;

/** The rules refuse other sizes with a sentence of their own. */
export const paperRunBody = z.object({ size: z.number().int().min(0).max(1_000_000) });
export type PaperRunBody = z.infer<typeof paperRunBody>;

export const paperSizes = ['a4', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];

/** Without `run`, all tickets. */
export const paperPdfQuery = z.object({
  run: z.coerce.number().int().min(1).max(LIMITS.paperTickets.max).optional(),
  paper: z.enum(paperSizes).default('a4'),
});

/** One way to name tickets: what a QR code's address ends with, the printed code, or numbers. */
export const ticketNames = {
  token: z.string().max(200).optional(),
  code: z.string().max(LIMITS.typedCode.max).optional(),
  /** "151–200, 205". */
  numbers: z.string().max(LIMITS.typedNumbers.max).optional(),
};

export const NAMED_ONCE = { message: 'Name the ticket by its token, its code or its number.' };
export const isNamedOnce = (named: { [Name in keyof typeof ticketNames]?: string | undefined }): boolean =>
  [named.token, named.code, named.numbers].filter((name) => name !== undefined).length === 1;

export const saleBody = z
  .object({
    /** Made for this sale: sent again, it is answered again and not made again. */
    client_id: opaqueId,
    action: z.enum(['sell', 'unsell']),
    ...ticketNames,
  })
  .refine(isNamedOnce, NAMED_ONCE);
export type SaleBody = z.infer<typeof saleBody>;

export const saleResult = z.enum(['sold', 'already_sold', 'unsold', 'already_unsold', 'gone', 'listed']);

export const saleAnswer = z.object({
  /** Neighbouring numbers with one result together, in ascending order. */
  results: z.array(z.object({ first: entryNumber, last: entryNumber, result: saleResult })),
  /** Of the raffle, afterwards. */
  printed: count,
  sold: count,
});
export type SaleAnswer = z.infer<typeof saleAnswer>;

/** 128 random bits or more (I4). A key of another shape is a wrong key. */
export const deskKey = z.string().max(200);
export const deskQuery = z.object({ key: deskKey.default('') });
export const deskLinkAnswer = z.object({ url: z.string() });
export type DeskLinkAnswer = z.infer<typeof deskLinkAnswer>;

/** What the desk shows: no names of people, and no addresses. */
export const deskInfo = z.object({
  raffle: z.object({ id: opaqueId, title: z.string(), status: raffleStatus }),
  /** R79: the raffle was; left out for no. */
  cancelled: z.boolean().optional(),
  /** Tickets can be sold and taken back: no draw has begun, or the next one is still to come. */
  can_sell: z.boolean(),
  printed: count,
  sold: count,
  /** R71: the draw that people must be present at, its number among the raffle's, and how many are; null where none is next. */
  check_in: checkInCounts
    .extend({
      draw: z.number().int().positive(),
      name: z.string().nullable(),
      /** Since when people can check in; null before. */
      opened_at: epochMs.nullable(),
    })
    .nullable(),
  /** R73: a draw is complete, so there are prizes to hand over. */
  has_winners: z.boolean(),
  /** Numbers of all runs, in order. */
  runs: z.array(paperRun.pick({ first: true, last: true })),
});
export type DeskInfo = z.infer<typeof deskInfo>;

export const deskTicketQuery = deskQuery.extend(ticketNames).refine(isNamedOnce, NAMED_ONCE);

/** One ticket as the desk sees it. */
export const deskTicket = z.object({
  number: entryNumber,
  code: z.string(),
  status: paperStatus,
  /** When it was last sold; null while it is not. */
  sold_at: epochMs.nullable(),
  /** Its buyer keeps it on a phone. */
  kept: z.boolean(),
});
export type DeskTicket = z.infer<typeof deskTicket>;

/** The page behind the QR code. Anyone who holds the ticket sees it; nobody sells a ticket here. */
export const ticketAnswer = z.object({
  raffle: publicRaffle,
  ticket: z.object({
    number: entryNumber,
    code: z.string(),
    status: paperStatus,
    kept: z.boolean(),
    /** Sold, kept by nobody, and no draw has begun. */
    can_keep: z.boolean(),
    /** A buyer who keeps it can give a name; after a draw of the raffle it keeps the one that it was drawn under. */
    takes_name: z.boolean(),
  }),
  /** This browser's own, once it keeps the ticket. */
  own_entry: z.object({ invitee_id: opaqueId, entry_number: entryNumber }).nullable(),
});
export type TicketAnswer = z.infer<typeof ticketAnswer>;

export const keepTicketBody = z.object({
  token: z.string().max(200),
  /** Needed where the ticket takes a name. */
  display_name: z.string().max(1000).optional(),
  ...chosenFields,
  device_key: hex64.optional(),
  entropy_commit: hex64.optional(),
});
export type KeepTicketBody = z.infer<typeof keepTicketBody>;

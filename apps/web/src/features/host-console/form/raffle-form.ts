/** The raffle form: what it starts with, what it takes (R10, R16, R20), and what is sent. */
import {
  type AnimationStyle,
  animationStyle,
  beaconPolicy,
  type HostRaffle,
  raffleCreateBody,
  type RaffleCreateBody,
  type RafflePatchBody,
} from '@glassdrum/contract';
import { LIMITS, namePublications, refusalMessage } from '@glassdrum/raffle-rules';
import { z } from 'zod';
import { m } from '../../../messages/generated/messages.js';
import { dateTimeField, toLocalInput, typedField, wholeNumberField } from './typed-field.ts';

/** What the form shows, and what is sent for it: a data URL, or null for the image that the server has already. */
export interface RaffleImage {
  shown: string;
  upload: string | null;
}

const fields = raffleCreateBody.shape;
const text = (schema: z.ZodType<string, string | undefined>) =>
  typedField({ read: (typed) => typed, schema });

/** Fields are named as in the contract, so that the server's sentences find their place. */
export const raffleForm = z
  .object({
    title: text(fields.title),
    description: text(fields.description),
    max_winners: wholeNumberField(fields.max_winners.unwrap(), LIMITS.winners),
    max_tickets: wholeNumberField(fields.max_tickets.unwrap(), LIMITS.maxTickets),
    max_entries: wholeNumberField(fields.max_entries.unwrap(), LIMITS.maxEntries, null),
    /** The server's clock decides again. */
    deadline_at: dateTimeField(
      fields.deadline_at
        .unwrap()
        .refine((at) => at === null || at > Date.now(), { error: () => refusalMessage('deadline_in_past') }),
    ),
    auto_draw: z.boolean(),
    beacon_policy: beaconPolicy,
    /** R91: judged only where numbers are thrown. */
    room_numbers: z.string(),
    witness_quorum: fields.witness_quorum.unwrap(),
    adds_chance: z.boolean(),
    rules_text: typedField({
      // A long text of the draw protocol has no carriage return, which some systems put into a text area.
      read: (typed) => typed.replaceAll('\r\n', '\n').trim(),
      schema: fields.rules_text.unwrap(),
    }),
    /** R78: the allowed forms with commas, as fields are compared and kept as text. */
    name_publications: typedField({
      read: (typed) => namePublications.filter((one) => typed.split(',').includes(one)),
      schema: fields.name_publications.unwrap(),
    }),
    /** In an edit, blank keeps what is stored. */
    passphrase: typedField({ read: (typed) => typed, schema: fields.passphrase.unwrap() }),
    /** Only in an edit of a raffle that has one. */
    remove_passphrase: z.boolean(),
    allow_public_join: z.boolean(),
    voting_enabled: z.boolean(),
    must_be_present: z.boolean(),
    /** R80; empty: everyone is invited. */
    no_win_months: wholeNumberField(fields.no_win_months.unwrap(), LIMITS.noWinMonths, null),
    chosen_animation: animationStyle,
    image_url: z.custom<RaffleImage | null>(),
  })
  .refine(
    ({ beacon_policy: policy, room_numbers: typed }) =>
      policy !== 'room' || roomNumbers.safeParse(typed).success,
    {
      path: ['room_numbers'],
      error: () => m.console_whole_number(LIMITS.roomNumbers),
      // Also while other fields are wrong.
      when: () => true,
    },
  )
  .transform((form) => ({
    ...form,
    // R15: the switch means nothing without a deadline.
    auto_draw: form.auto_draw && form.deadline_at !== null,
    room_numbers:
      form.beacon_policy === 'room' ? roomNumbers.parse(form.room_numbers) : LIMITS.roomNumbers.default,
  }));

const roomNumbers = wholeNumberField(fields.room_numbers.unwrap(), LIMITS.roomNumbers);

/** What the form says, where that is a number of winners. */
export function rehearsedWinners(typed: string): number {
  const { success, data } = raffleForm.in.shape.max_winners.safeParse(typed);
  return success ? data : LIMITS.winners.default;
}

/** R62: the field that may change until the draw starts, alone. */
export const winnersForm = z.object({ max_winners: raffleForm.in.shape.max_winners });

/** As typed. */
export type RaffleForm = z.input<typeof raffleForm>;
/** Without errors, as values. */
export type CheckedRaffleForm = z.output<typeof raffleForm>;

/** @param chosenAnimation the one that the host selected last */
export function newRaffleForm(chosenAnimation: AnimationStyle = 'classic'): RaffleForm {
  return {
    title: '',
    description: '',
    max_winners: String(LIMITS.winners.default),
    max_tickets: String(LIMITS.maxTickets.default),
    max_entries: '',
    deadline_at: '',
    auto_draw: false,
    beacon_policy: 'wait',
    room_numbers: String(LIMITS.roomNumbers.default),
    witness_quorum: 0,
    adds_chance: false,
    rules_text: '',
    name_publications: 'full',
    passphrase: '',
    remove_passphrase: false,
    allow_public_join: false,
    voting_enabled: true,
    must_be_present: false,
    no_win_months: '',
    chosen_animation: chosenAnimation,
    image_url: null,
  };
}

export function formOfRaffle(raffle: HostRaffle): RaffleForm {
  return {
    ...newRaffleForm(raffle.chosen_animation),
    title: raffle.title,
    description: raffle.description,
    // Of a list of prizes the form shows only the sum, which may be more than it takes.
    max_winners: String(Math.min(raffle.max_winners, LIMITS.winners.max)),
    max_tickets: String(raffle.max_tickets),
    max_entries: raffle.max_entries === null ? '' : String(raffle.max_entries),
    deadline_at: raffle.deadline_at === null ? '' : toLocalInput(raffle.deadline_at),
    auto_draw: raffle.auto_draw,
    beacon_policy: raffle.beacon_policy,
    room_numbers: String(raffle.room_numbers),
    witness_quorum: raffle.witness_quorum,
    adds_chance: raffle.adds_chance,
    rules_text: raffle.rules_text,
    name_publications: raffle.name_publications.join(','),
    allow_public_join: raffle.allow_public_join,
    voting_enabled: raffle.voting_enabled,
    must_be_present: mustBePresent(raffle),
    no_win_months: raffle.no_win_months === null ? '' : String(raffle.no_win_months),
    image_url: raffle.image_url === null ? null : { shown: raffle.image_url, upload: null },
  };
}

/** R71: at all draws; that of a single one is changed with the draws. */
export function mustBePresent({ presence, draws }: Pick<HostRaffle, 'presence' | 'draws'>): boolean {
  return presence !== null && presence.draws.length === draws.total;
}

export function createBody({
  image_url: image,
  remove_passphrase: _none,
  ...body
}: CheckedRaffleForm): RaffleCreateBody {
  return { ...body, image_url: image?.upload ?? null };
}

/** R10: these are sent only when they were touched. */
const SENT_WHEN_TOUCHED = [
  'auto_draw',
  'beacon_policy',
  'witness_quorum',
  'adds_chance',
  'rules_text',
  'voting_enabled',
  'no_win_months',
  'chosen_animation',
] as const;

export function patchBody(form: CheckedRaffleForm, stored: HostRaffle): RafflePatchBody {
  const { title, description, max_winners, max_tickets, max_entries, deadline_at } = form;
  const patch: RafflePatchBody = {
    title,
    description,
    ...(!stored.named_prizes && { max_winners }),
    max_tickets,
    max_entries,
    deadline_at,
    ...Object.fromEntries(
      SENT_WHEN_TOUCHED.filter((field) => form[field] !== stored[field]).map((field) => [field, form[field]]),
    ),
  };
  if (form.beacon_policy === 'room' && form.room_numbers !== stored.room_numbers) {
    patch.room_numbers = form.room_numbers;
  }
  if (form.name_publications.join() !== stored.name_publications.join()) {
    patch.name_publications = form.name_publications;
  }
  if (form.must_be_present !== mustBePresent(stored)) patch.must_be_present = form.must_be_present;
  if (form.image_url === null) {
    if (stored.image_url !== null) patch.image_url = null;
  } else if (form.image_url.upload !== null) patch.image_url = form.image_url.upload;
  if (form.remove_passphrase) patch.passphrase = null;
  else if (form.passphrase !== null) patch.passphrase = form.passphrase;
  return patch;
}

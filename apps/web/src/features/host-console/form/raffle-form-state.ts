/** The raffle form as pure functions: what it starts with, what is wrong with it, and what is sent (R10, R16, R20). */
import type { AnimationStyle, HostRaffle, RaffleCreateBody, RafflePatchBody } from '@glassdrum/contract';
import { type BeaconPolicy, LIMITS, refusalMessage } from '@glassdrum/raffle-rules';
import { m } from '../../../messages/generated/messages.js';

/** As typed; numbers and the date become values when the form is sent. */
export interface RaffleForm {
  title: string;
  description: string;
  maxWinners: string;
  maxTickets: string;
  /** Empty: no limit of its own. */
  maxEntries: string;
  /** `YYYY-MM-DDTHH:mm` in the host's own time zone; empty: no deadline. */
  drawDate: string;
  /** R15: only with a deadline. */
  autoDraw: boolean;
  beaconPolicy: BeaconPolicy;
  /** In an edit, empty keeps what is stored. */
  passphrase: string;
  /** Only in an edit of a raffle that has one. */
  removePassphrase: boolean;
  allowPublicJoin: boolean;
  votingEnabled: boolean;
  chosenAnimation: AnimationStyle;
  image: RaffleImage | null;
}

/** What the form shows, and what is sent for it: a data URL, or null for the picture that the server has already. */
export interface RaffleImage {
  shown: string;
  upload: string | null;
}

/** Names of the contract's fields, so that the server's sentences find their place. */
export type RaffleFormErrors = Readonly<Record<string, string | undefined>>;

export function newRaffleForm(): RaffleForm {
  return {
    title: '',
    description: '',
    maxWinners: String(LIMITS.winners.default),
    maxTickets: String(LIMITS.maxTickets.default),
    maxEntries: '',
    drawDate: '',
    autoDraw: false,
    beaconPolicy: 'wait_then_lower',
    passphrase: '',
    removePassphrase: false,
    allowPublicJoin: false,
    votingEnabled: true,
    chosenAnimation: 'classic',
    image: null,
  };
}

export function formOfRaffle(raffle: HostRaffle): RaffleForm {
  return {
    ...newRaffleForm(),
    title: raffle.title,
    description: raffle.description,
    maxWinners: String(raffle.max_winners),
    maxTickets: String(raffle.max_tickets),
    maxEntries: raffle.max_entries === null ? '' : String(raffle.max_entries),
    drawDate: raffle.deadline_at === null ? '' : toLocalInput(raffle.deadline_at),
    autoDraw: raffle.auto_draw,
    beaconPolicy: raffle.beacon_policy,
    allowPublicJoin: raffle.allow_public_join,
    votingEnabled: raffle.voting_enabled,
    chosenAnimation: raffle.chosen_animation,
    image: raffle.image_url === null ? null : { shown: raffle.image_url, upload: null },
  };
}

/** @param now epoch milliseconds on the host's clock; the server's clock decides again */
export function raffleFormErrors(form: RaffleForm, now: number): RaffleFormErrors {
  const errors: Record<string, string> = {};
  const note = (field: string, sentence: string | undefined): void => {
    if (sentence !== undefined) errors[field] = sentence;
  };
  const title = form.title.trim();
  if (title === '') note('title', m.console_title_missing());
  if (title.length > LIMITS.title.max) note('title', m.console_title_too_long({ max: LIMITS.title.max }));
  if (form.description.length > LIMITS.description.max) {
    note('description', m.console_description_too_long({ max: LIMITS.description.max }));
  }
  note('max_winners', wholeNumberError(form.maxWinners, LIMITS.winners));
  note('max_tickets', wholeNumberError(form.maxTickets, LIMITS.maxTickets));
  if (form.maxEntries.trim() !== '') {
    note('max_entries', wholeNumberError(form.maxEntries, LIMITS.maxEntries));
  }
  const deadline = fromLocalInput(form.drawDate);
  if (Number.isNaN(deadline)) note('deadline_at', m.console_date_unreadable());
  if (deadline !== null && deadline <= now) note('deadline_at', refusalMessage('deadline_in_past'));
  return errors;
}

/** Only for a form without errors. */
export function createBody(form: RaffleForm): RaffleCreateBody {
  return {
    ...basics(form),
    image_url: form.image?.upload ?? null,
    passphrase: form.passphrase.trim() === '' ? null : form.passphrase,
    auto_draw: drawsByItself(form),
    beacon_policy: form.beaconPolicy,
    allow_public_join: form.allowPublicJoin,
    voting_enabled: form.votingEnabled,
    chosen_animation: form.chosenAnimation,
  };
}

/** R10: passphrase, voting, animation, the draw by itself and the picture are sent only when they were touched. Only for a form without errors. */
export function patchBody(form: RaffleForm, stored: HostRaffle): RafflePatchBody {
  const patch: RafflePatchBody = basics(form);
  if (form.image === null) {
    if (stored.image_url !== null) patch.image_url = null;
  } else if (form.image.upload !== null) patch.image_url = form.image.upload;
  if (form.removePassphrase) patch.passphrase = null;
  else if (form.passphrase.trim() !== '') patch.passphrase = form.passphrase;
  const autoDraw = drawsByItself(form);
  if (autoDraw !== stored.auto_draw) patch.auto_draw = autoDraw;
  if (form.beaconPolicy !== stored.beacon_policy) patch.beacon_policy = form.beaconPolicy;
  if (form.votingEnabled !== stored.voting_enabled) patch.voting_enabled = form.votingEnabled;
  if (form.chosenAnimation !== stored.chosen_animation) patch.chosen_animation = form.chosenAnimation;
  return patch;
}

/** R15: the switch means nothing without a deadline. */
function drawsByItself(form: RaffleForm): boolean {
  return form.autoDraw && fromLocalInput(form.drawDate) !== null;
}

function basics(form: RaffleForm) {
  return {
    title: form.title.trim(),
    description: form.description,
    max_winners: Number(form.maxWinners),
    max_tickets: Number(form.maxTickets),
    max_entries: form.maxEntries.trim() === '' ? null : Number(form.maxEntries),
    deadline_at: fromLocalInput(form.drawDate),
  };
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

function wholeNumberError(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) && value >= min && value <= max
    ? undefined
    : m.console_whole_number({ min, max });
}

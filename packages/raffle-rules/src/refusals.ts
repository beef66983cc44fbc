/** Why a rule says no: a closed union of codes, each with an HTTP status and a sentence that tells what to do. */

const REFUSALS = {
  raffle_not_draft: [409, 'Only a draft can be changed. This raffle has already been opened.'],
  raffle_is_draft: [409, 'This raffle has not been opened yet. Open it first.'],
  raffle_not_open: [409, 'This raffle is not open for entries.'],
  raffle_not_closed: [409, 'Only a closed raffle can be reopened.'],
  raffle_full: [409, 'This raffle is full.'],
  deadline_passed: [409, 'The deadline of this raffle has passed.'],
  deadline_in_past: [422, 'The deadline lies in the past. Please choose a later date.'],
  title_blank: [422, 'Please give the raffle a title.'],
  no_entries: [409, 'Nobody with a ticket has joined yet. A draw needs at least one entry.'],
  draw_started: [409, 'The draw has started; nothing about this raffle changes any more.'],
  public_join_off: [
    404,
    'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
  ],
  tickets_invalid: [422, 'Tickets must be a whole number of at least 1.'],
  tickets_over_limit: [422, 'That is more tickets than one participant may hold in this raffle.'],
  already_joined: [409, 'You have already joined this raffle. Thank you for participating!'],
  entry_withdrawn: [409, 'This entry was withdrawn. It keeps its number but takes no part in the draw.'],
  name_blank: [422, 'Please enter your name to join the raffle.'],
  name_too_long: [422, 'A name has at most 100 characters.'],
  name_forbidden_characters: [
    422,
    'This name contains characters that cannot be shown safely. Please use letters, digits and spaces.',
  ],
  name_reserved: [422, 'This name is reserved. Please choose another one.'],
} as const satisfies Record<string, readonly [status: 404 | 409 | 422, message: string]>;

export type Refusal = keyof typeof REFUSALS;

/** The outcome of a rule: a value, or the one reason why not. */
export type Decision<T = undefined> = { ok: true; value: T } | { ok: false; refusal: Refusal };

export function allowed(): Decision;
export function allowed<T>(value: T): Decision<T>;
export function allowed<T>(value?: T): Decision<T | undefined> {
  return { ok: true, value };
}

export function refused(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}

/** A plain sentence for people. */
export function refusalMessage(refusal: Refusal): string {
  return REFUSALS[refusal][1];
}

/** 404, 409 or 422. */
export function refusalHttpStatus(refusal: Refusal): 404 | 409 | 422 {
  return REFUSALS[refusal][0];
}

export function isRefusal(code: string): code is Refusal {
  return Object.hasOwn(REFUSALS, code);
}

/** Every "no" that a raffle rule can give: a code of a closed union, its HTTP status, and a sentence that says what to do. */

interface RefusalText {
  status: 404 | 409 | 422;
  message: string;
}

const REFUSALS = {
  raffle_not_draft: {
    status: 409,
    message: 'This raffle is no longer a draft. Only a draft can be edited, opened or deleted.',
  },
  raffle_not_open: {
    status: 409,
    message: 'This raffle is not open. Please ask the host when it opens.',
  },
  raffle_not_closed: {
    status: 409,
    message: 'Only a closed raffle can be reopened. Close it first, or open it if it is a draft.',
  },
  raffle_full: { status: 409, message: 'This raffle is full.' },
  deadline_passed: {
    status: 409,
    message: 'The deadline of this raffle has passed, so its list of entries stays closed.',
  },
  deadline_in_past: {
    status: 422,
    message: 'The deadline lies in the past. Please choose a later one, or leave it empty.',
  },
  no_deadline: { status: 409, message: 'This raffle has no deadline that could be postponed.' },
  deadline_not_later: {
    status: 422,
    message: 'A deadline can only be postponed. Please choose a time after the present one.',
  },
  no_entries: {
    status: 409,
    message:
      'Nobody holds a ticket in this raffle yet. Wait until at least one person has joined, then draw.',
  },
  draw_started: {
    status: 409,
    message: 'The draw has started, so nothing about this raffle can change any more. Watch it live.',
  },
  already_drawn: {
    status: 409,
    message: 'This raffle has been drawn and its result is final. Open its results page to see it.',
  },
  title_blank: { status: 422, message: 'Please give the raffle a title before you open it.' },
  tickets_invalid: { status: 422, message: 'Tickets must be a whole number of at least 1.' },
  tickets_over_limit: {
    status: 422,
    message:
      'That is more than the most tickets one participant can hold in this raffle. Please enter a smaller number.',
  },
  public_join_off: {
    status: 404,
    message: 'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
  },
  name_blank: { status: 422, message: 'Please enter a name.' },
  name_too_long: { status: 422, message: 'A name has at most 100 characters. Please shorten it.' },
  name_forbidden_characters: {
    status: 422,
    message: 'This name contains invisible or control characters. Please type it again without them.',
  },
  name_reserved: {
    status: 422,
    message: 'This name could be mistaken for the host or the system. Please choose another one.',
  },
} as const satisfies Record<string, RefusalText>;

export type Refusal = keyof typeof REFUSALS;

/** All codes, for schemas and tests. */
export const refusalCodes = Object.keys(REFUSALS) as Refusal[];

/** A rule's answer: what follows from a yes, or the code of the no. */
export type Decision<T = void> = { ok: true; value: T } | { ok: false; refusal: Refusal };

/** The English sentence shown to the person who was refused. */
export function refusalMessage(code: Refusal): string {
  return REFUSALS[code].message;
}

/** 404 (as if it did not exist), 409 (not in this state) or 422 (not with this input). */
export function refusalHttpStatus(code: Refusal): 404 | 409 | 422 {
  return REFUSALS[code].status;
}

/** A yes that carries `value`. */
export function accept<T>(value: T): Decision<T> {
  return { ok: true, value };
}

/** A no with its code. */
export function refuse(refusal: Refusal): { ok: false; refusal: Refusal } {
  return { ok: false, refusal };
}

/** Every refusal that a raffle rule can give: a code of a closed union, and a sentence that says what to do. */
import { RULES_NOT_ACCEPTED } from './rules-consent.ts';

const REFUSALS = {
  raffle_not_draft: 'This raffle is no longer a draft. Only a draft can be edited, opened or deleted.',
  raffle_not_open: 'This raffle is not open yet. Come back once the host has opened it.',
  raffle_cancelled:
    'The host cancelled this raffle. There will be no draw, and nothing about it changes any more.',
  draws_held:
    'A draw of this raffle has been held, so it cannot be cancelled any more. Skip the draws that are left instead.',
  title_not_typed: 'This is not the title of the raffle. Please type it as it stands there.',
  raffle_closed: 'Entries to this raffle are closed. You can still watch the draw.',
  raffle_still_draft:
    'This raffle is still a draft. Open it first, and draw once at least one person holds a ticket.',
  raffle_not_closed: 'Only a closed raffle can be reopened. Close it first, or open it if it is a draft.',
  approval_closed: 'Entries to this raffle are closed. Reopen it to approve people who are waiting.',
  raffle_full: 'This raffle is full.',
  entering_closed: 'Entries to this raffle are closed. Reopen it to enter people.',
  too_few_places:
    'This raffle has fewer places left than the list has people, so nobody was entered. Please shorten the list.',
  deadline_passed: 'The deadline of this raffle has passed, so its list of entries stays closed.',
  deadline_in_past: 'The deadline lies in the past. Please choose a later one, or leave it empty.',
  recurrence_needs_deadline:
    'Set a deadline for this raffle first: the dates of the next ones follow from it.',
  recurrence_erased:
    'The people and images of this raffle were erased. Repeat a raffle that still has them, or make a new one.',
  recurrence_without_dates: 'All these dates have passed. Please add one that is still to come.',
  no_deadline: 'This raffle has no deadline that could be postponed.',
  deadline_not_later: 'A deadline can only be postponed. Please choose a time after the present one.',
  no_entries:
    'Nobody holds a ticket in this raffle yet. Wait until at least one person has joined, then draw.',
  nobody_can_win:
    'This draw has no prize with a possible winner. Check who the prizes are for and who takes part, or skip this draw.',
  draw_started: 'The draw has started, so nothing about this raffle can change any more. Watch it live.',
  already_drawn: 'This raffle has been drawn and its result is final. Open its results page to see it.',
  beacon_unreachable:
    'The public random beacon cannot be reached right now. Wait a few minutes and try again.',
  beacon_reachable: 'The public random beacon is available, so this draw has to use it.',
  kind_not_allowed: 'The rules of this raffle promise another source of random numbers.',
  contributions_closed:
    'Devices can add randomness only in the seconds between the close of the list and the freeze.',
  audience_closed: 'Devices can sign only from the freeze until a few seconds before the draw.',
  other_freeze:
    'This device signed another freeze than the one of this draw. Save a screenshot and contact the operator.',
  seen_at_wrong: 'The time that this device signed is not between the freeze and the draw. Check its clock.',
  leave_time_wrong:
    'The time under this withdrawal is more than 10 minutes away from the present time. Check the clock of this device, then try again.',
  title_blank: 'Please give the raffle a title before you open it.',
  tickets_invalid: 'Tickets must be a whole number of at least 1.',
  tickets_over_limit:
    'That is more than the most tickets one participant can hold in this raffle. Please enter a smaller number.',
  too_many_wins: 'All prizes together can be won at most 1,000 times. Please lower a quantity.',
  too_many_pools:
    'Prizes can be limited to at most 19 different combinations of groups. Please use the same groups for more of them.',
  pools_fixed:
    'People have entered already, so a prize can only be for everyone or for a combination of groups that the raffle has. Choose one of these.',
  too_many_groups: 'A person has at most 10 groups. Please take some away first.',
  group_too_long: 'The name of a group has at most 40 characters. Please shorten it.',
  notes_too_long: 'A note has at most 500 characters. Please shorten it.',
  email_invalid: 'Please enter a valid email address.',
  too_many_buckets:
    'A raffle with buckets has at most 20 prizes. Please combine some, or switch the buckets off.',
  buckets_without_groups:
    'In a raffle with buckets people choose the prizes themselves, so prizes are not limited to groups. Take the groups away, or switch the buckets off.',
  buckets_fixed: 'Buckets can be switched on and off only until the raffle is opened.',
  no_buckets: 'This raffle has no buckets: every ticket is in the draw of every prize.',
  placing_closed: 'Entries to this raffle are closed, so tickets stay where they are.',
  placement_invalid: 'Please enter whole numbers of tickets, and each prize once.',
  bucket_closed: 'The draw of one of these prizes has begun or was skipped. Load the page again.',
  too_many_placed: 'That is more than all your tickets. Please take some out of another prize first.',
  placed_by_entrant: 'This person entered on a phone and chooses prizes there.',
  too_many_draws: 'A raffle has at most 30 draws.',
  draws_fixed:
    'The raffle is open, so its draws keep their order. You can add a draw at the end, skip one, or move prizes between draws that are still to come.',
  draw_without_prizes: 'Each draw needs at least one prize. Give it one, or skip it.',
  draw_not_planned: 'This draw has begun or was skipped already.',
  last_draw: 'This is the only draw that is left. A raffle without any draw has to be cancelled instead.',
  presence_not_required: 'People need not be present at this draw, so nobody has to check in.',
  check_in_not_open: 'Check-in is not open now. Wait until the host opens it.',
  check_in_over: 'Check-in for this draw is over: its list is closed.',
  check_in_not_opened:
    'Only people who are present can win in this draw, and check-in was never opened. Open check-in first.',
  nobody_present:
    'Only people who are present can win in this draw, and none of those who take part has checked in yet. Wait until somebody has.',
  pause_time: 'Please enter a time within the next 24 hours.',
  paper_not_open: 'Paper tickets can be added while people can join. Open or reopen the raffle first.',
  paper_run_size: 'Please enter a number of tickets from 1 to 600. More go into another run.',
  too_many_paper_tickets: 'A raffle has at most 2,000 paper tickets. Please enter a smaller number.',
  paper_run_over_places: 'The raffle has fewer places left than that. Please enter a smaller number.',
  paper_ticket_unsold: 'This ticket is not sold yet. Please take it to the desk first.',
  paper_ticket_gone: 'This ticket was withdrawn. It keeps its number but takes no part in the draw.',
  paper_ticket_kept:
    'This ticket is kept on another phone already. If that is not yours, show the ticket at the desk.',
  ticket_code_mistyped: 'This code is mistyped. Please compare it with the ticket and type it again.',
  numbers_unreadable: 'Please type numbers and ranges, for example 151–200, 205.',
  range_reversed: 'A range goes from the smaller number to the larger one, for example 151–200.',
  ranges_overlap: 'Some of these numbers are in there twice. Please type each number once.',
  too_many_numbers: 'At most 600 tickets can be sold at once. Please type fewer numbers.',
  claim_not_begun: 'Prizes can be claimed once the draw is over. Please wait until then.',
  claim_over: 'The time to claim this prize is over, so it goes to the next in line.',
  claimed_already:
    'This prize was claimed. From now on only its winner gives it back, or you say in public why the person is not eligible.',
  no_claim_window: 'This prize has no claim window, so it never lapses and needs no extension.',
  claim_extended: 'This person was given more time once already. That is possible only once.',
  claim_still_possible: 'No claim window of this prize has ended. Please choose another reason.',
  declines_on_device:
    'This person has the entry on a device and gives the prize back there. Ask the person to do so, or choose another reason.',
  public_join_off:
    'This raffle link is invalid or has been disabled. Please check with the host for a valid link.',
  name_blank: 'Please enter a name.',
  name_too_long: 'A name has at most 100 characters. Please shorten it.',
  name_forbidden_characters:
    'This name contains invisible or control characters. Please type it again without them.',
  name_too_many_marks:
    'A letter of this name has too many marks above or below. Please type it again with fewer.',
  name_mixed_scripts:
    'A word of this name mixes letters of different alphabets. Please write each word in one alphabet.',
  rules_not_accepted: RULES_NOT_ACCEPTED,
  name_publication_missing: 'Please allow at least one form in which names are published.',
  name_publication_not_allowed:
    'This raffle does not publish names in that form. Please choose one of the forms that it offers.',
  name_publication_only_less:
    'Less of a name can be published at any time, but not more again. Please choose a form that shows less.',
  name_fixed_while_drawing:
    'The draw is running, so names stay as they are until it is complete. Please try again in a minute.',
  last_owner:
    'This is the only owner of the workspace. Make somebody else an owner first, or delete the workspace.',
  role_from_provider:
    "This role comes from the person's groups at the organization's sign-in, which would set it again. Change the groups there.",
  start_request_over:
    'Nobody is asking for this draw to start any more: the 60 seconds are over. Ask for the start again.',
  second_person_needed: 'Another person has to confirm the start of this draw. You asked for it yourself.',
  name_reserved: 'This name could be mistaken for the host or the system. Please choose another one.',
} as const satisfies Record<string, string>;

export type Refusal = keyof typeof REFUSALS;

/** All codes, for schemas and tests. */
export const refusalCodes = Object.keys(REFUSALS) as Refusal[];

/** The English sentence shown to the person who was refused. */
export function refusalMessage(code: Refusal): string {
  return REFUSALS[code];
}

/** What is wrong by what the device has seen, and what came too late or was not stored or seen (draw protocol §10). */
import { AUDIENCE_LEAD_SECONDS } from '../../audience.ts';
import { seedCommitHash } from '../../seeds.ts';
import {
  changesDue,
  CLOCK_TOLERANCE_SECONDS,
  type DeviceCheckState,
  entryNumberOf,
  isPlanChanged,
  receiptAtClose,
  timesOf,
} from './device-state.ts';
import type { CommittedEntry } from '../../entry-commitments.ts';
import type { Receipt } from '../../receipt.ts';
import type { ShownRow } from './observations.ts';
import { entryDifferences, receiptHolds } from './stored-evidence.ts';
import type { RedReason, YellowReason } from './reasons.ts';

/** The show may start so many seconds from its recorded time. */
const SHOW_TOLERANCE_SECONDS = 3;
/** A contribution without an acknowledgement counts as sent in time so many seconds before the freeze. */
const CONTRIBUTION_MARGIN_SECONDS = 3;

/** What is wrong by the facts so far; each can be derived from the state again. */
export function redReasons(state: DeviceCheckState): RedReason[] {
  return [
    ...showReasons(state),
    ...ownEntryReasons(state),
    ...ownChangeReasons(state),
    ...planReasons(state),
    ...ownContributionReasons(state),
    ...seedReasons(state),
    ...proofReasons(state),
  ];
}

function showReasons({ freeze, showStartedAt, clockSeconds }: DeviceCheckState): RedReason[] {
  if (freeze === null || showStartedAt === null) return [];
  const { showAt } = freeze.fields;
  const matches = (startedAt: number): boolean => Math.abs(startedAt - showAt) <= SHOW_TOLERANCE_SECONDS;
  // A clock known to be wrong explains a difference. It is named and makes the check yellow.
  const explained = Math.abs(clockSeconds) > CLOCK_TOLERANCE_SECONDS && matches(showStartedAt + clockSeconds);
  return matches(showStartedAt) || explained
    ? []
    : [{ code: 'show_time_differs', showAt, startedAt: showStartedAt }];
}

function ownEntryReasons(state: DeviceCheckState): RedReason[] {
  const { ownEntry, evidence } = state;
  if (ownEntry !== null && isListedAbsent(ownEntry) && isCheckedIn(state)) {
    return [{ code: 'absent_after_check_in', entryNumber: entryNumberOf(state) ?? 0 }];
  }
  const receipt = receiptAtClose(state);
  if (ownEntry === null || receipt === null) return [];
  const fields = entryDifferences(ownEntry, receipt, evidence.drawId).filter(
    (field) => !(field === 'state' || field === 'weights') || !isUpToCheckIn(ownEntry, receipt),
  );
  const foreign = evidence.deviceKey !== null && receipt.device_key !== evidence.deviceKey;
  if (foreign && !fields.includes('device_key')) fields.push('device_key');
  return fields.length === 0
    ? []
    : [{ code: 'own_entry_differs', entryNumber: receipt.entry_number, fields }];
}

function isListedAbsent({ state, weights }: CommittedEntry): boolean {
  return state === 'absent' && weights.every((weight) => weight === 0);
}

/** With a receipt of the check-in from before the close (draw protocol §8: an absence is no change). */
function isCheckedIn(state: DeviceCheckState): boolean {
  const { checkIn = null, installationKey } = state.evidence;
  const receipt = checkIn?.receipt ?? null;
  const closedAt = timesOf(state)?.closedAt;
  if (checkIn === null || receipt === null || checkIn.isTakenBack || closedAt === undefined) return false;
  const isOwn = receipt.entry_number === entryNumberOf(state) && receipt.state === 'in';
  const isSigned = installationKey === null || receiptHolds(receipt, installationKey);
  return isOwn && isSigned && receipt.issued_at <= closedAt;
}

/** Whether the entry takes part depends on a check-in of which the receipt does not tell. */
function isUpToCheckIn(entry: CommittedEntry, receipt: Receipt): boolean {
  const isIn = entry.state === 'in' || entry.state === 'holder';
  return (
    (receipt.state === 'in' && isListedAbsent(entry)) ||
    (receipt.state === 'absent' && (isIn || isListedAbsent(entry)))
  );
}

/** R71: an absence that this device cannot vouch for. */
function absenceReasons({ ownEntry, evidence }: DeviceCheckState): YellowReason[] {
  if (ownEntry === null || !isListedAbsent(ownEntry)) return [];
  const { checkIn = null } = evidence;
  if (checkIn === null) return [{ code: 'absence_not_told' }];
  return checkIn.isTakenBack ? [{ code: 'check_in_taken_back' }] : [];
}

/** Every logged change has to be one that this person made, in order, and every change made in time has to be logged. */
function ownChangeReasons(state: DeviceCheckState): RedReason[] {
  const { loggedChanges } = state;
  if (loggedChanges === null) return [];
  const own = state.receipts.slice(1);
  const reasons: RedReason[] = [];
  let next = 0;
  for (const { state: changed, weights, reasonCode, at } of loggedChanges) {
    const found = own.findIndex(
      (receipt, index) =>
        index >= next &&
        // Before a check-in a receipt has no weights.
        ((receipt.state === 'absent' && changed === 'in') ||
          (receipt.state === changed && receipt.weights.join() === weights.join())),
    );
    if (found >= 0) next = found + 1;
    else {
      const change = { state: changed, weights: [...weights], reasonCode, changedAt: at };
      reasons.push({ code: 'entry_changed_by_host', ...change });
    }
  }
  const due = changesDue(state).length;
  if (reasons.length === 0 && due > loggedChanges.length) reasons.push({ code: 'own_change_not_logged' });
  return reasons;
}

/** The plan of the close is that of the opening, or recorded changes lead to it (draw protocol §7, check `log`). */
function planReasons(state: DeviceCheckState): RedReason[] {
  const { freeze, replans } = state;
  if (freeze === null || replans === null || !isPlanChanged(state)) return [];
  const start: string | null = freeze.open.planHash;
  const reached = replans.reduce<string | null>(
    (hash, { before, after }) => (hash === before ? after : null),
    start,
  );
  return reached === freeze.close.planHash ? [] : [{ code: 'plan_changed_unrecorded' }];
}

function contributionWasInTime(state: DeviceCheckState): boolean {
  const { contribution, evidence } = state;
  const times = timesOf(state);
  if (contribution === null || evidence.contribution === null || times === null) return false;
  return contribution.acknowledged || contribution.sentAt <= times.frozenAt - CONTRIBUTION_MARGIN_SECONDS;
}

function ownContributionReasons(state: DeviceCheckState): RedReason[] {
  const missing = contributionWasInTime(state) && state.contributionListed === false;
  return missing ? [{ code: 'own_contribution_missing' }] : [];
}

function seedReasons({ seed, evidence, freeze }: DeviceCheckState): RedReason[] {
  const promised = evidence.opening?.record.seedCommitHash ?? freeze?.open.seedCommitHash;
  return seed === null || promised === undefined || seedCommitHash(seed.seedReveal) === promised
    ? []
    : [{ code: 'seed_differs' }];
}

function proofReasons({
  proof,
  freeze,
  seed,
  roundSignature,
  roomText,
  shown,
}: DeviceCheckState): RedReason[] {
  if (proof === null) return [];
  const reasons: RedReason[] = [];
  const differs = (member: Extract<RedReason, { code: 'proof_differs' }>['member']): void =>
    void reasons.push({ code: 'proof_differs', member });
  if (freeze !== null && freeze.hash !== proof.freezeHash) differs('freeze');
  if (seed !== null && seed.seedReveal !== proof.seedReveal) differs('seed');
  if (roundSignature !== null && roundSignature !== proof.signature) differs('random_number');
  if (roomText !== null && roomText !== proof.roomText) reasons.push({ code: 'room_text_differs' });
  if (
    shown !== null &&
    !(sameRows(shown.winners, proof.winners) && sameRows(shown.alternates, proof.alternates))
  ) {
    reasons.push({ code: 'result_differs' });
  }
  return reasons;
}

function sameRows(shown: readonly ShownRow[], computed: readonly ShownRow[]): boolean {
  return (
    shown.length === computed.length &&
    shown.every((row, index) => {
      const other = computed[index];
      return (
        row.prize === other?.prize && row.position === other.position && row.entryNumber === other.entryNumber
      );
    })
  );
}

/** What came too late, or could not be checked on this device, if the draw is over. */
export function yellowReasons(state: DeviceCheckState): YellowReason[] {
  const { evidence, freeze, clockSeconds } = state;
  const reasons: YellowReason[] = [];
  const late = freeze === null ? null : secondsLate(freeze.seenAt, freeze.fields.drawAt);
  if (late === null) reasons.push({ code: 'freeze_not_seen' });
  else if (late > 0) reasons.push({ code: 'freeze_late', seconds: late });
  if (Math.abs(clockSeconds) > CLOCK_TOLERANCE_SECONDS) {
    reasons.push({ code: 'clock_differs', seconds: clockSeconds });
  }
  if (evidence.installationKey === null) reasons.push({ code: 'key_not_stored' });
  if (state.receipts.length === 0 || (timesOf(state) !== null && receiptAtClose(state) === null)) {
    reasons.push({ code: 'receipt_not_stored' });
  }
  if (evidence.opening === null) reasons.push({ code: 'opening_not_stored' });
  if (state.showStartedAt === null) reasons.push({ code: 'show_not_seen' });
  reasons.push(...absenceReasons(state));
  if (state.loggedChanges === null && changesDue(state).length > 0) {
    reasons.push({ code: 'own_changes_not_seen' });
  }
  if (state.replans === null && isPlanChanged(state)) reasons.push({ code: 'plan_changes_not_seen' });
  if (!earlierDrawsKnown(state)) reasons.push({ code: 'earlier_draw_not_followed' });
  reasons.push(...seedDelay(state));
  if (late === 0 && !state.seenListed) {
    reasons.push({ code: state.seen === null ? 'seen_not_sent' : 'seen_not_listed' });
  }
  if (state.laterUnread) reasons.push({ code: 'later_records_not_seen' });
  if (state.consistencyMissing) reasons.push({ code: 'consistency_not_shown' });
  return reasons;
}

function earlierDrawsKnown({ freeze, earlierDraws }: DeviceCheckState): boolean {
  const earlier = freeze === null ? 0 : freeze.open.stage - 1;
  const stages = new Set(earlierDraws.map(({ stage }) => stage));
  const isComplete = Array.from({ length: earlier }, (_, index) => index + 1).every((one) => stages.has(one));
  return isComplete && earlierDraws.every(({ isKnown }) => isKnown);
}

/** Only of a drand draw the seed has to be there before the draw; elsewhere it comes with the result. */
function seedDelay({ freeze, seed }: DeviceCheckState): YellowReason[] {
  if (freeze?.fields.kind !== 'drand') return [];
  if (seed === null) return [{ code: 'seed_not_seen' }];
  const seconds = secondsLate(seed.seenAt, freeze.fields.drawAt);
  return seconds > 0 ? [{ code: 'seed_late', seconds }] : [];
}

/** By how many seconds, rounded up, something was seen later than 5 s before the draw; 0 if it was in time. */
function secondsLate(seenAt: number, drawAt: number): number {
  return Math.max(0, Math.ceil(seenAt - (drawAt - AUDIENCE_LEAD_SECONDS)));
}

/** The outcome of the check: pending, red, yellow or green, with the reasons and the sentence on screen, which stays word for word (draw protocol §7 "Levels of assurance", §10). */
import { QUICKNET } from '../../beacon.ts';
import type { BeaconKind } from '../../draw-records.ts';
import type { Assurance } from '../../proof.ts';
import type { DeviceCheckState } from './device-state.ts';
import { type PendingReason, type Reason, reasonText, sortRed } from './reasons.ts';
import { redReasons, yellowReasons } from './find-reasons.ts';

const GREEN_BEACON =
  'Checked on this device: the winners follow from the list and the public random number, and this device had the list before that number existed.';
const GREEN_ROOM =
  'Checked on this device: the winners follow from the list and the numbers made in the room, and this device had the list before those numbers existed.';
const GREEN_PARTICIPANTS =
  'Devices of entrants added randomness. By holding some of it back the server could have chosen among a few results.';
const GREEN_OPERATOR = 'The operator could have chosen the result.';

const YELLOW_SENTENCE =
  'The winners follow from the list and the random number, but this device saw the list too late to confirm that it was fixed first.';
const PENDING_SENTENCE = 'This device is checking the draw. The result is not there yet.';
const VOIDED_SENTENCE = 'This draw was given up.';

/** Without a public beacon or numbers made in the room, the sentence is that of the draw's level. */
function greenSentence({
  kind,
  chainHash,
  assurance,
}: {
  kind: BeaconKind;
  chainHash: string;
  assurance: Assurance;
}): string {
  if (kind === 'drand' && chainHash === QUICKNET.chainHash) return GREEN_BEACON;
  if (kind === 'room') return GREEN_ROOM;
  return assurance === 'participants' ? GREEN_PARTICIPANTS : GREEN_OPERATOR;
}

/** @param reason the first of several */
function redSentence(reason: Reason): string {
  return `This check failed: ${reasonText(reason)}. Save a screenshot and contact the operator.`;
}

export interface DeviceCheckOutcome {
  colour: 'green' | 'yellow' | 'red' | 'pending';
  /** None for green. For red the most telling first; while pending also what has already come too late. */
  reasons: Reason[];
  /** What the screen says. */
  sentence: string;
}

/** What came too late, or will stay missing; reported while the draw is still pending. */
const LATE: ReadonlySet<Reason['code']> = new Set([
  'freeze_late',
  'seed_late',
  'clock_differs',
  'key_not_stored',
  'receipt_not_stored',
  'opening_not_stored',
]);

/** How the check stands. */
export function conclude(state: DeviceCheckState): DeviceCheckOutcome {
  const red = sortRed([...state.faults, ...redReasons(state)]);
  const [first] = red;
  if (first !== undefined) return { colour: 'red', reasons: red, sentence: redSentence(first) };
  const yellow = yellowReasons(state);
  const { proof, voided } = state;
  if (proof === null && voided !== null) {
    const reason: PendingReason = { code: 'draw_voided', reasonCode: voided };
    return { colour: 'pending', reasons: [reason], sentence: VOIDED_SENTENCE };
  }
  if (proof === null) {
    // What has not come yet may still come; only what came too late is reported already.
    const late = yellow.filter(({ code }) => LATE.has(code));
    return { colour: 'pending', reasons: [{ code: 'waiting' }, ...late], sentence: PENDING_SENTENCE };
  }
  if (!proof.complete && state.roundSignature === null) {
    const reason: PendingReason = { code: 'random_number_not_checked' };
    return { colour: 'pending', reasons: [reason], sentence: PENDING_SENTENCE };
  }
  return yellow.length > 0
    ? { colour: 'yellow', reasons: yellow, sentence: YELLOW_SENTENCE }
    : { colour: 'green', reasons: [], sentence: greenSentence(proof) };
}

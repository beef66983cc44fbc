/** The freeze with the records that it names, of which the first one seen counts, then the host's seed and the beacon's round (draw protocol §10). */
import { BEACON_LEAD_SECONDS, type BeaconChain, QUICKNET, verifyBeaconSignature } from '../../beacon.ts';
import { signatureHolds } from '../../ed25519-signature.ts';
import { parseLogRecord } from '../../log/log-records.ts';
import { sha256Hex } from '../../text-records.ts';
import { type DeviceCheckState, type SeenFreeze, withFault } from './device-state.ts';
import type { Observation } from './observations.ts';
import { textOfOpening } from './stored-evidence.ts';

export function observeFreeze(
  state: DeviceCheckState,
  observation: Extract<Observation, { type: 'freeze' }>,
): DeviceCheckState {
  const { drawId, installationKey, opening } = state.evidence;
  const records = [observation.open, observation.close, observation.freeze].map(parseLogRecord);
  const [open, close, freeze] = records;
  const ofDraw = records.every((record) => record?.fields.drawId === drawId);
  if (open?.kind !== 'open' || close?.kind !== 'close' || freeze?.kind !== 'freeze' || !ofDraw) {
    return withFault(state, { code: 'freeze_malformed' });
  }
  if (
    installationKey !== null &&
    !signatureHolds(installationKey, observation.freeze, observation.signature)
  ) {
    return withFault(state, { code: 'freeze_not_signed' });
  }
  const hash = sha256Hex(observation.freeze);
  if (state.freeze !== null) {
    if (state.freeze.hash !== hash) {
      return withFault(state, { code: 'second_freeze', first: state.freeze.hash, second: hash });
    }
    const seenAt = Math.min(state.freeze.seenAt, observation.at);
    return { ...state, freeze: { ...state.freeze, seenAt } };
  }
  const { fields } = freeze;
  const seen: SeenFreeze = { hash, fields, close: close.fields, open: open.fields, seenAt: observation.at };
  let next: DeviceCheckState = { ...state, freeze: seen };
  const chained =
    close.fields.openHash === sha256Hex(observation.open) &&
    fields.closeHash === sha256Hex(observation.close);
  if (!chained) next = withFault(next, { code: 'records_do_not_chain' });
  if (opening !== null && textOfOpening(opening.record) !== observation.open) {
    next = withFault(next, { code: 'opening_differs' });
  }
  const seconds = fields.drawAt - fields.frozenAt;
  if (seconds < BEACON_LEAD_SECONDS) next = withFault(next, { code: 'lead_too_short', seconds });
  return next;
}

export function observeSeed(
  state: DeviceCheckState,
  { seedReveal, at }: Extract<Observation, { type: 'seed' }>,
): DeviceCheckState {
  if (state.seed === null) return { ...state, seed: { seedReveal, seenAt: at } };
  if (state.seed.seedReveal !== seedReveal) return withFault(state, { code: 'seed_differs' });
  return { ...state, seed: { seedReveal, seenAt: Math.min(state.seed.seenAt, at) } };
}

export function observeRound(
  state: DeviceCheckState,
  { fields }: SeenFreeze,
  { signature, source }: Extract<Observation, { type: 'round' }>,
  chains: readonly BeaconChain[],
): DeviceCheckState {
  const chain = [QUICKNET, ...chains].find(({ chainHash }) => chainHash === fields.chainHash);
  if (fields.kind !== 'drand' || fields.round === null || chain === undefined) return state;
  if (verifyBeaconSignature(chain, fields.round, signature)) return { ...state, roundSignature: signature };
  // A relay is no part of the draw: an invalid answer of it counts as unreachable, and another relay or the server is asked.
  return source === 'relay' ? state : withFault(state, { code: 'round_signature_wrong' });
}

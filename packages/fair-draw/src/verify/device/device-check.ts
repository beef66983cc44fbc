/**
 * What a watching device checks, as a reducer without clock and network (draw protocol §10).
 *
 * 1. `initialDeviceCheck` begins with what the device stored at joining.
 * 2. `observe` takes in one observation after another, in any order, with the times of the device's own clock. The state
 *    is plain JSON: a device stores it after each step, so that what it noted outlives reloads and sleep.
 * 3. `conclude` (`conclude.ts`) says at any time how it stands: pending, red, yellow or green.
 *
 * Something wrong stays wrong (`faults`), whatever comes later. What must have happened in time counts from the first
 * time it was observed. What a device did not store or see makes it yellow, never green. Nothing the server says later
 * replaces what was stored.
 */
import type { BeaconChain } from '../../beacon.ts';
import { type DeviceCheckState, type SeenFreeze, withFault } from './device-state.ts';
import type { DeviceEvidence, Observation } from './observations.ts';
import { observeFreeze, observeRound, observeSeed } from './observe-draw.ts';
import {
  observeAudience,
  observeCheckpoint,
  observeEarlierDraw,
  observeReplans,
  observeVoid,
} from './observe-log.ts';
import { observeContributions, observeOwnChange, observeOwnEntry, ownChangesOf } from './observe-own.ts';
import { observeAfterDraw, observeProof } from './observe-proof.ts';
import { openingAgrees, receiptHolds } from './stored-evidence.ts';

export interface DeviceCheckOptions {
  /** Chains of tests and demonstrations. */
  chains?: readonly BeaconChain[];
}

/** The state before anything was observed. What the device stored is checked against itself. Never throws. */
export function initialDeviceCheck(evidence: DeviceEvidence): DeviceCheckState {
  const { receipt, installationKey } = evidence;
  const state: DeviceCheckState = {
    version: 1,
    evidence,
    faults: [],
    freeze: null,
    waiting: [],
    clockSeconds: 0,
    showStartedAt: null,
    receipts: receipt === null ? [] : [receipt],
    ownEntry: null,
    loggedChanges: null,
    replans: null,
    earlierDraws: [],
    contribution: null,
    contributionListed: null,
    seen: null,
    seenListed: false,
    seed: null,
    roundSignature: null,
    roomText: null,
    shown: null,
    proof: null,
    laterUnread: false,
    voided: null,
    checkpoint: null,
    consistencyMissing: false,
  };
  const unsigned = receipt !== null && installationKey !== null && !receiptHolds(receipt, installationKey);
  const checked = unsigned ? withFault(state, { code: 'receipt_not_signed' }) : state;
  return openingAgrees(evidence) ? checked : withFault(checked, { code: 'opening_hashes_differ' });
}

/** The state after an observation; the one before is not changed. Never throws, whatever was observed. */
export function observe(
  state: DeviceCheckState,
  observation: Observation,
  options: DeviceCheckOptions = {},
): DeviceCheckState {
  switch (observation.type) {
    case 'clock': {
      const { seconds } = observation;
      return Math.abs(seconds) > Math.abs(state.clockSeconds) ? { ...state, clockSeconds: seconds } : state;
    }
    case 'own_change':
      return observeOwnChange(state, observation.receipt);
    case 'contribution_sent': {
      const { at: sentAt, acknowledged } = observation;
      const known = state.contribution?.acknowledged ?? false;
      const first = Math.min(sentAt, state.contribution?.sentAt ?? sentAt);
      return { ...state, contribution: { sentAt: first, acknowledged: acknowledged || known } };
    }
    case 'freeze': {
      const next = observeFreeze(state, observation);
      return state.freeze === null && next.freeze !== null ? replayWaiting(next, options) : next;
    }
    case 'show_start':
      return state.showStartedAt === null ? { ...state, showStartedAt: observation.at } : state;
    case 'own_changes':
      return { ...state, loggedChanges: ownChangesOf(state, observation.texts) };
    case 'seen_sent':
      return replayWaiting({ ...state, seen: observation.row }, options);
    case 'seed':
      return observeSeed(state, observation);
    case 'room_text':
      return state.roomText === null || state.roomText === observation.text
        ? { ...state, roomText: observation.text }
        : withFault(state, { code: 'room_text_differs' });
    case 'result': {
      const { winners, alternates } = observation;
      return { ...state, shown: { winners, alternates } };
    }
    case 'proof':
      return observeProof(state, observation);
    case 'after_draw':
      return observeAfterDraw(state, observation);
    case 'after_draw_unread':
      return { ...state, laterUnread: true };
    case 'void':
      return observeVoid(state, observation.text);
    case 'checkpoint':
      return observeCheckpoint(state, observation);
    case 'log_unread':
      return { ...state, consistencyMissing: true };
    case 'audience':
      return state.freeze === null || state.seen === null
        ? { ...state, waiting: [...state.waiting, observation] }
        : observeAudience(state, state.freeze, state.seen, observation);
    case 'own_entry':
    case 'contributions':
    case 'replans':
    case 'earlier_draw':
    case 'round':
      return state.freeze === null
        ? { ...state, waiting: [...state.waiting, observation] }
        : observeWithFreeze(state, state.freeze, observation, options);
  }
}

/** What still cannot be judged waits again. */
function replayWaiting(state: DeviceCheckState, options: DeviceCheckOptions): DeviceCheckState {
  const { waiting } = state;
  return waiting.reduce<DeviceCheckState>((at, observation) => observe(at, observation, options), {
    ...state,
    waiting: [],
  });
}

function observeWithFreeze(
  state: DeviceCheckState,
  freeze: SeenFreeze,
  observation: Extract<
    Observation,
    { type: 'own_entry' | 'contributions' | 'replans' | 'earlier_draw' | 'round' }
  >,
  options: DeviceCheckOptions,
): DeviceCheckState {
  switch (observation.type) {
    case 'own_entry':
      return observeOwnEntry(state, freeze, observation);
    case 'contributions':
      return observeContributions(state, freeze, observation.contributions);
    case 'replans':
      return observeReplans(state, freeze, observation.records);
    case 'earlier_draw':
      return observeEarlierDraw(state, freeze, observation);
    case 'round':
      return observeRound(state, freeze, observation, options.chains ?? []);
  }
}

/** What concerns this person: the own changes, entry and contribution (draw protocol §10). */
import type { ChangeFields } from '../../draw-records.ts';
import { type Contribution, contributionsHash, verifyInclusion } from '../../entry-commitments.ts';
import { parseLogRecord } from '../../log/log-records.ts';
import type { Receipt } from '../../receipt.ts';
import { type DeviceCheckState, entryNumberOf, type SeenFreeze, withFault } from './device-state.ts';
import type { Observation } from './observations.ts';
import { receiptHolds } from './stored-evidence.ts';

export function observeOwnChange(state: DeviceCheckState, receipt: Receipt): DeviceCheckState {
  const { installationKey } = state.evidence;
  const [first] = state.receipts;
  const same =
    first === undefined ||
    (first.series_id === receipt.series_id && first.entry_number === receipt.entry_number);
  if (!same || (installationKey !== null && !receiptHolds(receipt, installationKey))) {
    return withFault(state, { code: 'receipt_not_signed' });
  }
  return { ...state, receipts: [...state.receipts, receipt] };
}

export function ownChangesOf(state: DeviceCheckState, texts: readonly string[]): ChangeFields[] {
  return texts.map(parseLogRecord).flatMap((record) => {
    if (record?.kind !== 'change') return [];
    const { drawId, entryNumber } = record.fields;
    return drawId === state.evidence.drawId && entryNumber === entryNumberOf(state) ? [record.fields] : [];
  });
}

export function observeOwnEntry(
  state: DeviceCheckState,
  { close }: SeenFreeze,
  { entry, path }: Extract<Observation, { type: 'own_entry' }>,
): DeviceCheckState {
  const entryNumber = entryNumberOf(state);
  if (entryNumber === null) return state;
  const place = { drawId: close.drawId, entryNumber, entryCount: close.entryCount, root: close.entriesRoot };
  return entry !== null && verifyInclusion({ ...place, entry, path })
    ? { ...state, ownEntry: entry }
    : withFault(state, { code: 'own_entry_missing', entryNumber });
}

export function observeContributions(
  state: DeviceCheckState,
  { fields }: SeenFreeze,
  contributions: readonly Contribution[],
): DeviceCheckState {
  return hashOfContributions(fields.drawId, contributions) === fields.contributionsHash
    ? { ...state, contributionListed: isContributionListed(state, contributions) }
    : withFault(state, { code: 'contributions_differ' });
}

/** Undefined for contributions that no draw can have. */
function hashOfContributions(
  drawId: string,
  contributions: readonly Contribution[],
): string | null | undefined {
  try {
    return contributionsHash(drawId, contributions);
  } catch {
    return undefined;
  }
}

export function isContributionListed(
  state: DeviceCheckState,
  contributions: readonly Contribution[],
): boolean {
  const own = entryNumberOf(state);
  return contributions.some(
    ([entryNumber, contribution]) => entryNumber === own && contribution === state.evidence.contribution,
  );
}

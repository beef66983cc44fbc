/** The desk as this device saw it last (R67), so that it opens in a hall without network. No names of people are in it. */
import type { DeskInfo } from '@glassdrum/contract';
import { readStored, writeStored } from '../../storage/stored-text.ts';

const nameOf = (raffleId: string): string => `desk-info:${raffleId}`;

export function storeDeskInfo(raffleId: string, info: DeskInfo): void {
  writeStored(nameOf(raffleId), JSON.stringify(info));
}

/** Null where nothing of use is stored. */
export function readDeskInfo(raffleId: string): DeskInfo | null {
  const text = readStored(nameOf(raffleId));
  try {
    const stored: unknown = text === null ? null : JSON.parse(text);
    return isDeskInfo(stored, raffleId) ? stored : null;
  } catch {
    return null;
  }
}

/** Other versions of this page write there as well. */
function isDeskInfo(value: unknown, raffleId: string): value is DeskInfo {
  if (typeof value !== 'object' || value === null || !('raffle' in value)) return false;
  const { raffle } = value;
  return (
    typeof raffle === 'object' &&
    raffle !== null &&
    'id' in raffle &&
    raffle.id === raffleId &&
    'title' in raffle &&
    typeof raffle.title === 'string' &&
    'can_sell' in value &&
    typeof value.can_sell === 'boolean' &&
    'printed' in value &&
    typeof value.printed === 'number' &&
    'sold' in value &&
    typeof value.sold === 'number' &&
    'runs' in value &&
    Array.isArray(value.runs)
  );
}

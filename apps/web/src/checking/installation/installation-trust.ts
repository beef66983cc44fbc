/**
 * What a check takes from this installation: the key that signs receipts, records and the log, and a demonstration's chain.
 * Its own word counts least: the key is the one that this device stored first, so that a changed one shows (R88). Which
 * witnesses to trust is nothing that it could say at all.
 */
import type { InstallationInfo } from '@glassdrum/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { readStored, writeStored } from '../../storage/stored-text.ts';
import { readAllEntries } from '../../storage/evidence-store.ts';

export interface InstallationTrust {
  /** Ed25519, 64 hex, as this device saw it first; null when it was never seen. */
  receiptKey: string | null;
  /** The installation now says another one. */
  isKeyChanged: boolean;
  /** Only where the installation says that it uses a test beacon. */
  testChain: unknown;
}

const KEY = 'installation-key';

/** Never throws: without a server, what this device stored. */
export async function installationTrust(queries: QueryClient): Promise<InstallationTrust> {
  const stored = await storedKey();
  try {
    const info = await queries.ensureQueryData({
      queryKey: ['/api/installation'],
      queryFn: () => call<InstallationInfo>('GET', '/api/installation'),
    });
    if (stored === null) writeStored(KEY, info.public_key);
    return {
      receiptKey: stored ?? info.public_key,
      isKeyChanged: stored !== null && stored !== info.public_key,
      testChain: info.test_chain ? info.chain : null,
    };
  } catch {
    return { receiptKey: stored, isKeyChanged: false, testChain: null };
  }
}

/** The evidence of an entry first: it was stored at joining. */
async function storedKey(): Promise<string | null> {
  const entries = await readAllEntries();
  const oldest = entries
    .filter((entry) => entry.installationKey !== null)
    .sort((a, b) => a.storedAt - b.storedAt)[0];
  return oldest?.installationKey ?? readStored(KEY);
}

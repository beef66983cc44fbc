/**
 * What a check takes from this installation: the key that signs receipts, and a demonstration's beacon chain. The key is
 * kept on the device, so that a receipt can be checked offline, and so that a changed key would not pass unseen.
 */
import type { InstallationInfo } from '@glassdrum/contract';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { readStored, writeStored } from '../participation/stored.ts';

export interface InstallationTrust {
  /** Ed25519, 64 hex; null when it was never seen. */
  receiptKey: string | null;
  /** Only where the installation says that it uses a test beacon. */
  testChain: unknown;
}

const KEY = 'installation-key';

/** Never throws: without a server, what this device remembers. */
export async function installationTrust(queries: QueryClient): Promise<InstallationTrust> {
  const kept = readStored(KEY);
  try {
    const info = await queries.ensureQueryData({
      queryKey: ['/api/installation'],
      queryFn: () => call<InstallationInfo>('GET', '/api/installation'),
    });
    if (kept === null) writeStored(KEY, info.public_key);
    return { receiptKey: kept ?? info.public_key, testChain: info.test_chain ? info.chain : null };
  } catch {
    return { receiptKey: kept, testChain: null };
  }
}

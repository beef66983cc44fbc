/** The beacon of a browser test: a local relay on a test chain, on the test's clock. */
import type { BeaconChainInfo } from '@glassdrum/contract';
import { createTestChain } from '@glassdrum/fair-draw/test-chain';
import { startTestRelay } from '../../apps/server/src/platform/beacon/test-relay.ts';
import { worldClock } from './world-clock.ts';

/** The same key in the relay's process and in the server's makes the same chain. */
export function browserTestChain(): ReturnType<typeof createTestChain> {
  return createTestChain(new Uint8Array(32).fill(7), { genesisTime: 1_700_000_000, period: 3 });
}

interface RelayHandle {
  url: string;
  /** As a verifier's `--test-chain` file has it. */
  chain: BeaconChainInfo;
  stop(): Promise<void>;
}

export async function startRelay(): Promise<RelayHandle> {
  const testChain = browserTestChain();
  const relay = await startTestRelay({ testChain, clock: worldClock });
  const { scheme, chainHash, publicKey, genesisTime, period, groupHash } = testChain.chain;
  return {
    url: relay.url,
    chain: {
      scheme,
      chain_hash: chainHash,
      public_key: publicKey,
      genesis_time: genesisTime,
      period,
      group_hash: groupHash,
    },
    stop: () => relay.close(),
  };
}

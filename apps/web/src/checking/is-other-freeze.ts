/** Whether a proof, however sound, is of another freeze than the one that this device saw when the draw started (R32). */
import type { ProofIdentity } from './check-protocol.ts';

/** @param seenFreeze null when this device did not watch */
export function isOtherFreeze(identity: ProofIdentity | null, seenFreeze: string | null): boolean {
  return identity !== null && seenFreeze !== null && identity.freezeHash !== seenFreeze;
}

/** The check `audience`: did devices sign that they held this freeze before the draw? (draw protocol §8) */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { AUDIENCE_LEAD_SECONDS, audienceRoot, seenRecord } from '../audience.ts';
import { signatureHolds } from '../ed25519-signature.ts';
import { parseLogRecord } from '../log/log-records.ts';
import type { DrawProof } from '../proof.ts';
import { type NativeEd25519, type NativeEd25519Async, yesCounts } from './native-ed25519.ts';
import { fail, PASS, skip, type StepResult } from './step-result.ts';

/** So many signatures are under way at a time: enough that the platform never waits for this program. */
const AT_ONCE = 256;
/** Progress is reported after this many. */
const TELL_EVERY = 256;

/**
 * @param isConfirmed whether the signature in that row of `audience` is already known to hold; any other is checked here
 */
export function audienceStep(proof: DrawProof, isConfirmed: (index: number) => boolean): StepResult {
  const { audience, entries, draw_id: drawId, freeze_hash: freezeHash, freeze } = proof;
  if (audience === undefined) return skip('no device signed');
  let previous = 0;
  for (const [entryNumber, seenAt] of audience) {
    if (entryNumber <= previous) return fail('the audience is not in entry order');
    previous = entryNumber;
    const key = entries[entryNumber - 1]?.[5];
    if (key === undefined) return fail(`the list has no entry ${entryNumber}`);
    if (key === '-') return fail(`entry ${entryNumber} has no device key`);
    if (seenAt > freeze.draw_at - AUDIENCE_LEAD_SECONDS) {
      return fail(`the device of entry ${entryNumber} saw the freeze too late`);
    }
  }
  const rootProblem = audienceRecordProblem(proof, audience);
  if (rootProblem !== null) return fail(rootProblem);
  for (const [index, [entryNumber, seenAt, signature]] of audience.entries()) {
    if (isConfirmed(index)) continue;
    const text = seenRecord({ drawId, freezeHash, entryNumber, seenAt });
    if (!signatureHolds(entries[entryNumber - 1]?.[5] ?? '-', text, signature)) {
      return fail(`the signature of entry ${entryNumber}'s device does not hold`);
    }
  }
  return PASS;
}

/** Which rows the platform's own Ed25519 accepts, one by one on demand. */
export function confirmNatively(
  proof: DrawProof,
  native: NativeEd25519 | undefined,
): (index: number) => boolean {
  return (index) => {
    const signed = native === undefined ? null : signedRow(proof, index);
    return signed !== null && native !== undefined && native(...signed);
  };
}

/** Which rows the platform's own Ed25519 accepts, all beforehand. @param onProgress called after every few hundred */
export async function confirmNativelyAsync(
  proof: DrawProof,
  native: NativeEd25519Async | undefined,
  onProgress: (checked: number, total: number) => void = () => {},
): Promise<(index: number) => boolean> {
  const confirmed = new Set<number>();
  const total = proof.audience?.length ?? 0;
  if (native === undefined) return () => false;
  let next = 0;
  let checked = 0;
  const checkRemaining = async (): Promise<void> => {
    while (next < total) {
      const index = next;
      next += 1;
      const signed = signedRow(proof, index);
      if (signed !== null && (await native(...signed))) confirmed.add(index);
      checked += 1;
      if (checked % TELL_EVERY === 0 || checked === total) onProgress(checked, total);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, total) }, checkRemaining));
  return (index) => confirmed.has(index);
}

/** Signature, message and key of a row, if there is a key and a native "yes" for them counts. */
function signedRow(proof: DrawProof, index: number): Parameters<NativeEd25519> | null {
  const row = proof.audience?.[index];
  if (row === undefined) return null;
  const [entryNumber, seenAt, signature] = row;
  const key = proof.entries[entryNumber - 1]?.[5] ?? '-';
  if (key === '-' || !yesCounts(signature, key)) return null;
  const { draw_id: drawId, freeze_hash: freezeHash } = proof;
  const text = seenRecord({ drawId, freezeHash, entryNumber, seenAt });
  return [hexToBytes(signature), utf8ToBytes(text), hexToBytes(key)];
}

function audienceRecordProblem(
  { draw_id, freeze_hash, log }: DrawProof,
  audience: NonNullable<DrawProof['audience']>,
): string | null {
  for (const { text } of log?.more ?? []) {
    const found = parseLogRecord(text);
    if (found?.kind !== 'audience' || found.fields.drawId !== draw_id) continue;
    if (found.fields.count !== audience.length) return 'the audience has another length than recorded';
    if (found.fields.root !== audienceRoot(draw_id, freeze_hash, audience)) {
      return 'the audience is not the recorded one';
    }
  }
  return null;
}

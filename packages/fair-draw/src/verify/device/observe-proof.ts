/** The proof, and the records of prizes that went on after it (draw protocol §10). */
import { listHash, openRecord } from '../../draw-records.ts';
import { entriesRoot, entryOfProof } from '../../entry-commitments.ts';
import { parseLogRecord } from '../../log/log-records.ts';
import { type DrawProof, openFieldsOf, type ProofLog, rowOfProof } from '../../proof.ts';
import { standingStep } from '../standing-step.ts';
import { type DeviceCheckState, entryNumberOf, type SeenProof, withFault } from './device-state.ts';
import type { Observation, ShownAdvance, ShownRow } from './observations.ts';
import { isContributionListed } from './observe-own.ts';
import { textOfOpening } from './stored-evidence.ts';

export function observeProof(
  state: DeviceCheckState,
  { proof, verification }: Extract<Observation, { type: 'proof' }>,
): DeviceCheckState {
  const { evidence, seen } = state;
  const { verdict, steps } = verification;
  const failed = steps.filter(({ status }) => status === 'FAIL').map(({ name }) => name);
  if (failed.length > 0 || (verdict !== 'VERIFIED' && verdict !== 'INCOMPLETE')) {
    // A proof that fails is not looked into: its members need not even have their form.
    return withFault(state, { code: 'proof_failed', checks: failed });
  }
  if (proof.draw_id !== evidence.drawId)
    return withFault(state, { code: 'proof_differs', member: 'opening' });
  const summary = summaryOf(proof, verdict === 'VERIFIED');
  let next: DeviceCheckState = { ...state, proof: summary };
  if (
    evidence.opening !== null &&
    textOfOpening(evidence.opening.record) !== openRecord(openFieldsOf(proof))
  ) {
    next = withFault(next, { code: 'proof_differs', member: 'opening' });
  }
  if (state.proof !== null && state.proof.listHash !== summary.listHash) {
    next = withFault(next, { code: 'result_differs' });
  }
  next = { ...next, contributionListed: isContributionListed(next, proof.contributions) };
  const audienceHolds = steps.some(({ name, status }) => name === 'audience' && status === 'PASS');
  if (seen !== null && audienceHolds && (proof.audience ?? []).some((row) => row.join() === seen.join())) {
    next = { ...next, seenListed: true };
  }
  const entryNumber = entryNumberOf(next);
  if (entryNumber === null) return next;
  const entry = proof.entries[entryNumber - 1];
  return entry === undefined
    ? withFault(next, { code: 'own_entry_missing', entryNumber })
    : { ...next, ownEntry: entryOfProof(entry) };
}

function summaryOf(proof: DrawProof, complete: boolean): SeenProof {
  const { draw_id: drawId, freeze, beacon } = proof;
  const [winners, alternates] = [proof.winners.map(rowOfProof), proof.alternates.map(rowOfProof)];
  const shown = ({ prize, position, entryNumber }: ShownRow): ShownRow => ({ prize, position, entryNumber });
  return {
    freezeHash: proof.freeze_hash,
    seedReveal: proof.seed_reveal,
    combinedSeed: proof.combined_seed,
    listHash: listHash({ drawId, winners, alternates }),
    kind: freeze.beacon.kind,
    chainHash: freeze.beacon.chain_hash,
    signature: beacon.signature ?? null,
    roomText: beacon.text ?? null,
    assurance: proof.assurance,
    frozenAt: freeze.frozen_at,
    closedAt: proof.close.closed_at,
    openedAt: proof.open.opened_at,
    complete,
    winners: winners.map(shown),
    alternates: alternates.map(shown),
  };
}

export function observeAfterDraw(
  state: DeviceCheckState,
  { proof, result, texts, shown }: Extract<Observation, { type: 'after_draw' }>,
): DeviceCheckState {
  const problem = afterDrawProblem(state, proof, result) ?? shownAdvanceProblem(texts, shown);
  if (problem !== null) return withFault(state, { code: 'record_after_draw_wrong', problem });
  const located = (text: string, index: number) => ({ index, text, path: [] });
  const log: ProofLog = {
    format: 'draw-log/2',
    key: '',
    // The check `standing` reads the fifth of these and `after`, and nothing else of a log.
    records: ['', '', '', '', result].map(located),
    more: [],
    after: texts.map(located),
    checkpoint: '',
    freeze_checkpoint: '',
    freeze_path: [],
  };
  const standing = standingStep({ ...proof, log });
  return standing.status === 'FAIL'
    ? withFault(state, { code: 'record_after_draw_wrong', problem: standing.reason })
    : { ...state, laterUnread: false };
}

/** The proof has to be the one that was checked, and the result record its own. */
function afterDrawProblem(state: DeviceCheckState, proof: DrawProof, result: string): string | null {
  const { draw_id: drawId, entries } = proof;
  const summary = summaryOf(proof, false);
  const known = state.proof;
  const same =
    known !== null &&
    known.freezeHash === summary.freezeHash &&
    known.combinedSeed === summary.combinedSeed &&
    known.listHash === summary.listHash;
  const root = state.freeze?.close.entriesRoot ?? proof.close.entries_root;
  if (!same || entriesRoot(drawId, entries.map(entryOfProof)) !== root) {
    return 'the proof behind later records is not the one that was checked';
  }
  const record = parseLogRecord(result);
  if (record?.kind !== 'result') return 'there is no result record';
  const { fields } = record;
  const own = fields.drawId === drawId && fields.freezeHash === summary.freezeHash;
  return own && fields.combinedSeed === summary.combinedSeed && fields.listHash === summary.listHash
    ? null
    : 'the public log has another result than the proof';
}

/** What the screen shows is recorded, in this order; the log may be further already. */
function shownAdvanceProblem(texts: readonly string[], shown: readonly ShownAdvance[]): string | null {
  const recorded = texts.flatMap((text) => {
    const record = parseLogRecord(text);
    return record?.kind === 'advance' ? [record.fields] : [];
  });
  const isRecorded = shown.every(({ prize, fromEntry, toEntry }, index) => {
    const advance = recorded[index];
    return advance?.prize === prize && advance.fromEntry === fromEntry && advance.toEntry === toEntry;
  });
  return isRecorded ? null : 'a prize went on to another entry than the public log says';
}

/** What the public log says: changes of the plan, earlier draws, the audience, a void and checkpoints (draw protocol §10). */
import { hexToBytes } from '@noble/hashes/utils.js';
import { type AudienceRow, verifyAudienceInclusion } from '../../audience.ts';
import { signatureHolds } from '../../ed25519-signature.ts';
import { checkpointHolds, parseCheckpoint } from '../../log/checkpoint.ts';
import { parseLogRecord } from '../../log/log-records.ts';
import { verifyLogConsistency } from '../../log/log-tree.ts';
import { type DeviceCheckState, type SeenFreeze, withFault } from './device-state.ts';
import type { Observation } from './observations.ts';

/** Only what is signed and belongs to this opening counts as a record. */
export function observeReplans(
  state: DeviceCheckState,
  { close }: SeenFreeze,
  records: readonly { text: string; signature: string }[],
): DeviceCheckState {
  const { drawId, installationKey } = state.evidence;
  const replans = records.flatMap(({ text, signature }) => {
    const record = parseLogRecord(text);
    if (record?.kind !== 'replan' || record.fields.drawId !== drawId) return [];
    if (record.fields.openHash !== close.openHash) return [];
    const isSigned = installationKey === null || signatureHolds(installationKey, text, signature);
    const { planHashBefore: before, planHashAfter: after } = record.fields;
    return isSigned ? [{ before, after }] : [];
  });
  return { ...state, replans };
}

/**
 * A draw whose list was fixed has a result, or was given up before anybody could know one (draw protocol §2). Whether that
 * was in time is known to a device that saw it in time.
 */
export function observeEarlierDraw(
  state: DeviceCheckState,
  { open }: SeenFreeze,
  { drawId, texts, seedSeen, voidSeenAt }: Extract<Observation, { type: 'earlier_draw' }>,
): DeviceCheckState {
  const ended = (isKnown: boolean, stage: number | null): DeviceCheckState => {
    const others = state.earlierDraws.filter((draw) => draw.drawId !== drawId);
    return { ...state, earlierDraws: [...others, { drawId, stage, isKnown }] };
  };
  if (texts === null) return ended(false, null);
  const records = texts.map(parseLogRecord).filter((record) => record?.fields.drawId === drawId);
  const opened = records.find((record) => record?.kind === 'open');
  const dropped = withFault(state, { code: 'earlier_draw_dropped' });
  const isEarlier =
    opened?.kind === 'open' && opened.fields.seriesId === open.seriesId && opened.fields.stage < open.stage;
  if (!isEarlier) return dropped;
  const { stage } = opened.fields;
  const hasResult = records.some((record) => record?.kind === 'result');
  const given = records.find((record) => record?.kind === 'void');
  // A record may come late into the log; what this device was told counts all the same.
  if (given?.kind !== 'void') return hasResult && voidSeenAt === null ? ended(true, stage) : dropped;
  const frozen = records.find((record) => record?.kind === 'freeze');
  if (frozen?.kind !== 'freeze') return ended(true, stage);
  const { drawAt } = frozen.fields;
  const isRevealedBefore = records
    .slice(0, records.indexOf(given))
    .some((record) => record?.kind === 'reveal');
  if (hasResult || given.fields.at >= drawAt || isRevealedBefore || seedSeen) return dropped;
  return ended(voidSeenAt !== null && voidSeenAt < drawAt, stage);
}

export function observeAudience(
  state: DeviceCheckState,
  freeze: SeenFreeze,
  row: AudienceRow,
  { record, signature, index, path }: Extract<Observation, { type: 'audience' }>,
): DeviceCheckState {
  const { drawId, installationKey } = state.evidence;
  // An unsigned one could be made for this device alone, and would prove nothing.
  if (installationKey !== null && !signatureHolds(installationKey, record, signature)) return state;
  const parsed = parseLogRecord(record);
  if (parsed?.kind !== 'audience') return state;
  const { fields } = parsed;
  if (fields.drawId !== drawId || fields.freezeHash !== freeze.hash) return state;
  const { count, root } = fields;
  const place = { drawId, freezeHash: freeze.hash, row, index, count, path, root };
  return verifyAudienceInclusion(place) ? { ...state, seenListed: true } : state;
}

export function observeVoid(state: DeviceCheckState, text: string): DeviceCheckState {
  const record = parseLogRecord(text);
  const own = record?.kind === 'void' && record.fields.drawId === state.evidence.drawId;
  return own ? { ...state, voided: record.fields.reasonCode } : state;
}

export function observeCheckpoint(
  state: DeviceCheckState,
  { note, path }: Extract<Observation, { type: 'checkpoint' }>,
): DeviceCheckState {
  const { installationKey } = state.evidence;
  // Without a key the log cannot be identified; the reason is `key_not_stored`.
  if (installationKey === null) return state;
  const now = parseCheckpoint(note);
  if (now === null || !checkpointHolds(now, installationKey)) {
    return withFault(state, { code: 'checkpoint_not_signed' });
  }
  const stored = parseCheckpoint(state.checkpoint);
  if (stored === null) return { ...state, checkpoint: note };
  if (path === null && stored.size !== now.size) return { ...state, consistencyMissing: true };
  const [from, to] = stored.size <= now.size ? [stored, now] : [now, stored];
  const tree = (one: typeof now) => ({ size: one.size, root: hexToBytes(one.root) });
  const hashes = (path ?? []).filter((hash) => /^[0-9a-f]{64}$/.test(hash)).map(hexToBytes);
  if (!verifyLogConsistency({ from: tree(from), to: tree(to), path: hashes })) {
    return withFault(state, { code: 'checkpoints_inconsistent' });
  }
  const larger = to === now ? note : state.checkpoint;
  return { ...state, checkpoint: larger, consistencyMissing: false };
}

/**
 * The proof as a download (R36, draw protocol §7 and §8): the stored document with the audience and its place in the log, which
 * were recorded later. They are not stored with it, because they follow from rows that never change.
 */
import type { LocatedRecord, ProofLog } from '@glassdrum/fair-draw';
import type { Database } from '../../../platform/database/database.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { firstCheckpointWith, latestCheckpoint } from '../../../platform/public-log/checkpoints.ts';
import { cosignedNote } from '../../../platform/public-log/cosignatures.ts';
import { inclusionPath } from '../../../platform/public-log/log-tree.ts';
import { recordsOfDraws, type RecordOfDraw } from '../../../platform/public-log/public-log.ts';
import { audienceRows } from '../audience/queries.ts';
import { isResultDue } from '../running/draw-clock.ts';
import { chosenDraw, type DrawRow } from '../draw-rows.ts';

interface ProofParts {
  database: Database;
  keys: Pick<Keys, 'publicKey'>;
}

/** As JSON text, once the result of this draw, or of the raffle's last one, is due; null before, and without a draw. @param now epoch ms */
export async function proofDocument(
  parts: ProofParts,
  raffleId: string,
  now: number,
  drawId?: string,
): Promise<string | null> {
  const draw = await chosenDraw(parts.database.query, raffleId, drawId);
  return draw === null || !isResultDue(draw, now) ? null : proofText(parts, draw);
}

async function proofText(parts: ProofParts, draw: DrawRow): Promise<string | null> {
  const { query } = parts.database;
  const { proof } = await query
    .selectFrom('draws')
    .select('proof')
    .where('id', '=', draw.id)
    .executeTakeFirstOrThrow();
  if (proof === null || draw.protocol !== 2) return proof;
  const audience = (draw.audience_count ?? 0) > 0 ? await audienceRows(query, draw.id) : [];
  const log = await logMember(parts, draw);
  const more = [
    ...(audience.length === 0 ? [] : [`"audience":${JSON.stringify(audience)}`]),
    ...(log === null ? [] : [`"log":${JSON.stringify(log)}`]),
  ];
  // The stored document is one JSON object, to which the later members are appended.
  return more.length === 0 ? proof : `${proof.slice(0, -1)},${more.join(',')}}`;
}

const MAIN_KINDS = ['open', 'close', 'freeze', 'reveal', 'result'] as const;
const LATER_KINDS: ReadonlySet<string> = new Set(['claim', 'extend', 'advance', 'void']);

/** Null as long as no checkpoint has the draw's result. */
async function logMember({ database, keys }: ProofParts, draw: DrawRow): Promise<ProofLog | null> {
  const { query } = database;
  const own = await recordsOfDraws(database, [draw.id]);
  const main = MAIN_KINDS.map((kind) => own.find((record) => record.kind === kind)).filter(
    (record) => record !== undefined,
  );
  const [, close, freeze, , result] = main;
  const latest = await latestCheckpoint(database);
  if (close === undefined || freeze === undefined || result === undefined) return null;
  if (latest === null || latest.size <= result.index) return null;
  const more = [
    ...(await recordsOfEarlierDraws(database, draw, close.index)),
    ...own.filter(({ kind }) => kind === 'replan' || kind === 'audience'),
  ].toSorted((one, other) => one.index - other.index);
  const after = own.filter(
    ({ kind, index }) => LATER_KINDS.has(kind) && index > result.index && index < latest.size,
  );
  // The first one that contains them all, so that downloads are identical until something else happens to the draw.
  const checkpoint = await firstCheckpointWith(database, (after.at(-1) ?? result).index);
  const sealed = await firstCheckpointWith(database, (draw.freeze_size ?? freeze.index + 1) - 1);
  if (checkpoint === null || sealed === null) return null;
  const located = async (records: readonly RecordOfDraw[]): Promise<LocatedRecord[]> => {
    const list: LocatedRecord[] = [];
    for (const { index, text } of records) {
      list.push({ index, text, path: await inclusionPath(query, index, checkpoint.size) });
    }
    return list;
  };
  return {
    format: 'draw-log/2',
    key: keys.publicKey,
    records: await located(main),
    more: await located(more),
    after: await located(after),
    checkpoint: await cosignedNote(query, checkpoint),
    freeze_checkpoint: await cosignedNote(query, sealed),
    freeze_path: await inclusionPath(query, freeze.index, sealed.size),
  };
}

/** For the check `series`: passed-over winners of earlier draws, and voided draws, until this list was closed. */
async function recordsOfEarlierDraws(
  database: Database,
  draw: DrawRow,
  closeIndex: number,
): Promise<RecordOfDraw[]> {
  const earlier = await database.query
    .selectFrom('draw_openings')
    .select('id')
    .where('raffle_id', '=', draw.raffle_id)
    .where('stage', '<', draw.stage)
    .where('protocol', '=', 2)
    .execute();
  if (earlier.length === 0) return [];
  const records = (
    await recordsOfDraws(
      database,
      earlier.map(({ id }) => id),
      ['open', 'advance', 'void'],
    )
  ).filter(({ index }) => index < closeIndex);
  const voided = new Set(records.filter(({ kind }) => kind === 'void').map(({ draw_id: id }) => id));
  return records.filter(({ kind, draw_id: id }) => kind !== 'open' || voided.has(id));
}

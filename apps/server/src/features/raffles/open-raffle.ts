/**
 * Opening (R10, draw protocol §3 and §4): the raffle's secret seed is made and promised before anybody can join.
 *
 * 1. Lock the raffle, ask the rules; a deadline that passed meanwhile is refused (R16).
 * 2. Take the host's next number. Its row stays locked until the end, so numbers have no gaps and none is used twice.
 * 3. Make the seed, keep it sealed, publish its hash in the open record, which names the host's previous one.
 * 4. Raffle, host, public record, audit and the deadline's job are written together; the nodes are told after commit.
 */
import { randomBytes } from 'node:crypto';
import { openHash, openRecord, seedCommitHash } from '@glassdrum/fair-draw';
import { decideOpen } from '@glassdrum/raffle-rules';
import { type RaffleRow, type Trx, lockRaffle } from '../../database/database.ts';
import { raffleFacts } from '../../database/raffle-facts.ts';
import { CallError, orRefuse } from '../../http/errors.ts';
import { seedPurpose } from '../../keys/purposes.ts';
import { appendPublicRecord } from '../../public-log/public-log.ts';
import { type CallerHashes, writeAudit } from '../audit/audit.ts';
import { type RaffleCommandParts, refusePastDeadline } from './commands.ts';
import { scheduleDeadline } from './deadline.ts';
import type { OwnRaffle } from './raffle-gate.ts';

const SEED_BYTES = 32;
const DRAW_ID_BYTES = 16;

/** @throws CallError raffle_not_draft, title_blank, deadline_in_past */
export async function openRaffle(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  const row = await parts.database.transaction((trx) => open(parts, trx, own.id, from));
  parts.bus.publish({ topic: 'raffle-changed', raffleId: own.id });
  parts.bus.publish({ topic: 'jobs-changed' });
  return row;
}

async function open(
  { database, keys, clock }: RaffleCommandParts,
  trx: Trx,
  raffleId: string,
  from: CallerHashes,
): Promise<RaffleRow> {
  const raffle = await lockRaffle(database, trx, raffleId);
  if (raffle === undefined) throw new CallError('not_found');
  const now = clock.now();
  if (raffle.status === 'draft') refusePastDeadline(raffle.deadline_at, now);
  orRefuse(decideOpen({ ...raffleFacts(raffle), title: raffle.title }, now));

  const host = await trx
    .updateTable('users')
    .set((set) => ({ host_seq: set('host_seq', '+', 1) }))
    .where('id', '=', raffle.host_id)
    .returning(['host_seq', 'last_open_hash', 'pseudonym'])
    .executeTakeFirstOrThrow();
  const seed = randomBytes(SEED_BYTES).toString('hex');
  // The records are for anybody; who has a raffle's id sees its pages. So the draw gets a name of its own.
  const drawId = randomBytes(DRAW_ID_BYTES).toString('base64url');
  const record = {
    drawId,
    hostId: host.pseudonym,
    hostSeq: host.host_seq,
    previous: host.last_open_hash ?? '-',
    seedCommitHash: seedCommitHash(seed),
    rulesHash: '-',
    openedAt: Math.floor(now / 1000),
  };
  const hash = openHash(record);

  await trx.updateTable('users').set({ last_open_hash: hash }).where('id', '=', raffle.host_id).execute();
  await appendPublicRecord(trx, keys, { drawId, kind: 'open', text: openRecord(record), now });
  await writeAudit(trx, {
    raffleId: raffle.id,
    hostId: raffle.host_id,
    actor: 'host',
    action: 'raffle_opened',
    ts: now,
    details: { host_seq: host.host_seq, open_hash: hash },
    from,
  });
  if (raffle.deadline_at !== null) await scheduleDeadline(trx, raffle.id, raffle.deadline_at);
  return trx
    .updateTable('raffles')
    .set({
      status: 'open',
      draw_id: drawId,
      seed_sealed: keys.seal(seedPurpose(raffle.id), seed),
      seed_commit_hash: record.seedCommitHash,
      host_seq: host.host_seq,
      previous_open_hash: host.last_open_hash,
      open_hash: hash,
      opened_at_s: record.openedAt,
      updated_at: now,
    })
    .where('id', '=', raffle.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

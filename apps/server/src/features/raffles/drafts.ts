/** New drafts from scratch (R6, R10, R16). */
import type { RaffleCreateBody } from '@glassdrum/contract';
import { acceptNamePublications } from '@glassdrum/raffle-rules';
import type { RaffleRow } from '../../platform/database/database.ts';
import { publicationsColumn } from '../../platform/database/name-columns.ts';
import { hashSlowly } from '../../platform/keys/slow-hash.ts';
import { orRefuse } from '../../platform/refusal.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import { auditHostAction, flag, type RaffleCommandParts, refusePastDeadline } from './commands.ts';
import { insertDraft, type NewOwner } from './draft-row.ts';
import { writeUnnamedPrize } from './prizes/prize-rows.ts';

/** @throws RefusalError deadline_in_past (R16), image_… (R6) */
export async function createRaffle(
  parts: RaffleCommandParts,
  owner: Omit<NewOwner, 'now'>,
  body: RaffleCreateBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { database, clock, images, bus } = parts;
  const {
    passphrase,
    image_url: upload,
    must_be_present: presence,
    workspace_id: _workspace,
    ...fields
  } = body;
  refusePastDeadline(body.deadline_at, clock.now());
  const passphraseHash = passphrase === null ? null : await hashSlowly(passphrase);
  const image = typeof upload === 'string' ? await images.take(upload) : null;
  const settings = {
    ...fields,
    image_url: image,
    passphrase_hash: passphraseHash,
    auto_draw: flag(fields.auto_draw),
    name_publications: publicationsColumn(orRefuse(acceptNamePublications(fields.name_publications))),
    adds_chance: flag(fields.adds_chance),
    allow_public_join: flag(fields.allow_public_join),
    voting_enabled: flag(fields.voting_enabled),
  };
  const written = await database.transaction(async (trx) => {
    const now = clock.now();
    refusePastDeadline(fields.deadline_at, now);
    const row = await insertDraft(trx, images, settings, { ...owner, now });
    await writeUnnamedPrize(trx, row.id, { quantity: row.max_winners, presence });
    await auditHostAction(trx, row, 'raffle_created', now, from);
    return row;
  });
  bus.publish({ topic: 'raffle-changed', raffleId: written.id });
  return written;
}

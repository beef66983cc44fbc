/**
 * The claim form (R74): what a host asks winners for.
 *
 * 1. The host changes the form of the draws to come until a draw starts.
 * 2. The freeze of a draw fixes its form, so that nobody wins under one question and is asked another.
 * 3. Answers are stored with the claim that they belong to, in its transaction; nobody but the host's team reads them.
 */
import type { ClaimAnswersInput, ClaimedBy, ClaimFormBody } from '@glassdrum/contract';
import { checkClaimAnswers, cleanClaimForm, decideClaimForm } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse, RefusalError } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';
import { claimFormOf } from './queries.ts';

/** An empty list takes the form away. @throws RefusalError draw_started, already_drawn */
export function changeClaimForm(
  parts: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  body: ClaimFormBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideClaimForm(raffleFacts(raffle)));
    const fields = cleanClaimForm(body.fields);
    await trx.deleteFrom('claim_forms').where('id', '=', raffle.id).execute();
    if (fields.length > 0) {
      await trx
        .insertInto('claim_forms')
        .values({ id: raffle.id, raffle_id: raffle.id, fields: JSON.stringify(fields) })
        .execute();
    }
    await auditHostAction(trx, raffle, 'claim_form_changed', now, from, { fields: fields.length });
    return { updated_at: now };
  });
}

/** The form as it is now is that of the draw, which freezes. In the caller's transaction, under the raffle's lock. */
export async function fixClaimForm(
  trx: Trx,
  { raffleId, drawId }: { raffleId: string; drawId: string },
): Promise<void> {
  const form = await trx
    .selectFrom('claim_forms')
    .select('fields')
    .where('id', '=', raffleId)
    .executeTakeFirst();
  if (form === undefined) return;
  await trx
    .insertInto('claim_forms')
    .values({ id: drawId, raffle_id: raffleId, fields: form.fields })
    .execute();
}

/** A place that is claimed, and by whom. */
export interface AnsweredClaim {
  raffleId: string;
  drawId: string;
  prize: number;
  /** The entry that holds the place. */
  entryNumber: number;
  enteredBy: ClaimedBy;
  /** Undefined where the caller sent none. */
  answers: ClaimAnswersInput | undefined;
  /** Epoch ms. */
  now: number;
}

/**
 * Answers that come with a claim, in its transaction; those that are there are replaced. A winner answers what is required, the
 * desk and the host what they know.
 * @throws RefusalError invalid_input, with the sentence of each field under `answers.…`
 */
export async function storeClaimAnswers(trx: Trx, claim: AnsweredClaim): Promise<void> {
  const { raffleId, drawId, prize, entryNumber, enteredBy, now } = claim;
  const checked = checkClaimAnswers(
    await claimFormOf(trx, drawId),
    claim.answers ?? {},
    enteredBy === 'device' ? 'winner' : 'other',
  );
  if (!checked.ok) throw new RefusalError('invalid_input', { fields: underAnswers(checked.problems) });
  if (Object.keys(checked.answers).length === 0) return;
  const { invitee_id: inviteeId } = await trx
    .selectFrom('participations')
    .select('invitee_id')
    .where('raffle_id', '=', raffleId)
    .where('entry_number', '=', entryNumber)
    .executeTakeFirstOrThrow();
  const answered = { answers: JSON.stringify(checked.answers), entered_by: enteredBy, at: now };
  await trx
    .insertInto('claim_answers')
    .values({ draw_id: drawId, prize, invitee_id: inviteeId, raffle_id: raffleId, ...answered })
    .onConflict((conflict) => conflict.columns(['draw_id', 'prize', 'invitee_id']).doUpdateSet(answered))
    .execute();
}

function underAnswers(problems: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(problems).map(([path, sentence]) => [`answers.${path}`, sentence]),
  );
}

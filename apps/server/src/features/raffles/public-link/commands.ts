/**
 * The public link with its short join code (I4, M8), and the checks that people pass who join with it (H11). A code can be read
 * aloud: its characters are not mistaken for each other.
 */
import { randomBytes } from 'node:crypto';
import type { JoiningBody } from '@glassdrum/contract';
import { decideInviteeChange } from '@glassdrum/raffle-rules';
import type { RaffleRow, Trx } from '../../../platform/database/database.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { randomCode } from '../../../platform/keys/readable-code.ts';
import { RefusalError, orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import {
  auditHostAction,
  changeRaffle,
  flag,
  type RaffleChanges,
  type RaffleCommandParts,
} from '../commands.ts';
import type { OwnRaffle } from '../raffle-gate.ts';

/**
 * Makes the public link and its join code if there are none yet, or new ones, after which the old ones lead nowhere (M8). It
 * does not switch public joining on.
 */
export function makePublicLink(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  from: CallerHashes,
  { renew }: { renew: boolean },
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    const hasBoth = raffle.public_link !== null && raffle.join_code !== null;
    if (hasBoth && !renew) return {};
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    if (hasBoth) {
      await auditHostAction(trx, raffle, 'public_link_renewed', now, from);
      return newLinkAndCode(trx);
    }
    await auditHostAction(trx, raffle, 'public_link_made', now, from);
    return linkFor(trx, raffle);
  });
}

/**
 * Switches public joining. Switched on, it gets its link. Switched off, link and code are replaced, so that those that were
 * given out stay dead when it is switched on again (M8).
 */
export function allowPublicJoin(
  parts: RaffleCommandParts,
  own: OwnRaffle,
  allow: boolean,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    await auditHostAction(trx, raffle, 'public_join_switched', now, from, { allow });
    const wasOn = raffle.allow_public_join === 1 && raffle.public_link !== null;
    if (allow) return { allow_public_join: 1, ...(await linkFor(trx, raffle)) };
    return { allow_public_join: 0, ...(wasOn && (await newLinkAndCode(trx))) };
  });
}

/** What is missing of public link and join code. */
async function linkFor(trx: Trx, raffle: RaffleRow): Promise<RaffleChanges> {
  const fresh = await newLinkAndCode(trx);
  return {
    public_link: raffle.public_link ?? fresh.public_link,
    join_code: raffle.join_code ?? fresh.join_code,
  };
}

/**
 * H11: the checks can change until the draw starts; a request that waits already keeps those that it was made under.
 * @throws RefusalError draw_started, already_drawn, mail_not_configured
 */
export function changeJoining(
  parts: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'> & { sendsMail: boolean },
  own: OwnRaffle,
  body: JoiningBody,
  from: CallerHashes,
): Promise<RaffleRow> {
  const { approval, confirm_email: confirmEmail, one_per_device: onePerDevice, hall_code: hallCode } = body;
  if (confirmEmail === true && !parts.sendsMail) {
    throw new RefusalError('mail_not_configured', {
      message: 'This installation sends no email, so entries cannot be confirmed by email.',
    });
  }
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    const limit = body.join_limit;
    const changes = {
      ...(approval !== undefined && { join_approval: flag(approval) }),
      ...(confirmEmail !== undefined && { join_confirm_email: flag(confirmEmail) }),
      ...(onePerDevice !== undefined && { join_one_per_device: flag(onePerDevice) }),
      ...(hallCode !== undefined && { join_hall_code: flag(hallCode) }),
      ...(hallCode === true && raffle.join_hall_code === 0 && { hall_code_since: now }),
      ...(limit !== undefined && {
        join_burst: limit?.burst ?? null,
        join_per_minute: limit?.per_minute ?? null,
      }),
    };
    const details = { fields: Object.keys(body).toSorted().join(',') };
    if (Object.keys(changes).length > 0)
      await auditHostAction(trx, raffle, 'join_checks_changed', now, from, details);
    return changes;
  });
}

const LINK_BYTES = 24;
const CODE_LENGTH = 8;

/** A public link never comes without its short join code. */
export async function newLinkAndCode(trx: Trx): Promise<{ public_link: string; join_code: string }> {
  const link = randomBytes(LINK_BYTES).toString('base64url');
  return { public_link: link, join_code: await newJoinCode(trx) };
}

/** A code that no raffle has. Out of 6.5 × 10^11, so a second attempt is rare. */
async function newJoinCode(trx: Trx): Promise<string> {
  for (;;) {
    const code = randomCode(CODE_LENGTH);
    const taken = await trx
      .selectFrom('raffles')
      .select('id')
      .where('join_code', '=', code)
      .executeTakeFirst();
    if (taken === undefined) return code;
  }
}

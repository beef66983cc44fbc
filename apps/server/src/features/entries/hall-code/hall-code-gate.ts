/**
 * H11: the code that is shown in the hall, which people type to join by the public link. It follows from the installation's
 * secret, the raffle and the time, so it is not stored. A code is accepted until the next one has ended, so that it cannot
 * expire while somebody types it; when the host requests a new one, all earlier ones end at once.
 */
import { decideInviteeChange } from '@glassdrum/raffle-rules';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database, RaffleRow } from '../../../platform/database/database.ts';
import type { GuessLimiter, Sender } from '../../../platform/http/rate-limit.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { codeOfHash } from '../../../platform/keys/readable-code.ts';
import { raffleFacts } from '../../../platform/database/raffle-facts.ts';
import { orRefuse } from '../../../platform/refusal.ts';
import type { CallerHashes } from '../../../audit/audit.ts';
import { auditHostAction, changeRaffle, type RaffleCommandParts } from '../../raffles/commands.ts';
import type { OwnRaffle } from '../../raffles/raffle-gate.ts';

const CODE_LENGTH = 6;
const PERIOD_MS = 3 * 60_000;

type CodeRaffle = Pick<RaffleRow, 'id' | 'join_hall_code' | 'hall_code_since'>;

export interface HallCode {
  code: string;
  /** Epoch ms. */
  changesAt: number;
}

/** The current code; null where the raffle needs none. @param now epoch ms */
export function hallCodeOf(
  keys: Pick<Keys, 'pseudonymise'>,
  raffle: CodeRaffle,
  now: number,
): HallCode | null {
  const { hall_code_since: since } = raffle;
  if (raffle.join_hall_code === 0 || since === null) return null;
  const period = periodOf(since, now);
  return { code: codeOf(keys, raffle.id, since, period), changesAt: since + (period + 1) * PERIOD_MS };
}

function periodOf(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / PERIOD_MS));
}

function codeOf(keys: Pick<Keys, 'pseudonymise'>, raffleId: string, since: number, period: number): string {
  return codeOfHash(keys.pseudonymise('hall-code', `${raffleId} ${since} ${period}`), CODE_LENGTH);
}

interface HallCodeGate {
  /**
   * Whether this is the current code or the previous one. Right ones don't count as guesses.
   * @throws RefusalError too_many_requests
   */
  isRight(attempt: { raffleId: string; sender: Sender; code: string }): Promise<boolean>;
}

export function createHallCodeGate(parts: {
  database: Database;
  keys: Pick<Keys, 'pseudonymise'>;
  clock: Clock;
  attempts: GuessLimiter;
}): HallCodeGate {
  const { database, keys, clock, attempts } = parts;
  return {
    async isRight({ raffleId, sender, code }) {
      await attempts.consume(sender, raffleId);
      const raffle = await database.query
        .selectFrom('raffles')
        .select(['id', 'join_hall_code', 'hall_code_since'])
        .where('id', '=', raffleId)
        .executeTakeFirst();
      const since = raffle?.hall_code_since ?? null;
      if (raffle === undefined || raffle.join_hall_code === 0 || since === null) return false;
      const period = periodOf(since, clock.now());
      const right = [period, period - 1].some(
        (one) => one >= 0 && codeOf(keys, raffle.id, since, one) === code,
      );
      if (right) await attempts.forgive(sender, raffleId);
      return right;
    },
  };
}

/** All earlier codes end. @throws RefusalError draw_started, already_drawn */
export function renewHallCode(
  parts: Pick<RaffleCommandParts, 'database' | 'clock' | 'bus'>,
  own: OwnRaffle,
  from: CallerHashes,
): Promise<RaffleRow> {
  return changeRaffle(parts, own, async (trx, raffle, now) => {
    orRefuse(decideInviteeChange(raffleFacts(raffle)));
    await auditHostAction(trx, raffle, 'hall_code_renewed', now, from);
    // Later than the one before even within one millisecond, so that the code differs.
    return { hall_code_since: Math.max(now, (raffle.hall_code_since ?? 0) + 1) };
  });
}

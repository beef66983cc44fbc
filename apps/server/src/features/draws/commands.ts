/**
 * Starting a draw (R13, R31, R93, C5). Idempotent, also for concurrent calls.
 *
 * 1. The raffle's beacon policy and the server's own check of the beacon decide what kind of draw it is; a host cannot choose a
 *    lower level while the beacon is reachable (M9). After the freeze the level never changes.
 * 2. One transaction closes the list, and freezes it unless devices add randomness first (begin-draw.ts).
 * 3. After commit the nodes are notified, and the director takes over.
 */
import type { DrawAnswer, DrawBody } from '@glassdrum/contract';
import { honestAssurance } from '@glassdrum/fair-draw';
import { asksBeacon, decideKind } from '@glassdrum/raffle-rules';
import type { BeaconClient } from '../../platform/beacon/beacon-client.ts';
import type { CallerHashes } from '../../audit/audit.ts';
import type { RaffleRow, Trx } from '../../platform/database/database.ts';
import { RefusalError, orRefuse } from '../../platform/refusal.ts';
import { lockExistingRaffle } from '../raffles/commands.ts';
import { findRaffle } from '../raffles/queries.ts';
import { isTwoStart } from './start-requests/queries.ts';
import { beginDraw, type BeginParts, type Begun, notifyBegun, retryWhileSlow } from './freeze/begin-draw.ts';
import { progressOf } from './draw-rows.ts';

export interface DrawCommandParts extends BeginParts {
  beacon: BeaconClient;
  /** D6: whether this node's clock is good enough to begin draws. */
  mayLead: () => boolean;
}

export interface StartDraw {
  raffleId: string;
  assurance: DrawBody['assurance'];
  /** R69: number of the planned draw that is meant; undefined for the next one. */
  draw: number | undefined;
  from: CallerHashes;
  /**
   * R81: what has to hold where two people start a draw, in the transaction and under the raffle's lock; without it, that only one
   * person has to.
   */
  confirm?: (trx: Trx, raffle: RaffleRow) => Promise<void>;
}

const CLOCK_IS_OFF =
  'The clock of the server is wrong, so it starts no draws. Please try again in a moment, or contact the operator.';

/** @throws RefusalError unavailable while the clock is off (D6), beacon_unreachable, beacon_reachable, kind_not_allowed (R31, R93), draw_not_planned, or the rule's refusal (R13) */
export async function startDraw(parts: DrawCommandParts, input: StartDraw): Promise<DrawAnswer> {
  const { database, clock, bus, beacon } = parts;
  const { raffleId, assurance, draw, from } = input;
  const earlier = await progressOf(database.query, raffleId);
  if (earlier !== null) return present(parts, meant(earlier, draw));
  const raffle = await findRaffle(database, raffleId);
  if (raffle === null) throw new RefusalError('not_found');
  const { beacon_policy: policy } = raffle;
  if (!parts.mayLead()) throw new RefusalError('unavailable', { message: CLOCK_IS_OFF });
  const reachable = asksBeacon(policy) && (await beacon.isReachable(clock.now()));
  const kind = orRefuse(decideKind(assurance, { policy, reachable }));

  const begun = await retryWhileSlow(() =>
    database.transaction(async (trx) => {
      const locked = await lockExistingRaffle(database, trx, raffleId);
      if (locked.draw_started === 0) await (input.confirm ?? refuseAlone)(trx, locked);
      return beginDraw(parts, trx, { raffleId, kind, by: { from }, draw });
    }),
  );
  if (begun.isNew) notifyBegun(bus, raffleId, begun.draw);
  return present(parts, meant(begun, draw));
}

/** The workspace may have switched it on meanwhile. @throws RefusalError second_person_needed */
async function refuseAlone(trx: Trx, raffle: RaffleRow): Promise<void> {
  if (await isTwoStart(trx, raffle.workspace_id)) throw new RefusalError('second_person_needed');
}

/** A caller who asked for another draw is not told that it has begun. @throws RefusalError draw_not_planned */
function meant<One extends Begun>(begun: One, draw: number | undefined): One {
  if (draw !== undefined && begun.opening.draw_number !== draw) throw new RefusalError('draw_not_planned');
  return begun;
}

function present({ beacon }: DrawCommandParts, { opening, draw }: Begun): DrawAnswer {
  const kind = opening.asked_kind ?? 'none';
  const expected = opening.contributions_until === null ? 0 : 1;
  return {
    draw_id: opening.id,
    t0: draw?.t0 ?? null,
    freeze_hash: draw?.freeze_hash ?? null,
    assurance:
      draw?.assurance ?? honestAssurance(kind, kind === 'drand' ? beacon.chain.chainHash : null, expected),
    contributions_until: draw === null ? opening.contributions_until : null,
  };
}

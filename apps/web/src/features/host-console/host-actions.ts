/** Which actions the console offers to a member of a raffle's workspace (R81), and how the raffle stands. */
import type { HostRaffle } from '@glassdrum/contract';
import {
  isOffered,
  may,
  phaseOf,
  type RaffleAbility,
  type RaffleAction,
  type RafflePhase,
} from '@glassdrum/raffle-rules';
import { factsOf } from '../../api/raffle-facts.ts';

export function hostCan(raffle: HostRaffle, action: RaffleAction): boolean {
  return isOffered(raffle.role, action, factsOf(raffle));
}

/** What the role allows in whatever state the raffle is. */
export function hostMay({ role }: Pick<HostRaffle, 'role'>, ability: RaffleAbility): boolean {
  return may(role, ability) === 'yes';
}

/** For what a screen says about the raffle. */
export function rafflePhase(raffle: HostRaffle): RafflePhase {
  return phaseOf(factsOf(raffle));
}

/** R69: some draws are held, others are still to come, and none runs. */
export function isBetweenDraws(raffle: HostRaffle): boolean {
  return raffle.draws.held > 0 && raffle.draws.left > 0 && rafflePhase(raffle) !== 'drawing';
}

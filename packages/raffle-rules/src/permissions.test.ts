import { expect, test } from 'vitest';
import { may, raffleAbilities, type RaffleAbility, type Viewer } from './permissions.ts';

const VIEWERS: readonly Viewer[] = ['visitor', 'participant', 'owner', 'other_host'];
const whoMay = (ability: RaffleAbility): Viewer[] =>
  VIEWERS.filter((viewer) => may(viewer, ability) === 'yes');

test.each<[RaffleAbility, Viewer[]]>([
  ['see_raffle', ['visitor', 'participant', 'owner', 'other_host']],
  ['vote', ['participant']],
  ['chat', ['participant', 'owner']],
  ['draw_winners', ['owner']],
  ['erase_person', ['owner']],
  ['sell_paper_tickets', ['owner']],
])('C7: who may %s', (ability, viewers) => {
  expect(whoMay(ability)).toEqual(viewers);
});

test('C7: another host may do only what everyone may', () => {
  const more = raffleAbilities.filter(
    (ability) => may('other_host', ability) === 'yes' && may('visitor', ability) !== 'yes',
  );
  expect(more).toEqual([]);
});

test("C7: what only the raffle's host may do looks to another host as if there were no such raffle", () => {
  const ownersAlone = raffleAbilities.filter((ability) => whoMay(ability).join() === 'owner');
  expect(ownersAlone).toContain('edit_raffle');
  expect(ownersAlone.map((ability) => may('other_host', ability))).toEqual(
    ownersAlone.map(() => 'not_found'),
  );
});

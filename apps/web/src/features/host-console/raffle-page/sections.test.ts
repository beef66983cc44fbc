/** R81: which sections of a raffle's page each role sees. */
import { workspaceRoles } from '@glassdrum/raffle-rules';
import { expect, it } from 'vitest';
import { SECTIONS, sectionsFor } from './sections.ts';

const EVERY = SECTIONS.map(({ section }) => section);

it('R81 a section is shown to the roles that may read it', () => {
  const shown = Object.fromEntries(
    workspaceRoles.map((role) => [role, sectionsFor({ role }).map(({ section }) => section)]),
  );
  expect(shown).toEqual({
    owner: EVERY,
    host: EVERY,
    desk: ['overview', 'prizes', 'people', 'paper', 'draws', 'winners'],
    presenter: ['overview', 'prizes', 'draws', 'winners', 'remote'],
    observer: ['overview', 'prizes', 'people', 'paper', 'draws', 'winners', 'settings'],
  });
});

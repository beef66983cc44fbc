/** The starting text of a raffle's rules (R77). */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { namePublications } from './published-name.ts';
import { beaconPolicies } from './schedule.ts';
import { startingRules, type StartingRulesFacts } from './starting-rules.ts';

const PLAIN: StartingRulesFacts = {
  title: 'Summer party',
  hostName: 'Hanna Host',
  contact: 'hanna@example.org',
  isPublic: false,
  hasPassphrase: false,
  deadline: null,
  isAutomatic: false,
  maxTickets: 1,
  maxEntries: null,
  mustBePresent: false,
  prizes: [{ name: null, quantity: 3, claim_window: null }],
  draws: 1,
  isOncePerPerson: true,
  beaconPolicy: 'wait',
  names: ['full'],
  retentionDays: 30,
};

describe('R77 the starting text', () => {
  test('says in plain words what the settings say', () => {
    expect(startingRules(PLAIN)).toBe(
      [
        'Host\nHanna Host holds the raffle “Summer party”.',
        'Who may enter\nOnly people whom the host invites or enters take part.\nEach person has one ticket.',
        'Dates\nThe host closes entries and starts the draw.',
        'Prizes\nThere are 3 winners.',
        [
          'How winners are drawn\nAll prizes are drawn in one draw.\nOne person wins at most one prize.',
          'The winners follow from the list of entries and a public random number (drand) that does not exist yet when the list is fixed.',
          'If a winner does not take the prize, the next alternate of the same draw moves up. Nothing is drawn a second time.',
          'Anyone can check the result with the proof that is published after the draw.',
        ].join('\n'),
        [
          'Names and data\nWinners are published with: full name.',
          'The host sees all names and addresses, and uses them for this raffle only.',
          'They are erased 30 days after the last draw. Anyone can have their own data erased at any time.',
        ].join('\n'),
        'Contact\nhanna@example.org',
      ].join('\n\n'),
    );
  });

  test('says what is special about the raffle', () => {
    const text = startingRules({
      ...PLAIN,
      contact: null,
      isPublic: true,
      hasPassphrase: true,
      deadline: '24 December 2026, 18:00 UTC',
      isAutomatic: true,
      maxTickets: 5,
      maxEntries: 80,
      mustBePresent: true,
      prizes: [
        { name: 'Wine', quantity: 2, claim_window: 600 },
        { name: null, quantity: 1, claim_window: 86_400 },
        { name: 'Cake', quantity: 1, claim_window: null },
      ],
      draws: 2,
      isOncePerPerson: false,
      beaconPolicy: 'room',
      names: ['initial', 'number'],
      retentionDays: 1,
    });
    for (const line of [
      'Anyone with the link may enter.',
      'Joining needs a passphrase from the host.',
      'the host can raise that to at most 5.',
      'There are 80 places.',
      'Only people who have checked in at a draw can win in it.',
      'Entries close on 24 December 2026, 18:00 UTC.\nThe draw starts then.',
      '- 2 × Wine (to be claimed within 10 minutes)\n- Prize 2 (to be claimed within 1 day)\n- Cake\n',
      'in 2 draws, one after another',
      'can win several different prizes',
      'thrown in the room',
      'as each person chooses: first name and initial, or entry number only.',
      'erased a day after',
      '(How to reach you)',
    ]) {
      expect(text).toContain(line);
    }
  });

  test('R73 says until when prizes without names are to be claimed', () => {
    const text = startingRules({
      ...PLAIN,
      prizes: [{ name: null, quantity: 1, claim_window: 14 * 86_400 }],
    });
    expect(text).toContain('There is one winner.\nA prize is to be claimed within 14 days.');
  });

  test('never is longer than rules may be, and has no characters that they cannot have', () => {
    const facts = fc.record({
      title: fc.string({ unit: 'grapheme', maxLength: 200 }),
      prizes: fc.array(
        fc.record({
          name: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 })),
          quantity: fc.integer({ min: 1, max: 50 }),
          claim_window: fc.option(fc.integer({ min: 1, max: 60 }).map((days) => days * 86_400)),
        }),
        { minLength: 1, maxLength: 200 },
      ),
      beaconPolicy: fc.constantFrom(...beaconPolicies),
      names: fc.subarray([...namePublications], { minLength: 1 }),
    });
    fc.assert(
      fc.property(facts, (more) => {
        const text = startingRules({ ...PLAIN, ...more });
        expect(Array.from(text).length).toBeLessThanOrEqual(LIMITS.rulesText.max);
        expect(text.startsWith('Host\n')).toBe(true);
        expect(text).not.toMatch(/undefined|null\b/u);
      }),
      { numRuns: 50 },
    );
  });
});

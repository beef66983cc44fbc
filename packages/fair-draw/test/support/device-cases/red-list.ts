/** Contradictions about the opening, the freeze, the start of the show and the own entry. */
import { closeRecord } from '../../../src/index.ts';
import { closeFieldsOf, openFieldsOf } from '../../../src/proof.ts';
import {
  DRAW,
  OWN,
  installation,
  stranger,
  otherDevice,
  DRAW_AT,
  plan,
  rules,
  entry,
  receiptOf,
  makeDraw,
} from './draw.ts';
import { type DeviceVector, base, changed, before, red } from './vector.ts';
import {
  freezeText,
  otherFreeze,
  changeText,
  cutReceipt,
  cutDraw,
  absentDraw,
  removedDraw,
  shortDraw,
  freezeObservation,
  proof,
} from './fixtures.ts';

export const RED_LIST_CASES: readonly DeviceVector[] = [
  red('r01-two-freezes', ['second_freeze'], 'the list of this draw was frozen twice', {
    more: [
      changed(freezeObservation, 'freeze', {
        freeze: otherFreeze,
        signature: installation.sign(otherFreeze),
      }),
    ],
  }),
  red(
    'r02-not-signed-with-the-stored-key',
    ['freeze_not_signed'],
    'the freeze of the list is not signed with the key that was stored when you joined',
    {
      instead: {
        freeze: changed(freezeObservation, 'freeze', { signature: stranger.sign(freezeText) }),
      },
    },
  ),
  red('r03-a-malformed-freeze', ['freeze_malformed'], 'the freeze of the list has no valid form', {
    instead: before('freeze', changed(freezeObservation, 'freeze', { freeze: 'draw.freeze.v2\n' })) ?? {},
  }),
  red('r04-a-freeze-of-another-draw', ['freeze_malformed'], 'the freeze of the list has no valid form', {
    instead: {
      freeze: changed(freezeObservation, 'freeze', { freeze: freezeText.replace(DRAW, 'other') }),
    },
  }),
  red(
    'r05-records-that-do-not-hash-together',
    ['records_do_not_chain'],
    'the records of opening, close and freeze do not belong together',
    {
      instead: {
        freeze: changed(freezeObservation, 'freeze', {
          close: closeRecord({ ...closeFieldsOf(proof), entryCount: 5 }),
        }),
        ownEntry: null,
      },
    },
  ),
  red(
    'r06-another-opening-than-the-stored-one',
    ['opening_differs', 'proof_differs'],
    'the draw does not have the opening that was stored when you joined',
    { draw: { ...makeDraw({ openedAt: DRAW_AT - 599 }), evidence: base.evidence } },
  ),
  red(
    'r07-other-rules-than-the-opening-promises',
    ['opening_hashes_differ'],
    'the rules or prizes shown when you joined are not those that the draw was opened with',
    {
      evidence: {
        opening: { record: openFieldsOf(proof), rules: { ...rules, text: 'Two baskets each.' }, plan },
      },
    },
  ),
  red(
    'r08-other-prizes-than-the-opening-promises',
    ['opening_hashes_differ'],
    'the rules or prizes shown when you joined are not those that the draw was opened with',
    {
      evidence: {
        opening: {
          record: openFieldsOf(proof),
          rules,
          plan: { ...plan, prizes: plan.prizes.map((prize) => ({ ...prize, name: 'Car' })) },
        },
      },
    },
  ),
  red(
    'r09-frozen-9-seconds-before-the-draw',
    ['lead_too_short'],
    'the list was frozen only 9 seconds before the draw',
    { draw: shortDraw, instead: { freeze: changed(shortDraw.seen.freeze, 'freeze', { at: DRAW_AT - 9 }) } },
  ),
  red(
    'r10-the-show-started-early',
    ['show_time_differs'],
    'the show started 4 seconds before the recorded time',
    { instead: { showStart: { type: 'show_start', at: proof.freeze.show_at - 4 } } },
  ),
  red(
    'r11-the-show-started-late',
    ['show_time_differs'],
    'the show started 30 seconds after the recorded time',
    {
      instead: {
        showStart: [
          { type: 'clock', seconds: 5, source: 'server' },
          { type: 'show_start', at: proof.freeze.show_at + 30 },
        ],
      },
    },
  ),
  red('r12-left-out-of-the-list', ['own_entry_missing'], 'your entry 2 is not in the list', {
    instead: { ownEntry: { type: 'own_entry', entry: null, path: [] } },
  }),
  red('r13-an-entry-that-is-not-under-the-root', ['own_entry_missing'], 'your entry 2 is not in the list', {
    instead: {
      ownEntry: changed(base.seen.ownEntry, 'own_entry', { entry: entry(OWN, { weights: [5] }) }),
    },
  }),
  red('r14-a-number-beyond-the-list', ['own_entry_missing'], 'your entry 9 is not in the list', {
    evidence: { receipt: receiptOf({ entry_number: 9 }) },
    instead: { contributionSent: null, ownEntry: null },
  }),
  red(
    'r15-other-tickets-than-on-the-receipt',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: tickets',
    { draw: cutDraw },
  ),
  red(
    'r16-removed-in-secret',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: state, tickets',
    { draw: removedDraw },
  ),
  red('r17-another-name', ['own_entry_differs'], 'your entry 2 differs from your receipt in the list: name', {
    evidence: { receipt: receiptOf({ display_name: 'Somebody' }) },
  }),
  red(
    'r18-another-device-key',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: device key',
    {
      draw: makeDraw({ own: { deviceKey: otherDevice.key } }),
      instead: { seenSent: null, audience: null },
    },
  ),
  red(
    'r19-a-receipt-for-the-key-of-another-device',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: device key',
    { evidence: { deviceKey: otherDevice.key } },
  ),
  red(
    'r20-another-source',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: source',
    { draw: makeDraw({ own: { source: 'host' } }) },
  ),
  red(
    'r21-another-committed-contribution',
    ['own_entry_differs'],
    'your entry 2 differs from your receipt in the list: committed contribution',
    {
      draw: makeDraw({ own: { entropyCommit: null }, contributors: [1] }),
      instead: { contributionSent: null },
    },
  ),
  red(
    'r22-a-receipt-of-a-stranger',
    ['receipt_not_signed'],
    'your receipt is not signed with the key that was stored when you joined',
    { evidence: { receipt: receiptOf({}, stranger) } },
  ),
  red(
    'r23-cut-by-the-host',
    ['entry_changed_by_host', 'own_entry_differs'],
    'the host changed your entry to the state "in" with tickets 1 (ticket_limit)',
    {
      draw: cutDraw,
      instead:
        before('freeze', { type: 'own_changes', texts: [changeText('in', [1], 'ticket_limit')] }, cutDraw) ??
        {},
    },
  ),
  red(
    'r24-removed-by-the-host',
    ['entry_changed_by_host', 'own_entry_differs'],
    'the host changed your entry to the state "removed" with tickets 0 (rule_broken)',
    {
      draw: removedDraw,
      instead:
        before(
          'freeze',
          { type: 'own_changes', texts: [changeText('removed', [0], 'rule_broken')] },
          removedDraw,
        ) ?? {},
    },
  ),
  red(
    'r25-changed-by-the-host-and-changed-back',
    ['entry_changed_by_host'],
    'the host changed your entry to the state "in" with tickets 5 (host)',
    { more: [{ type: 'own_changes', texts: [changeText('in', [5], 'host')] }] },
  ),
  red(
    'r26-an-own-change-that-is-not-logged',
    ['own_change_not_logged'],
    'a change that you made to your entry is not in the public log',
    {
      draw: cutDraw,
      instead: {
        contributionSent: [
          { type: 'own_change', receipt: cutReceipt },
          { type: 'own_changes', texts: [] },
          cutDraw.seen.contributionSent,
        ],
      },
    },
  ),
  red(
    'r57-checked-in-and-listed-as-absent',
    ['absent_after_check_in'],
    'your entry 2 checked in for this draw, and the list calls it absent',
    {
      draw: absentDraw,
      evidence: { checkIn: { receipt: receiptOf({ issued_at: DRAW_AT - 90 }), isTakenBack: false } },
    },
  ),
];

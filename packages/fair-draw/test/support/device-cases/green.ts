/** What a device may see while its check still passes. */
import { claimRecord } from '../../../src/index.ts';
import { DRAW, DRAW_AT, plan, receiptOf } from './draw.ts';
import { type DeviceVector, base, vector, changed, before, green } from './vector.ts';
import {
  resultText,
  advance,
  afterDraw,
  shownAdvance,
  noteOf,
  fromFourToSeven,
  checkpoint,
  changeText,
  cutReceipt,
  cutDraw,
  absentDraw,
  withdrawnReceipt,
  withdrawnDraw,
  roomDraw,
  noneDraw,
  operatorDraw,
  withoutOwn,
  sitsOut,
  freezeObservation,
  freezeAt,
  planOf,
  replannedDraw,
  replan,
  secondDraw,
  EARLIER_DRAW_AT,
  earlierRecords,
  earlier,
  givenUp,
  holderProof,
  audienceDraw,
  proof,
  firstWinner,
  firstAlternate,
} from './fixtures.ts';

export const GREEN_CASES: readonly DeviceVector[] = [
  green('g01-all-as-it-should-be'),
  green('g02-the-freeze-arrives-5-seconds-before-the-draw', {
    instead: { freeze: freezeAt(DRAW_AT - 5) },
  }),
  green('g03-observations-before-the-freeze-wait-for-it', {
    instead: {
      freeze: null,
      contributionSent: [base.seen.ownEntry, base.seen.contributions, base.seen.random],
      ownEntry: [freezeObservation, base.seen.contributionSent],
      contributions: null,
      random: null,
    },
  }),
  green('g04-the-freeze-again-later-on-another-channel', { more: [freezeAt(DRAW_AT + 30)] }),
  green('g05-no-relay-was-reached-and-the-servers-signature-holds', {
    instead: { random: changed(base.seen.random, 'round', { source: 'server' }) },
  }),
  green('g06-a-relay-invents-a-signature-and-another-does-not', {
    instead: before('random', changed(base.seen.random, 'round', { signature: 'a'.repeat(96) })) ?? {},
  }),
  green('g07-the-round-was-checked-with-the-proof-only', { instead: { random: null } }),
  green('g08-the-show-starts-3-seconds-after-its-time', {
    instead: { showStart: { type: 'show_start', at: proof.freeze.show_at + 3 } },
  }),
  green('g09-a-clock-that-is-wrong-by-3-seconds', {
    instead: before('freeze', { type: 'clock', seconds: -3, source: 'relay' }) ?? {},
  }),
  green('g10-tickets-cut-by-this-person', {
    draw: cutDraw,
    evidence: { receipt: receiptOf({ open_hash: cutDraw.proof.open_hash }) },
    instead: {
      contributionSent: [
        { type: 'own_change', receipt: cutReceipt },
        { type: 'own_changes', texts: [changeText('in', [1], 'own_wish')] },
        cutDraw.seen.contributionSent,
      ],
    },
  }),
  green('g11-withdrawn-by-this-person', {
    draw: withdrawnDraw,
    instead: {
      contributionSent: [
        { type: 'own_change', receipt: withdrawnReceipt },
        { type: 'own_changes', texts: [changeText('withdrawn', [0], 'left')] },
        withdrawnDraw.seen.contributionSent,
      ],
    },
  }),
  green('g12-a-holder-of-an-earlier-prize-sits-out', {
    draw: { ...sitsOut, seen: { ...sitsOut.seen, proof: holderProof(sitsOut) } },
  }),
  green('g13-changes-of-others-are-not-looked-at', {
    more: [{ type: 'own_changes', texts: [changeText('removed', [0], 'host').replace('\n2\n', '\n3\n')] }],
  }),
  green('g14-an-advance-to-the-next-in-the-order', { more: [afterDraw([advance(firstAlternate)])] }),
  green('g15-a-claim', {
    more: [
      afterDraw([
        claimRecord({
          drawId: DRAW,
          freezeHash: proof.freeze_hash,
          prize: 1,
          entryNumber: firstWinner,
          by: 'desk',
          at: DRAW_AT + 9,
        }),
      ]),
    ],
  }),
  green('g16-checkpoints-that-continue-each-other', {
    more: [
      checkpoint(noteOf(4), null),
      checkpoint(noteOf(7), fromFourToSeven),
      checkpoint(noteOf(7), []),
      checkpoint(noteOf(4), fromFourToSeven),
    ],
  }),
  green('g17-a-contribution-sent-too-late-is-not-missed', {
    draw: withoutOwn,
    instead: {
      contributionSent: { type: 'contribution_sent', at: proof.freeze.frozen_at - 1, acknowledged: false },
    },
  }),
  green('g18-the-own-signature-is-found-in-the-proof', {
    draw: audienceDraw(),
    instead: { audience: null },
  }),
  vector(
    'g19-numbers-made-in-the-room',
    'green',
    [],
    'Checked on this device: the winners follow from the list and the numbers made in the room, and this device had the list before those numbers existed.',
    { draw: roomDraw, instead: { seed: changed(roomDraw.seen.seed, 'seed', { at: DRAW_AT + 40 }) } },
  ),
  vector(
    'g20-no-beacon-with-contributions',
    'green',
    [],
    'Devices of entrants added randomness. By holding some of it back the server could have chosen among a few results.',
    { draw: noneDraw, instead: { seed: changed(noneDraw.seen.seed, 'seed', { at: DRAW_AT + 1 }) } },
  ),
  vector('g21-no-beacon-at-all', 'green', [], 'The operator could have chosen the result.', {
    draw: operatorDraw,
    instead: { contributionSent: null, seed: changed(operatorDraw.seen.seed, 'seed', { at: DRAW_AT }) },
  }),

  green('g22-an-advance-as-the-screen-shows-it', {
    more: [afterDraw([advance(firstAlternate)], resultText, shownAdvance(firstAlternate))],
  }),
  green('g23-prizes-changed-with-records', {
    draw: replannedDraw,
    more: [{ type: 'replans', records: [replan(planOf(1), planOf(3)), replan(planOf(3), plan)] }],
  }),
  green('g24-after-a-draw-that-was-given-up-in-time', { draw: secondDraw, more: [earlier(givenUp)] }),
  green('g25-after-a-draw-that-was-never-frozen', {
    draw: secondDraw,
    more: [earlier([earlierRecords.open, earlierRecords.voidAt(EARLIER_DRAW_AT + 9)], { voidSeenAt: null })],
  }),
  green('g26-after-a-draw-with-a-result', {
    draw: secondDraw,
    more: [
      earlier([earlierRecords.open, earlierRecords.freeze, earlierRecords.result], {
        seedSeen: true,
        voidSeenAt: null,
      }),
    ],
  }),
  green('g27-absent-and-never-checked-in', {
    draw: absentDraw,
    evidence: { checkIn: { receipt: null, isTakenBack: false } },
  }),
  green('g28-checked-in-and-in-the-list', {
    evidence: { checkIn: { receipt: receiptOf({ issued_at: DRAW_AT - 90 }), isTakenBack: false } },
  }),
  green('g29-joined-as-absent-and-checked-in-at-the-desk', {
    evidence: {
      receipt: receiptOf({ open_hash: base.proof.open_hash, state: 'absent', weights: [0] }),
      checkIn: { receipt: null, isTakenBack: false },
    },
  }),
  green('g30-a-check-in-after-the-close', {
    draw: absentDraw,
    evidence: { checkIn: { receipt: receiptOf({ issued_at: DRAW_AT - 59 }), isTakenBack: false } },
  }),
  green('g31-own-change-before-the-check-in', {
    draw: absentDraw,
    evidence: { checkIn: { receipt: null, isTakenBack: false } },
    more: [
      { type: 'own_change', receipt: receiptOf({ state: 'absent', weights: [0], issued_at: DRAW_AT - 100 }) },
      { type: 'own_changes', texts: [changeText('in', [1], 'tickets_placed_by_entrant')] },
    ],
  }),
];

/** Contradictions about randomness, the result, the public log and earlier draws. */
import { OWN, stranger, DRAW_AT, secretOf, plan, rowsOf, makeDraw, proofObservation } from './draw.ts';
import { type DeviceVector, red } from './vector.ts';
import {
  resultText,
  advance,
  afterDraw,
  shownAdvance,
  leaves,
  rootOf,
  noteOf,
  fromFourToSeven,
  checkpoint,
  changeText,
  removedDraw,
  roomDraw,
  otherSeed,
  withoutOwn,
  swapped,
  failedProof,
  planOf,
  replannedDraw,
  replan,
  secondDraw,
  EARLIER_DRAW_AT,
  earlierRecords,
  earlier,
  givenUp,
  DROPPED,
  quicknetSignature,
  proof,
  firstAlternate,
  secondAlternate,
} from './fixtures.ts';

export const RED_RESULT_CASES: readonly DeviceVector[] = [
  red(
    'r27-the-own-contribution-was-left-out',
    ['own_contribution_missing'],
    'the contribution that this device sent in time was left out',
    { draw: withoutOwn },
  ),
  red(
    'r28-left-out-though-never-acknowledged',
    ['own_contribution_missing'],
    'the contribution that this device sent in time was left out',
    {
      draw: withoutOwn,
      instead: {
        contributionSent: {
          type: 'contribution_sent',
          at: proof.freeze.frozen_at - 3,
          acknowledged: false,
        },
      },
    },
  ),
  red(
    'r29-other-contributions-than-the-frozen-ones',
    ['contributions_differ'],
    'the contributions are not those that the list was frozen with',
    {
      instead: {
        contributions: { type: 'contributions', contributions: [[OWN, secretOf(OWN)]] },
      },
    },
  ),
  red(
    'r30-another-seed',
    ['seed_differs', 'proof_differs'],
    'the seed is not the one promised when the draw was opened',
    { instead: { seed: otherSeed } },
  ),
  red('r31-two-seeds', ['seed_differs'], 'the seed is not the one promised when the draw was opened', {
    more: [otherSeed],
  }),
  red(
    'r32-the-servers-signature-of-the-round-is-wrong',
    ['round_signature_wrong'],
    'the public random number does not have a valid signature',
    {
      instead: {
        random: {
          type: 'round',
          signature: quicknetSignature(1001),
          source: 'server',
        },
      },
    },
  ),
  red(
    'r33-other-numbers-than-shown-in-the-room',
    ['room_text_differs'],
    'the numbers in the proof are not those shown in the room',
    { draw: roomDraw, instead: { random: { type: 'room_text', text: '4 1 6 6 3' } } },
  ),
  red(
    'r34-two-texts-of-the-room',
    ['room_text_differs'],
    'the numbers in the proof are not those shown in the room',
    { draw: roomDraw, more: [{ type: 'room_text', text: '1 1 1 1 1' }] },
  ),
  red(
    'r35-another-result-on-screen',
    ['result_differs'],
    'the result shown is not the one that was computed',
    {
      instead: { result: { type: 'result', winners: swapped, alternates: rowsOf(proof.alternates) } },
    },
  ),
  red(
    'r36-fewer-alternates-on-screen',
    ['result_differs'],
    'the result shown is not the one that was computed',
    {
      instead: {
        result: {
          type: 'result',
          winners: rowsOf(proof.winners),
          alternates: rowsOf(proof.alternates).slice(1),
        },
      },
    },
  ),
  red('r37-the-proof-fails', ['proof_failed'], 'the proof fails combined_seed, shuffle, winners', {
    instead: { proof: proofObservation(failedProof) },
  }),
  red(
    'r38-the-proof-of-another-freeze',
    ['proof_differs', 'result_differs'],
    'the proof has another list than this device saw',
    { instead: { proof: proofObservation(makeDraw({ showAt: DRAW_AT - 21 }).proof) } },
  ),
  red(
    'r39-an-advance-to-another-than-the-next',
    ['record_after_draw_wrong'],
    'prize 1 went on to another than the next in its order',
    { more: [afterDraw([advance(secondAlternate)])] },
  ),
  red(
    'r40-another-result-in-the-log',
    ['record_after_draw_wrong'],
    'the public log has another result than the proof',
    {
      more: [afterDraw([advance(firstAlternate)], resultText.replace(proof.combined_seed, '0'.repeat(64)))],
    },
  ),
  red(
    'r41-a-checkpoint-of-another-key',
    ['checkpoint_not_signed'],
    'a checkpoint of the public log is not signed with its key',
    { more: [checkpoint(noteOf(4, rootOf(leaves.slice(0, 4)), stranger), null)] },
  ),
  red(
    'r42-a-log-that-was-rewritten',
    ['checkpoints_inconsistent'],
    'the public log was changed after this device saw it',
    { more: [checkpoint(noteOf(4), null), checkpoint(noteOf(7, 'b'.repeat(64)), fromFourToSeven)] },
  ),
  red(
    'r43-two-checkpoints-of-one-size',
    ['checkpoints_inconsistent'],
    'the public log was changed after this device saw it',
    { more: [checkpoint(noteOf(4), null), checkpoint(noteOf(4, 'b'.repeat(64)), [])] },
  ),
  red('r44-wrong-even-before-the-result', ['own_entry_missing'], 'your entry 2 is not in the list', {
    instead: {
      ownEntry: { type: 'own_entry', entry: null, path: [] },
      result: null,
      proof: null,
    },
  }),
  red(
    'r45-a-late-device-sees-that-it-was-removed-too',
    ['entry_changed_by_host', 'own_entry_differs'],
    'the host changed your entry to the state "removed" with tickets 0 (host)',
    {
      draw: removedDraw,
      instead: {
        freeze: null,
        showStart: null,
        seenSent: null,
        audience: null,
        ownEntry: null,
        contributions: null,
        seed: null,
        random: null,
        result: [
          { type: 'own_changes', texts: [changeText('removed', [0], 'host')] },
          removedDraw.seen.result,
        ],
      },
    },
  ),
  red(
    'r46-a-prize-that-went-on-without-a-record',
    ['record_after_draw_wrong'],
    'a prize went on to another entry than the public log says',
    { more: [afterDraw([], resultText, shownAdvance(firstAlternate))] },
  ),
  red(
    'r47-a-prize-that-went-on-to-another-than-recorded',
    ['record_after_draw_wrong'],
    'a prize went on to another entry than the public log says',
    { more: [afterDraw([advance(firstAlternate)], resultText, shownAdvance(secondAlternate))] },
  ),
  red(
    'r48-prizes-changed-without-a-record',
    ['plan_changed_unrecorded'],
    'the prizes were changed after the opening without a record in the public log',
    { draw: replannedDraw, more: [{ type: 'replans', records: [] }] },
  ),
  red(
    'r49-prizes-changed-with-a-record-that-is-not-signed',
    ['plan_changed_unrecorded'],
    'the prizes were changed after the opening without a record in the public log',
    {
      draw: replannedDraw,
      more: [{ type: 'replans', records: [replan(planOf(1), plan, stranger)] }],
    },
  ),
  red('r50-an-earlier-draw-that-the-log-does-not-have', ['earlier_draw_dropped'], DROPPED, {
    draw: secondDraw,
    more: [earlier([])],
  }),
  red('r51-an-earlier-draw-without-result-and-void', ['earlier_draw_dropped'], DROPPED, {
    draw: secondDraw,
    more: [earlier([earlierRecords.open, earlierRecords.freeze])],
  }),
  red('r52-an-earlier-draw-that-was-given-up-after-its-round', ['earlier_draw_dropped'], DROPPED, {
    draw: secondDraw,
    more: [earlier([earlierRecords.open, earlierRecords.freeze, earlierRecords.voidAt(EARLIER_DRAW_AT)])],
  }),
  red('r53-an-earlier-draw-that-was-given-up-after-its-seed', ['earlier_draw_dropped'], DROPPED, {
    draw: secondDraw,
    more: [earlier(givenUp, { seedSeen: true })],
  }),
  red(
    'r55-an-earlier-draw-that-was-given-up-after-its-seed-by-its-records',
    ['earlier_draw_dropped'],
    DROPPED,
    {
      draw: secondDraw,
      more: [
        earlier([
          earlierRecords.open,
          earlierRecords.freeze,
          earlierRecords.reveal,
          earlierRecords.voidAt(EARLIER_DRAW_AT - 1),
        ]),
      ],
    },
  ),
  red(
    'r56-an-earlier-draw-that-has-a-result-and-was-given-up-all-the-same',
    ['earlier_draw_dropped'],
    DROPPED,
    {
      draw: secondDraw,
      more: [
        earlier([
          earlierRecords.open,
          earlierRecords.freeze,
          earlierRecords.result,
          earlierRecords.voidAt(EARLIER_DRAW_AT - 22),
        ]),
      ],
    },
  ),
  red(
    'r57-an-earlier-draw-that-has-a-result-and-that-this-device-saw-given-up',
    ['earlier_draw_dropped'],
    DROPPED,
    {
      draw: secondDraw,
      more: [
        earlier([earlierRecords.open, earlierRecords.freeze, earlierRecords.result], {
          voidSeenAt: EARLIER_DRAW_AT,
        }),
      ],
    },
  ),
  red('r54-two-openings-of-one-stage', ['earlier_draw_dropped'], DROPPED, {
    more: [earlier(givenUp)],
  }),
];

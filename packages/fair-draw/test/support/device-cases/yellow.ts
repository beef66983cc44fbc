/** What leaves a device unable to confirm that the list was fixed first, and what turns that back. */
import { stranger, DRAW_AT, receiptOf } from './draw.ts';
import { type DeviceVector, base, changed, before, green, yellow } from './vector.ts';
import {
  advance,
  afterDraw,
  noteOf,
  fromFourToSeven,
  checkpoint,
  cutReceipt,
  cutDraw,
  absentDraw,
  freezeAt,
  replannedDraw,
  secondDraw,
  EARLIER_DRAW_AT,
  earlier,
  givenUp,
  proof,
  firstAlternate,
} from './fixtures.ts';

export const YELLOW_CASES: readonly DeviceVector[] = [
  yellow('y01-the-freeze-came-late', ['freeze_late'], { instead: { freeze: freezeAt(DRAW_AT - 4) } }),
  yellow('y02-the-freeze-came-after-the-draw', ['freeze_late'], {
    instead: { freeze: freezeAt(DRAW_AT + 100), seenSent: null, audience: null },
  }),
  yellow('y03-the-freeze-never-came', ['freeze_not_seen'], { instead: { freeze: null } }),
  yellow('y04-a-wrong-clock', ['clock_differs'], {
    instead: before('freeze', { type: 'clock', seconds: 3.5, source: 'server' }) ?? {},
  }),
  yellow('y05-a-wrong-clock-explains-when-the-show-started', ['clock_differs'], {
    instead: {
      freeze: [{ type: 'clock', seconds: 20, source: 'relay' }, freezeAt(proof.freeze.frozen_at - 19)],
      showStart: { type: 'show_start', at: proof.freeze.show_at - 20 },
    },
  }),
  yellow('y06-the-show-was-not-seen', ['show_not_seen'], { instead: { showStart: null } }),
  yellow('y07-the-seed-came-late', ['seed_late'], {
    instead: { seed: changed(base.seen.seed, 'seed', { at: DRAW_AT - 4.5 }) },
  }),
  yellow('y08-the-seed-was-not-seen', ['seed_not_seen'], { instead: { seed: null } }),
  yellow('y09-the-device-did-not-sign', ['seen_not_sent'], { instead: { seenSent: null, audience: null } }),
  yellow('y10-the-own-signature-was-left-out', ['seen_not_listed'], { instead: { audience: null } }),
  yellow('y11-the-own-signature-is-not-under-the-root', ['seen_not_listed'], {
    instead: { audience: changed(base.seen.audience, 'audience', { index: 0 }) },
  }),
  yellow('y27-the-log-does-not-answer', ['consistency_not_shown'], {
    more: [checkpoint(noteOf(4), null), { type: 'log_unread' }],
  }),
  green('y28-the-log-answers-later', {
    more: [{ type: 'log_unread' }, checkpoint(noteOf(4), null), checkpoint(noteOf(7), fromFourToSeven)],
  }),
  yellow('y26-an-audience-record-that-nobody-signed', ['seen_not_listed'], {
    instead: {
      audience: changed(base.seen.audience, 'audience', { signature: stranger.sign('audience') }),
    },
  }),
  yellow('y12-joined-on-another-device', ['receipt_not_stored', 'seen_not_sent'], {
    evidence: { receipt: null, deviceKey: null, contribution: null },
    instead: { contributionSent: null, seenSent: null, audience: null },
  }),
  yellow('y13-no-opening-stored', ['opening_not_stored'], { evidence: { opening: null } }),
  yellow('y14-no-key-stored', ['key_not_stored'], { evidence: { installationKey: null } }),
  yellow('y15-own-changes-were-not-seen', ['own_changes_not_seen'], {
    draw: cutDraw,
    instead: {
      contributionSent: [{ type: 'own_change', receipt: cutReceipt }, cutDraw.seen.contributionSent],
    },
  }),
  yellow('y16-the-receipt-is-newer-than-the-list', ['receipt_not_stored'], {
    evidence: { receipt: receiptOf({ issued_at: DRAW_AT - 59 }) },
  }),
  yellow('y17-the-log-did-not-show-that-it-continues', ['consistency_not_shown'], {
    more: [checkpoint(noteOf(4), null), checkpoint(noteOf(7), null)],
  }),
  yellow('y18-slept-through-everything', ['freeze_late', 'show_not_seen', 'seed_late'], {
    instead: {
      freeze: freezeAt(DRAW_AT + 5),
      showStart: null,
      seenSent: null,
      audience: null,
      seed: changed(base.seen.seed, 'seed', { at: DRAW_AT + 5 }),
    },
  }),
  yellow('y19-records-of-changed-prizes-were-not-seen', ['plan_changes_not_seen'], {
    draw: replannedDraw,
  }),
  yellow('y20-an-earlier-draw-was-not-looked-at', ['earlier_draw_not_followed'], { draw: secondDraw }),
  yellow('y21-an-earlier-draw-was-given-up-while-this-device-slept', ['earlier_draw_not_followed'], {
    draw: secondDraw,
    more: [earlier(givenUp, { voidSeenAt: EARLIER_DRAW_AT + 30 })],
  }),

  yellow('y22-the-log-does-not-answer-about-an-earlier-draw', ['earlier_draw_not_followed'], {
    more: [earlier(null)],
  }),
  green('y23-the-log-answers-later', { draw: secondDraw, more: [earlier(null), earlier(givenUp)] }),
  yellow('y24-the-log-does-not-answer-after-the-draw', ['later_records_not_seen'], {
    more: [{ type: 'after_draw_unread' }],
  }),
  green('y25-the-log-answers-later-after-the-draw', {
    more: [{ type: 'after_draw_unread' }, afterDraw([advance(firstAlternate)])],
  }),
  yellow('y26-absent-and-not-told', ['absence_not_told'], { draw: absentDraw }),
  yellow('y27-the-desk-took-the-check-in-back', ['check_in_taken_back'], {
    draw: absentDraw,
    evidence: { checkIn: { receipt: receiptOf({ issued_at: DRAW_AT - 90 }), isTakenBack: true } },
  }),
];

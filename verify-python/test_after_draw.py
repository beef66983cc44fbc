"""Prizes after the draw, draws of one raffle, receipts and whole logs (draw protocol, sections 6, 8 and 9)."""

import unittest

from support import (
    CLOSED_AT,
    DRAW_AT,
    LOG_KEY,
    RESULT_AT,
    Key,
    after_draw,
    changed,
    digits,
    draw_records,
    failing,
    make_entry,
    make_log,
    make_proof,
    make_receipt,
    name_of,
    prize,
    report_of,
    step_of,
    with_log,
)

from glassdrum_verify.checks import draw_again
from glassdrum_verify.command import Refused, verify_log
from glassdrum_verify.hashing import record, sha
from glassdrum_verify.proof import read_proof

ZEROS = "0" * 64
PRIZES = [prize(1, 2, claim_window=300), prize(2, 1)]


def order_of(proof, number):
    return list(draw_again(read_proof(proof)).order(number))


class Standing(unittest.TestCase):
    PROOF = make_proof("room", prizes=PRIZES)
    FIRST = PROOF["winners"][0]["entry_number"]
    SECOND, THIRD = (row["entry_number"] for row in PROOF["winners"][1:])
    ORDER = order_of(PROOF, 1)

    def step(self, *records, proof=None):
        proof = proof or self.PROOF
        return step_of(with_log(proof, after=[after_draw(proof, *fields) for fields in records]), "standing")

    def assert_in_order(self, *records, proof=None):
        self.assertEqual(self.step(*records, proof=proof), ("PASS", ""))

    def assert_wrong(self, *records, proof=None):
        self.assertEqual(self.step(*records, proof=proof)[0], "FAIL")

    def advance(self, at, to_entry=None, reason="declined", from_entry=None, number=1):
        to_entry = self.ORDER[0] if to_entry is None else to_entry
        return ("advance", number, from_entry or self.FIRST, to_entry, reason, at)

    def claim(self, at, entry=None, number=1):
        return ("claim", number, entry or self.FIRST, "device", at)

    def extend(self, at, entry=None, seconds=100, number=1):
        return ("extend", number, entry or self.FIRST, seconds, at)

    def test_nothing_recorded_is_skipped(self):
        self.assertEqual(self.step(), ("SKIP", "nothing was recorded after the draw"))

    def test_claims(self):
        self.assert_in_order(self.claim(2003), self.claim(2003, self.SECOND, 2), self.claim(2004, self.THIRD, 2))
        self.assert_wrong(self.claim(2003, self.SECOND))
        self.assert_wrong(self.claim(2003), self.claim(2004))
        self.assert_wrong(self.claim(2003, number=200))
        self.assert_wrong(self.advance(2004), self.claim(2005))
        self.assert_in_order(self.advance(2004), self.claim(2005, self.ORDER[0]))

    def test_extensions(self):
        self.assert_in_order(self.extend(2010))
        self.assert_wrong(self.extend(2010), self.extend(2011))
        self.assert_wrong(self.claim(2010), self.extend(2011))
        self.assert_wrong(self.extend(2010, self.SECOND))
        self.assert_wrong(self.extend(2010, self.SECOND, number=2))
        self.assert_in_order(self.extend(2010), self.advance(2011), self.extend(2012, self.ORDER[0]))

    def test_unclaimed_needs_a_window_that_has_ended(self):
        ended = RESULT_AT + 300
        self.assert_in_order(self.advance(ended, reason="unclaimed"))
        self.assert_wrong(self.advance(ended - 1, reason="unclaimed"))
        self.assert_in_order(self.extend(2010), self.advance(ended + 100, reason="unclaimed"))
        self.assert_wrong(self.extend(2010), self.advance(ended + 99, reason="unclaimed"))
        self.assert_wrong(self.claim(2010), self.advance(ended, reason="unclaimed"))
        second = order_of(self.PROOF, 2)[0]
        self.assert_wrong(self.advance(9999, second, "unclaimed", self.SECOND, 2))
        next_ends = 2010 + 300
        moved = self.advance(2010)
        self.assert_in_order(moved, self.advance(next_ends, self.ORDER[1], "unclaimed", self.ORDER[0]))
        self.assert_wrong(moved, self.advance(next_ends - 1, self.ORDER[1], "unclaimed", self.ORDER[0]))

    def test_absent_needs_no_claim_and_other_reasons_nothing(self):
        for reason, after_claim in (("absent", False), ("declined", True), ("ineligible", True)):
            self.assert_in_order(self.advance(2010, reason=reason))
            step = self.step(self.claim(2009), self.advance(2010, reason=reason))
            self.assertEqual(step[0] == "PASS", after_claim, reason)

    def test_the_next_in_line_moves_up_to_the_end_of_the_order(self):
        self.assert_wrong(self.advance(2010, self.ORDER[1]))
        self.assert_wrong(self.advance(2010, "-"))
        self.assert_wrong(self.advance(2010, self.SECOND))
        self.assert_wrong(self.advance(2010, 99))
        self.assert_wrong(self.advance(2010, from_entry=99))
        chain = [self.FIRST, *self.ORDER, "-"]
        steps = [self.advance(2010 + i, to, "absent", chain[i]) for i, to in enumerate(chain[1:])]
        self.assertEqual(len(steps), len(self.PROOF["entries"]) - 3 + 1)
        self.assert_in_order(*steps)
        self.assert_wrong(*steps[:-1], self.advance(2099, self.FIRST, "absent", chain[-2]))
        self.assert_wrong(*steps, self.claim(2100, chain[-2]))

    def test_somebody_who_moved_up_is_out_of_all_lines_under_once_only(self):
        moved, second_order = self.ORDER[0], order_of(self.PROOF, 2)
        expected = next(number for number in second_order if number != moved)
        self.assert_in_order(self.advance(2010), self.advance(2011, expected, from_entry=self.SECOND, number=2))
        again = make_proof("room", prizes=PRIZES, policy="again", draw_id="again")
        winner = {row["prize"]: row["entry_number"] for row in again["winners"]}
        first_line = order_of(again, 1)
        self.assertIn(winner[2], first_line)
        chain = [winner[1], *first_line, "-"]
        steps = [("advance", 1, chain[i], to, "absent", 2010) for i, to in enumerate(chain[1:])]
        self.assert_in_order(*steps, proof=again)

    def test_times_never_run_back_and_nothing_follows_a_void(self):
        self.assert_wrong(self.claim(RESULT_AT - 1))
        self.assert_wrong(self.claim(2010), self.claim(2009, self.SECOND, 2))
        void = record("draw.void.v2", "made", ZEROS, "error", 2010)
        claims = [after_draw(self.PROOF, *self.claim(at, entry, 2)) for at, entry in ((2010, self.SECOND), (2011, self.THIRD))]
        for after, status in (([claims[0], void], "PASS"), ([void, claims[1]], "FAIL"), ([void, void[:-1] + b"0\n"], "FAIL")):
            self.assertEqual(step_of(with_log(self.PROOF, after=after), "standing")[0], status)
        early = record("draw.void.v2", "made", ZEROS, "error", RESULT_AT - 1)
        self.assertEqual(step_of(with_log(self.PROOF, after=[early]), "standing")[0], "FAIL")

    def test_records_are_of_this_draw_and_its_freeze(self):
        good = after_draw(self.PROOF, *self.claim(2010))
        for wrong in (
            good.replace(b"\nmade\n", b"\nother\n"),
            good.replace(self.PROOF["freeze_hash"].encode(), ZEROS.encode()),
            good.replace(b"device", b"phone"),
            record("draw.audience.v2", "made", self.PROOF["freeze_hash"], ZEROS, 1, 2010),
        ):
            self.assertNotEqual(wrong, good)
            self.assertEqual(step_of(with_log(self.PROOF, after=[wrong]), "standing")[0], "FAIL", wrong)
        proof = changed(with_log(self.PROOF, after=[good]), "log", "records", 4, "text", to="x")
        self.assertEqual(step_of(proof, "standing")[0], "FAIL")

    def test_where_earlier_winners_are_out_others_may_have_been_passed_by(self):
        proof = make_proof("room", prizes=PRIZES, earlier_winners="out", draw_id="out")
        first, order = proof["winners"][0]["entry_number"], order_of(proof, 1)

        def step(to_entry, *more, reason="declined"):
            return self.step(("advance", 1, first, to_entry, reason, 2010), *more, proof=proof)

        perhaps = ("SKIP", "somebody was passed by who may hold a prize of another draw")
        self.assertEqual(step(order[0]), ("PASS", ""))
        for to_entry in (order[1], order[-1], "-"):
            self.assertEqual(step(to_entry), perhaps)
        for to_entry in (first, proof["winners"][1]["entry_number"], 99):
            self.assertEqual(step(to_entry)[0], "FAIL")
        self.assertEqual(step(order[1], reason="unclaimed")[0], "FAIL")
        self.assertEqual(step(order[1], ("claim", 1, first, "desk", 2011))[0], "FAIL")
        self.assertEqual(step(order[1], ("advance", 1, order[1], order[0], "absent", 2011)), perhaps)
        self.assertEqual(report_of(with_log(proof, after=[])).verdict, "VERIFIED")

    def test_orders_beyond_what_can_be_drawn_fail(self):
        proof = with_log(self.PROOF, after=[after_draw(self.PROOF, *self.advance(2010))])
        proof["entries"] = [[*entry[:2], [2**32 - 1], *entry[3:]] for entry in proof["entries"]]
        self.assertIn("standing", failing(proof))


class Series(unittest.TestCase):
    """Stage 1 and 3 are drawn; stage 2 may be given, voided or missing."""

    SHIFT = 1000

    def draw(self, stage, holders=(), entries=8, earlier_winners="out", **more):
        listed = [
            make_entry(number, state="holder" if number in holders else "in") for number in range(1, entries + 1)
        ]
        return make_proof(
            "room",
            entries=listed,
            prizes=PRIZES,
            stage=stage,
            draw_id=f"draw-{stage}",
            earlier_winners=earlier_winners,
            shift=stage * self.SHIFT,
            **more,
        )

    def setUp(self):
        self.first = self.draw(1)
        self.winners = [row["entry_number"] for row in self.first["winners"]]
        self.somebody_else = next(number for number in range(1, 9) if number not in self.winners)
        self.second = self.draw(2, holders=self.winners)

    def step(self, proof, *earlier):
        return step_of(proof, "series", earlier=earlier)

    def test_without_earlier_proofs(self):
        self.assertEqual(self.step(self.first), ("SKIP", "the first draw of its raffle"))
        self.assertEqual(self.step(self.second), ("SKIP", "no proof of an earlier draw was given"))
        self.assertEqual(report_of(self.second).verdict, "VERIFIED")

    def test_the_holders_are_the_earlier_winners(self):
        self.assertEqual(self.step(self.second, self.first), ("PASS", ""))
        for holders in (self.winners[1:], [*self.winners, self.somebody_else], []):
            self.assertEqual(self.step(self.draw(2, holders=holders), self.first)[0], "FAIL")

    def test_an_earlier_proof_must_pass_its_own_checks(self):
        for wrong in (changed(self.first, "seed_reveal", to=ZEROS), {**self.first, "winners": 1}):
            self.assertEqual(self.step(self.second, wrong)[0], "FAIL")

    def test_an_earlier_proof_belongs_to_the_raffle_and_precedes_this_draw(self):
        def other(**members):
            return {**self.first, "open": {**self.first["open"], **members}}

        self.assertEqual(self.step(self.first, self.first)[0], "FAIL")
        self.assertEqual(self.step(self.second, self.first, self.first)[0], "FAIL")
        self.assertEqual(self.step(self.second, self.draw(2, holders=self.winners, entries=7))[0], "FAIL")
        same_stage = make_proof("room", entries=self.second["entries"], stage=2, draw_id="x", earlier_winners="out")
        self.assertEqual(self.step(self.second, same_stage), ("FAIL", "the proof of draw 2 is not one of an earlier draw"))
        self.assertEqual(self.step(self.second, other(series_id="x"))[0], "FAIL")
        self.assertEqual(self.step(self.second, other(host_id="x"))[0], "FAIL")
        at_close = self.SHIFT * 2 + CLOSED_AT - DRAW_AT
        for shift, status in ((at_close, "PASS"), (at_close + 1, "FAIL")):
            first = make_proof(
                "room",
                entries=[make_entry(number) for number in range(1, 9)],
                prizes=PRIZES,
                draw_id="draw-1",
                earlier_winners="out",
                shift=shift,
            )
            holders = [row["entry_number"] for row in first["winners"]]
            self.assertEqual(self.step(self.draw(2, holders=holders), first)[0], status)

    def test_numbers_keep_their_meaning(self):
        fewer = self.draw(2, holders=self.winners, entries=9)
        self.assertEqual(self.step(fewer, self.first), ("PASS", ""))
        longer = self.draw(1, entries=12)
        holders = [row["entry_number"] for row in longer["winners"]]
        self.assertEqual(self.step(self.draw(2, holders=holders, entries=11), longer)[0], "FAIL")
        for at, value in ((1, "paper"), (3, ZEROS)):
            self.assertEqual(self.step(changed(self.second, "entries", 0, at, to=value), self.first)[0], "FAIL")

    def test_advances_and_voids_of_earlier_draws_change_the_holders(self):
        frozen = ("draw-1", self.first["freeze_hash"])
        successor = order_of(self.first, 1)[0]
        after = sorted({*self.winners[1:], successor})
        proof = self.draw(2, holders=after)
        advance = record("draw.advance.v2", *frozen, 1, self.winners[0], successor, "absent", 2500)
        self.assertEqual(self.step(with_log(proof, before=[advance]), self.first), ("PASS", ""))
        self.assertEqual(self.step(with_log(proof, before=[advance, advance[:-1] + b"0\n"]), self.first)[0], "FAIL")
        self.assertEqual(self.step(proof, self.first)[0], "FAIL")
        other = record("draw.advance.v2", "unknown", ZEROS, 1, 1, 2, "absent", 2500)
        self.assertEqual(self.step(with_log(proof, before=[advance, other]), self.first), ("PASS", ""))
        nobody = record("draw.advance.v2", *frozen, 1, self.winners[0], "-", "absent", 2500)
        left = with_log(self.draw(2, holders=self.winners[1:]), before=[nobody])
        self.assertEqual(self.step(left, self.first), ("PASS", ""))
        void = record("draw.void.v2", "draw-1", ZEROS, "error", 2500)
        voided = with_log(self.draw(2), before=[void])
        self.assertEqual(self.step(voided, self.first), ("PASS", ""))
        malformed = changed(with_log(proof, before=[advance]), "log", "more", 0, "text", to="x")
        self.assertEqual(self.step(malformed, self.first)[0], "FAIL")

    def test_a_missing_stage_is_named_unless_it_was_voided(self):
        third = self.draw(3, holders=self.winners)
        missing = ("SKIP", "the proof of draw 2 is missing")
        self.assertEqual(self.step(third, self.first), missing)
        self.assertEqual(report_of(third, earlier=(self.first,)).verdict, "INCOMPLETE")
        self.assertEqual(self.step(third, self.second)[0], "FAIL", "its winners are not holders")
        self.assertEqual(self.step(self.draw(3), self.first)[0], "FAIL")
        with_more = self.draw(3, holders=[*self.winners, self.somebody_else])
        self.assertEqual(self.step(with_more, self.first), missing)
        opened = ("draw.open.v2", "gone", "host", 2, ZEROS, "series", 2, *[ZEROS] * 3, 2500)
        void = record("draw.void.v2", "gone", ZEROS, "error", 2501)
        self.assertEqual(self.step(with_log(third, before=[record(*opened), void]), self.first), ("PASS", ""))
        for before in (
            [record(*opened)],
            [void],
            [record(*opened[:5], "other", *opened[6:]), void],
            [record(*opened[:6], 4, *opened[7:]), void],
        ):
            self.assertEqual(self.step(with_log(third, before=before), self.first), missing)
        self.assertEqual(self.step(with_log(self.draw(3), before=[]), self.second)[0], "FAIL")

    def test_where_earlier_winners_take_part_a_missing_stage_does_not_matter(self):
        first = self.draw(1, earlier_winners="in")
        self.assertEqual(self.step(self.draw(3, earlier_winners="in"), first), ("PASS", ""))


class Receipts(unittest.TestCase):
    PROOF = make_proof("room", contributors=(1, 4))
    KEY = LOG_KEY.public

    def step(self, receipt, proof=None, key=KEY):
        return step_of(proof or self.PROOF, "receipt", receipt=receipt, receipt_key=key)

    def test_a_receipt_passes_with_its_key_and_is_skipped_without(self):
        receipt = make_receipt(self.PROOF, 4)
        self.assertEqual(self.step(receipt), ("PASS", ""))
        reason = "entry 4 agrees; the signature was not checked without the installation's key"
        self.assertEqual(self.step(receipt, key=None), ("SKIP", reason))
        self.assertEqual(report_of(self.PROOF, receipt=receipt).verdict, "INCOMPLETE")
        self.assertEqual(report_of(self.PROOF, receipt=receipt, receipt_key=self.KEY).verdict, "VERIFIED")
        self.assertEqual(self.step(receipt, key=Key("other").public)[0], "FAIL")

    def test_every_signed_member_counts(self):
        good = make_receipt(self.PROOF, 4)
        for name, value in [
            *(("series_id", "x"), ("draw_id", "x"), ("open_hash", ZEROS), ("entry_number", 1), ("state", "absent")),
            *(("source", "host"), ("weights", [2]), ("display_name", "X"), ("salt", "0" * 32), ("entropy_commit", "-")),
            *(("device_key", ZEROS), ("issued_at", 1), ("key_id", "0" * 16), ("signature", "0" * 128)),
        ]:
            with self.subTest(name):
                self.assertEqual(self.step({**good, name: value})[0], "FAIL")

    def test_a_signed_receipt_of_something_else_fails(self):
        for changes in (
            *({"series_id": "x"}, {"open_hash": ZEROS}, {"entry_number": 5}, {"entry_number": 99}, {"state": "absent"}),
            *({"state": "removed"}, {"source": "host"}, {"weights": [2]}, {"weights": [1, 1]}, {"display_name": "X"}),
            *({"salt": "0" * 32}, {"entropy_commit": "-"}, {"device_key": ZEROS}),
        ):
            receipt = make_receipt(self.PROOF, 4, **changes)
            with self.subTest(changes):
                self.assertEqual(self.step(receipt)[0], "FAIL")
                self.assertEqual(self.step(receipt, key=None)[0], "FAIL")

    def test_malformed_receipts_fail(self):
        good = make_receipt(self.PROOF, 4)
        for receipt in (
            *({**good, "more": 1}, {**good, "state": "holder"}, {**good, "weights": []}, {**good, "entry_number": 0}),
            *({**good, "key_id": ZEROS}, {**good, "display_name": ""}, {**good, "issued_at": "1"}, {"format": good["format"]}),
        ):
            self.assertEqual(self.step(receipt)[0], "FAIL")

    def test_a_later_receipt_is_skipped_but_its_signature_and_raffle_count(self):
        at_close, later = {"issued_at": CLOSED_AT}, {"issued_at": CLOSED_AT + 1, "weights": [5]}
        self.assertEqual(self.step(make_receipt(self.PROOF, 4, **at_close))[0], "PASS")
        reason = "the receipt was issued after this list was closed"
        self.assertEqual(self.step(make_receipt(self.PROOF, 4, **later)), ("SKIP", reason))
        self.assertEqual(self.step(make_receipt(self.PROOF, 4, series_id="x", **later))[0], "FAIL")
        self.assertEqual(self.step({**make_receipt(self.PROOF, 4, **later), "weights": [6]})[0], "FAIL")

    def test_a_receipt_of_another_draw_of_the_raffle_holds_without_its_contribution(self):
        other = {"draw_id": "other", "open_hash": ZEROS, "entropy_commit": "-"}
        self.assertEqual(self.step(make_receipt(self.PROOF, 4, **other))[0], "PASS")

    def test_a_holder_has_a_receipt_with_the_state_in(self):
        entries = [make_entry(1), make_entry(2, state="holder"), make_entry(3, state="absent")]
        proof = make_proof("room", entries=entries, stage=2, earlier_winners="out")
        for changes, status in (
            ({"state": "in", "weights": [3]}, "PASS"),
            ({"state": "withdrawn", "weights": [0]}, "FAIL"),
            ({"state": "absent", "weights": [0]}, "FAIL"),
        ):
            self.assertEqual(self.step(make_receipt(proof, 2, **changes), proof)[0], status)
        self.assertEqual(self.step(make_receipt(proof, 3), proof)[0], "PASS")
        self.assertEqual(self.step(make_receipt(proof, 3, state="in", weights=[1]), proof)[0], "FAIL")
        self.assertEqual(name_of(1), "Entrant 1 \u00e9")


class WholeLog(unittest.TestCase):
    """What the published vectors leave open."""

    def outcome(self, records, *proofs):
        file = {"format": "draw-log-file/2", "records": [text.decode() for text in records], "proofs": list(proofs)}
        report = verify_log(file, "log")
        return tuple([step.name for step in report.steps if step.status == status] for status in ("FAIL", "SKIP"))

    def setUp(self):
        self.proof = make_proof("room", prizes=PRIZES)
        self.records = draw_records(self.proof)
        self.first = self.proof["winners"][0]["entry_number"]

    def after(self, *fields):
        return after_draw(self.proof, *fields)

    def test_a_good_log(self):
        self.assertEqual(self.outcome(self.records, self.proof), ([], []))
        self.assertEqual(self.outcome([]), ([], []))

    def test_files_of_another_form_are_refused(self):
        good = {"format": "draw-log-file/2", "records": [], "proofs": [self.proof]}
        verify_log(good, "log")
        for wrong in (
            {**good, "more": 1},
            {**good, "records": [1]},
            {**good, "proofs": [self.proof, self.proof]},
            {**good, "proofs": [{**self.proof, "more": 1}]},
            {**good, "format": "draw-log-file/1"},
        ):
            with self.assertRaises(Refused):
                verify_log(wrong, "log")

    def test_the_order_of_a_draw(self):
        opened, closed, frozen, reveal, result = self.records
        hashes = (self.proof["open_hash"], self.proof["open"]["plan_hash"])
        replan = record("draw.replan.v2", "made", *hashes, hashes[1], CLOSED_AT)
        void = record("draw.void.v2", "made", sha(result), "error", 3000)
        for records, fails in (
            ([closed, opened, frozen, reveal, result], ["order", "plans"]),
            ([opened, replan, closed, frozen, reveal, result], []),
            ([opened, closed, replan, frozen, reveal, result], ["order"]),
            ([opened, closed, frozen, result, reveal], ["order"]),
            ([opened, closed, reveal, frozen, result], ["order"]),
            ([opened, closed, frozen, record("draw.reveal.v2", *self.frozen(), ZEROS, 1990), result], ["order"]),
            ([*self.records, void], []),
            ([*self.records[:4], record("draw.void.v2", "made", sha(reveal), "error", 1999), result], []),
            ([*self.records, record("draw.void.v2", "made", sha(reveal), "error", 3000)], ["order"]),
            ([*self.records, void, record("draw.void.v2", "made", sha(void), "error", 3001)], ["once", "order"]),
            ([*self.records, void, self.after("claim", 1, self.first, "desk", 3001)], ["order"]),
            ([record("draw.void.v2", "made", ZEROS, "error", 1)], ["order"]),
        ):
            with self.subTest([text.split(b"\n")[0] for text in records]):
                self.assertEqual(self.outcome(records, self.proof)[0], fails)

    def frozen(self):
        return (self.proof["draw_id"], self.proof["freeze_hash"])

    def test_a_wrong_record_still_counts_except_the_two_named(self):
        window, order = RESULT_AT + 300, order_of(self.proof, 1)
        early = self.after("advance", 1, self.first, order[0], "unclaimed", window - 1)
        moved = self.after("claim", 1, order[0], "desk", window)
        self.assertEqual(self.outcome([*self.records, early, moved], self.proof)[0], ["advances"])
        nobody = self.after("advance", 1, 99, order[0], "declined", 2010)
        claim = self.after("claim", 1, order[0], "desk", 2011)
        self.assertEqual(self.outcome([*self.records, nobody, claim], self.proof)[0], ["claims", "advances"])
        extensions = [self.after("extend", 1, self.first, seconds, 2010) for seconds in (100, 500)]
        lapsed = self.after("advance", 1, self.first, order[0], "unclaimed", window + 100)
        self.assertEqual(self.outcome([*self.records, *extensions, lapsed], self.proof)[0], ["claims"])
        back = [
            self.after("advance", 1, self.first, order[0], "declined", 2010),
            self.after("advance", 1, order[0], self.first, "declined", 2011),
            self.after("claim", 1, self.first, "desk", 2012),
        ]
        self.assertEqual(self.outcome([*self.records, *back], self.proof)[0], ["advances"])

    def test_without_the_proof_claims_and_advances_are_skipped_where_they_occur(self):
        claim = self.after("claim", 1, self.first, "desk", 2010)
        extend = self.after("extend", 1, self.first, 60, 2010)
        advance = self.after("advance", 1, self.first, "-", "declined", 2010)
        for more, skips in (
            ([], ["results"]),
            ([claim], ["results", "claims"]),
            ([extend], ["results", "claims"]),
            ([advance], ["results", "advances"]),
        ):
            self.assertEqual(self.outcome([*self.records, *more]), ([], skips))

    def test_a_proof_of_another_close_or_freeze_counts_as_not_given(self):
        other = make_proof("room", contributors=(1,))
        self.assertEqual(self.outcome(self.records, other), ([], ["results"]))
        change = record("draw.change.v2", "made", 1, "in", 1, "x", 1200)
        with_change = [self.records[0], change, *self.records[1:]]
        self.assertEqual(self.outcome(with_change, self.proof), ([], []))
        self.assertEqual(self.outcome(with_change), ([], ["changes", "results"]))

    def test_changes_are_in_the_list(self):
        entries = [make_entry(1, weights=[3]), make_entry(2, state="withdrawn"), make_entry(3, state="absent")]
        proof = make_proof("room", entries=entries)
        opened, *rest = draw_records(proof)
        for number, state, weight, holds in (
            *((1, "in", 3, True), (1, "in", 2, False), (1, "removed", 3, False), (2, "withdrawn", 0, True)),
            *((2, "in", 0, False), (3, "in", 7, True), (3, "withdrawn", 0, False), (4, "in", 1, False)),
        ):
            change = record("draw.change.v2", "made", number, state, weight, "x", 1200)
            fails = [] if holds else ["changes"]
            self.assertEqual(self.outcome([opened, change, *rest], proof)[0], fails, (number, state))
            later = record("draw.change.v2", "made", number, state, 9, "x", 1201)
            if state == "in" and number == 1:
                self.assertEqual(self.outcome([opened, later, change, *rest], proof)[0], ["order", *fails])

    def test_hosts_and_series(self):
        def opened(draw_id, seq, previous, stage, host="h", series="s"):
            return record("draw.open.v2", draw_id, host, seq, previous, series, stage, *[digits(draw_id)] * 3, 10)

        a = opened("a", 1, "-", 1)
        for second, fails in (
            (opened("b", 2, sha(a), 2), []),
            (opened("b", 1, "-", 1, host="i", series="t"), []),
            (opened("b", 2, ZEROS, 2), ["hosts"]),
            (opened("b", 3, sha(a), 2), ["hosts"]),
            (opened("b", 2, sha(a), 3), ["series"]),
            (opened("b", 2, sha(a), 1), ["series"]),
            (opened("b", 1, "-", 2, host="i"), ["series"]),
            (opened("a", 1, "-", 1), ["once"]),
        ):
            self.assertEqual(self.outcome([a, second])[0], fails)

    def test_under_out_the_next_is_who_holds_no_prize_of_another_draw(self):
        series = Series()
        series.setUp()
        first, second = series.first, series.second
        second["open"].update(host_seq=2, previous=first["open_hash"])
        second = make_second(second)
        winners = {row["entry_number"] for row in second["winners"]}
        order = order_of(first, 1)
        from_entry = first["winners"][0]["entry_number"]
        expected = next((number for number in order if number not in winners), "-")
        self.assertNotEqual(expected, order[0], "otherwise this shows nothing")
        both = [*draw_records(first), *draw_records(second, second["freeze"]["draw_at"] + 3)]
        at = 9000

        def advance(to_entry):
            return record("draw.advance.v2", "draw-1", first["freeze_hash"], 1, from_entry, to_entry, "absent", at)

        self.assertEqual(self.outcome([*both, advance(expected)], first, second), ([], []))
        for wrong in (order[0], "-" if expected != "-" else order[-1]):
            self.assertEqual(self.outcome([*both, advance(wrong)], first, second)[0], ["advances"])
        without = self.outcome([*both, advance(expected)], first)
        self.assertEqual(without, ([], ["results", "advances", "holders"]))
        self.assertEqual(self.outcome([*both, advance(from_entry)], first)[0], ["advances"])
        void = record("draw.void.v2", "draw-2", sha(both[-1]), "error", at)
        self.assertEqual(self.outcome([*both, void, advance(order[0])], first, second), ([], []))


def make_second(draft):
    """The draw of stage 2 whose winners include the first in line of stage 1, found by trying draw ids."""
    series = Series()
    series.setUp()
    wanted = order_of(series.first, 1)[0]
    for attempt in range(200):
        entries = draft["entries"]
        proof = make_proof(
            "room",
            entries=entries,
            prizes=PRIZES,
            stage=2,
            draw_id="draw-2",
            earlier_winners="out",
            shift=2000 + attempt,
            host_seq=2,
            previous=series.first["open_hash"],
        )
        if wanted in {row["entry_number"] for row in proof["winners"]}:
            return proof
    raise AssertionError("no such draw")


if __name__ == "__main__":
    unittest.main()

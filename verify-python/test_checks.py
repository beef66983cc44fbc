"""One change of a good proof for each check: exactly the checks that read it fail (draw protocol, section 7)."""

import unittest

from support import (
    REMOVED,
    changed,
    chains_with,
    digits,
    failing,
    make_chain,
    make_entry,
    make_proof,
    prize,
    report_of,
    step_of,
)

from glassdrum_verify.chain import Chain, PINNED_CHAINS, QUICKNET_HASH
from glassdrum_verify.checks import check_assurance, check_beacon_round
from glassdrum_verify.hashing import record, sha
from glassdrum_verify.proof import read_proof

ZEROS = "0" * 64
HOLDERS = [make_entry(1), make_entry(2, state="holder"), make_entry(3), make_entry(4, state="holder")]


class EachCheck(unittest.TestCase):
    GOOD = make_proof("room", contributors=(1, 4))

    # The failing checks, the path of the changed member and its new value.
    CASES = [
        ("seed_commit combined_seed", "seed_reveal", ZEROS),
        ("seed_commit records", "seed_commit_hash", ZEROS),
        ("rules", "rules.title", "Another"),
        ("rules", "rules.text", ""),
        ("rules", "rules.ticket_limit", 1),
        ("rules", "rules.deadline", 0),
        ("rules records", "open.rules_hash", ZEROS),
        ("plan", "plan.prizes.0.name", "-"),
        ("plan", "plan.prizes.0.claim_window", 1),
        ("plan", "plan.earlier_winners", "out"),
        ("plan records", "close.plan_hash", ZEROS),
        ("records", "open.plan_hash", ZEROS),
        ("entries", "entries.2.1", "paper"),
        ("entries", "entries.2.5", ZEROS),
        ("entries names", "entries.{winner}.3", ZEROS),
        ("entries contributions", "entries.0.4", "-"),
        ("entries records", "close.entry_count", 8),
        ("entries records", "close.pool_totals.0", 8),
        ("entries records", "close.entries_root", ZEROS),
        ("entries", "entries.2.0", "absent"),
        ("entries holders", "entries.2.0", "holder"),
        ("holders", "holders", [3]),
        ("holders records", "close.holders_hash", ZEROS),
        ("contributions", "contributions.0.1", ZEROS),
        ("contributions", "contributions.1.0", 99),
        ("contributions", "contributions.1.0", 1),
        ("contributions records", "freeze.contributions_hash", "-"),
        ("records", "freeze.draw_at", 2001),
        ("records", "open.previous", ZEROS),
        ("records", "open.stage", 2),
        ("records", "open_hash", ZEROS),
        ("records", "close_hash", ZEROS),
        ("records client_seed", "freeze_hash", ZEROS),
        ("records beacon_round", "freeze.beacon.chain_hash", ZEROS),
        ("records beacon_value", "freeze.beacon.round", 7),
        ("records beacon_round beacon_value", "freeze.beacon.round", "-"),
        ("records beacon_round beacon_value", "freeze.beacon.round", 101),
        ("beacon_value", "beacon.text", "3 1 4 1 5 8"),
        ("beacon_value", "beacon.text", "3 1 4 1 5"),
        ("beacon_value", "beacon.text", REMOVED),
        ("beacon_value client_seed", "beacon.value", ZEROS),
        ("beacon_value client_seed", "beacon", {}),
        ("beacon_value", "beacon.signature", "0" * 96),
        ("client_seed combined_seed", "client_seed", f"{ZEROS}:{ZEROS}"),
        ("client_seed combined_seed", "client_seed", f"{ZEROS}:-"),
        ("combined_seed shuffle winners", "combined_seed", "1" * 64),
        ("shuffle", "winners.0.selection_index", f"0/7:{ZEROS}"),
        ("winners", "winners.0.position", 9),
        ("winners", "winners.0.prize", 2),
        ("winners names", "winners.0.entry_number", 99),
        ("shuffle winners", "winners.2", REMOVED),
        ("shuffle winners", "alternates", []),
        ("names", "winners.0.display_name", "Somebody else"),
        ("names", "alternates.0.salt", "0" * 32),
        ("names", "winners.0.salt", None),
        ("names", "winners.0.display_name", None),
        ("assurance", "assurance", "beacon"),
    ]

    def test_the_good_proof_is_verified(self):
        self.assertEqual(report_of(self.GOOD).verdict, "VERIFIED")

    def test_each_change_fails_exactly_the_checks_that_read_it(self):
        winner = self.GOOD["winners"][0]["entry_number"]
        for expected, path, value in self.CASES:
            steps = [int(name) if name.isdigit() else name for name in path.format(winner=winner - 1).split(".")]
            proof = changed(self.GOOD, *steps, to=value)
            with self.subTest(path=path, value=value):
                self.assertNotEqual(proof, self.GOOD)
                self.assertEqual(failing(proof), expected.split())

    def test_holders_are_those_of_the_list(self):
        good = make_proof(entries=HOLDERS, stage=2, earlier_winners="out")
        self.assertEqual(good["holders"], [2, 4])
        self.assertEqual(failing(good), [])
        for holders in ([2], [4, 2], [2, 4, 4], [1, 2, 4]):
            self.assertEqual(failing({**good, "holders": holders}), ["holders"])
        self.assertEqual(failing(make_proof(entries=HOLDERS, stage=1, earlier_winners="out")), ["holders"])
        self.assertEqual(failing(make_proof(entries=HOLDERS, stage=2, earlier_winners="in")), ["holders"])

    def test_pools_that_overflow_fail_entries_and_cannot_be_drawn(self):
        proof = changed(make_proof(), "entries", 0, 2, to=[2**32 - 1])
        self.assertEqual(failing(proof), ["entries", "shuffle", "winners"])
        self.assertIn("4294967295", step_of(proof, "shuffle")[1])

    def test_a_kind_must_be_allowed_by_the_rules(self):
        for kind, policy, allowed in (
            ("none", "lower", True),
            ("none", "wait", False),
            ("none", "room", False),
            ("room", "lower", False),
            ("room", "none", False),
        ):
            proof = make_proof(kind)
            proof["rules"]["beacon_policy"] = policy
            proof["rules"]["ticket_limit"] = 1
            text = record("draw.rules.v2", proof["rules"]["title"], 1, "-", policy)
            proof["open"]["rules_hash"] = sha(text + proof["rules"]["text"].encode())
            self.assertEqual("rules" not in failing(proof), allowed, (kind, policy))
            proof["entries"][0][2] = [2]
            self.assertIn("rules", failing(proof))

    def test_a_round_is_the_first_not_before_the_draw_with_ten_seconds_lead(self):
        chains = {ZEROS: Chain(1000, 3, True)}
        for draw_at, right in ((2001, 335), (2002, 335), (2003, 336), (1000, 1), (1001, 2)):
            for named in (334, 335, 336, 1, 2):
                proof = changed(make_proof("drand", chain_hash=ZEROS), "freeze", "beacon", "round", to=named)
                read = read_proof(proof)
                read = read._replace(freeze=read.freeze._replace(draw_at=draw_at, frozen_at=draw_at - 10))
                step = check_beacon_round(read, chains)
                self.assertEqual(step.status == "PASS", named == right, (draw_at, named))
                late = read._replace(freeze=read.freeze._replace(frozen_at=draw_at - 9))
                self.assertEqual(check_beacon_round(late, chains).status, "FAIL")
        self.assertEqual(check_beacon_round(read, {}).status, "FAIL")
        before_genesis = read._replace(freeze=read.freeze._replace(draw_at=990, frozen_at=900, round=-2))
        self.assertEqual(check_beacon_round(before_genesis, chains).status, "FAIL")

    def test_a_room_has_one_to_a_hundred_numbers(self):
        for text in ("0", " ".join(["999999"] * 100)):
            self.assertEqual(report_of(make_proof("room", room_text=text)).verdict, "VERIFIED")

    def test_a_draw_without_a_beacon_names_neither_a_chain_nor_a_round(self):
        for name, value in (("chain_hash", ZEROS), ("round", 1)):
            proof = changed(make_proof(), "freeze", "beacon", name, to=value)
            self.assertEqual(failing(proof), ["records", "beacon_round"])

    def test_labels_need_their_evidence(self):
        evidence = {
            "beacon": (make_proof("drand", chain_hash=QUICKNET_HASH), {"beacon", "operator"}),
            "room": (make_proof("room"), {"room", "operator"}),
            "participants": (make_proof(contributors=(1,)), {"participants", "operator"}),
            "operator": (make_proof(), {"operator"}),
        }
        for proof, honest in evidence.values():
            for label in evidence:
                step = check_assurance(read_proof({**proof, "assurance": label}), PINNED_CHAINS)
                self.assertEqual(step.status == "PASS", label in honest, label)

    def test_a_test_chain_knows_the_round_and_supports_no_label(self):
        chain = make_chain()
        proof = make_proof("drand", chain_hash=chain["chain_hash"])
        self.assertEqual(failing(proof), ["beacon_round"])
        report = report_of(proof, chains=chains_with(chain))
        self.assertEqual((report.verdict, report.uses_test_chain), ("INCOMPLETE", True))
        labelled = {**proof, "assurance": "beacon"}
        self.assertEqual(failing(labelled, chains=chains_with(chain)), ["assurance"])


class Format(unittest.TestCase):
    GOOD = make_proof("room", contributors=(1, 4))

    def assert_malformed(self, proof, message=None):
        report = report_of(proof)
        self.assertEqual([(step.name, step.status) for step in report.steps], [("format", "FAIL")], message)
        self.assertEqual((report.verdict, report.notes, report.proof), ("FAILED", [], None))

    def places(self, value, path=()):
        if isinstance(value, dict):
            yield path
            for name, member in value.items():
                yield from self.places(member, (*path, name))
        elif isinstance(value, list):
            for at, member in enumerate(value[:2]):
                yield from self.places(member, (*path, at))

    def test_a_member_more_or_less_in_any_object_fails(self):
        for path in self.places(self.GOOD):
            place = self.GOOD
            for name in path:
                place = place[name]
            self.assert_malformed(changed(self.GOOD, *path, "other", to=1), path)
            for name in place:
                if path != ("beacon",):
                    self.assert_malformed(changed(self.GOOD, *path, name, to=REMOVED), (*path, name))

    def test_values_out_of_their_forms_fail(self):
        for path, value in [
            *(("algorithm", "Fisher-Yates v2.0"), ("assurance", "none"), ("draw_id", "a b"), ("draw_id", "a" * 65)),
            *(("seed_reveal", "A" * 64), ("seed_reveal", "0" * 63), ("seed_reveal", f"{ZEROS}\n"), ("open_hash", "-")),
            *(("client_seed", ZEROS), ("open.host_seq", 0), ("open.stage", 0), ("open.stage", 31), ("open.stage", True)),
            *(("open.previous", ""), ("close.entry_count", 0), ("close.pool_totals", []), ("close.pool_totals", [7, 7])),
            *(("close.pool_totals", [2**32]), ("freeze.beacon.kind", "dice"), ("freeze.beacon.round", 0)),
            *(("freeze.beacon.round", "6"), ("open.opened_at", 1501), ("close.closed_at", 1981), ("freeze.frozen_at", 1986)),
            *(("freeze.show_at", 2001), ("rules", []), ("rules.title", ""), ("rules.title", "\u00e9" * 201)),
            *(("rules.ticket_limit", 0), ("rules.ticket_limit", 2**32), ("rules.deadline", None), ("rules.text", "\r")),
            *(("rules.text", "\t"), ("rules.text", "a" * 10_001), ("rules.beacon_policy", "drand"), ("plan.policy", "")),
            *(("plan.pools", 21), ("plan.pools", 2), ("plan.prizes", []), ("plan.prizes", [prize()] * 201)),
            *(("plan.prizes.0.quantity", 0), ("plan.prizes.0.quantity", 1000), ("plan.prizes.0.alternates", 2000)),
            *(("plan.prizes.0.pool", 2), ("plan.prizes.0.claim_window", 0), ("plan.prizes.0.name", "a\x7f")),
            *(("holders", [0]), ("beacon.text", "01"), ("beacon.text", "1  2"), ("beacon.text", "1000000")),
            *(("beacon.text", " ".join("1" * 101)), ("beacon.value", "-"), ("contributions.0", [1]), ("entries", [])),
            *(("contributions.0", [0, ZEROS]), ("entries.0", ["in"]), ("entries.0.0", "out"), ("entries.0.1", "")),
            *(("entries.0.2", []), ("entries.0.2", [1, 1]), ("entries.0.2", [2**32]), ("entries.0.3", "-")),
            *(("winners.0.prize", 201), ("winners.0.position", 0), ("winners.0.display_name", ""), ("winners.0.salt", "-")),
            *(("winners.0.selection_index", f"00/7:{ZEROS}"), ("winners.0.selection_index", f"0/0:{ZEROS}")),
            *(("audience", []), ("audience", [[1, 1]]), ("audience", [[1, 1, "0" * 127]]), ("raffle_id", None)),
            *(("timestamp", True), ("proof", []), ("proof", {"seed_reveal": ZEROS}), ("proof", {"open_hash": ZEROS})),
            *(("log", {}), ("log", None)),
        ]:
            steps = [int(name) if name.isdigit() else name for name in path.split(".")]
            self.assert_malformed(changed(self.GOOD, *steps, to=value), (path, value))

    def test_the_largest_values_are_well_formed(self):
        for path, value in [
            *(("open.host_seq", 2**53 - 1), ("open.stage", 30), ("draw_id", "a" * 64), ("rules.title", "\u00e9" * 200)),
            *(("rules.text", "\U0001f600" * 10_000), ("plan.prizes.0.quantity", 999), ("plan.prizes.0.alternates", 1999)),
            *(("beacon.text", " ".join("1" * 100)), ("entries.0.2", [2**32 - 1]), ("raffle_id", 1), ("raffle_id", "")),
            *(("timestamp", 2**53 - 1), ("proof", {}), ("audience", [[1, 1, "0" * 128]]), ("freeze.show_at", 2000)),
            ("winners.0.selection_index", "9" * 500 + f"/1:{ZEROS}"),
        ]:
            steps = [int(name) if name.isdigit() else name for name in path.split(".")]
            report = report_of(changed(self.GOOD, *steps, to=value))
            self.assertEqual(report.steps[0].status, "PASS", (path, report.steps[0].reason))

    def test_copies_in_the_member_proof_are_equal(self):
        names = ("seed_commit_hash", "seed_reveal", "client_seed", "combined_seed")
        copies = {name: self.GOOD[name] for name in names}
        self.assertEqual(report_of({**self.GOOD, "proof": copies}).verdict, "VERIFIED")
        for name in names:
            self.assert_malformed({**self.GOOD, "proof": {**copies, name: digits(1)}})


class SkipsAndNotes(unittest.TestCase):
    """The texts of appendix A that do not need a log."""

    def test_reasons_of_skipped_checks(self):
        none, room, drand = make_proof(), make_proof("room"), make_proof("drand")
        self.assertEqual(step_of({**none, "rules": None}, "rules"), ("SKIP", "the rules were erased"))
        self.assertEqual(step_of(none, "beacon_value"), ("SKIP", "a draw without a beacon"))
        for proof in (none, room):
            self.assertEqual(step_of(proof, "beacon_signature"), ("SKIP", "not a drand draw"))
        self.assertEqual(step_of(drand, "beacon_signature"), ("SKIP", "BLS signatures are not checked here"))
        for name in ("log", "witnesses", "standing"):
            self.assertEqual(step_of(none, name), ("SKIP", "there is no log"))
        self.assertEqual(step_of(none, "audience"), ("SKIP", "no device signed"))

    def test_names_that_are_not_shown_are_counted(self):
        proof = make_proof()
        for row in (proof["winners"][0], proof["alternates"][1]):
            row.update(display_name=None, salt=None)
        self.assertEqual(step_of(proof, "names"), ("SKIP", "2 of 5 names are not shown"))
        proof["winners"][1]["display_name"] = "Somebody else"
        self.assertEqual(failing(proof), ["names"])
        nobody = make_proof(entries=[make_entry(1, state="withdrawn")])
        self.assertEqual(step_of(nobody, "names"), ("SKIP", "there are no rows"))
        self.assertEqual(report_of(nobody).verdict, "VERIFIED")

    def test_notes(self):
        def notes(proof, **options):
            return [tuple(note) for note in report_of(proof, **options).notes]

        self.assertEqual(notes(make_proof()), [])
        changed_plan = ("plan", "was changed between the opening and the close")
        self.assertEqual(notes(make_proof(opening_plan_hash=ZEROS)), [changed_plan])
        by_server = ("freeze_time", "claimed by the server only")
        self.assertEqual(notes(make_proof("drand", opening_plan_hash=ZEROS)), [changed_plan, by_server])


if __name__ == "__main__":
    unittest.main()

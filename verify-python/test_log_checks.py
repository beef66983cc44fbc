"""The checks `log`, `witnesses` and `audience`, notes and paths (draw protocol, section 8)."""

import base64
import unittest

from support import (
    LOG_KEY,
    RESULT_AT,
    Key,
    WitnessKey,
    after_draw,
    changed,
    checkpoint_text,
    digits,
    draw_records,
    failing,
    log_line,
    make_entry,
    make_log,
    make_note,
    make_proof,
    path_in,
    report_of,
    step_of,
    tree_hash,
    with_log,
)

from glassdrum_verify.forms import Malformed
from glassdrum_verify.hashing import key_id, merkle_root, path_leads_to, record
from glassdrum_verify.log_record import read_record
from glassdrum_verify.signed_note import read_note, read_witness_key

KEY = LOG_KEY.public
AGREES = "the log agrees; whether its key is the installation's was not checked"
OTHERS = [record("x", i) for i in range(4)]
ZEROS = "0" * 64


def log_failure(proof, **options):
    status, reason = step_of(proof, "log", **{"log_key": KEY, **options})
    return reason if status == "FAIL" else None


class Trees(unittest.TestCase):
    def test_roots_and_paths_are_those_of_the_recursive_definition(self):
        for size in range(1, 40):
            leaves = [b"%d" % i for i in range(size)]
            root = tree_hash(leaves)
            self.assertEqual(merkle_root(leaves), root.hex())
            for index in range(size):
                path = path_in(leaves, index)
                self.assertTrue(path_leads_to(root, leaves[index], index, size, path))
                self.assertFalse(path_leads_to(root, b"x", index, size, path))
                self.assertFalse(path_leads_to(root, leaves[index], index, size, [*path, ZEROS]))
                self.assertFalse(path_leads_to(root, leaves[index], index + size, size, path))
                if path:
                    self.assertFalse(path_leads_to(root, leaves[index], index, size, path[:-1]))
                    self.assertFalse(path_leads_to(root, leaves[index], index, size, [ZEROS, *path[1:]]))
                    self.assertFalse(path_leads_to(root, leaves[index], index ^ 1, size, path))


class Log(unittest.TestCase):
    def test_a_log_passes_with_its_key_and_is_skipped_without(self):
        proof = with_log(make_proof("room"), before=OTHERS)
        self.assertEqual(step_of(proof, "log", log_key=KEY), ("PASS", ""))
        self.assertEqual(step_of(proof, "log"), ("SKIP", AGREES))
        self.assertEqual(report_of(proof).verdict, "VERIFIED")
        self.assertEqual(report_of(proof, log_key=KEY).verdict, "VERIFIED")
        self.assertEqual(log_failure(proof, log_key=Key("other").public), "the log has another key")
        self.assertEqual(report_of(make_proof("room"), log_key=KEY).verdict, "INCOMPLETE")

    def test_every_part_of_the_log_counts(self):
        proof = make_proof("room")
        good = with_log(proof, before=OTHERS, after=[after_draw(proof, "claim", 1, 1, "device", 3000)])
        for path in [
            *(("records", at, "index") for at in range(5)),
            *(("records", at, "text") for at in range(5)),
            *(("records", at, "path", 0) for at in range(5)),
            *(("after", 0, "index"), ("after", 0, "path", 0), ("freeze_path", 0), ("key",)),
        ]:
            value = {"index": 0, "text": "x", "key": ZEROS}.get(path[-1], ZEROS)
            with self.subTest(path=path):
                self.assertIsNotNone(log_failure(changed(good, "log", *path, to=value)))

    def test_a_record_that_is_another_one_fails_even_if_it_is_in_the_tree(self):
        proof = make_proof("room")
        frozen = (proof["draw_id"], proof["freeze_hash"])
        for at, text in [
            (3, record("draw.reveal.v2", *frozen, ZEROS, RESULT_AT)),
            (3, record("draw.reveal.v2", "other", frozen[1], proof["seed_reveal"], RESULT_AT)),
            (3, record("draw.reveal.v2", frozen[0], ZEROS, proof["seed_reveal"], RESULT_AT)),
            (3, record("draw.reveal.v2", *frozen, proof["seed_reveal"], "01")),
            (4, record("draw.result.v2", *frozen, proof["combined_seed"], ZEROS, RESULT_AT)),
            (4, record("draw.result.v2", *frozen, ZEROS, digits(1), RESULT_AT)),
        ]:
            leaves = draw_records(proof)
            leaves[at] = text
            log = make_log(proof)
            log["records"][at]["text"] = text.decode()
            for index, located in enumerate(log["records"]):
                located["path"] = path_in(leaves, index)
            log["checkpoint"] = make_note(leaves)
            name = ("reveal", "result")[at - 3]
            failure = log_failure({**proof, "log": log})
            self.assertEqual(failure, f"the log's {name} record is not the one of this draw")

    def test_the_result_record_covers_the_rows_but_not_the_names(self):
        proof = with_log(make_proof("room"))
        for row in proof["winners"]:
            row.update(display_name=None, salt=None)
        self.assertEqual(failing(proof, log_key=KEY), [])
        self.assertIn("log", failing(changed(proof, "winners", 0, "position", to=2), log_key=KEY))

    def test_changes_of_the_plan_lead_from_the_opening_to_the_close(self):
        first, second, last = digits("plan 1"), digits("plan 2"), make_proof("room")["close"]["plan_hash"]
        proof = make_proof("room", opening_plan_hash=first)

        def replan(before, after, draw_id=proof["draw_id"], open_hash=proof["open_hash"]):
            return record("draw.replan.v2", draw_id, open_hash, before, after, 1200)

        good = [replan(first, second), replan(second, last)]
        self.assertIsNone(log_failure(with_log(proof, replans=good)))
        for replans in (
            [],
            good[:1],
            good[1:],
            good[::-1],
            [replan(first, last, open_hash=ZEROS)],
            [*good, replan(last, second)],
        ):
            self.assertIsNotNone(log_failure(with_log(proof, replans=replans)), replans)
        self.assertIsNotNone(log_failure(with_log(proof, before=good[:1], replans=good[1:])), "too early")
        self.assertIsNotNone(log_failure(with_log(proof, replans=good[:1], audiences=good[1:])), "too late")

    def test_more_has_only_what_belongs_there(self):
        proof = make_proof("room")
        own = (proof["draw_id"], proof["freeze_hash"])
        audience = record("draw.audience.v2", *own, ZEROS, 1, 1990)
        void = record("draw.void.v2", "other", ZEROS, "error", 1100)
        advance = record("draw.advance.v2", "other", ZEROS, 1, 1, "-", "absent", 1100)
        opened = record("draw.open.v2", "other", "h", 1, "-", "s", 1, *[ZEROS] * 3, 900)
        for allowed in ({"audiences": [audience]}, {"before": [opened, void, advance]}, {"replans": [void]}):
            self.assertIsNone(log_failure(with_log(proof, **allowed)), allowed)
        for wrong in (
            {"audiences": [record("draw.audience.v2", own[0], ZEROS, ZEROS, 1, 1990)]},
            {"audiences": [record("draw.audience.v2", *own, ZEROS, 0, 1990)]},
            {"audiences": [void]},
            {"replans": [audience]},
            {"before": [record("draw.void.v2", own[0], ZEROS, "error", 1100)]},
            {"before": [record("draw.claim.v2", "other", ZEROS, 1, 1, "device", 1100)]},
            {"before": [record("draw.close.v2", "other", ZEROS, ZEROS, "-", ZEROS, 1, 1, 1100)]},
        ):
            self.assertIsNotNone(log_failure(with_log(proof, **wrong)), wrong)

    def test_after_has_only_records_of_this_draw_after_its_result(self):
        proof = make_proof("room")
        claim = after_draw(proof, "claim", 1, 1, "device", 3000)
        self.assertIsNone(log_failure(with_log(proof, after=[claim])))
        for wrong in (
            record("draw.claim.v2", "other", proof["freeze_hash"], 1, 1, "device", 3000),
            record("draw.audience.v2", proof["draw_id"], proof["freeze_hash"], ZEROS, 1, 3000),
            record("draw.claim.v2", proof["draw_id"], proof["freeze_hash"], 1, 1, "phone", 3000),
        ):
            self.assertIsNotNone(log_failure(with_log(proof, after=[wrong])), wrong)
        twice = with_log(proof, after=[claim])
        twice["log"]["after"] *= 2
        self.assertEqual(log_failure(twice), "the indexes of after do not ascend")
        early = with_log(proof, before=[claim])
        early["log"]["after"], early["log"]["more"] = early["log"]["more"], []
        self.assertIsNotNone(log_failure(early))

    def test_both_checkpoints_are_of_the_key_and_its_origin(self):
        proof = make_proof("room")
        leaves, first = draw_records(proof), draw_records(proof)[:3]
        other_key = Key("other")
        other_origin = f"glassdrum.log/{key_id(other_key.public)}"
        for name, tree in (("checkpoint", leaves), ("freeze_checkpoint", first)):
            for note in (
                make_note(tree, key=other_key),
                make_note(tree, origin=other_origin),
                make_note(tree, origin=other_origin, key=other_key),
                make_note(tree[:-1]),
            ):
                log = {**make_log(proof), name: note}
                self.assertIsNotNone(log_failure({**proof, "log": log}), (name, note))

    def test_one_line_of_the_log_that_holds_is_enough(self):
        proof = make_proof("room")
        text = checkpoint_text(draw_records(proof))
        wrong = log_line(text)[:-30] + "AAAA" + log_line(text)[-26:]
        for lines in (log_line(text) + wrong, wrong + log_line(text), "\u2014 a AAAAAAA=\n" + log_line(text)):
            log = {**make_log(proof), "checkpoint": text.decode() + "\n" + lines}
            self.assertIsNone(log_failure({**proof, "log": log}))
        log = {**make_log(proof), "checkpoint": text.decode() + "\n" + wrong}
        self.assertIsNotNone(log_failure({**proof, "log": log}))

    def test_the_freeze_checkpoint_is_an_earlier_state(self):
        proof = make_proof("room")
        leaves = draw_records(proof)
        for tree, holds in ((leaves, True), (leaves[:4], True), ([*leaves, b"x"], False), ([*leaves[:4], b"x"], False)):
            log = make_log(proof)
            log.update(freeze_checkpoint=make_note(tree), freeze_path=path_in(tree, 2))
            self.assertEqual(log_failure({**proof, "log": log}) is None, holds)


class Notes(unittest.TestCase):
    GOOD = make_note([b"a", b"b"])

    def test_a_note_has_exactly_its_form(self):
        self.assertEqual(read_note(self.GOOD, "note").size, 2)
        origin, size, root, _, line = self.GOOD.split("\n")[:5]
        spare = base64.b64encode(b"\0" * 5).decode()
        longest = f"{origin}\n{2**53 - 1}\n{root}\n\n" + f"\u2014 a {spare}\n" * 64
        self.assertEqual(len(read_note(longest, "note").signatures), 64)
        for text in [
            *("", "\n" * 9, self.GOOD[:-1], self.GOOD + "\n", self.GOOD.replace("\n\n", "\n"), longest + line + "\n"),
            *(f"{origin}\n{size}\n{root}\n\n", f"{origin}\n{size}\n{root}\nmore\n\n{line}\n", " " + self.GOOD),
            *(f"{origin}\n02\n{root}\n\n{line}\n", f"{origin}\n{2**53}\n{root}\n\n{line}\n"),
            *(f"{origin}\n-1\n{root}\n\n{line}\n", f"a+b\n{size}\n{root}\n\n{line}\n", f"\n{size}\n{root}\n\n{line}\n"),
            *(f"{'a' * 256}\n{size}\n{root}\n\n{line}\n", f"\u00e9\n{size}\n{root}\n\n{line}\n"),
            *(f"{origin}\n{size}\n{root[:-1]}\n\n{line}\n", f"{origin}\n{size}\n{spare}\n\n{line}\n"),
            *(f"{origin}\n{size}\n{root[:-2]}{'B' if root[-2] == 'A' else 'A'}=\n\n{line[:-1]}!\n",),
            *(self.GOOD.replace("\u2014", "-"), self.GOOD.replace("\u2014 ", "\u2014  "), self.GOOD.replace("\n", "\r\n")),
            *(f"{origin}\n{size}\n{root}\n\n\u2014 a AAAAAA==\n", f"{origin}\n{size}\n{root}\n\n\u2014 a AAAAAAB=\n"),
            f"{origin}\n{size}\n{root}\n\n\u2014 a {'A' * 131_072}\n",
        ]:
            with self.subTest(text[-60:]), self.assertRaises(Malformed):
                read_note(text, "note")

    def test_witness_keys_have_exactly_their_form(self):
        witness = WitnessKey("witness.example/one")
        self.assertEqual(read_witness_key(witness.verifier_key).key, witness.public)
        name, key_hash, encoded = witness.verifier_key.split("+", 2)
        for text in (
            *("", name, f"{name}+{key_hash}", f"{name}+{key_hash.upper()}x+{encoded}", f"other+{key_hash}+{encoded}"),
            *(f"{name}+00000000+{encoded}", f"{name}+{key_hash}+{encoded[:-4]}", f"{name}+{key_hash}+{encoded} "),
            f"{name}+{key_hash}+{base64.b64encode(bytes([1]) + witness.public).decode()}",
        ):
            with self.subTest(text), self.assertRaises(Malformed):
                read_witness_key(text)


class Witnesses(unittest.TestCase):
    ONE, TWO, STRANGER = WitnessKey("w.example/1"), WitnessKey("w.example/2"), WitnessKey("stranger")
    KNOWN = tuple(read_witness_key(witness.verifier_key) for witness in (ONE, TWO))
    IN_TIME, LATE = 1997, 1998

    def step(self, *cosigned, quorum=1, known=KNOWN, **log):
        proof = with_log(make_proof("room"), before=OTHERS, cosigned=cosigned)
        proof["log"].update(log)
        return step_of(proof, "witnesses", witnesses=known, witness_quorum=quorum)

    def test_cosignatures_in_time_are_counted(self):
        none = ("SKIP", "no cosignature of a known witness")
        self.assertEqual(self.step(), none)
        self.assertEqual(self.step((self.STRANGER, 1990)), none)
        self.assertEqual(self.step((self.ONE, 1990), known=()), none)
        self.assertEqual(self.step((self.ONE, self.IN_TIME)), ("PASS", ""))
        self.assertEqual(self.step((self.ONE, 1)), ("PASS", ""))
        for time in (0, self.LATE, 2**63 - 1):
            self.assertEqual(self.step((self.ONE, time)), ("SKIP", "0 of 1 known witnesses cosigned in time"))
        both = ((self.ONE, 1990), (self.TWO, 1991))
        self.assertEqual(self.step(*both, quorum=2), ("PASS", ""))
        self.assertEqual(self.step(both[0], (self.TWO, self.LATE)), ("PASS", ""))
        missed = ("SKIP", "1 of 2 known witnesses cosigned in time")
        self.assertEqual(self.step(both[0], quorum=2), missed)
        self.assertEqual(self.step(both[0], (self.ONE, 1992), quorum=2), missed)

    def test_only_the_first_checkpoint_counts_but_a_wrong_line_in_any_fails(self):
        proof = make_proof("room")
        leaves = [*OTHERS, *draw_records(proof)]
        late = make_note(leaves, (self.ONE, 1990))
        self.assertEqual(self.step(checkpoint=late)[1], "0 of 1 known witnesses cosigned in time")
        wrong = make_note(leaves) + self.ONE.line(b"something else", 1990)
        failure = ("FAIL", "a cosignature of a known witness does not hold")
        self.assertEqual(self.step((self.ONE, 1990), checkpoint=wrong), failure)
        self.assertEqual(self.step((self.TWO, 1990), checkpoint=wrong), failure)

    def test_a_line_of_the_wrong_length_or_time_does_not_hold(self):
        text = checkpoint_text([*OTHERS, *draw_records(make_proof("room"))])
        for payload in (b"\0", b"\0" * 72, (2**63).to_bytes(8, "big") + b"\0" * 64):
            line = f"\u2014 {self.ONE.name} {base64.b64encode(self.ONE.key_hash + payload).decode()}\n"
            note = text.decode() + "\n" + log_line(text) + line
            self.assertEqual(self.step(checkpoint=note)[0], "FAIL")
        self.assertEqual(self.step((self.ONE, 2**63))[0], "FAIL", "signed, but at a time that is none")

    def test_what_was_cosigned_must_contain_the_freeze_record(self):
        failure = ("FAIL", "what the witnesses cosigned does not contain the freeze record")
        self.assertEqual(self.step((self.ONE, 1990), freeze_path=[ZEROS] * 3), failure)
        proof = with_log(make_proof("room"), cosigned=[(self.ONE, 1990)])
        other = changed(proof, "freeze_hash", to=ZEROS)
        self.assertEqual(step_of(other, "witnesses", witnesses=self.KNOWN), failure)

    def test_verdict_and_note_depend_on_known_witnesses(self):
        for cosigned, verdict in (([(self.ONE, 1990)], "VERIFIED"), ([], "INCOMPLETE")):
            proof = with_log(make_proof("room"), cosigned=cosigned)
            self.assertEqual(report_of(proof, witnesses=self.KNOWN).verdict, verdict)
            self.assertEqual(report_of(proof).verdict, "VERIFIED")
        drand = with_log(make_proof("drand"), cosigned=[(self.ONE, 1990)])
        self.assertEqual(report_of(drand, witnesses=self.KNOWN).notes, [])
        self.assertEqual(len(report_of(drand).notes), 1)


class Audience(unittest.TestCase):
    DEVICES = {number: Key(f"device {number}") for number in (1, 2, 4, 5)}

    def proof(self, numbers=(1, 2, 5), seen_at=1995, with_record=True):
        entries = [make_entry(number, device=self.DEVICES.get(number)) for number in range(1, 7)]
        proof = make_proof("room", entries=entries)
        audience, leaves = [], []
        for number in numbers:
            text = record("draw.seen.v2", proof["draw_id"], proof["freeze_hash"], number, seen_at)
            signature = self.DEVICES[number].sign(text).hex()
            audience.append([number, seen_at, signature])
            leaves.append(text + f"{signature}\n".encode())
        proof["audience"] = audience
        if not with_record:
            return proof
        own = (proof["draw_id"], proof["freeze_hash"])
        return with_log(
            proof, audiences=[record("draw.audience.v2", *own, merkle_root(leaves), len(leaves), 1996)]
        )

    def test_an_audience_is_counted_with_and_without_a_log(self):
        for with_record in (True, False):
            report = report_of(self.proof(with_record=with_record))
            self.assertEqual((report.verdict, len(report.notes)), ("VERIFIED", 1))
            text = "3 of 4 devices signed that they held this freeze before the draw"
            self.assertEqual(report.notes[0], ("audience", text))

    def test_every_part_counts(self):
        good = self.proof()
        for path, value in [
            *(((0, 0), 2), ((0, 0), 3), ((0, 0), 99), ((2, 0), 4), ((2, 0), 6)),
            *(((0, 1), 1994), ((0, 1), 1996), ((1, 2), "0" * 128)),
        ]:
            proof = changed(good, "audience", *path, to=value)
            self.assertEqual(failing(proof), ["audience"], path)
            self.assertEqual(report_of(proof).notes, [])
        self.assertEqual(failing(self.proof(seen_at=1996, with_record=False)), ["audience"])
        self.assertEqual(failing({**good, "audience": good["audience"][::-1]}), ["audience"])
        self.assertEqual(failing(self.proof(numbers=(1, 1, 2), with_record=False)), ["audience"])
        self.assertEqual(failing({**good, "audience": good["audience"][:2]}), ["audience"], "count and root")

    def test_a_record_of_another_draw_or_of_no_form_does_not_count(self):
        good = self.proof()
        own, other = good["log"]["more"][0]["text"], "draw.audience.v2\nother\n"
        without_list = {**good, "audience": good["audience"][:2]}
        self.assertEqual(failing(without_list), ["audience"])
        for text in (own.replace("draw.audience.v2\nmade\n", other), own.replace("\n1996\n", "\nx\n")):
            self.assertNotEqual(text, own)
            self.assertEqual(failing(changed(without_list, "log", "more", 0, "text", to=text)), ["log"])


class Records(unittest.TestCase):
    FORMS = [
        ("draw.open.v2", "d", "h", 1, "-", "s", 30, *[ZEROS] * 3, 0),
        ("draw.close.v2", "d", ZEROS, ZEROS, "-", ZEROS, 1, "1,0,4294967295", 2**53 - 1),
        ("draw.freeze.v2", "d", ZEROS, "-", "drand", ZEROS, 1, 5, 6, 7),
        ("draw.freeze.v2", "d", ZEROS, ZEROS, "none", "-", "-", 5, 6, 7),
        ("draw.replan.v2", "d", *[ZEROS] * 3, 5),
        ("draw.change.v2", "d", 1, "removed", "0,0", "by_host", 5),
        ("draw.audience.v2", "d", ZEROS, ZEROS, 1, 5),
        ("draw.reveal.v2", "d", ZEROS, ZEROS, 5),
        ("draw.result.v2", "d", ZEROS, ZEROS, ZEROS, 5),
        ("draw.claim.v2", "d", ZEROS, 200, 1, "desk", 5),
        ("draw.extend.v2", "d", ZEROS, 1, 1, 60, 5),
        ("draw.advance.v2", "d", ZEROS, 1, 1, "-", "declined", 5),
        ("draw.advance.v2", "d", ZEROS, 1, 1, 2, "unclaimed", 5),
        ("draw.void.v2", "d", ZEROS, "error", 5),
    ]

    def test_records_of_their_forms_are_read(self):
        for fields in self.FORMS:
            read = read_record(record(*fields).decode())
            self.assertEqual((read.draw_id, read.text), ("d", record(*fields)))
            self.assertEqual(read.time, {"freeze": 5, "open": 0, "close": 2**53 - 1}.get(read.kind, 5))

    def test_no_field_can_be_of_another_form(self):
        of_none = ["", "x y", "1.0", "+1", "\u0661", "a" * 65, "1,"]
        of_no_number = ["-1", "01", "9" * 17, str(2**53), "-0", "A" * 64]
        for fields in self.FORMS:
            for at in range(len(fields)):
                for value in of_none + ([] if fields[at] in ("d", "h", "s") else of_no_number):
                    if fields[0] == "draw.void.v2" and at == 3 and value == "a" * 65:
                        value = "a" * 66
                    changed_fields = [*fields[:at], value, *fields[at + 1 :]]
                    self.assertIsNone(read_record(record(*changed_fields).decode()), changed_fields)
            text = record(*fields).decode()
            for broken in (text[:-1], text + "\n", text + "5\n", text.partition("\n")[2], text.replace(".v2", ".v1")):
                self.assertIsNone(read_record(broken))

    def test_ranges(self):
        for kind, at, values in [
            *((0, 3, [0]), (0, 6, [0, 31]), (1, 6, [0]), (1, 7, ["4294967296", ",".join("1" * 21)]), (2, 6, [0])),
            *((5, 2, [0]), (5, 3, ["absent", "holder"]), (6, 4, [0]), (9, 3, [0, 201]), (9, 4, [0]), (9, 5, ["x"])),
            *((10, 5, [0]), (11, 4, [0, "-"]), (11, 5, [0]), (11, 6, ["x"]), (13, 3, ["_a", "A", "a1", "a" * 65])),
        ]:
            for value in values:
                fields = [*self.FORMS[kind][:at], value, *self.FORMS[kind][at + 1 :]]
                self.assertIsNone(read_record(record(*fields).decode()), fields)
        self.assertIsNotNone(read_record(record(*self.FORMS[13][:3], "a" * 64, 5).decode()))


if __name__ == "__main__":
    unittest.main()

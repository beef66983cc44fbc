"""The published vectors: exact failing and skipped checks, verdict and number of notes (draw protocol, section 13)."""

import unittest

from support import STEPS, read_vectors, report_of, vector_bytes

from glassdrum_verify.chain import QUICKNET_HASH
from glassdrum_verify.command import Refused, parse_document, run_job, verify_log
from glassdrum_verify.hashing import sha
from glassdrum_verify.signed_note import read_witness_key
from glassdrum_verify.whole_log import CHECKS


def options_of(vector):
    options = vector["options"]
    return {
        "receipt": options.get("receipt"),
        "receipt_key": bytes.fromhex(options["receipt_key"]) if "receipt_key" in options else None,
        "log_key": bytes.fromhex(options["log_key"]) if "log_key" in options else None,
        "witnesses": tuple(map(read_witness_key, options.get("witness_keys", ()))),
        "witness_quorum": options.get("witness_quorum", 1),
        "earlier": tuple(options.get("earlier", ())),
    }


def expected_without_bls(vector, is_drand):
    """Fails, skips and verdict of a verifier that skips `beacon_signature` of every drand draw."""
    fails, skips, verdict = set(vector["fails"]), set(vector["skips"]), vector["verdict"]
    if not is_drand:
        return fails, skips, verdict
    fails.discard("beacon_signature")
    return fails, skips | {"beacon_signature"}, "FAILED" if fails else "INCOMPLETE"


def outcome(steps):
    return tuple({step.name for step in steps if step.status == status} for status in ("FAIL", "SKIP"))


class ProofVectors(unittest.TestCase):
    def test_every_vector_gives_exactly_what_it_says(self):
        document = read_vectors("draw-proof-vectors.json")
        self.assertEqual(document["format"], "draw-vectors/2")
        self.assertGreater(len(document["vectors"]), 100)
        for vector in document["vectors"]:
            with self.subTest(vector["id"]):
                try:
                    value = parse_document(vector_bytes(vector), "vector", "draw-proof/2")
                except Refused:
                    self.assertEqual(vector["verdict"], "REFUSED")
                    continue
                report = report_of(value, **options_of(vector))
                is_drand = report.proof is not None and report.proof.freeze.kind == "drand"
                fails, skips, verdict = expected_without_bls(vector, is_drand)
                self.assertEqual(outcome(report.steps), (fails, skips), report.steps)
                self.assertEqual((report.verdict, len(report.notes)), (verdict, vector["notes"]))

    def test_every_check_appears_in_the_order_of_the_protocol(self):
        for vector in read_vectors("draw-proof-vectors.json")["vectors"]:
            if "proof" in vector and "format" not in vector["fails"]:
                steps = report_of(vector["proof"], **options_of(vector)).steps
                wanted = STEPS + (["receipt"] if "receipt" in vector["options"] else [])
                self.assertEqual([step.name for step in steps], wanted, vector["id"])

    def test_the_vectors_make_every_check_fail_that_this_program_makes(self):
        vectors = read_vectors("draw-proof-vectors.json")["vectors"]
        failing = {name for vector in vectors for name in vector["fails"]}
        self.assertEqual({*STEPS, "receipt"} - failing, set())

    def test_no_reason_and_no_note_can_hurt_a_terminal(self):
        for vector in read_vectors("draw-proof-vectors.json")["vectors"]:
            if "proof" in vector:
                report = report_of(vector["proof"], **options_of(vector))
                for text in [step.reason for step in report.steps] + [note.text for note in report.notes]:
                    self.assertTrue(text.isascii() and text.isprintable(), text)


class LogVectors(unittest.TestCase):
    def test_every_vector_gives_exactly_what_it_says(self):
        document = read_vectors("draw-log-vectors.json")
        self.assertEqual(document["format"], "draw-log-vectors/2")
        self.assertGreater(len(document["vectors"]), 30)
        for vector in document["vectors"]:
            with self.subTest(vector["id"]):
                report = verify_log(vector["log"], "vector")
                fails, skips = set(vector["fails"]), set(vector["skips"])
                self.assertEqual(outcome(report.steps), (fails, skips), report.steps)
                self.assertEqual([step.name for step in report.steps], list(CHECKS))
                wanted = "FAILED" if fails else "INCOMPLETE" if skips else "VERIFIED"
                self.assertEqual(report.verdict, wanted)

    def test_the_vectors_make_every_check_fail(self):
        failing = {name for vector in read_vectors("draw-log-vectors.json")["vectors"] for name in vector["fails"]}
        self.assertEqual(set(CHECKS) - failing, set())


class Quicknet(unittest.TestCase):
    def test_signatures_hash_to_their_randomness(self):
        for beacon in read_vectors("drand-quicknet.json")["rounds"]:
            self.assertEqual(sha(bytes.fromhex(beacon["signature"])), beacon["randomness"])

    def test_the_pinned_chain_hash_is_that_of_the_recorded_chain(self):
        chain = read_vectors("drand-quicknet.json")["chain"]
        text = chain["period"].to_bytes(4, "big") + chain["genesis_time"].to_bytes(8, "big")
        text += bytes.fromhex(chain["public_key"] + chain["group_hash"]) + b"quicknet"
        self.assertEqual((sha(text), chain["chain_hash"]), (QUICKNET_HASH, QUICKNET_HASH))


class NothingRaises(unittest.TestCase):
    """Whatever stands at whatever place: the answer is a report."""

    HOSTILE = [None, True, 0, 2**53 - 1, "", "-", "\n", "a" * 500, [], {}, [[]], "0" * 64, [1], "draw.void.v2\n"]

    def places(self, value, path=()):
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for name, member in items:
            yield (*path, name)
            if not (isinstance(member, list) and len(member) > 20):
                yield from self.places(member, (*path, name))

    def test_a_hostile_value_at_any_place_of_a_proof_is_judged(self):
        vectors = {vector["id"]: vector for vector in read_vectors("draw-proof-vectors.json")["vectors"]}
        for vector_id in ("92-standing-lapse-and-extension", "81-audience"):
            proof = vectors[vector_id]["proof"]
            for at, path in enumerate(list(self.places(proof))):
                place = proof
                for name in path[:-1]:
                    place = place[name]
                kept, place[path[-1]] = place[path[-1]], self.HOSTILE[at % len(self.HOSTILE)]
                with self.subTest(path=path, value=place[path[-1]]):
                    self.assertIn(report_of(proof).verdict, ("FAILED", "INCOMPLETE"))
                place[path[-1]] = kept

    def test_a_hostile_job_gets_an_answer(self):
        for line in ("", "[]", "null", "{", '{"base64": 1}', '{"base64": "é"}', "[" * 10_000, '{"kind": "x"}'):
            self.assertEqual(run_job(line), {"verdict": "REFUSED"}, line[:20])


if __name__ == "__main__":
    unittest.main()

"""The command: lines, JSON, options, exit codes, batch (draw protocol, appendices A and B)."""

import base64
import json
import os
import subprocess
import sys
import unittest

from support import (
    LOG_KEY,
    PROGRAM,
    STEPS,
    CommandTest,
    Key,
    WitnessKey,
    changed,
    make_chain,
    make_entry,
    make_proof,
    make_receipt,
    read_vectors,
    report_of,
    vector_proof,
    with_log,
)

from glassdrum_verify.chain import QUICKNET_HASH

GOOD = make_proof("room")
ZEROS = "0" * 64
WITNESS = WitnessKey("w.example/1")


class Output(CommandTest):
    def test_a_line_for_each_check_then_notes_then_the_verdict(self):
        proof = changed(make_proof("drand", opening_plan_hash=ZEROS), "winners", 0, "display_name", to="Somebody")
        code, out, err = self.run_command(self.file(proof))
        lines = out.splitlines()
        self.assertEqual((code, err, out[-1]), (1, "", "\n"))
        self.assertEqual([line.split("  ")[1] for line in lines[: len(STEPS)]], STEPS)
        number = proof["winners"][0]["entry_number"]
        for line in (
            "PASS  seed_commit",
            f"FAIL  names  entry {number} was not committed to this name",
            "SKIP  beacon_signature  BLS signatures are not checked here",
        ):
            self.assertIn(line, lines)
        self.assertEqual(
            lines[len(STEPS) :],
            [
                "NOTE  plan  was changed between the opening and the close",
                "NOTE  freeze_time  claimed by the server only",
                "FAILED",
            ],
        )

    def test_with_a_failing_format_only_that_line(self):
        code, out, err = self.run_command(self.file({**GOOD, "more": 1}))
        self.assertEqual((code, err), (1, ""))
        self.assertEqual(out, "FAIL  format  the document has the unknown member more\nFAILED\n")
        receipt = self.file(make_receipt(GOOD, 1), "receipt.json")
        with_receipt = self.run_command(self.file({**GOOD, "more": 1}), "--receipt", receipt)
        self.assertEqual(with_receipt, (code, out, err))

    def test_exit_codes_and_the_same_in_json(self):
        drand = vector_proof("01-plain-unicode")
        for proof, code, verdict in (
            (GOOD, 0, "VERIFIED"),
            ({**GOOD, "seed_reveal": ZEROS}, 1, "FAILED"),
            (drand, 2, "INCOMPLETE"),
        ):
            path = self.file(proof)
            json_code, out, err = self.run_command(path, "--json")
            report = json.loads(out)
            self.assertEqual((json_code, err, out.count("\n")), (code, "", 1))
            self.assertEqual(set(report), {"verdict", "steps", "notes", "assurance", "draw_id", "test_chain"})
            self.assertEqual((report["verdict"], report["draw_id"]), (verdict, proof["draw_id"]))
            self.assertEqual((report["assurance"], report["test_chain"]), (proof["assurance"], False))
            self.assertEqual([step["name"] for step in report["steps"]], STEPS)
            for step in report["steps"]:
                self.assertEqual("reason" in step, step["status"] != "PASS")
            lines_code, lines, _ = self.run_command(path)
            self.assertEqual((lines_code, lines.splitlines()[-1]), (code, verdict))

    def test_json_of_a_failing_format(self):
        _, out, _ = self.run_command(self.file({**GOOD, "more": 1}), "--json")
        report = json.loads(out)
        self.assertEqual(len(report["steps"]), 1)
        self.assertEqual((report["notes"], report["assurance"], report["draw_id"]), ([], None, None))
        self.assertIs(report["test_chain"], False)

    def test_nothing_from_a_file_reaches_the_terminal_unescaped(self):
        evil = "\x1b[2J\nVERIFIED\u202e"
        for proof in ({**GOOD, evil: 1}, {**GOOD, "assurance": evil}, changed(GOOD, "rules", evil, to=1)):
            for words in ((), ("--json",)):
                code, out, err = self.run_command(self.file(proof, "a\nVERIFIED\x1b.json"), *words)
                self.assertEqual((code, err), (1, ""))
                self.assertTrue(out.replace("\n", "").isascii() and out.replace("\n", "").isprintable())
                self.assertNotIn("VERIFIED", out.splitlines())
        self.assert_refused(self.file(b"[", "a\nVERIFIED\x1b\u202e.json"))

    def test_it_runs_as_a_program_and_leaves_no_files(self):
        done = subprocess.run([sys.executable, PROGRAM, self.file(GOOD)], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1], done.stderr), (0, "VERIFIED", ""))
        self.assertFalse(os.path.exists(os.path.join(os.path.dirname(PROGRAM), "glassdrum_verify", "__pycache__")))


class Options(CommandTest):
    def verdict(self, proof, *words):
        code, out, _ = self.run_command(self.file(proof), *words)
        return code, out.splitlines()[-1]

    def test_receipts(self):
        receipt = self.file(make_receipt(GOOD, 1), "receipt.json")
        code, out, _ = self.run_command(self.file(GOOD), "--receipt", receipt, "--receipt-key", LOG_KEY.hex)
        self.assertEqual((code, out.splitlines()[-2]), (0, "PASS  receipt"))
        self.assertEqual(self.verdict(GOOD, "--receipt", receipt), (2, "INCOMPLETE"))
        self.assertEqual(
            self.verdict(GOOD, "--receipt", receipt, "--receipt-key", Key("other").hex), (1, "FAILED")
        )

    def test_log_key_and_witnesses(self):
        proof = with_log(GOOD, cosigned=[(WITNESS, 1990)])
        self.assertEqual(self.verdict(proof, "--log-key", LOG_KEY.hex), (0, "VERIFIED"))
        self.assertEqual(self.verdict(proof, "--log-key", ZEROS), (1, "FAILED"))
        self.assertEqual(self.verdict(GOOD, "--log-key", LOG_KEY.hex), (2, "INCOMPLETE"))
        known = ("--witness-key", WITNESS.verifier_key)
        self.assertEqual(self.verdict(proof, *known), (0, "VERIFIED"))
        self.assertEqual(self.verdict(proof, *known, "--witness-quorum", "2"), (2, "INCOMPLETE"))
        other = ("--witness-key", WitnessKey("w.example/2").verifier_key)
        self.assertEqual(self.verdict(proof, *known, *other), (0, "VERIFIED"))
        self.assertEqual(self.verdict(proof, *other), (2, "INCOMPLETE"))

    def test_earlier_proofs(self):
        entries = [make_entry(number) for number in range(1, 8)]
        first = make_proof("room", entries=list(entries), earlier_winners="out", draw_id="first")
        for row in first["winners"]:
            entries[row["entry_number"] - 1] = make_entry(row["entry_number"], state="holder")
        second = make_proof(
            "room", entries=entries, earlier_winners="out", stage=2, draw_id="second", shift=1000
        )
        earlier = self.file(first, "first.json")
        self.assertEqual(self.verdict(second, "--earlier", earlier), (0, "VERIFIED"))
        self.assertEqual(self.verdict(second), (0, "VERIFIED"))
        self.assertEqual(self.verdict(second, "--earlier", earlier, "--earlier", earlier), (1, "FAILED"))
        broken = self.file({**first, "more": 1}, "broken.json")
        self.assertEqual(self.verdict(second, "--earlier", broken), (1, "FAILED"))
        self.assert_refused(self.file(second), "--earlier", self.file({"format": "draw-proof/1"}, "old.json"))

    def test_wrong_use_and_files_of_another_kind_give_64(self):
        good, key = self.file(GOOD), LOG_KEY.hex
        receipt = self.file(make_receipt(GOOD, 1), "receipt.json")
        for words in [
            *([], ["/nonexistent"], [self.folder], ["a\0b"], ["line\nbreak"], [""], [good, good], [good, "--unknown"]),
            *([good, "--js"], [good, "--batch"], ["--batch", good], ["log"], ["log", good], ["log", good, good]),
            *([receipt], [good, "--receipt", good], [good, "--receipt", "/nonexistent"], [good, "--receipt-key", key]),
            *([good, "--receipt", receipt, "--receipt-key", key[1:]], [good, "--log-key", key.upper()], [good, "--log-key"]),
            *([good, "--log-key", key, "--log-key", key], [good, "--witness-key", "x"], [good, "--witness-quorum", "0"]),
            *([good, "--witness-quorum", "01"], [good, "--witness-quorum", "x"], [good, "--test-chain", good]),
            *([good, "--earlier", receipt], [good, "--earlier", "/nonexistent"]),
            [good, "--witness-key", WITNESS.verifier_key.replace("one", "two")[:-1]],
        ]:
            with self.subTest(words):
                self.assert_refused(*words)

    def test_what_is_no_proof_gives_64(self):
        text = json.dumps(GOOD)
        for content in [
            *("", "[]", "null", "{}", '"draw-proof/2"', '{"format":"draw-proof/1"}', '{"format":["draw-proof/2"]}'),
            *(text + "x", text[:-1], text.replace('"closed_at": 1500', '"closed_at": 1500.0'), "\ufeff" + text),
            text.replace('"closed_at": 1500', '"closed_at": 1500, "closed_at": 1500'),
            text.replace("A raffle", "\\ud800"),
        ]:
            self.assertNotEqual(content, text)
            self.assert_refused(self.file(content.encode()))
        self.assertEqual(self.run_command(self.file(text.encode()))[0], 0)


class TestChains(CommandTest):
    def test_a_test_chain_is_used_and_announced(self):
        for chain in (make_chain(), make_chain(beacon_id="default"), make_chain(beacon_id="invented")):
            path = self.file(make_proof("drand", chain_hash=chain["chain_hash"]))
            code, out, err = self.run_command(path, "--test-chain", self.file(chain, "chain.json"), "--json")
            report = json.loads(out)
            self.assertEqual((code, report["verdict"], report["test_chain"]), (2, "INCOMPLETE", True))
            self.assertEqual(err.count("\n"), 1)
            self.assertIn("test chain", err)
            self.assertEqual(self.run_command(path)[0], 1)

    def test_the_shortest_and_the_longest_period_are_sound(self):
        for period in (1, 2**32 - 1):
            chain = self.file(make_chain(period=period), "chain.json")
            self.assertEqual(self.run_command(self.file(GOOD), "--test-chain", chain)[0], 0)

    def test_an_unsound_chain_is_refused(self):
        good = make_chain()
        for chain in (
            *({**good, "period": 4}, {**good, "genesis_time": 1}, {**good, "public_key": "00" * 96}, {**good, "more": 1}),
            *({**good, "group_hash": ZEROS}, {**good, "beacon_id": "x"}, {**good, "scheme": "pedersen-bls-chained"}),
            *({**good, "chain_hash": QUICKNET_HASH}, make_chain(period=2**32 - 1) | {"period": 2**32}, []),
        ):
            self.assert_refused(self.file(GOOD), "--test-chain", self.file(chain, "chain.json"))

    def test_the_pinned_chain_cannot_be_replaced(self):
        real = {**read_vectors("drand-quicknet.json")["chain"], "beacon_id": "quicknet"}
        proof = self.file(vector_proof("01-plain-unicode"))
        code, out, _ = self.run_command(proof, "--test-chain", self.file(real, "chain.json"), "--json")
        report = json.loads(out)
        self.assertEqual((code, report["test_chain"]), (2, False))
        self.assertIn({"name": "assurance", "status": "PASS"}, report["steps"])


class LogCommand(CommandTest):
    def test_a_log_file_is_checked(self):
        for vector in read_vectors("draw-log-vectors.json")["vectors"]:
            code, out, err = self.run_command("log", self.file(vector["log"]))
            verdict = "FAILED" if vector["fails"] else "INCOMPLETE" if vector["skips"] else "VERIFIED"
            self.assertEqual((out.splitlines()[-1], err), (verdict, ""), vector["id"])
            self.assertEqual(code, {"VERIFIED": 0, "FAILED": 1, "INCOMPLETE": 2}[verdict])
        code, out, _ = self.run_command("log", self.file(vector["log"]), "--json")
        report = json.loads(out)
        self.assertEqual((report["verdict"], report["notes"], report["draw_id"]), (verdict, [], None))

    def test_another_file_is_refused(self):
        self.assert_refused("log", self.file(GOOD))
        self.assert_refused("log", self.file({"format": "draw-log-file/2", "records": [], "proofs": [{}]}))
        self.assert_refused("log", self.file({"format": "draw-log-file/2", "records": []}))


class Batch(unittest.TestCase):
    def run_jobs(self, *lines):
        text = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        done = subprocess.run([sys.executable, PROGRAM, "--batch"], input=text, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def job(self, value, **more):
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        return {"base64": base64.b64encode(data).decode(), **more}

    def test_every_job_has_its_report(self):
        chain = make_chain()
        drand = make_proof("drand", chain_hash=chain["chain_hash"])
        log = read_vectors("draw-log-vectors.json")["vectors"][0]["log"]
        options = {
            "receipt": make_receipt(GOOD, 1),
            "receipt_key": LOG_KEY.hex,
            "log_key": LOG_KEY.hex,
            "witness_keys": [WITNESS.verifier_key],
            "witness_quorum": 1,
            "earlier": [],
            "chains": [chain],
        }
        logged = with_log(GOOD, cosigned=[(WITNESS, 1990)])
        reports = self.run_jobs(
            self.job(GOOD),
            self.job(logged, options=options, kind="proof"),
            self.job(drand, options={"chains": [chain]}),
            self.job(GOOD, options={"earlier": [GOOD]}),
            self.job(log, kind="log"),
            self.job({**GOOD, "more": 1}),
        )
        verdicts = [report["verdict"] for report in reports]
        self.assertEqual(verdicts, ["VERIFIED", "VERIFIED", "INCOMPLETE", "FAILED", "VERIFIED", "FAILED"])
        self.assertEqual([report["test_chain"] for report in reports], [False, False, True, False, False, False])
        statuses = {step["name"]: step["status"] for step in reports[1]["steps"]}
        self.assertEqual({statuses[name] for name in ("log", "witnesses", "receipt")}, {"PASS"})

    def test_any_job_is_survived(self):
        receipt = make_receipt(GOOD, 1)
        refused = [
            *(b"{", b"[]", b"null", b"\xff", b"[" * 5000, {"base64": "?"}, {"base64": 5}, {}),
            *(self.job(GOOD, kind="other"), self.job(GOOD, options=[1]), self.job(b"\xff"), self.job(b"[" * 100)),
            *(self.job(GOOD, options={"receipt": GOOD}), self.job(GOOD, options={"log_key": "x"})),
            *(self.job(GOOD, options={"witness_keys": "x"}), self.job(GOOD, options={"witness_keys": [5]})),
            *(self.job(GOOD, options={"witness_quorum": 0}), self.job(GOOD, options={"witness_quorum": "x"})),
            *(self.job(GOOD, options={"earlier": [1]}), self.job(GOOD, options={"chains": [{}]})),
            *(self.job(GOOD, options={"receipt": {**receipt, "issued_at": 1.5}}), self.job(GOOD, kind="log")),
            self.job(GOOD, options={"receipt": {**receipt, "display_name": "\ud800"}}),
        ]
        reports = self.run_jobs(*refused, self.job(GOOD))
        self.assertEqual(reports[:-1], [{"verdict": "REFUSED"}] * len(refused))
        self.assertEqual(reports[-1]["verdict"], report_of(GOOD).verdict)


if __name__ == "__main__":
    unittest.main()

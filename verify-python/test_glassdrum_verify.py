"""Tests of the second verifier: `python3 -m unittest discover -s verify-python` (standard library only).

The published vectors, every step broken once, receipts, drand chains for tests, and files made to hurt.
"""

import contextlib
import copy
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import glassdrum_verify as gv

HERE = os.path.dirname(os.path.abspath(__file__))
VERIFIER = os.path.join(HERE, "glassdrum_verify.py")
VECTOR_FOLDER = os.path.join(HERE, "..", "packages", "fair-draw", "test", "vectors")

STEPS = [
    *("format", "seed_commit", "entries", "contributions", "records", "beacon_round", "beacon_value"),
    *("beacon_signature", "client_seed", "combined_seed", "shuffle", "winners", "names", "assurance"),
]

# RFC 8032, section 7.1, tests 1 to 3: public key, message, signature.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


def read_vectors():
    with open(os.path.join(VECTOR_FOLDER, "draw-proof-vectors.json"), encoding="utf-8") as file:
        return json.load(file)["vectors"]


def read_quicknet():
    with open(os.path.join(VECTOR_FOLDER, "drand-quicknet.json"), encoding="utf-8") as file:
        return json.load(file)


def hexed(*parts):
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def make_proof(kind="none", tickets=(3, 1, 0, 2), contributors=(), winners=2, alternates=1, chain_hash="-"):
    """A whole, consistent proof; `chain_hash` with genesis 1,000 and period 3 for drand."""
    draw_id, seed = "made", hexed("seed")
    names = [f"Entrant {i} é" for i in range(1, len(tickets) + 1)]
    salts = [hexed("salt", i)[:32] for i in range(len(tickets))]
    secrets = {i: hexed("secret", i) for i in contributors}
    entries = []
    for i, count in enumerate(tickets, 1):
        entropy = gv.sha(gv.record("draw.entropy.v1", secrets[i])) if i in secrets else "-"
        entries.append([count, gv.name_commitment(salts[i - 1], names[i - 1]), entropy])
    pairs = [[i, secrets[i]] for i in sorted(secrets)]
    contributed = (
        gv.sha(gv.record("draw.contrib.v1", draw_id, *(f"{i}:{s}" for i, s in pairs))) if pairs else "-"
    )
    signature, text = hexed("signature") + hexed("more")[:32], "3 1 4 1 5 9"
    beacon = {
        "drand": {"value": gv.sha(bytes.fromhex(signature)), "signature": signature},
        "room": {"value": gv.sha(b"draw.room.v1\n" + text.encode() + b"\n"), "text": text},
        "none": {},
    }[kind]
    round_number = (2000 - 1000 + 2) // 3 + 1 if kind == "drand" else "-"
    leaves = [gv.record("draw.entry.v1", draw_id, i, *entry) for i, entry in enumerate(entries, 1)]
    commit, root, total = gv.sha(seed.encode()), gv.merkle_root(leaves), sum(tickets)
    opened = gv.sha(gv.record("draw.open.v1", draw_id, "host", 1, "-", commit, "-", 1000))
    closed = gv.sha(gv.record("draw.close.v1", draw_id, opened, root, len(entries), total, 1500))
    frozen = gv.sha(
        gv.record(
            *("draw.freeze.v1", draw_id, closed, contributed, winners, alternates),
            *(kind, chain_hash, round_number, 1990, 2000),
        )
    )
    client = f"{frozen}:{beacon.get('value', '-')}"
    named = {"kind": kind, "chain_hash": chain_hash, "round": round_number}
    document = {
        "format": "draw-proof/1",
        "algorithm": "Fisher-Yates v1.0",
        "draw_id": draw_id,
        "assurance": "room" if kind == "room" else "participants" if pairs else "operator",
        "seed_commit_hash": commit,
        "seed_reveal": seed,
        "client_seed": client,
        "combined_seed": gv.sha(f"{seed}|{client}".encode()),
        "open": {"host_id": "host", "host_seq": 1, "previous": "-", "rules_hash": "-", "opened_at": 1000},
        "close": {
            "entries_root": root,
            "entry_count": len(entries),
            "ticket_total": total,
            "closed_at": 1500,
        },
        "freeze": {
            **{"contributions_hash": contributed, "winners": winners, "alternates": alternates},
            **{"beacon": named, "frozen_at": 1990, "draw_at": 2000},
        },
        **{"open_hash": opened, "close_hash": closed, "freeze_hash": frozen},
        **{"beacon": beacon, "contributions": pairs, "entries": entries, "winners": [], "alternates": []},
    }
    drawn = gv.draw_rows(gv.read_proof(document))
    for at, row in enumerate(drawn):
        role, position = ("winners", at + 1) if at < winners else ("alternates", at - winners + 1)
        person = {"display_name": names[row.entry_number - 1], "salt": salts[row.entry_number - 1]}
        document[role].append({"position": position, **person, **row._asdict()})
    return document


def make_chain(**changes):
    values = {
        "scheme": "bls-unchained-g1-rfc9380",
        "public_key": "ab" * 96,
        "genesis_time": 1000,
        "period": 3,
    }
    values.update(group_hash="cd" * 32, **changes)
    text = values["period"].to_bytes(4, "big") + values["genesis_time"].to_bytes(8, "big")
    text += bytes.fromhex(values["public_key"] + values["group_hash"]) + values.get("beacon_id", "").encode()
    return {"chain_hash": gv.sha(text), **values}


def steps_of(document, chains=gv.PINNED_CHAINS):
    steps, proof = gv.verify_proof(document, chains)
    return {step.name: step.status for step in steps}, gv.verdict_of(steps, proof)


def failing(document, chains=gv.PINNED_CHAINS):
    return [name for name, status in steps_of(document, chains)[0].items() if status == gv.FAIL]


class Command(unittest.TestCase):
    """Base of the tests that run the command in this process; each file lives in a folder of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, content, name="proof.json"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    def run_command(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = gv.main(list(words))
        return code, out.getvalue(), err.getvalue()

    def assert_refused(self, *words):
        code, out, err = self.run_command(*words)
        self.assertEqual((code, out, err.count("\n"), err[-1:]), (64, "", 1, "\n"), err)
        return err


class Vectors(unittest.TestCase):
    def test_every_vector_gives_its_verdict_and_fails_where_it_says(self):
        vectors = read_vectors()
        self.assertGreater(len(vectors), 5)
        for vector in vectors:
            with self.subTest(vector["id"]):
                statuses, verdict = steps_of(vector["proof"])
                drand = vector["proof"]["freeze"]["beacon"]["kind"] == "drand"
                passed = gv.INCOMPLETE if drand else gv.VERIFIED
                self.assertEqual(verdict, passed if vector["expect"] == "PASS" else gv.FAILED)
                for name in vector["fails"]:
                    expected = gv.SKIP if name == "beacon_signature" else gv.FAIL
                    self.assertEqual(statuses[name], expected, name)

    def test_signatures_of_quicknet_hash_to_their_randomness(self):
        for beacon in read_quicknet()["rounds"]:
            self.assertEqual(gv.sha(bytes.fromhex(beacon["signature"])), beacon["randomness"])

    def test_the_chain_hash_is_that_of_drand(self):
        chain = read_quicknet()["chain"]
        text = chain["period"].to_bytes(4, "big") + chain["genesis_time"].to_bytes(8, "big")
        text += bytes.fromhex(chain["public_key"] + chain["group_hash"]) + b"quicknet"
        self.assertEqual(gv.sha(text), chain["chain_hash"])
        self.assertEqual(chain["chain_hash"], gv.QUICKNET_HASH)


class Kinds(unittest.TestCase):
    def test_a_draw_without_a_beacon_is_verified_and_its_drand_steps_are_skipped(self):
        statuses, verdict = steps_of(make_proof())
        self.assertEqual(verdict, gv.VERIFIED)
        self.assertEqual(list(statuses), STEPS)
        skipped = [name for name in STEPS if statuses[name] == gv.SKIP]
        self.assertEqual(skipped, ["beacon_round", "beacon_value", "beacon_signature"])

    def test_a_room_draw_is_verified_with_its_text(self):
        proof = make_proof("room")
        statuses, verdict = steps_of(proof)
        self.assertEqual((verdict, statuses["beacon_value"]), (gv.VERIFIED, gv.PASS))
        proof["beacon"]["text"] += " 2"
        self.assertEqual(failing(proof), ["beacon_value"])

    def test_contributions_support_participants_and_their_absence_does_not(self):
        self.assertEqual(steps_of(make_proof(contributors=(1, 4)))[1], gv.VERIFIED)
        self.assertEqual(failing({**make_proof(), "assurance": "participants"}), ["assurance"])

    def test_names_that_were_erased_are_skipped_and_the_rest_is_still_opened(self):
        proof = make_proof()
        proof["winners"][0].update(display_name=None, salt=None)
        statuses, verdict = steps_of(proof)
        self.assertEqual((statuses["names"], verdict), (gv.SKIP, gv.VERIFIED))
        proof["winners"][1]["display_name"] = "Somebody else"
        self.assertEqual(failing(proof), ["names"])

    def test_more_winners_than_entries_is_no_error(self):
        self.assertEqual(steps_of(make_proof(winners=50, alternates=2**53 - 1))[1], gv.VERIFIED)

    def test_a_drand_draw_on_a_test_chain_is_incomplete_and_supports_no_beacon_label(self):
        chain = make_chain()
        proof = make_proof("drand", chain_hash=chain["chain_hash"])
        chains = {**gv.PINNED_CHAINS, chain["chain_hash"]: gv.Chain(1000, 3, pinned=False)}
        self.assertEqual(steps_of(proof, chains)[1], gv.INCOMPLETE)
        self.assertEqual(failing(proof), ["beacon_round"])
        proof["assurance"] = "beacon"
        self.assertEqual(failing(proof, chains), ["assurance"])


def in_member(*path, value):
    def change(proof):
        place = proof
        for name in path[:-1]:
            place = place[name]
        place[path[-1]] = value

    return change


class EachStepFails(unittest.TestCase):
    """One change of a good proof for each step; the named steps, and no others, must fail."""

    CASES = [
        ("seed_commit combined_seed", in_member("seed_reveal", value="0" * 64)),
        ("entries", in_member("entries", 2, 1, value="0" * 64)),
        ("entries", lambda proof: proof["entries"].append([0, "0" * 64, "-"])),
        ("entries records", in_member("close", "entry_count", value=5)),
        ("entries contributions", in_member("entries", 0, 2, value="-")),
        ("contributions", in_member("contributions", 0, 1, value="0" * 64)),
        ("contributions", in_member("contributions", 1, 0, value=9)),
        ("contributions", lambda proof: proof["contributions"].pop()),
        ("contributions", lambda proof: proof["contributions"].reverse()),
        ("contributions", lambda proof: proof["contributions"].append(proof["contributions"][1])),
        ("contributions records", in_member("freeze", "contributions_hash", value="-")),
        ("records", in_member("open", "rules_hash", value="0" * 64)),
        ("records", in_member("freeze", "draw_at", value=2001)),
        ("records client_seed", in_member("freeze_hash", value="0" * 64)),
        ("records beacon_round", in_member("freeze", "beacon", "round", value=7)),
        ("beacon_value client_seed", in_member("beacon", "value", value="0" * 64)),
        ("beacon_value", lambda proof: proof["beacon"].pop("text")),
        ("beacon_value client_seed", in_member("beacon", value={})),
        ("client_seed combined_seed", in_member("client_seed", value="0" * 64 + ":" + "0" * 64)),
        ("combined_seed shuffle winners", in_member("combined_seed", value="1" * 64)),
        ("shuffle", in_member("winners", 0, "selection_index", value="0/6:" + "0" * 64)),
        ("winners", in_member("winners", 0, "position", value=2)),
        ("winners names", in_member("winners", 0, "entry_number", value=3)),
        ("winners names", in_member("winners", 0, "entry_number", value=2**53 - 1)),
        ("shuffle winners", lambda proof: proof["alternates"].pop()),
        ("names", in_member("winners", 0, "display_name", value="Somebody else")),
        ("names", in_member("winners", 0, "salt", value=None)),
        ("names", in_member("winners", 0, "display_name", value=None)),
        ("assurance", in_member("assurance", value="beacon")),
    ]

    def test_each_change_fails_the_steps_that_it_breaks(self):
        good = make_proof("room", contributors=(1, 4))
        self.assertEqual(failing(good), [])
        for at, (expected, change) in enumerate(self.CASES):
            with self.subTest(f"{at}: {expected}"):
                proof = copy.deepcopy(good)
                change(proof)
                self.assertEqual(failing(proof), expected.split())

    def test_tickets_that_do_not_add_up_cannot_be_rerun(self):
        for tickets in (0, 2**32 - 1):
            proof = make_proof(tickets=(3, 1, 2), winners=3)
            for entry in proof["entries"]:
                entry[0] = tickets
            self.assertEqual(failing(proof), ["entries", "shuffle", "winners"])

    def test_a_wrong_total_cannot_be_rerun_even_where_every_drawn_ticket_has_an_owner(self):
        for total in (5, 7):
            proof = make_proof(tickets=(3, 1, 2))
            proof["close"]["ticket_total"] = total
            self.assertEqual(failing(proof), ["entries", "records", "shuffle", "winners"])

    def test_a_draw_without_a_beacon_shows_no_value_and_one_without_drand_no_chain(self):
        proof = make_proof()
        proof["beacon"]["value"] = "0" * 64
        self.assertEqual(failing(proof), ["beacon_value"])
        proof = make_proof()
        proof["freeze"]["beacon"]["chain_hash"] = "0" * 64
        self.assertEqual(failing(proof), ["records", "beacon_round"])

    def test_a_round_is_the_first_one_not_before_the_draw_with_ten_seconds_lead(self):
        chains = {"0" * 64: gv.Chain(1000, 3, pinned=True)}
        for draw_at, right in ((2001, 335), (2002, 335), (2003, 336), (999, 1), (997, 0)):
            for asked in (334, 335, 336, 1):
                proof = gv.read_proof(make_proof("drand", chain_hash="0" * 64))
                proof = proof._replace(draw_at=draw_at, frozen_at=900, round=asked)
                self.assertEqual(gv.check_beacon_round(proof, chains).status == gv.PASS, asked == right)
        proof = gv.read_proof(make_proof("drand", chain_hash="0" * 64))
        self.assertEqual(gv.check_beacon_round(proof, chains).status, gv.PASS)
        late = proof._replace(frozen_at=proof.draw_at - 9)
        self.assertEqual(gv.check_beacon_round(late, chains).status, gv.FAIL)

    def test_only_a_pinned_drand_chain_supports_beacon_and_a_label_is_not_borrowed(self):
        chains = {"0" * 64: gv.Chain(1000, 3, pinned=True)}
        for label, honest in (("beacon", True), ("room", False), ("participants", False), ("operator", True)):
            proof = gv.read_proof({**make_proof("drand", chain_hash="0" * 64), "assurance": label})
            self.assertEqual(gv.check_assurance(proof, chains).status == gv.PASS, honest, label)


class Format(unittest.TestCase):
    HOSTILE_VALUES = [
        *(None, True, False, -1, 1.5, 2**53, 10**30, float("inf"), "", "-\n", "\ud800", "a\nb", [], {}, [[]]),
        *("A" * 64, "0" * 63, "0" * 64 + "\n", "１", [1], {"a": 1}),
    ]

    def test_no_value_anywhere_raises_anything(self):
        good = make_proof("room", contributors=(1, 4))
        for path in self.paths_of(good):
            for value in self.HOSTILE_VALUES:
                proof = copy.deepcopy(good)
                in_member(*path, value=value)(proof)
                with self.subTest(path=path, value=value):
                    self.assertIn(steps_of(proof)[1], (gv.FAILED, gv.VERIFIED))

    def paths_of(self, value, path=()):
        members = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        for name, member in members:
            yield (*path, name)
            yield from self.paths_of(member, (*path, name))

    def test_a_missing_member_fails_format_and_nothing_else_is_checked(self):
        good = make_proof("room")
        for path in self.paths_of(good):
            if path[0] in ("format", "beacon", "contributions") or isinstance(path[-1], int):
                continue
            proof = copy.deepcopy(good)
            place = proof
            for name in path[:-1]:
                place = place[name]
            del place[path[-1]]
            with self.subTest(path):
                self.assertEqual(steps_of(proof), ({"format": gv.FAIL}, gv.FAILED))

    def test_values_out_of_their_ranges_fail_format(self):
        for path, value in [
            (("algorithm",), "Fisher-Yates v2.0"),
            (("open", "host_seq"), 0),
            (("open", "opened_at"), 1501),
            (("freeze", "winners"), 0),
            (("freeze", "winners"), True),
            (("close", "ticket_total"), 2**32),
            (("entries", 0, 0), 2**32),
            (("entries",), []),
            (("winners", 0, "display_name"), "a\x7f"),
            (("winners", 0, "display_name"), "é" * 201),
            (("winners", 0, "display_name"), "\udfff"),
            (("beacon", "text"), "two\nlines"),
            (("proof",), []),
            (("proof",), {"seed_reveal": "0" * 64}),
        ]:
            proof = make_proof("room")
            in_member(*path, value=value)(proof)
            with self.subTest(path=path, value=value):
                self.assertEqual(steps_of(proof), ({"format": gv.FAIL}, gv.FAILED))

    def test_the_downloaded_file_with_its_members_beside_the_document_is_verified(self):
        proof = make_proof("room")
        proof.update(raffle_id="made", timestamp=1, proof={name: proof[name] for name in gv.SEEDS})
        self.assertEqual(steps_of(proof)[1], gv.VERIFIED)

    def test_number_formats_do_not_matter(self):
        proof = make_proof()
        proof["open"]["opened_at"] = 1e3
        proof["entries"][0][0] = 3.0
        self.assertEqual(steps_of(proof)[1], gv.VERIFIED)

    def test_an_integer_has_no_sign(self):
        for written in ("-0", "-0.0", "-1e-400"):
            text = json.dumps(make_proof()).replace('"alternates": 1', f'"alternates": {written}')
            self.assertIn(written, text)
            value = json.loads(text, parse_int=gv._json_integer)
            self.assertEqual(steps_of(value), ({"format": gv.FAIL}, gv.FAILED))

    def test_a_name_of_400_bytes_is_a_name(self):
        self.assertEqual(gv.as_name("é" * 200, "name"), "é" * 200)


class Hostile(Command):
    def test_whatever_is_no_proof_gives_64_and_one_line(self):
        good = json.dumps(make_proof())
        for content in [
            *(b"", b"\xff\xfe", b"{", b"[]", b"null", b'"draw-proof/1"', b"{}", b"NaN", b"1" * 100_000),
            *(b'{"format": "draw-proof/2"}', b'{"format": ["draw-proof/1"]}', b'{"format": "\\ud800"}'),
            *(b"[" * 200_000, b'{"a":' * 200_000, b'\xef\xbb\xbf{"format": "draw-proof/1"}'),
            good.replace('"opened_at": 1000', '"opened_at": NaN').encode(),
            good.replace('"opened_at": 1000', '"opened_at": -Infinity').encode(),
            good.replace('"opened_at": 1000', '"opened_at": 1000, "opened_at": 1000').encode(),
        ]:
            with self.subTest(content[:40]):
                self.assert_refused(self.file(content))

    def test_a_proof_with_huge_numbers_fails_format_at_once(self):
        good = json.dumps(make_proof())
        for number in ("9" * 1_000_000, "1e999", "-" + "9" * 5000, "0.5", "1E-400"):
            started = time.monotonic()
            code, out, _ = self.run_command(
                self.file(good.replace('"winners": 2', '"winners": ' + number).encode())
            )
            self.assertEqual((code, out.splitlines()[-1], len(out.splitlines())), (1, gv.FAILED, 2))
            self.assertLess(time.monotonic() - started, 2)

    def test_files_that_cannot_be_read_and_bad_usage_give_64_and_one_line(self):
        good = self.file(make_proof())
        key = "00" * 32
        for words in [
            *([], ["/nonexistent"], [self.folder], ["a\0b"], ["line\nbreak"], ["\udcff"], [""]),
            *([good, "--unknown"], [good, "--js"], ["--batch"], ["--batch", "/nonexistent"]),
            *([good, "--batch", self.folder], [good, good, "--receipt", good], [good, "--receipt-key", key]),
            *([good, "--receipt", good], [good, "--receipt", "/nonexistent"], [good, "--test-chain", good]),
            [good, "--receipt", self.file({"format": "draw-receipt/1"}, "r.json"), "--receipt-key", "abc"],
        ]:
            with self.subTest(words):
                self.assert_refused(*words)

    def test_nothing_from_a_file_reaches_the_terminal_unescaped(self):
        proof = make_proof()
        proof["extra\x1b[2J"] = "\ud800"
        proof["assurance"] = "\x1b[2J\nVERIFIED"
        code, out, err = self.run_command(
            self.file(proof, "a\nVERIFIED\x1b.json"), self.file(make_proof(), "b.json")
        )
        self.assertEqual(code, 1)
        self.assertTrue(all(" " <= c <= "~" for c in (out + err).replace("\n", "")))
        self.assertEqual(out.splitlines().count(gv.VERIFIED), 1)


class Output(Command):
    def test_one_line_a_step_with_two_spaces_between_columns(self):
        proof = make_proof()
        proof["winners"][0]["display_name"] = "Somebody else"
        code, out, err = self.run_command(self.file(proof))
        lines = out.splitlines()
        self.assertEqual((code, err, lines[-1], lines[1]), (1, "", "FAILED", "PASS  seed_commit"))
        self.assertEqual([line.split("  ")[1] for line in lines[:-1]], STEPS)
        self.assertIn("SKIP  beacon_round  not a drand draw", lines)
        self.assertRegex(out, r"(?m)^FAIL  names  the name does not open the commitment of entry \d$")

    def test_exit_codes_and_the_same_in_json(self):
        drand = next(v["proof"] for v in read_vectors() if v["id"] == "02-one-entrant")
        bad = {**make_proof(), "seed_reveal": "0" * 64}
        for proof, expected, verdict in (
            (make_proof(), 0, "VERIFIED"),
            (drand, 2, "INCOMPLETE"),
            (bad, 1, "FAILED"),
        ):
            path = self.file(proof)
            code, out, _ = self.run_command(path, "--json")
            report = json.loads(out)
            self.assertEqual((code, report["verdict"]), (expected, verdict))
            self.assertEqual([step["name"] for step in report["steps"]], STEPS)
            self.assertEqual((report["draw_id"], report["test_chain"]), (proof["draw_id"], False))
            self.assertEqual(report["assurance"], proof["assurance"])
            self.assertEqual(self.run_command(path)[1].splitlines()[-1], verdict)

    def test_evidence_that_is_not_understood_is_reported_as_not_checked(self):
        path = self.file({**make_proof(), "log": {}, "signatures": []})
        _, out, err = self.run_command(path)
        notes = ["NOTE  log  not checked", "NOTE  signatures  not checked"]
        self.assertEqual((out.splitlines()[-3:], err), ([*notes, "VERIFIED"], ""))
        self.assertEqual(
            json.loads(self.run_command(path, "--json")[1])["not_checked"], ["log", "signatures"]
        )

    def test_several_files_are_reported_under_their_names_and_the_worst_decides(self):
        self.file(make_proof(), "a.json")
        self.file({**make_proof(), "seed_reveal": "0" * 64}, "b.json")
        self.file(b"no json", "c.txt")
        code, out, _ = self.run_command("--batch", self.folder)
        self.assertEqual(code, 1)
        self.assertEqual([line for line in out.splitlines() if line[:2] == "=="], ["== a.json", "== b.json"])
        self.file(b"no json", "c.json")
        code, out, err = self.run_command("--batch", self.folder, "--json")
        self.assertEqual((code, err.count("\n")), (64, 1))
        self.assertEqual([json.loads(line)["verdict"] for line in out.splitlines()], ["VERIFIED", "FAILED"])

    def test_it_runs_as_a_program(self):
        words = [sys.executable, VERIFIER, self.file(make_proof())]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1], done.stderr), (0, "VERIFIED", ""))


class TestChains(Command):
    def test_a_test_chain_is_used_and_warned_about(self):
        for chain in (make_chain(), make_chain(beacon_id="invented")):
            path = self.file(make_proof("drand", chain_hash=chain["chain_hash"]))
            code, out, err = self.run_command(path, "--test-chain", self.file(chain, "chain.json"))
            self.assertEqual((code, out.splitlines()[-1], err.count("\n")), (2, "INCOMPLETE", 1))
            self.assertTrue(err.startswith("Note: a test chain "))

    def test_a_chain_must_have_the_hash_of_its_own_values(self):
        for member, value in (
            ("period", 4),
            ("genesis_time", 1),
            ("public_key", "00" * 96),
            ("group_hash", "0" * 64),
        ):
            chain = {**make_chain(), member: value}
            self.assert_refused(self.file(make_proof()), "--test-chain", self.file(chain, "chain.json"))

    def test_quicknet_cannot_be_replaced(self):
        chain = {**make_chain(), "chain_hash": gv.QUICKNET_HASH}
        self.assert_refused(self.file(make_proof()), "--test-chain", self.file(chain, "chain.json"))
        real = {**read_quicknet()["chain"], "beacon_id": "quicknet"}
        drand = next(v["proof"] for v in read_vectors() if v["id"] == "02-one-entrant")
        code, out, _ = self.run_command(self.file(drand), "--test-chain", self.file(real, "chain.json"))
        self.assertEqual((code, "PASS  assurance" in out), (2, True))


class Receipts(Command):
    # Signed with a key made for this test by another program (Node's crypto, Ed25519); the key is thrown away.
    KEY = "40be15b98033f341bf9714c44e05c5cabe01281f3616c8bc468c2f8ef6412f8f"
    SIGNATURE = (
        "18f6fcdc1fa9e921fb924803e235f81417e345cc53e8925a1ac0ae2edf75a323"
        "043f5067263eba0bb98acacf843fcc97190b9e7b9aff37be0c30cc2c3a299107"
    )

    def receipt(self, **changes):
        proof = make_proof("room", contributors=(1, 4))
        receipt = {name: proof[name] for name in ("draw_id", "open_hash", "seed_commit_hash")}
        receipt.update(format="draw-receipt/1", entry_number=4, tickets=2, display_name="Entrant 4 é")
        receipt.update(salt=hexed("salt", 3)[:32], entropy_commit=proof["entries"][3][2], issued_at=1200)
        receipt.update(key_id=gv.sha(self.KEY.encode())[:16], signature=self.SIGNATURE)
        return self.file(proof), self.file({**receipt, **changes}, "receipt.json")

    def last_step(self, proof, receipt, *words):
        code, out, _ = self.run_command(proof, "--receipt", receipt, *words)
        lines = out.splitlines()
        return code, lines[-2].split("  ")[:2], lines[-1]

    def test_a_receipt_without_a_key_is_compared_and_its_signature_reported_as_not_checked(self):
        code, step, verdict = self.last_step(*self.receipt())
        self.assertEqual((code, step, verdict), (2, ["SKIP", "receipt"], "INCOMPLETE"))

    def test_a_receipt_with_its_key_passes_and_with_another_fails(self):
        self.assertEqual(
            self.last_step(*self.receipt(), "--receipt-key", self.KEY), (0, ["PASS", "receipt"], "VERIFIED")
        )
        other = RFC_8032[0][0]
        self.assertEqual(
            self.last_step(*self.receipt(), "--receipt-key", other)[1:], (["FAIL", "receipt"], "FAILED")
        )

    def test_every_member_of_a_receipt_counts(self):
        for member, value in [
            *(
                ("draw_id", "other"),
                ("open_hash", "0" * 64),
                ("seed_commit_hash", "0" * 64),
                ("entry_number", 1),
            ),
            *(
                ("entry_number", 5),
                ("entry_number", 0),
                ("tickets", 3),
                ("tickets", True),
                ("display_name", "Other"),
            ),
            *(("display_name", "\ud800"), ("salt", "0" * 32), ("salt", None), ("entropy_commit", "-")),
            *(("key_id", "k"), ("key_id", "0" * 16)),
            *(("issued_at", "1200"), ("issued_at", 1201), ("signature", "00"), ("signature", "0" * 128)),
        ]:
            with self.subTest(member=member, value=value):
                step = self.last_step(*self.receipt(**{member: value}), "--receipt-key", self.KEY)[1]
                self.assertEqual(step, ["FAIL", "receipt"])

    def test_rfc_8032_signatures_verify_and_changed_ones_do_not(self):
        for key, message, signature in RFC_8032:
            key, message, signature = (bytes.fromhex(part) for part in (key, message, signature))
            self.assertTrue(gv.ed25519_verify(key, message, signature))
            self.assertFalse(gv.ed25519_verify(key, message + b"!", signature))
            for at in (0, 31, 32, 63):
                changed = bytearray(signature)
                changed[at] ^= 1
                self.assertFalse(gv.ed25519_verify(key, message, bytes(changed)))
            scalar = int.from_bytes(signature[32:], "little") + gv.ORDER
            malleable = signature[:32] + scalar.to_bytes(32, "little")
            self.assertFalse(gv.ed25519_verify(key, message, malleable))
            self.assertFalse(gv.ed25519_verify(b"\xff" * 32, message, signature))
            self.assertFalse(gv.ed25519_verify(key, message, b"\xff" * 64))
            self.assertFalse(gv.ed25519_verify(key[:31], message, signature))

    def test_a_key_of_small_order_signs_nothing(self):
        neutral = b"\x01" + b"\x00" * 31
        self.assertFalse(gv.ed25519_verify(neutral, b"anything", neutral + b"\x00" * 32))


class Speed(unittest.TestCase):
    def test_100_000_entries_all_drawn_take_a_few_seconds(self):
        proof = make_proof(tickets=[1 + i % 7 for i in range(100_000)], winners=100, alternates=99_900)
        started = time.monotonic()
        self.assertEqual(steps_of(proof)[1], gv.VERIFIED)
        self.assertLess(time.monotonic() - started, 10)


if __name__ == "__main__":
    unittest.main()

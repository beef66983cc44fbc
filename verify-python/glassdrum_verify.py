#!/usr/bin/env python3
"""A second verifier for Glassdrum draws: the checks of the draw protocol, version 1, written from its text alone.

It shares no code with the program that made the draw, reads one file, opens no connection and needs nothing
but Python 3.9 and its standard library. The steps are those of the table in draw protocol section 7:

 1. read_json      bytes -> values; whatever is no JSON, or ambiguous JSON, is refused
 2. read_proof     values -> Proof; the step `format` (sections 1 and 3: shapes, ranges, order of times)
 3. verify_proof   Proof -> one (name, status, reason) for each step
 4. verdict_of     steps -> VERIFIED, INCOMPLETE or FAILED

Every byte of a file is taken to be chosen by an adversary: nothing of it is printed unescaped.

Left out on purpose: BLS signatures, which the standard library cannot check. A drand draw therefore reads
INCOMPLETE here; everything but the genuineness of the beacon has then been checked.
"""

import argparse
import base64
import hashlib
import hmac
import json
import math
import os
import re
import sys
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

PASS, FAIL, SKIP = "PASS", "FAIL", "SKIP"
VERIFIED, INCOMPLETE, FAILED = "VERIFIED", "INCOMPLETE", "FAILED"
EXIT_CODES = {VERIFIED: 0, FAILED: 1, INCOMPLETE: 2}
EXIT_REFUSED = 64

MAX_INTEGER = 2**53 - 1
MAX_TICKETS = 2**32 - 1
MAX_FILE_BYTES = 256 * 1024 * 1024
LEAD_SECONDS = 10
SEEDS = ("seed_commit_hash", "seed_reveal", "client_seed", "combined_seed")
OPTIONAL_EVIDENCE = ("log", "signatures", "timestamps")

HEX64 = re.compile(r"[0-9a-f]{64}")
HEX64_OR_DASH = re.compile(r"[0-9a-f]{64}|-")
SALT = re.compile(r"[0-9a-f]{32}")
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
CLIENT_SEED = re.compile(r"[0-9a-f]{64}:(?:[0-9a-f]{64}|-)")
SELECTION_INDEX = re.compile(r"(?:0|[1-9][0-9]*)/[1-9][0-9]*:[0-9a-f]{64}")
BLS_SIGNATURE = re.compile(r"[0-9a-f]{96}")
KEY_ID = re.compile(r"[0-9a-f]{16}")
ED25519_SIGNATURE = re.compile(r"[0-9a-f]{128}")
NOTE_NAME = re.compile(r"[^\s+\x00-\x1f\x7f-\x9f]{1,255}")
NOTE_SIZE = re.compile(r"0|[1-9][0-9]{0,15}")
FORBIDDEN_IN_NAMES = re.compile(r"[\x00-\x1f\x7f]")


class Refused(Exception):
    """The input is no proof at all, or the command was misused; the text is one plain sentence."""


class Malformed(Exception):
    """The input claims to be a proof (or receipt) but is not well-formed; the text says where."""


class Step(NamedTuple):
    name: str
    status: str
    reason: str = ""


class Chain(NamedTuple):
    """A drand chain; times are Unix seconds. Only a pinned chain is evidence for `beacon`."""

    genesis_time: int
    period: int
    pinned: bool


class Entry(NamedTuple):
    tickets: int
    name_commit: str
    entropy_commit: str


class Row(NamedTuple):
    position: int
    display_name: Optional[str]
    salt: Optional[str]
    entry_number: int
    selection_index: str


class Proof(NamedTuple):
    """A well-formed draw-proof/1: every member has its type and range, nothing has been checked beyond that."""

    draw_id: str
    assurance: str
    seed_commit_hash: str
    seed_reveal: str
    client_seed: str
    combined_seed: str
    host_id: str
    host_seq: int
    previous: str
    rules_hash: str
    opened_at: int
    entries_root: str
    entry_count: int
    ticket_total: int
    closed_at: int
    contributions_hash: str
    winner_count: int
    alternate_count: int
    beacon_kind: str
    chain_hash: str
    round: Any
    frozen_at: int
    draw_at: int
    open_hash: str
    close_hash: str
    freeze_hash: str
    beacon_value: Optional[str]
    beacon_signature: Optional[str]
    beacon_text: Optional[str]
    contributions: List[Tuple[int, str]]
    entries: List[Entry]
    winners: List[Row]
    alternates: List[Row]


QUICKNET_HASH = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
PINNED_CHAINS = {QUICKNET_HASH: Chain(genesis_time=1692803367, period=3, pinned=True)}


# --- 1. Bytes to values ------------------------------------------------------------------------------------


def read_json(path: str, what: str) -> Any:
    """The JSON value in a file. Raises Refused for whatever cannot be read, or could be read in two ways."""
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"{what}: cannot be read ({getattr(error, 'strerror', None) or 'bad file name'})")
    if len(data) > MAX_FILE_BYTES:
        raise Refused(f"{what}: larger than {MAX_FILE_BYTES} bytes")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=_unique_members,
            parse_int=_json_integer,
            parse_constant=_no_constant,
        )
    except RecursionError:
        raise Refused(f"{what}: nested too deeply")
    except ValueError as error:
        raise Refused(f"{what}: not JSON ({printable(error)})")


def _unique_members(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object names a member twice")
    return members


def _json_integer(digits: str) -> Any:
    # Beyond 2^53-1 the exact value no longer matters; converting thousands of digits would only cost time.
    # A float keeps the sign of a minus zero, which is refused later.
    return int(digits) if len(digits) <= 20 and digits != "-0" else float(digits)


def _no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")


def printable(value: Any, limit: int = 120) -> str:
    """One line of printable ASCII, whatever an adversary put into the value."""
    text = str(value).encode("ascii", "backslashreplace").decode("ascii")
    text = re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match.group()):02x}", text)
    return text if len(text) <= limit else text[:limit] + "..."


# --- 2. Values to a well-formed proof (sections 1 and 3) -----------------------------------------------------


class Members:
    """Typed reading of one JSON object; every complaint names the member."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise Malformed(f"{where or 'the document'} is not an object")
        self._value = value
        self._prefix = f"{where}." if where else ""

    def path(self, name: str) -> str:
        return self._prefix + name

    def get(self, name: str) -> Any:
        if name not in self._value:
            raise Malformed(f"{self.path(name)} is missing")
        return self._value[name]

    def object(self, name: str) -> "Members":
        return Members(self.get(name), self.path(name))

    def list(self, name: str) -> List[Any]:
        return as_list(self.get(name), self.path(name))

    def integer(self, name: str, low: int = 0, high: int = MAX_INTEGER) -> int:
        return as_integer(self.get(name), self.path(name), low, high)

    def string(self, name: str, pattern: "re.Pattern[str]") -> str:
        return as_string(self.get(name), self.path(name), pattern)

    def optional(self, name: str, pattern: "re.Pattern[str]") -> Optional[str]:
        return self.string(name, pattern) if name in self._value else None

    def one_of(self, name: str, choices: Tuple[str, ...]) -> str:
        value = self.get(name)
        if not isinstance(value, str) or value not in choices:
            raise Malformed(f"{self.path(name)} is not one of {', '.join(choices)}")
        return value


def as_list(value: Any, where: str) -> List[Any]:
    if not isinstance(value, list):
        raise Malformed(f"{where} is not a list")
    return value


def as_integer(value: Any, where: str, low: int = 0, high: int = MAX_INTEGER) -> int:
    """Section 1: number formats don't matter, so 3.0 is 3; true is no number, 3.5 no integer, -0 has a sign."""
    if type(value) is float and value.is_integer() and math.copysign(1, value) > 0:
        value = int(value)
    if type(value) is not int:
        raise Malformed(f"{where} is not an integer")
    if not low <= value <= high:
        raise Malformed(f"{where} is not within {low} and {high}")
    return value


def as_string(value: Any, where: str, pattern: "re.Pattern[str]") -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Malformed(f"{where} does not have the form of that member")
    return value


def as_name(value: Any, where: str) -> str:
    """Section 1: 1-400 UTF-8 bytes, no control characters, no lone surrogates; its bytes are taken as given."""
    if not isinstance(value, str) or not value or FORBIDDEN_IN_NAMES.search(value):
        raise Malformed(f"{where} is not a name")
    if len(utf8(value, where)) > 400:
        raise Malformed(f"{where} is longer than 400 bytes")
    return value


def utf8(value: str, where: str) -> bytes:
    try:
        return value.encode("utf-8")
    except UnicodeEncodeError:
        raise Malformed(f"{where} contains a lone surrogate")


def as_round(value: Any, where: str) -> Any:
    return "-" if value == "-" else as_integer(value, where, 1)


def as_room_text(value: Any, where: str) -> str:
    """A field of a record: not empty, encodable, without a line feed."""
    if not isinstance(value, str) or not value or "\n" in value:
        raise Malformed(f"{where} is not one line of text")
    utf8(value, where)
    return value


def read_contribution(value: Any, where: str) -> Tuple[int, str]:
    pair = as_list(value, where)
    if len(pair) != 2:
        raise Malformed(f"{where} does not have two parts")
    return as_integer(pair[0], where, 1), as_string(pair[1], where, HEX64)


def read_entry(value: Any, where: str) -> Entry:
    triple = as_list(value, where)
    if len(triple) != 3:
        raise Malformed(f"{where} does not have three parts")
    return Entry(
        as_integer(triple[0], where, 0, MAX_TICKETS),
        as_string(triple[1], where, HEX64),
        as_string(triple[2], where, HEX64_OR_DASH),
    )


def read_row(value: Any, where: str) -> Row:
    row = Members(value, where)
    name, salt = row.get("display_name"), row.get("salt")
    return Row(
        position=row.integer("position", 1),
        display_name=None if name is None else as_name(name, row.path("display_name")),
        salt=None if salt is None else as_string(salt, row.path("salt"), SALT),
        entry_number=row.integer("entry_number", 1),
        selection_index=row.string("selection_index", SELECTION_INDEX),
    )


def read_proof(value: Any) -> Proof:
    """The document of section 7. Raises Malformed; members that the document does not have are let pass."""
    document = Members(value, "")
    document.one_of("algorithm", ("Fisher-Yates v1.0",))
    opened, closed, frozen = (document.object(name) for name in ("open", "close", "freeze"))
    named, shown = frozen.object("beacon"), document.object("beacon")
    shown_text = value["beacon"].get("text")
    proof = Proof(
        draw_id=document.string("draw_id", ID),
        assurance=document.one_of("assurance", ("beacon", "room", "participants", "operator")),
        seed_commit_hash=document.string("seed_commit_hash", HEX64),
        seed_reveal=document.string("seed_reveal", HEX64),
        client_seed=document.string("client_seed", CLIENT_SEED),
        combined_seed=document.string("combined_seed", HEX64),
        host_id=opened.string("host_id", ID),
        host_seq=opened.integer("host_seq", 1),
        previous=opened.string("previous", HEX64_OR_DASH),
        rules_hash=opened.string("rules_hash", HEX64_OR_DASH),
        opened_at=opened.integer("opened_at"),
        entries_root=closed.string("entries_root", HEX64),
        entry_count=closed.integer("entry_count", 1),
        ticket_total=closed.integer("ticket_total", 1, MAX_TICKETS),
        closed_at=closed.integer("closed_at"),
        contributions_hash=frozen.string("contributions_hash", HEX64_OR_DASH),
        winner_count=frozen.integer("winners", 1),
        alternate_count=frozen.integer("alternates"),
        beacon_kind=named.one_of("kind", ("drand", "room", "none")),
        chain_hash=named.string("chain_hash", HEX64_OR_DASH),
        round=as_round(named.get("round"), named.path("round")),
        frozen_at=frozen.integer("frozen_at"),
        draw_at=frozen.integer("draw_at"),
        open_hash=document.string("open_hash", HEX64),
        close_hash=document.string("close_hash", HEX64),
        freeze_hash=document.string("freeze_hash", HEX64),
        beacon_value=shown.optional("value", HEX64),
        beacon_signature=shown.optional("signature", BLS_SIGNATURE),
        beacon_text=as_room_text(shown_text, "beacon.text") if "text" in value["beacon"] else None,
        contributions=[
            read_contribution(item, f"contributions[{at}]")
            for at, item in enumerate(document.list("contributions"))
        ],
        entries=[read_entry(item, f"entries[{at}]") for at, item in enumerate(document.list("entries"))],
        winners=[read_row(item, f"winners[{at}]") for at, item in enumerate(document.list("winners"))],
        alternates=[
            read_row(item, f"alternates[{at}]") for at, item in enumerate(document.list("alternates"))
        ],
    )
    if not proof.entries:
        raise Malformed("entries is empty")
    if not proof.opened_at <= proof.closed_at <= proof.frozen_at <= proof.draw_at:
        raise Malformed("the times are not in the order opened, closed, frozen, drawn")
    if "proof" in value:
        _same_seeds(Members(value["proof"], "proof"), value["proof"], value)
    return proof


def _same_seeds(beside: Members, seeds: Dict[str, Any], document: Dict[str, Any]) -> None:
    """A downloaded file repeats the four seeds beside the document; two different sets would mislead a reader."""
    for name in SEEDS:
        if name in seeds and seeds[name] != document[name]:
            raise Malformed(f"{beside.path(name)} differs from {name}")


# --- 3. The steps (section 7) --------------------------------------------------------------------------------


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def record(*lines: Any) -> bytes:
    """REC: each argument on a line of its own, every line ended by LF."""
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def name_commitment(salt: str, display_name: str) -> str:
    message = b"draw.name.v1\n" + display_name.encode("utf-8")
    return hmac.new(bytes.fromhex(salt), message, hashlib.sha256).hexdigest()


def merkle_root(leaves: List[bytes]) -> str:
    """RFC 6962 tree hash. Pairing level by level and carrying an odd last node up gives the same tree."""
    level = [hashlib.sha256(b"\x00" + leaf).digest() for leaf in leaves]
    while len(level) > 1:
        pairs = [
            hashlib.sha256(b"\x01" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)
        ]
        level = pairs + ([level[-1]] if len(level) % 2 else [])
    return level[0].hex()


def check_seed_commit(proof: Proof) -> Step:
    same = sha(proof.seed_reveal.encode("ascii")) == proof.seed_commit_hash
    return _equal("seed_commit", same, "the revealed seed does not hash to its commitment")


def check_entries(proof: Proof) -> Step:
    if len(proof.entries) != proof.entry_count:
        return Step("entries", FAIL, f"{len(proof.entries)} entries listed, {proof.entry_count} closed")
    total = sum(entry.tickets for entry in proof.entries)
    if total != proof.ticket_total:
        return Step("entries", FAIL, f"{total} tickets listed, {proof.ticket_total} closed")
    leaves = [record("draw.entry.v1", proof.draw_id, i, *entry) for i, entry in enumerate(proof.entries, 1)]
    return _equal(
        "entries", merkle_root(leaves) == proof.entries_root, "the list is not the one that was closed"
    )


def check_contributions(proof: Proof) -> Step:
    before = 0
    for number, contribution in proof.contributions:
        if number <= before:
            return Step("contributions", FAIL, "the contributions are not in ascending order of entries")
        if number > len(proof.entries):
            return Step("contributions", FAIL, f"entry {number} is not in the list")
        if sha(record("draw.entropy.v1", contribution)) != proof.entries[number - 1].entropy_commit:
            return Step("contributions", FAIL, f"entry {number} had committed to something else")
        before = number
    expected = "-"
    if proof.contributions:
        pairs = (f"{number}:{contribution}" for number, contribution in proof.contributions)
        expected = sha(record("draw.contrib.v1", proof.draw_id, *pairs))
    return _equal(
        "contributions", expected == proof.contributions_hash, "not the contributions that were frozen"
    )


def chain_records(proof: Proof) -> Dict[str, bytes]:
    """The texts of open, close and freeze record, each with the hash of the one before as the document shows it."""
    p = proof
    return {
        "open": record(
            *("draw.open.v1", p.draw_id, p.host_id, p.host_seq, p.previous),
            *(p.seed_commit_hash, p.rules_hash, p.opened_at),
        ),
        "close": record(
            *("draw.close.v1", p.draw_id, p.open_hash, p.entries_root),
            *(p.entry_count, p.ticket_total, p.closed_at),
        ),
        "freeze": record(
            *("draw.freeze.v1", p.draw_id, p.close_hash, p.contributions_hash),
            *(p.winner_count, p.alternate_count, p.beacon_kind, p.chain_hash, p.round, p.frozen_at, p.draw_at),
        ),
    }


def check_records(proof: Proof) -> Step:
    shown = {"open": proof.open_hash, "close": proof.close_hash, "freeze": proof.freeze_hash}
    wrong = [name for name, text in chain_records(proof).items() if sha(text) != shown[name]]
    return _equal("records", not wrong, f"changed after it was signed: {', '.join(wrong)}")


def check_beacon_round(proof: Proof, chains: Dict[str, Chain]) -> Step:
    if proof.beacon_kind != "drand":
        if (proof.chain_hash, proof.round) != ("-", "-"):
            return Step("beacon_round", FAIL, "a draw without drand names a chain or a round")
        return Step("beacon_round", SKIP, "not a drand draw")
    chain = chains.get(proof.chain_hash)
    if chain is None:
        return Step("beacon_round", FAIL, "unknown drand chain")
    if proof.draw_at < proof.frozen_at + LEAD_SECONDS:
        return Step("beacon_round", FAIL, f"frozen less than {LEAD_SECONDS} s before the draw")
    expected = -((chain.genesis_time - proof.draw_at) // chain.period) + 1
    return _equal("beacon_round", proof.round == expected, f"the announced time asks for round {expected}")


def check_beacon_value(proof: Proof) -> Step:
    if proof.beacon_kind == "none":
        if proof.beacon_value is not None:
            return Step("beacon_value", FAIL, "a draw without a beacon shows a beacon value")
        return Step("beacon_value", SKIP, "a draw without a beacon")
    source = proof.beacon_signature if proof.beacon_kind == "drand" else proof.beacon_text
    if source is None or proof.beacon_value is None:
        return Step("beacon_value", FAIL, "the beacon is not in the file")
    evidence = bytes.fromhex(source) if proof.beacon_kind == "drand" else record("draw.room.v1", source)
    return _equal(
        "beacon_value", sha(evidence) == proof.beacon_value, "the value does not follow from its source"
    )


def check_beacon_signature(proof: Proof) -> Step:
    if proof.beacon_kind != "drand":
        return Step("beacon_signature", SKIP, "not a drand draw")
    return Step("beacon_signature", SKIP, "BLS signatures are not checked here")


def check_client_seed(proof: Proof) -> Step:
    value = "-" if proof.beacon_kind == "none" else proof.beacon_value
    same = proof.client_seed == f"{proof.freeze_hash}:{value}"
    return _equal("client_seed", same, "not the freeze record and the beacon's value")


def check_combined_seed(proof: Proof) -> Step:
    same = sha(f"{proof.seed_reveal}|{proof.client_seed}".encode("ascii")) == proof.combined_seed
    return _equal("combined_seed", same, "not the hash of both seeds")


class Generator:
    """Section 5: uniform integers from the combined seed, exact for any bound up to 2^32-1."""

    def __init__(self, combined_seed: str) -> None:
        self._key = bytes.fromhex(combined_seed)
        self._counter = 0

    def below(self, bound: int) -> Tuple[int, str]:
        """A number 0 <= r < bound, and the 64 hex characters of the block that gave it."""
        limit = 2**48 - 2**48 % bound
        while True:
            block = hmac.digest(self._key, b"draw.rng.v1|%d" % self._counter, "sha256")
            self._counter += 1
            word = int.from_bytes(block[:6], "big")
            if word < limit:
                return word % bound, block.hex()


class TicketSums:
    """Fenwick tree over the tickets: O(n) to build, O(log n) to find the owner of a ticket and to strike one."""

    def __init__(self, tickets: List[int]) -> None:
        self._left = [0] + tickets
        for i in range(1, len(self._left)):
            parent = i + (i & -i)
            if parent < len(self._left):
                self._left[parent] += self._left[i]

    def owner(self, ticket: int) -> int:
        """The first entry i (from 1) for which the unstruck tickets of entries 1..i are more than `ticket`."""
        at, stride = 0, 1 << (len(self._left) - 1).bit_length()
        while stride:
            if at + stride < len(self._left) and self._left[at + stride] <= ticket:
                at += stride
                ticket -= self._left[at]
            stride >>= 1
        return at + 1

    def strike(self, entry_number: int, tickets: int) -> None:
        while entry_number < len(self._left):
            self._left[entry_number] -= tickets
            entry_number += entry_number & -entry_number


class Drawn(NamedTuple):
    entry_number: int
    selection_index: str


def draw_rows(proof: Proof) -> Optional[List[Drawn]]:
    """Section 6. None when the listed tickets are not those of `ticket_total`: then there is nothing to draw from."""
    if sum(entry.tickets for entry in proof.entries) != proof.ticket_total:
        return None
    sums = TicketSums([entry.tickets for entry in proof.entries])
    generator = Generator(proof.combined_seed)
    remaining = proof.ticket_total
    rows: List[Drawn] = []
    while len(rows) < proof.winner_count + proof.alternate_count and remaining > 0:
        ticket, block = generator.below(remaining)
        number = sums.owner(ticket)
        rows.append(Drawn(number, f"{ticket}/{remaining}:{block}"))
        tickets = proof.entries[number - 1].tickets
        sums.strike(number, tickets)
        remaining -= tickets
    return rows


def check_shuffle_and_winners(proof: Proof) -> List[Step]:
    """Both compare list by list with one rerun: what was drawn, and then whom that announced."""
    drawn = draw_rows(proof)
    if drawn is None:
        reason = "the listed tickets do not add up, so the draw cannot be rerun"
        return [Step("shuffle", FAIL, reason), Step("winners", FAIL, reason)]
    expected = (drawn[: proof.winner_count], drawn[proof.winner_count :])
    announced = (proof.winners, proof.alternates)
    same_indexes = [[row.selection_index for row in rows] for rows in announced] == [
        [row.selection_index for row in rows] for rows in expected
    ]
    same_entries = [[(row.position, row.entry_number) for row in rows] for rows in announced] == [
        [(position, row.entry_number) for position, row in enumerate(rows, 1)] for rows in expected
    ]
    return [
        _equal("shuffle", same_indexes, "the rerun gives other selection indexes"),
        _equal("winners", same_entries, "the announced rows are not the computed ones"),
    ]


def check_names(proof: Proof) -> Step:
    rows = [*proof.winners, *proof.alternates]
    erased = 0
    for row in rows:
        if row.display_name is None and row.salt is None:
            erased += 1
            continue
        if row.display_name is None or row.salt is None:
            return Step("names", FAIL, f"entry {row.entry_number} has a name or a salt, but not both")
        if row.entry_number > len(proof.entries):
            return Step("names", FAIL, f"entry {row.entry_number} is not in the list")
        if name_commitment(row.salt, row.display_name) != proof.entries[row.entry_number - 1].name_commit:
            return Step("names", FAIL, f"the name does not open the commitment of entry {row.entry_number}")
    if not rows:
        return Step("names", SKIP, "there are no rows")
    if erased:
        return Step("names", SKIP, f"{erased} of {len(rows)} names were erased")
    return Step("names", PASS)


def check_assurance(proof: Proof, chains: Dict[str, Chain]) -> Step:
    """Each label is honest only with its own evidence; the weakest one always is."""
    chain = chains.get(proof.chain_hash)
    supported = {
        "beacon": proof.beacon_kind == "drand" and chain is not None and chain.pinned,
        "room": proof.beacon_kind == "room",
        "participants": len(proof.contributions) > 0,
        "operator": True,
    }
    return _equal(
        "assurance", supported[proof.assurance], f"the evidence does not support '{proof.assurance}'"
    )


def _equal(name: str, same: bool, reason: str) -> Step:
    return Step(name, PASS) if same else Step(name, FAIL, reason)


def verify_proof(value: Any, chains: Dict[str, Chain]) -> Tuple[List[Step], Optional[Proof]]:
    """All steps in the protocol's order; after a failing `format` there is nothing left to check."""
    try:
        proof = read_proof(value)
    except Malformed as error:
        return [Step("format", FAIL, str(error))], None
    return [
        Step("format", PASS),
        check_seed_commit(proof),
        check_entries(proof),
        check_contributions(proof),
        check_records(proof),
        check_beacon_round(proof, chains),
        check_beacon_value(proof),
        check_beacon_signature(proof),
        check_client_seed(proof),
        check_combined_seed(proof),
        *check_shuffle_and_winners(proof),
        check_names(proof),
        check_assurance(proof, chains),
    ], proof


def verdict_of(steps: List[Step], proof: Optional[Proof]) -> str:
    """A drand draw without its signature checked, or a receipt without its own, is incomplete; other skips say
    that the draw has no such thing (no drand, names erased)."""
    if any(step.status == FAIL for step in steps):
        return FAILED
    skipped = {step.name for step in steps if step.status == SKIP}
    drand = proof is not None and proof.beacon_kind == "drand"
    return INCOMPLETE if "receipt" in skipped or (drand and "beacon_signature" in skipped) else VERIFIED


# --- The log (section 8) -----------------------------------------------------------------------------------------


class Checkpoint(NamedTuple):
    """A signed note: what its signatures cover, and what it says."""

    text: bytes
    origin: str
    size: int
    root: bytes
    signatures: List[Tuple[str, bytes]]


def read_log_format(value: Any) -> bool:
    """Whether a document's member `log` is of the format checked here; any other is reported as not checked."""
    return isinstance(value, dict) and value.get("format") == "draw-log/1"


def read_checkpoint(note: Any) -> Checkpoint:
    """C2SP tlog-checkpoint: origin, size and root, each on a line, an empty line, signature lines."""
    if not isinstance(note, str) or len(note) > 16384 or not note.endswith("\n") or "\n\n" not in note:
        raise Malformed("log.checkpoint is no signed note")
    utf8(note, "log.checkpoint")
    at = note.rindex("\n\n")
    lines, signed = note[:at].split("\n"), note[at + 2 : -1].split("\n")
    if len(lines) < 3 or "" in lines or len(signed) > 16:
        raise Malformed("log.checkpoint lacks one of its lines, or has too many")
    origin, size, root = lines[0], lines[1], from_base64(lines[2])
    if not NOTE_NAME.fullmatch(origin) or not NOTE_SIZE.fullmatch(size) or len(root) != 32:
        raise Malformed("log.checkpoint does not say origin, size and root")
    as_integer(int(size), "log.checkpoint's size")
    signatures = []
    for line in signed:
        words = line.split(" ")
        if len(words) != 3 or words[0] != "\u2014" or not NOTE_NAME.fullmatch(words[1]):
            raise Malformed("log.checkpoint has a line that is no signature")
        signature = from_base64(words[2])
        if len(signature) < 68:
            raise Malformed("log.checkpoint has a signature that is too short")
        signatures.append((words[1], signature))
    return Checkpoint(f"{note[:at]}\n".encode("utf-8"), origin, int(size), root, signatures)


def from_base64(text: str) -> bytes:
    """Strict: each byte string has one spelling."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except ValueError:
        raise Malformed("log.checkpoint is not in base64 where it should be")
    if base64.b64encode(data).decode("ascii") != text:
        raise Malformed("log.checkpoint has an unusual spelling in base64")
    return data


def checkpoint_holds(checkpoint: Checkpoint, key: bytes) -> bool:
    """Signed with the log's key, under its origin as the key's name."""
    key_hash = hashlib.sha256(f"{checkpoint.origin}\n".encode("utf-8") + b"\x01" + key).digest()[:4]
    return any(
        name == checkpoint.origin
        and signature[:4] == key_hash
        and ed25519_verify(key, checkpoint.text, signature[4:])
        for name, signature in checkpoint.signatures
    )


def root_from_path(leaf: bytes, index: int, size: int, path: List[bytes]) -> Optional[bytes]:
    """The root to which a leaf and its neighbours lead, lowest first; None for a path of another length."""
    node, rest = hashlib.sha256(b"\x00" + leaf).digest(), list(path)
    while size > 1:
        if index % 2 or index + 1 < size:
            if not rest:
                return None
            beside = rest.pop(0)
            pair = beside + node if index % 2 else node + beside
            node = hashlib.sha256(b"\x01" + pair).digest()
        index, size = index // 2, (size + 1) // 2
    return None if rest else node


def log_text(proof: Proof, kind: str, shown: str) -> Optional[bytes]:
    """What the log's record has to say; of reveal and result the time is the record's own."""
    if kind not in ("reveal", "result"):
        return chain_records(proof)[kind]
    time = shown[:-1].rpartition("\n")[2]
    if not NOTE_SIZE.fullmatch(time) or int(time) > MAX_INTEGER:
        return None
    if kind == "reveal":
        return record("draw.reveal.v1", proof.draw_id, proof.freeze_hash, proof.seed_reveal, time)
    rows = [
        f"{role}:{at}:{row.entry_number}:{row.selection_index}"
        for role, rows in (("w", proof.winners), ("a", proof.alternates))
        for at, row in enumerate(rows, 1)
    ]
    list_hash = sha(record("draw.list.v1", proof.draw_id, *rows))
    return record(
        "draw.result.v1", proof.draw_id, proof.freeze_hash, proof.combined_seed, list_hash, time
    )


def check_log(proof: Proof, value: Any, key: Optional[bytes]) -> Step:
    """The draw's five records stand in the log, one after another, under a checkpoint of the log's key."""
    kinds = ("open", "close", "freeze", "reveal", "result")
    try:
        log = Members(value, "log")
        checkpoint, rows = read_checkpoint(log.get("checkpoint")), log.list("records")
        if len(rows) != len(kinds):
            raise Malformed("the log has not the five records of a draw")
        before = -1
        for at, kind in enumerate(kinds):
            row = Members(rows[at], f"log.records[{at}]")
            index, text = row.integer("index"), row.get("text")
            path = [bytes.fromhex(as_string(one, row.path("path"), HEX64)) for one in row.list("path")]
            if not isinstance(text, str) or utf8(text, row.path("text")) != log_text(proof, kind, text):
                raise Malformed(f"the log's {kind} record is not the one of this draw")
            if index <= before:
                raise Malformed(f"the log's {kind} record stands before an earlier one")
            before = index
            inside = index < checkpoint.size
            if not inside or root_from_path(text.encode(), index, checkpoint.size, path) != checkpoint.root:
                raise Malformed(f"the log's {kind} record is not in the tree of the checkpoint")
    except Malformed as error:
        return Step("log", FAIL, str(error))
    if key is None:
        return Step(
            "log",
            SKIP,
            "the log has the draw's records; its checkpoint was not checked without the log's key",
        )
    return _equal("log", checkpoint_holds(checkpoint, key), "the checkpoint is not signed with the key of the log")


# --- Receipts (section 9) --------------------------------------------------------------------------------------


def check_receipt(proof: Proof, value: Any, key: Optional[bytes]) -> Step:
    """An entrant's receipt against the proof: the same draw, the same place, the same tickets."""
    try:
        receipt = Members(value, "")
        receipt.one_of("format", ("draw-receipt/1",))
        number, tickets = receipt.integer("entry_number", 1), receipt.integer("tickets", 0, MAX_TICKETS)
        issued_at = receipt.integer("issued_at")
        name = as_name(receipt.get("display_name"), "display_name")
        name_commit = name_commitment(receipt.string("salt", SALT), name)
        entropy_commit = receipt.string("entropy_commit", HEX64_OR_DASH)
        key_id, signature = receipt.string("key_id", KEY_ID), receipt.string("signature", ED25519_SIGNATURE)
        for member in ("draw_id", "open_hash", "seed_commit_hash"):
            if receipt.string(member, ID if member == "draw_id" else HEX64) != getattr(proof, member):
                return Step("receipt", FAIL, f"its {member} is not that of the proof")
    except Malformed as error:
        return Step("receipt", FAIL, str(error))
    if number > len(proof.entries) or proof.entries[number - 1] != (tickets, name_commit, entropy_commit):
        return Step("receipt", FAIL, f"entry {number} of the proof is not the one of the receipt")
    if key is None:
        return Step(
            "receipt",
            SKIP,
            f"entry {number} agrees; the signature was not checked without the installation's key",
        )
    text = record(
        "draw.receipt.v1",
        proof.draw_id,
        proof.open_hash,
        number,
        tickets,
        name_commit,
        entropy_commit,
        issued_at,
    )
    genuine = key_id == sha(key.hex().encode("ascii"))[:16] and ed25519_verify(
        key, text, bytes.fromhex(signature)
    )
    return _equal("receipt", genuine, "the signature is not of that key")


# Ed25519 as in RFC 8032, section 5.1. Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x*y = T/Z.
FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, FIELD) % FIELD
SQRT_MINUS_ONE = pow(2, (FIELD - 1) // 4, FIELD)
Point = Tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def ed25519_verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether `signature` (64 bytes) of `message` was made with the private half of `key` (32 bytes).

    Encodings are strict; the equation is the one of section 5.1.7 with its cofactor 8; a key of small order, under
    which one signature would fit any message, is none.
    """
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER or _same(_times(8, public), NEUTRAL):
        return False
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    base = _point(b"\x58" + b"\x66" * 31)
    if base is None:
        return False
    left, right = _times(scalar, base), _plus(commitment, _times(challenge, public))
    return _same(_times(8, left), _times(8, right))


def _same(p: Point, q: Point) -> bool:
    return (p[0] * q[2] - q[0] * p[2]) % FIELD == 0 and (p[1] * q[2] - q[1] * p[2]) % FIELD == 0


def _point(data: bytes) -> Optional[Point]:
    """Decoding of RFC 8032, section 5.1.3; None where the bytes are not the encoding of a point."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & (2**255 - 1)
    if y >= FIELD:
        return None
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * SQRT_MINUS_ONE % FIELD
    if (x * x - square) % FIELD or (x == 0 and odd):
        return None
    if x & 1 != odd:
        x = FIELD - x
    return x, y, 1, x * y % FIELD


def _plus(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % FIELD, (p[1] + p[0]) * (q[1] + q[0]) % FIELD
    c, d = 2 * p[3] * q[3] * CURVE_D % FIELD, 2 * p[2] * q[2] % FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _times(scalar: int, p: Point) -> Point:
    total = NEUTRAL
    while scalar:
        if scalar & 1:
            total = _plus(total, p)
        p = _plus(p, p)
        scalar >>= 1
    return total


# --- 4. The command --------------------------------------------------------------------------------------------


class Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise Refused(printable(message))


def parse_arguments(words: List[str]) -> argparse.Namespace:
    parser = Arguments(
        prog="glassdrum_verify.py",
        allow_abbrev=False,
        description="Checks Glassdrum proofs offline. Exit codes: 0 VERIFIED, 2 INCOMPLETE, 1 FAILED, 64 no proof. "
        "With several files the highest of 64, 1, 2, 0, in this order, that any of them gave.",
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="a proof; several are reported under '== name'"
    )
    parser.add_argument(
        "--batch", metavar="DIR", help="all *.json files of a folder, in order of their names"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a file instead of lines")
    parser.add_argument("--receipt", metavar="FILE", help="check this receipt as well (one proof only)")
    parser.add_argument(
        "--receipt-key", metavar="HEX", help="the server's Ed25519 public key, 64 hex characters"
    )
    parser.add_argument("--log-key", metavar="HEX", help="the log's Ed25519 public key, 64 hex characters")
    parser.add_argument(
        "--test-chain", metavar="FILE", help="a drand chain for tests; no evidence for anything"
    )
    arguments = parser.parse_args(words)
    if bool(arguments.files) == (arguments.batch is not None):
        raise Refused("give a FILE (or several), or --batch DIR")
    if arguments.receipt is not None and len(arguments.files) != 1:
        raise Refused("--receipt goes with exactly one proof")
    if arguments.receipt_key is not None and arguments.receipt is None:
        raise Refused("--receipt-key goes with --receipt")
    if arguments.receipt_key is not None and not HEX64.fullmatch(arguments.receipt_key):
        raise Refused("--receipt-key is not 64 lowercase hex characters")
    if arguments.log_key is not None and not HEX64.fullmatch(arguments.log_key):
        raise Refused("--log-key is not 64 lowercase hex characters")
    return arguments


def read_test_chain(path: str) -> Dict[str, Chain]:
    """A chain for tests, under the hash of its own values as drand computes it; quicknet cannot be replaced."""
    try:
        chain = Members(read_json(path, "test chain"), "")
        chain.string("scheme", re.compile("bls-unchained-g1-rfc9380"))
        chain_hash, group_hash = chain.string("chain_hash", HEX64), chain.string("group_hash", HEX64)
        genesis_time, period = chain.integer("genesis_time"), chain.integer("period", 1, 2**32 - 1)
        public_key = chain.string("public_key", re.compile("[0-9a-f]{192}"))
        beacon_id = chain.optional("beacon_id", ID) or "default"
    except Malformed as error:
        raise Refused(f"test chain: {error}")
    text = (
        period.to_bytes(4, "big") + genesis_time.to_bytes(8, "big") + bytes.fromhex(public_key + group_hash)
    )
    if sha(text + (b"" if beacon_id == "default" else beacon_id.encode("ascii"))) != chain_hash:
        raise Refused("test chain: chain_hash is not the hash of its values")
    return {chain_hash: Chain(genesis_time, period, pinned=False)}


def read_claimed(path: str, what: str, format_name: str) -> Any:
    """A JSON object that says of itself what it is; everything else about it is still unchecked."""
    value = read_json(path, what)
    if not isinstance(value, dict) or value.get("format") != format_name:
        raise Refused(f"{what}: not a {format_name} document")
    return value


class Report(NamedTuple):
    verdict: str
    steps: List[Step]
    assurance: Optional[str]
    draw_id: Optional[str]
    test_chain: bool
    not_checked: List[str]


class Keys(NamedTuple):
    """Of the installation; None where the command names none."""

    receipt: Optional[bytes]
    log: Optional[bytes]


def verify_file(path: str, chains: Dict[str, Chain], receipt: Any, keys: Keys) -> Report:
    value = read_claimed(path, printable(path), "draw-proof/1")
    steps, proof = verify_proof(value, chains)
    log_is_checked = proof is not None and read_log_format(value.get("log"))
    if proof is not None and log_is_checked:
        steps.append(check_log(proof, value["log"], keys.log))
    if receipt is not None and proof is not None:
        steps.append(check_receipt(proof, receipt, keys.receipt))
    if proof is None:
        return Report(verdict_of(steps, proof), steps, None, None, False, [])
    chain = chains.get(proof.chain_hash)
    return Report(
        verdict=verdict_of(steps, proof),
        steps=steps,
        assurance=proof.assurance,
        draw_id=proof.draw_id,
        test_chain=chain is not None and not chain.pinned,
        not_checked=[
            name for name in OPTIONAL_EVIDENCE if name in value and not (name == "log" and log_is_checked)
        ],
    )


def show(path: str, report: Report, as_json: bool, with_header: bool) -> None:
    if as_json:
        steps = [{key: text for key, text in step._asdict().items() if text} for step in report.steps]
        members = {"verdict": report.verdict, "steps": steps, "assurance": report.assurance}
        about = {"draw_id": report.draw_id, "test_chain": report.test_chain, "not_checked": report.not_checked}
        print(json.dumps({"file": printable(path, 4096), **members, **about}))
        return
    if with_header:
        print(f"== {printable(os.path.basename(path), 4096)}")
    for step in report.steps:
        print("  ".join(part for part in (step.status, step.name, step.reason) if part))
    for name in report.not_checked:
        print(f"NOTE  {name}  not checked")
    print(report.verdict)


def files_of(arguments: argparse.Namespace) -> List[str]:
    if arguments.batch is None:
        return list(arguments.files)
    try:
        names = sorted(name for name in os.listdir(arguments.batch) if name.endswith(".json"))
    except (OSError, ValueError):
        raise Refused(f"{printable(arguments.batch)}: not a folder that can be read")
    if not names:
        raise Refused(f"{printable(arguments.batch)}: no *.json file in it")
    return [os.path.join(arguments.batch, name) for name in names]


def run(words: List[str]) -> int:
    arguments = parse_arguments(words)
    chains = dict(PINNED_CHAINS)
    if arguments.test_chain is not None:
        chains = {**read_test_chain(arguments.test_chain), **chains}
        print("Note: a test chain is accepted. It proves nothing about the public beacon.", file=sys.stderr)
    receipt = None
    if arguments.receipt is not None:
        receipt = read_claimed(arguments.receipt, "receipt", "draw-receipt/1")
    keys = Keys(*(word and bytes.fromhex(word) for word in (arguments.receipt_key, arguments.log_key)))
    files = files_of(arguments)
    if len(files) == 1 and arguments.batch is None:
        report = verify_file(files[0], chains, receipt, keys)
        show(files[0], report, arguments.json, with_header=False)
        return EXIT_CODES[report.verdict]
    codes = set()
    for path in files:
        try:
            report = verify_file(path, chains, None, Keys(None, keys.log))
            show(path, report, arguments.json, with_header=True)
            codes.add(EXIT_CODES[report.verdict])
        except Refused as error:
            print(f"error: {error}", file=sys.stderr)
            codes.add(EXIT_REFUSED)
    return next(code for code in (EXIT_REFUSED, 1, 2, 0) if code in codes)


def main(words: List[str]) -> int:
    try:
        return run(words)
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
    except MemoryError:
        print("error: the file is too large for this machine's memory", file=sys.stderr)
    except BrokenPipeError:
        # Whoever read our output left; without this Python would complain once more while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_REFUSED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

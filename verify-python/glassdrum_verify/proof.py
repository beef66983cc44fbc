"""The proof as a document (draw protocol, section 7): the check `format` turns JSON values into a Proof.

A Proof is well-formed and nothing more: every member has its form, but none has been compared with another one.
"""

from typing import Any, NamedTuple

from .draw import PrizeTerms
from .forms import (
    BLS_SIGNATURE,
    CLIENT_SEED,
    ED25519_SIGNATURE,
    HASH,
    HASH_OR_DASH,
    ID,
    MAX_POOLS,
    MAX_PRIZES,
    MAX_STAGE,
    MAX_WEIGHT,
    ROOM_TEXT,
    SALT,
    SELECTION_INDEX,
    Malformed,
    array,
    elements,
    integer,
    integer_or_dash,
    line,
    long_text,
    members,
    one_of,
    positive,
    string,
    weights,
)
from .hashing import record, sha
from .log_record import LogRecord, read_record
from .signed_note import Checkpoint, read_note

PROOF_FORMAT = "draw-proof/2"
LOG_FORMAT = "draw-log/2"
MAX_QUANTITY = 1000
MAX_ALTERNATES = 2000
MAX_AUDIENCE = 10_000
MAX_PATH = 64
BEACON_POLICIES = ("wait", "lower", "room", "none")
STATES = ("in", "withdrawn", "removed", "absent", "holder")
SOURCES = ("self", "host", "paper")
SEEDS = ("seed_commit_hash", "seed_reveal", "client_seed", "combined_seed")


class Opened(NamedTuple):
    host_id: str
    host_seq: int
    previous: str
    series_id: str
    stage: int
    plan_hash: str
    rules_hash: str
    opened_at: int


class Closed(NamedTuple):
    plan_hash: str
    holders_hash: str
    entries_root: str
    entry_count: int
    pool_totals: list[int]
    closed_at: int


class Frozen(NamedTuple):
    contributions_hash: str
    kind: str
    chain_hash: str
    round: int | str
    frozen_at: int
    show_at: int
    draw_at: int


class Rules(NamedTuple):
    title: str
    ticket_limit: int | str
    deadline: int | str
    beacon_policy: str
    text: str


class Prize(NamedTuple):
    quantity: int
    alternates: int
    pool: int
    claim_window: int | str
    name: str


class Plan(NamedTuple):
    policy: str
    earlier_winners: str
    pools: int
    prizes: list[Prize]

    def terms(self) -> list[PrizeTerms]:
        return [PrizeTerms(prize.quantity, prize.alternates, prize.pool) for prize in self.prizes]

    def claim_window(self, prize: int) -> int | None:
        """In seconds; None without one, or without this prize."""
        window = self.prizes[prize - 1].claim_window if prize <= len(self.prizes) else "-"
        return None if isinstance(window, str) else window


class Entry(NamedTuple):
    state: str
    source: str
    weights: list[int]
    name_commit: str
    entropy_commit: str
    device_key: str


class Row(NamedTuple):
    prize: int
    position: int
    entry_number: int
    display_name: str | None
    salt: str | None
    selection_index: str


class Seen(NamedTuple):
    """One device of the audience."""

    entry_number: int
    seen_at: int
    signature: str


class Located(NamedTuple):
    """A text with its place in the log; `record` is None where the text is no well-formed record."""

    index: int
    text: bytes
    path: list[str]
    record: LogRecord | None


class Log(NamedTuple):
    key: str
    records: list[Located]
    more: list[Located]
    after: list[Located]
    checkpoint: Checkpoint
    freeze_checkpoint: Checkpoint
    freeze_path: list[str]


class Proof(NamedTuple):
    draw_id: str
    assurance: str
    seed_commit_hash: str
    seed_reveal: str
    client_seed: str
    combined_seed: str
    open: Opened
    close: Closed
    freeze: Frozen
    open_hash: str
    close_hash: str
    freeze_hash: str
    rules: Rules | None
    plan: Plan
    holders: list[int]
    beacon: dict[str, str]
    contributions: list[tuple[int, str]]
    entries: list[Entry]
    winners: list[Row]
    alternates: list[Row]
    audience: list[Seen] | None
    log: Log | None

    def entry(self, entry_number: int) -> Entry | None:
        """The entry of that number (from 1), None if it is not in the list."""
        return self.entries[entry_number - 1] if 1 <= entry_number <= len(self.entries) else None


_REQUIRED = (
    *("format", "algorithm", "draw_id", "assurance", *SEEDS, "open", "close", "freeze"),
    *("open_hash", "close_hash", "freeze_hash", "rules", "plan", "holders", "beacon"),
    *("contributions", "entries", "winners", "alternates"),
)
_OPTIONAL = ("audience", "log", "raffle_id", "timestamp", "proof")
_ENTRY_PARTS = 6


def read_proof(value: Any) -> Proof:
    """The check `format`. Raises Malformed."""
    document = members(value, "the document", _REQUIRED, _OPTIONAL)
    one_of(document["format"], "format", (PROOF_FORMAT,))
    one_of(document["algorithm"], "algorithm", ("Fisher-Yates v1.0",))
    proof = Proof(
        draw_id=string(document["draw_id"], "draw_id", ID),
        assurance=one_of(
            document["assurance"], "assurance", ("beacon", "room", "participants", "operator")
        ),
        seed_commit_hash=string(document["seed_commit_hash"], "seed_commit_hash", HASH),
        seed_reveal=string(document["seed_reveal"], "seed_reveal", HASH),
        client_seed=string(document["client_seed"], "client_seed", CLIENT_SEED),
        combined_seed=string(document["combined_seed"], "combined_seed", HASH),
        open=_read_open(document["open"]),
        close=_read_close(document["close"]),
        freeze=_read_freeze(document["freeze"]),
        open_hash=string(document["open_hash"], "open_hash", HASH),
        close_hash=string(document["close_hash"], "close_hash", HASH),
        freeze_hash=string(document["freeze_hash"], "freeze_hash", HASH),
        rules=_read_rules(document["rules"]),
        plan=_read_plan(document["plan"]),
        holders=elements(document["holders"], "holders", positive),
        beacon=_read_beacon(document["beacon"]),
        contributions=elements(document["contributions"], "contributions", _read_contribution),
        entries=elements(document["entries"], "entries", _read_entry, 1),
        winners=elements(document["winners"], "winners", _read_row),
        alternates=elements(document["alternates"], "alternates", _read_row),
        audience=_read_audience(document["audience"]) if "audience" in document else None,
        log=_read_log(document["log"]) if "log" in document else None,
    )
    for name in ("raffle_id", "timestamp"):
        if name in document and not isinstance(document[name], str):
            integer(document[name], name)
    _check_copies(document)
    _check_pools(proof)
    _check_sums(proof.plan)
    times = (proof.open.opened_at, proof.close.closed_at, *proof.freeze[-3:])
    if list(times) != sorted(times):
        raise Malformed("the times do not ascend from opened_at to draw_at")
    return proof


def _check_copies(document: dict[str, Any]) -> None:
    copies = members(document.get("proof", {}), "proof", (), SEEDS)
    for name, copy in copies.items():
        if copy != document[name]:
            raise Malformed(f"proof.{name} is not a copy of {name}")


def _check_pools(proof: Proof) -> None:
    pools = proof.plan.pools
    if any(prize.pool > pools for prize in proof.plan.prizes):
        raise Malformed("a prize has a pool that the plan does not have")
    if len(proof.close.pool_totals) != pools:
        raise Malformed(f"close.pool_totals does not have {pools} members")
    for number, entry in enumerate(proof.entries, 1):
        if len(entry.weights) != pools:
            raise Malformed(f"entry {number} does not have {pools} weights")


def _check_sums(plan: Plan) -> None:
    if sum(prize.quantity for prize in plan.prizes) > MAX_QUANTITY:
        raise Malformed(f"the prizes are more than {MAX_QUANTITY}")
    if sum(prize.alternates for prize in plan.prizes) > MAX_ALTERNATES:
        raise Malformed(f"the alternates are more than {MAX_ALTERNATES}")


def _read_open(value: Any) -> Opened:
    opened = members(value, "open", Opened._fields)
    return Opened(
        host_id=string(opened["host_id"], "open.host_id", ID),
        host_seq=positive(opened["host_seq"], "open.host_seq"),
        previous=string(opened["previous"], "open.previous", HASH_OR_DASH),
        series_id=string(opened["series_id"], "open.series_id", ID),
        stage=integer(opened["stage"], "open.stage", 1, MAX_STAGE),
        plan_hash=string(opened["plan_hash"], "open.plan_hash", HASH),
        rules_hash=string(opened["rules_hash"], "open.rules_hash", HASH),
        opened_at=integer(opened["opened_at"], "open.opened_at"),
    )


def _read_close(value: Any) -> Closed:
    closed = members(value, "close", Closed._fields)
    return Closed(
        plan_hash=string(closed["plan_hash"], "close.plan_hash", HASH),
        holders_hash=string(closed["holders_hash"], "close.holders_hash", HASH_OR_DASH),
        entries_root=string(closed["entries_root"], "close.entries_root", HASH),
        entry_count=positive(closed["entry_count"], "close.entry_count"),
        pool_totals=weights(closed["pool_totals"], "close.pool_totals"),
        closed_at=integer(closed["closed_at"], "close.closed_at"),
    )


def _read_freeze(value: Any) -> Frozen:
    frozen = members(value, "freeze", ("contributions_hash", "beacon", "frozen_at", "show_at", "draw_at"))
    beacon = members(frozen["beacon"], "freeze.beacon", ("kind", "chain_hash", "round"))
    return Frozen(
        contributions_hash=string(frozen["contributions_hash"], "freeze.contributions_hash", HASH_OR_DASH),
        kind=one_of(beacon["kind"], "freeze.beacon.kind", ("drand", "room", "none")),
        chain_hash=string(beacon["chain_hash"], "freeze.beacon.chain_hash", HASH_OR_DASH),
        round=integer_or_dash(beacon["round"], "freeze.beacon.round", 1),
        frozen_at=integer(frozen["frozen_at"], "freeze.frozen_at"),
        show_at=integer(frozen["show_at"], "freeze.show_at"),
        draw_at=integer(frozen["draw_at"], "freeze.draw_at"),
    )


def _read_rules(value: Any) -> Rules | None:
    if value is None:
        return None
    rules = members(value, "rules", Rules._fields)
    return Rules(
        title=line(rules["title"], "rules.title"),
        ticket_limit=integer_or_dash(rules["ticket_limit"], "rules.ticket_limit", 1, MAX_WEIGHT),
        deadline=integer_or_dash(rules["deadline"], "rules.deadline"),
        beacon_policy=one_of(rules["beacon_policy"], "rules.beacon_policy", BEACON_POLICIES),
        text=long_text(rules["text"], "rules.text"),
    )


def _read_plan(value: Any) -> Plan:
    plan = members(value, "plan", Plan._fields)
    return Plan(
        policy=one_of(plan["policy"], "plan.policy", ("once", "again")),
        earlier_winners=one_of(plan["earlier_winners"], "plan.earlier_winners", ("out", "in")),
        pools=integer(plan["pools"], "plan.pools", 1, MAX_POOLS),
        prizes=elements(plan["prizes"], "plan.prizes", _read_prize, 1, MAX_PRIZES),
    )


def _read_prize(value: Any, where: str) -> Prize:
    prize = members(value, where, Prize._fields)
    return Prize(
        quantity=integer(prize["quantity"], f"{where}.quantity", 1, MAX_QUANTITY),
        alternates=integer(prize["alternates"], f"{where}.alternates", 0, MAX_ALTERNATES),
        pool=integer(prize["pool"], f"{where}.pool", 1, MAX_POOLS),
        claim_window=integer_or_dash(prize["claim_window"], f"{where}.claim_window", 1),
        name=line(prize["name"], f"{where}.name"),
    )


def _read_beacon(value: Any) -> dict[str, str]:
    forms = {"value": HASH, "signature": BLS_SIGNATURE, "text": ROOM_TEXT}
    beacon = members(value, "beacon", (), forms)
    return {name: string(beacon[name], f"beacon.{name}", forms[name]) for name in beacon}


def _read_contribution(value: Any, where: str) -> tuple[int, str]:
    number, contribution = array(value, where, 2, 2)
    return positive(number, where), string(contribution, where, HASH)


def _read_entry(value: Any, where: str) -> Entry:
    state, source, entry_weights, name_commit, entropy_commit, device_key = array(
        value, where, _ENTRY_PARTS, _ENTRY_PARTS
    )
    return Entry(
        one_of(state, where, STATES),
        one_of(source, where, SOURCES),
        weights(entry_weights, where),
        string(name_commit, where, HASH),
        string(entropy_commit, where, HASH_OR_DASH),
        string(device_key, where, HASH_OR_DASH),
    )


def _read_row(value: Any, where: str) -> Row:
    row = members(value, where, Row._fields)
    name, salt = row["display_name"], row["salt"]
    return Row(
        prize=integer(row["prize"], f"{where}.prize", 1, MAX_PRIZES),
        position=positive(row["position"], f"{where}.position"),
        entry_number=positive(row["entry_number"], f"{where}.entry_number"),
        display_name=None if name is None else line(name, f"{where}.display_name"),
        salt=None if salt is None else string(salt, f"{where}.salt", SALT),
        selection_index=string(row["selection_index"], f"{where}.selection_index", SELECTION_INDEX),
    )


def _read_audience(value: Any) -> list[Seen]:
    def read(item: Any, where: str) -> Seen:
        number, seen_at, signature = array(item, where, 3, 3)
        return Seen(
            positive(number, where), integer(seen_at, where), string(signature, where, ED25519_SIGNATURE)
        )

    return elements(value, "audience", read, 1, MAX_AUDIENCE)


def _read_log(value: Any) -> Log:
    log = members(value, "log", ("format", *Log._fields))
    one_of(log["format"], "log.format", (LOG_FORMAT,))
    return Log(
        key=string(log["key"], "log.key", HASH),
        records=elements(log["records"], "log.records", _read_located, 5, 5),
        more=elements(log["more"], "log.more", _read_located),
        after=elements(log["after"], "log.after", _read_located),
        checkpoint=read_note(log["checkpoint"], "log.checkpoint"),
        freeze_checkpoint=read_note(log["freeze_checkpoint"], "log.freeze_checkpoint"),
        freeze_path=_read_path(log["freeze_path"], "log.freeze_path"),
    )


def _read_located(value: Any, where: str) -> Located:
    located = members(value, where, ("index", "text", "path"))
    text = located["text"]
    if not isinstance(text, str):
        raise Malformed(f"{where}.text is not a string")
    return Located(
        index=integer(located["index"], f"{where}.index"),
        text=text.encode("utf-8"),
        path=_read_path(located["path"], f"{where}.path"),
        record=read_record(text),
    )


def _read_path(value: Any, where: str) -> list[str]:
    return [string(item, where, HASH) for item in array(value, where, 0, MAX_PATH)]


# --- The three records of section 3, as the document has them ---------------------------------------------------


def open_record(proof: Proof) -> bytes:
    opened = proof.open
    return record(
        *("draw.open.v2", proof.draw_id, opened.host_id, opened.host_seq, opened.previous),
        *(opened.series_id, opened.stage, proof.seed_commit_hash),
        *(opened.plan_hash, opened.rules_hash, opened.opened_at),
    )


def close_record(proof: Proof) -> bytes:
    closed = proof.close
    return record(
        *("draw.close.v2", proof.draw_id, proof.open_hash, closed.plan_hash, closed.holders_hash),
        *(closed.entries_root, closed.entry_count, ",".join(map(str, closed.pool_totals)), closed.closed_at),
    )


def freeze_record(proof: Proof) -> bytes:
    return record("draw.freeze.v2", proof.draw_id, proof.close_hash, *proof.freeze)


def list_hash(proof: Proof) -> str:
    """The hash over all rows that the result record has."""
    lines = (
        f"{role}:{row.prize}:{row.position}:{row.entry_number}:{row.selection_index}"
        for role, rows in (("w", proof.winners), ("a", proof.alternates))
        for row in rows
    )
    return sha(record("draw.list.v2", proof.draw_id, *lines))

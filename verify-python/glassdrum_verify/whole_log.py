"""A file with a whole log (draw protocol, section 8, "A whole log").

The well-formed records are taken in order, one by one; each check keeps what it has found so far. A check that needs
a proof that is not in the file is skipped, unless it fails.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .forms import Malformed, array, elements, members, one_of
from .log_record import LogRecord, read_record
from .prize_status import PrizeStatus
from .proof import Proof, list_hash, read_proof
from .hashing import sha
from .step import FAIL, PASS, SKIP, Step

LOG_FILE_FORMAT = "draw-log-file/2"
CHECKS = (
    *("records", "once", "order", "hosts", "series", "plans"),
    *("changes", "results", "claims", "advances", "holders"),
)
ONCE_KINDS = ("open", "close", "freeze", "audience", "reveal", "result", "void")


class LogFile(NamedTuple):
    records: list[LogRecord | None]
    proofs: dict[str, Proof]


def read_log_file(value: Any) -> LogFile:
    """Raises Malformed: then the file is refused, as none of the checks is about its form."""
    document = members(value, "the document", ("format", "records", "proofs"))
    one_of(document["format"], "format", (LOG_FILE_FORMAT,))
    texts = array(document["records"], "records")
    if not all(isinstance(text, str) for text in texts):
        raise Malformed("records holds something that is not a string")
    proofs: dict[str, Proof] = {}
    for at, proof in enumerate(elements(document["proofs"], "proofs", lambda item, _: read_proof(item))):
        if proof.draw_id in proofs:
            raise Malformed(f"proofs[{at}] is of the same draw as one before")
        proofs[proof.draw_id] = proof
    return LogFile([read_record(text) for text in texts], proofs)


def check_log_file(log: LogFile) -> list[Step]:
    """All checks in their order."""
    return _LogCheck(log).run()


@dataclass
class _DrawState:
    """What the log has said of one draw so far. Of records that a draw may have once, the first counts."""

    proof: Proof | None
    last: LogRecord
    first_of: dict[str, LogRecord] = field(default_factory=dict)
    plan_hash: str | None = None
    changes: dict[int, LogRecord] = field(default_factory=dict)
    # Known only from the result on, and only with the proof of this freeze record.
    prizes: PrizeStatus | None = None

    def hash_of(self, kind: str) -> str | None:
        record = self.first_of.get(kind)
        return record.hash if record else None

    def has(self, kind: str) -> bool:
        return kind in self.first_of

    @property
    def stage(self) -> int:
        return self.first_of["open"]["stage"]

    @property
    def gives_holders(self) -> bool:
        """Whether its winners hold its prizes."""
        return self.has("result") and not self.has("void")


@dataclass
class _SeriesState:
    host_id: str
    draws: list[_DrawState] = field(default_factory=list)


class _LogCheck:
    def __init__(self, log: LogFile) -> None:
        self._log = log
        self._failures: dict[str, str] = {}
        self._skips: dict[str, str] = {}
        self._draws: dict[str, _DrawState] = {}
        self._hosts: dict[str, list[str]] = {}
        self._series: dict[str, _SeriesState] = {}

    def run(self) -> list[Step]:
        for at, record in enumerate(self._log.records):
            if record is None:
                self._fail("records", at, "is not of a form of the protocol")
            else:
                self._take(at, record)
        return [self._step(name) for name in CHECKS]

    def _step(self, name: str) -> Step:
        if name in self._failures:
            return Step(name, FAIL, self._failures[name])
        if name in self._skips:
            return Step(name, SKIP, self._skips[name])
        return Step(name, PASS)

    def _fail(self, name: str, at: int, reason: str) -> None:
        self._failures.setdefault(name, f"record {at} {reason}")

    def _skip(self, name: str, draw: _DrawState) -> None:
        self._skips.setdefault(name, f"a proof is missing that draw {draw.last.draw_id} needs")

    def _take(self, at: int, record: LogRecord) -> None:
        draw = self._draws.get(record.draw_id)
        if draw is None:
            draw = _DrawState(self._log.proofs.get(record.draw_id), record)
            self._draws[record.draw_id] = draw
            if record.kind != "open":
                self._fail("order", at, "is the first of its draw but does not open it")
        else:
            self._check_order_after(at, record, draw)
        self._check_order(at, record, draw)
        is_first = not draw.has(record.kind)
        if record.kind in ONCE_KINDS:
            if is_first:
                draw.first_of[record.kind] = record
            else:
                self._fail("once", at, f"is the second {record.kind} record of its draw")
        draw.last = record
        match record.kind:
            case "open" if is_first:
                draw.plan_hash = record["plan_hash"]
                self._open(at, record, draw)
            case "close" if is_first:
                self._close(at, record, draw)
            case "replan":
                if record["plan_hash_before"] != draw.plan_hash:
                    self._fail("plans", at, "does not start from the current plan")
                draw.plan_hash = record["plan_hash_after"]
            case "change":
                draw.changes[record["entry_number"]] = record
            case "result" if is_first:
                self._result(at, record, draw)
            case "claim" | "extend":
                self._claim(at, record, draw)
            case "advance":
                self._advance(at, record, draw)

    # --- order -------------------------------------------------------------------------------------------------

    def _check_order_after(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        """What `order` demands of a record because of the one before it in its draw."""
        if record.time < draw.last.time:
            self._fail("order", at, "is older than the one before it in its draw")
        if draw.has("void") and record.kind not in ("reveal", "result"):
            self._fail("order", at, "follows the void record of its draw")
        if record.kind == "void" and record["last_record_hash"] != draw.last.hash:
            self._fail("order", at, "does not name the last record of its draw")

    def _check_order(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        kind = record.kind
        for named, by in (
            ("open", ("replan", "close")),
            ("close", ("freeze",)),
            ("freeze", ("audience", "reveal", "result", "claim", "extend", "advance")),
        ):
            if kind in by and record[f"{named}_hash"] != draw.hash_of(named):
                self._fail("order", at, f"does not name the {named} record of its draw")
        if kind in ("replan", "change") and draw.has("close"):
            self._fail("order", at, "comes after the close")
        if kind == "audience" and draw.has("result"):
            self._fail("order", at, "comes after the result")
        if kind in ("claim", "extend", "advance") and not draw.has("result"):
            self._fail("order", at, "comes before the result")
        if kind == "reveal" and draw.has("open"):
            promised = draw.first_of["open"]["seed_commit_hash"]
            if sha(record["seed_reveal"].encode("ascii")) != promised:
                self._fail("order", at, "does not reveal the promised seed")

    # --- hosts, series, plans, changes, holders ----------------------------------------------------------------

    def _open(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        before = self._hosts.setdefault(record["host_id"], [])
        if record["host_seq"] != len(before) + 1 or record["previous"] != (before[-1] if before else "-"):
            self._fail("hosts", at, "does not continue the draws of its host")
        before.append(record.hash)
        series = self._series.setdefault(record["series_id"], _SeriesState(record["host_id"]))
        if record["stage"] != len(series.draws) + 1 or record["host_id"] != series.host_id:
            self._fail("series", at, "does not continue the draws of its raffle")
        series.draws.append(draw)

    def _others(self, draw: _DrawState) -> list[_DrawState]:
        """The other draws of the same raffle that were opened so far."""
        opened = draw.first_of.get("open")
        series = self._series[opened["series_id"]] if opened else None
        return [other for other in series.draws if other is not draw] if series else []

    def _earlier(self, draw: _DrawState) -> list[_DrawState]:
        return [other for other in self._others(draw) if other.stage < draw.stage]

    def _close(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        if record["plan_hash"] != draw.plan_hash:
            self._fail("plans", at, "does not have the current plan")
        earlier = self._earlier(draw)
        if not all(other.has("result") or other.has("void") for other in earlier):
            self._fail("series", at, "comes before an earlier draw has a result")
        proof = draw.proof if draw.proof and draw.proof.close_hash == record.hash else None
        if proof is None:
            if draw.changes:
                self._skip("changes", draw)
            if earlier:
                self._skip("holders", draw)
            return
        for change in draw.changes.values():
            if not _is_in_list(change, proof):
                self._fail("changes", at, f"does not have entry {change['entry_number']} as it was changed")
        if proof.plan.earlier_winners == "out":
            self._check_holders(at, proof, draw, earlier)

    def _check_holders(self, at: int, proof: Proof, draw: _DrawState, earlier: list[_DrawState]) -> None:
        holders, is_complete = _holders_of(earlier)
        if not is_complete:
            self._skip("holders", draw)
            if not holders <= set(proof.holders):
                self._fail("holders", at, "leaves out somebody who holds an earlier prize")
        elif holders != set(proof.holders):
            self._fail("holders", at, "does not have those who hold an earlier prize as holders")

    # --- results, claims, advances -----------------------------------------------------------------------------

    def _result(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        proof = draw.proof
        if proof is None or proof.freeze_hash != record["freeze_hash"]:
            self._skip("results", draw)
            return
        if (record["combined_seed"], record["list_hash"]) != (proof.combined_seed, list_hash(proof)):
            self._fail("results", at, "is not the result of the proof")
        draw.prizes = PrizeStatus(proof, record.time)

    def _claim(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        if draw.prizes is None:
            self._skip("claims", draw)
            return
        problem = draw.prizes.claim(record) if record.kind == "claim" else draw.prizes.extend(record)
        if problem:
            self._fail("claims", at, f"is not in order: {problem}")

    def _advance(self, at: int, record: LogRecord, draw: _DrawState) -> None:
        if draw.prizes is None:
            self._skip("advances", draw)
            return
        elsewhere, is_complete = _holders_of(self._others(draw))
        if draw.prizes.leaves_holders_out and not is_complete:
            self._skip("advances", draw)
        problem, _ = draw.prizes.advance(record, elsewhere, is_complete)
        if problem:
            self._fail("advances", at, f"is not in order: {problem}")


def _holders_of(draws: list[_DrawState]) -> tuple[set[int], bool]:
    """Who holds a prize of one of these draws now, and whether all that give prizes are known."""
    giving = [draw for draw in draws if draw.gives_holders]
    known = [draw.prizes for draw in giving if draw.prizes is not None]
    return {number for prizes in known for number in prizes.holders()}, len(known) == len(giving)


def _is_in_list(change: LogRecord, proof: Proof) -> bool:
    """Whether the list has an entry as its last change record says."""
    entry = proof.entry(change["entry_number"])
    if entry is None:
        return False
    if entry.state in ("holder", "absent"):
        return change["state"] == "in"
    return (entry.state, entry.weights) == (change["state"], change["weights"])

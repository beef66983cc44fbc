"""The check `series`: this draw and the earlier ones of its raffle (draw protocol, section 8)."""

from collections.abc import Sequence
from typing import NamedTuple

from .forms import Malformed
from .log_record import LogRecord
from .proof import Proof
from .step import FAIL, PASS, SKIP, Step

FIRST_STAGE = 1


class EarlierDraw(NamedTuple):
    """The proof of an earlier draw, checked without options; None where it is not even well-formed."""

    proof: Proof | None
    has_failed: bool


def check_series(proof: Proof, earlier: Sequence[EarlierDraw]) -> Step:
    name = "series"
    if not earlier:
        if proof.open.stage == FIRST_STAGE:
            return Step(name, SKIP, "the first draw of its raffle")
        return Step(name, SKIP, "no proof of an earlier draw was given")
    try:
        given = [_check_earlier_draw(proof, draw) for draw in earlier]
        _check_distinct(proof, given)
        records = _records_of_more(proof)
        holders = {number for draw in given for number in _holders_of(draw, records)}
        if proof.plan.earlier_winners == "out":
            missing = _missing_stage(proof, given, records)
            if missing is not None:
                if not holders <= set(proof.holders):
                    raise Malformed("somebody who holds an earlier prize is not among the holders")
                return Step(name, SKIP, f"the proof of draw {missing} is missing")
            if holders != set(proof.holders):
                raise Malformed("the holders are not those who hold a prize of the earlier draws")
    except Malformed as error:
        return Step(name, FAIL, str(error))
    return Step(name, PASS)


def _check_earlier_draw(proof: Proof, draw: EarlierDraw) -> Proof:
    earlier = draw.proof
    if earlier is None or draw.has_failed:
        raise Malformed("the proof of an earlier draw fails a check")
    stage = earlier.open.stage
    if (earlier.open.series_id, earlier.open.host_id) != (proof.open.series_id, proof.open.host_id):
        raise Malformed("an earlier proof belongs to another raffle")
    if stage >= proof.open.stage:
        raise Malformed(f"the proof of draw {stage} is not one of an earlier draw")
    if earlier.freeze.draw_at > proof.close.closed_at:
        raise Malformed(f"this draw was closed before draw {stage} was drawn")
    if len(earlier.entries) > len(proof.entries):
        raise Malformed(f"draw {stage} has more entries than this one")
    for number, (before, now) in enumerate(zip(earlier.entries, proof.entries), 1):
        if (before.source, before.name_commit) != (now.source, now.name_commit):
            raise Malformed(f"entry {number} is somebody else than in draw {stage}")
    return earlier


def _check_distinct(proof: Proof, given: Sequence[Proof]) -> None:
    draw_ids = {proof.draw_id, *(draw.draw_id for draw in given)}
    if len(draw_ids) != len(given) + 1 or len({draw.open.stage for draw in given}) != len(given):
        raise Malformed("two proofs are of one draw")


def _records_of_more(proof: Proof) -> list[LogRecord]:
    records = []
    for located in proof.log.more if proof.log else ():
        if located.record is None:
            raise Malformed("more holds something that is no record")
        records.append(located.record)
    return records


def _holders_of(draw: Proof, records: Sequence[LogRecord]) -> set[int]:
    """Who holds the prizes of an earlier draw: its winners, changed by the records of advances."""
    holds = {(row.prize, row.entry_number) for row in draw.winners}
    is_void = False
    for record in records:
        if record.draw_id != draw.draw_id:
            continue
        if record.kind == "void":
            is_void = True
        elif record.kind == "advance":
            prize, from_entry, to_entry = record["prize"], record["from_entry"], record["to_entry"]
            if (prize, from_entry) not in holds:
                raise Malformed(f"in draw {draw.open.stage} somebody was passed over who held no prize")
            holds.remove((prize, from_entry))
            if to_entry != "-":
                holds.add((prize, to_entry))
    return set() if is_void else {entry_number for _, entry_number in holds}


def _missing_stage(proof: Proof, given: Sequence[Proof], records: Sequence[LogRecord]) -> int | None:
    """The lowest earlier stage that is neither given nor known to be voided."""
    voided = {record.draw_id for record in records if record.kind == "void"}
    known = {draw.open.stage for draw in given} | {
        record["stage"]
        for record in records
        if record.kind == "open" and record["series_id"] == proof.open.series_id and record.draw_id in voided
    }
    return next((stage for stage in range(FIRST_STAGE, proof.open.stage) if stage not in known), None)

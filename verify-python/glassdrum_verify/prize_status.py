"""Who holds which prize after a draw (draw protocol, sections 6 "Moving up" and 8), and the check `standing`.

A PrizeStatus starts with the winners and takes claim, extend and advance records one by one. Each method says what
is wrong with the record, or nothing, and then lets it count as the protocol says, right or wrong: the check
`standing` stops at the first wrong one, the check of a whole log goes on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .checks import draw_again
from .draw import CannotBeDrawn, Draw
from .log_checks import NO_LOG, RESULT
from .log_record import LogRecord
from .proof import Proof
from .step import FAIL, PASS, SKIP, Step

PERHAPS_A_HOLDER = "somebody was passed by who may hold a prize of another draw"


@dataclass(slots=True)
class _Hold:
    """A prize in somebody's hands; times in Unix seconds."""

    since: int
    is_claimed: bool = False
    extension: int | None = None


class Successor(NamedTuple):
    """What is wrong with who moved up, if anything; or whether it is right only if others hold prizes elsewhere."""

    problem: str | None = None
    depends_on_other_draws: bool = False


class PrizeStatus:
    def __init__(self, proof: Proof, result_at: int) -> None:
        self._proof = proof
        self._holds = {
            (row.prize, row.entry_number): _Hold(since=result_at) for row in proof.winners
        }
        self._once = proof.plan.policy == "once"
        self._ever = set(self._holds)
        self._ever_any = {entry_number for _, entry_number in self._holds}
        self._draw: Draw | None = None
        self._orders: dict[int, _Order] = {}

    @property
    def leaves_holders_out(self) -> bool:
        return self._proof.plan.earlier_winners == "out"

    def holders(self) -> set[int]:
        """The entries that hold a prize at this moment."""
        return {entry_number for _, entry_number in self._holds}

    def claim(self, record: LogRecord) -> str | None:
        hold = self._hold_of(record)
        if hold is None:
            return "a prize was claimed that the entry does not hold"
        problem = "a prize was claimed twice" if hold.is_claimed else None
        hold.is_claimed = True
        return problem

    def extend(self, record: LogRecord) -> str | None:
        hold = self._hold_of(record)
        if hold is None:
            return "a claim window was extended of a prize that the entry does not hold"
        if hold.extension is not None:
            return "a claim window was extended twice"
        hold.extension = record["seconds"]
        if hold.is_claimed:
            return "a claim window was extended after the claim"
        if self._proof.plan.claim_window(record["prize"]) is None:
            return "a prize without a claim window was extended"
        return None

    def _hold_of(self, record: LogRecord) -> _Hold | None:
        return self._holds.get((record["prize"], record["entry_number"]))

    def advance(self, record: LogRecord, elsewhere: set[int], is_complete: bool) -> Successor:
        """`elsewhere` are known holders of prizes of other draws, all of them if `is_complete`."""
        prize, successor = record["prize"], record["to_entry"]
        hold = self._holds.get((prize, record["from_entry"]))
        if hold is None:
            return Successor("somebody was passed over who does not hold the prize")
        problem = self._reason_problem(record, hold)
        try:
            outcome = Successor(problem) if problem else self._judge(prize, successor, elsewhere, is_complete)
        except CannotBeDrawn:
            outcome = Successor("the weights of a pool add up to too much to draw who is next in line")
        del self._holds[prize, record["from_entry"]]
        if successor != "-":
            self._holds[prize, successor] = _Hold(since=record.time)
            self._ever.add((prize, successor))
            self._ever_any.add(successor)
        return outcome

    def _reason_problem(self, record: LogRecord, hold: _Hold) -> str | None:
        reason = record["reason"]
        if reason in ("unclaimed", "absent") and hold.is_claimed:
            return "somebody was passed over after the claim"
        if reason == "unclaimed":
            window = self._proof.plan.claim_window(record["prize"])
            if window is None:
                return "a prize without a claim window was taken as unclaimed"
            if record.time < hold.since + window + (hold.extension or 0):
                return "somebody was passed over before the claim window ended"
        return None

    def _judge(
        self, prize: int, successor: int | str, elsewhere: set[int], is_complete: bool
    ) -> Successor:
        """Whether `successor` is the one whom section 6 names."""
        if self.leaves_holders_out and successor in elsewhere:
            return Successor("somebody moved up who holds a prize of another draw")
        for number in self._in_line(prize):
            if self.leaves_holders_out and number in elsewhere:
                continue
            if number == successor:
                return Successor()
            if not self.leaves_holders_out or is_complete:
                return Successor("not the entry next in line moved up")
            # This one may have been passed by rightly; go on to see whether the successor is in line at all.
            if successor == "-" or self._is_in_line(prize, successor):
                return Successor(depends_on_other_draws=True)
            return Successor("an entry moved up that is not in line")
        return Successor() if successor == "-" else Successor("an entry moved up that is not in line")

    def _in_line(self, prize: int) -> Iterator[int]:
        """The order of a prize without those who have ever held a prize, or under `again` this one."""
        order = self._order(prize)
        order.drop_while(lambda number: self._has_held(prize, number))
        return (number for number in order if not self._has_held(prize, number))

    def _has_held(self, prize: int, number: int) -> bool:
        return number in self._ever_any if self._once else (prize, number) in self._ever

    def _is_in_line(self, prize: int, successor: int | str) -> bool:
        return any(number == successor for number in self._in_line(prize))

    def _order(self, prize: int) -> "_Order":
        if prize not in self._orders:
            if self._draw is None:
                self._draw = draw_again(self._proof)
            is_planned = prize <= len(self._proof.plan.prizes)
            self._orders[prize] = _Order(self._draw.order(prize) if is_planned else iter(()))
        return self._orders[prize]


class _Order:
    """The order of a prize, drawn only as far as it was read."""

    def __init__(self, rest: Iterator[int]) -> None:
        self._drawn: list[int] = []
        self._start = 0
        self._rest = rest

    def __iter__(self) -> Iterator[int]:
        at = self._start
        while self._is_drawn(at):
            yield self._drawn[at]
            at += 1

    def drop_while(self, is_done: Callable[[int], bool]) -> None:
        """Passes over the first entries for good: those who have held the prize never come into question again."""
        while self._is_drawn(self._start) and is_done(self._drawn[self._start]):
            self._start += 1

    def _is_drawn(self, at: int) -> bool:
        if at == len(self._drawn):
            number = next(self._rest, None)
            if number is None:
                return False
            self._drawn.append(number)
        return True


def check_standing(proof: Proof) -> Step:
    """Whether prizes were claimed, extended and passed on by the rules. What other draws gave is not visible here."""
    name, log = "standing", proof.log
    if log is None:
        return Step(name, SKIP, NO_LOG)
    if not log.after:
        return Step(name, SKIP, "nothing was recorded after the draw")
    result = log.records[RESULT].record
    if result is None or result.kind != "result":
        return Step(name, FAIL, "the fifth record is not a result")
    status = PrizeStatus(proof, result.time)
    latest, is_void, is_open = result.time, False, False
    for located in log.after:
        found = located.record
        if found is None or found.kind not in ("claim", "extend", "advance", "void"):
            return Step(name, FAIL, "something was recorded that does not belong after a draw")
        if found.draw_id != proof.draw_id:
            return Step(name, FAIL, "a record of another draw is among those after this one")
        if found.time < latest:
            return Step(name, FAIL, "the times of the records run back")
        if is_void:
            return Step(name, FAIL, "something was recorded after the draw was voided")
        latest = found.time
        if found.kind == "void":
            is_void = True
            continue
        if found["freeze_hash"] != proof.freeze_hash:
            return Step(name, FAIL, "a record names another freeze record")
        problem, depends = _apply(status, found)
        if problem:
            return Step(name, FAIL, problem)
        is_open = is_open or depends
    return Step(name, SKIP, PERHAPS_A_HOLDER) if is_open else Step(name, PASS)


def _apply(status: PrizeStatus, record: LogRecord) -> Successor:
    if record.kind == "claim":
        return Successor(status.claim(record))
    if record.kind == "extend":
        return Successor(status.extend(record))
    return status.advance(record, elsewhere=set(), is_complete=False)

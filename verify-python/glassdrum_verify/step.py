"""The result of one check."""

from typing import NamedTuple

PASS, FAIL, SKIP = "PASS", "FAIL", "SKIP"


class Step(NamedTuple):
    """A check that passed, failed or was skipped. `reason` is one line of printable ASCII, empty with PASS."""

    name: str
    status: str
    reason: str = ""


def passes_if(condition: bool, name: str, reason: str) -> Step:
    return Step(name, PASS) if condition else Step(name, FAIL, reason)

"""The records of the log (draw protocol, sections 3 and 8): from a text to its fields, if the text is well-formed."""

import re
from dataclasses import dataclass
from typing import Any

from .forms import (
    HASH,
    HASH_OR_DASH,
    ID,
    MAX_POOLS,
    MAX_PRIZES,
    MAX_STAGE,
    MAX_WEIGHT,
    Malformed,
    integer,
    integer_or_dash,
    one_of,
    string,
)
from .hashing import sha

_DECIMAL = re.compile("0|[1-9][0-9]{0,15}")
_REASON_CODE = re.compile("[a-z][a-z_]{0,63}")


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A well-formed record. `fields` are in the order of the text, integers as such; `kind` is open, close, ..."""

    kind: str
    fields: dict[str, Any]
    text: bytes

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    @property
    def draw_id(self) -> str:
        return self.fields["draw_id"]

    @property
    def time(self) -> int:
        """When the record was made. A freeze record also names two later times."""
        return self.fields[{"open": "opened_at", "close": "closed_at", "freeze": "frozen_at"}.get(self.kind, "at")]

    @property
    def hash(self) -> str:
        return sha(self.text)


def _number(text: str, where: str) -> int | str:
    return int(text) if _DECIMAL.fullmatch(text) else text


def _whole(low: int = 0, high: int | None = None) -> Any:
    def read(text: str, where: str) -> int:
        number = _number(text, where)
        return integer(number, where, low) if high is None else integer(number, where, low, high)

    return read


def _whole_or_dash(text: str, where: str) -> int | str:
    return integer_or_dash(_number(text, where), where, 1)


def _weights(text: str, where: str) -> list[int]:
    parts = text.split(",", MAX_POOLS)
    if len(parts) > MAX_POOLS:
        raise Malformed(f"{where} has more than {MAX_POOLS} weights")
    return [integer(_number(part, where), where, 0, MAX_WEIGHT) for part in parts]


def _matching(pattern: "re.Pattern[str]") -> Any:
    return lambda text, where: string(text, where, pattern)


def _among(*choices: str) -> Any:
    return lambda text, where: one_of(text, where, choices)


_ID, _HASH, _HASH_OR_DASH, _CODE = map(_matching, (ID, HASH, HASH_OR_DASH, _REASON_CODE))
_TIME, _POSITIVE = _whole(), _whole(1)
_DRAW = {"draw_id": _ID}
_FROZEN_DRAW = {"draw_id": _ID, "freeze_hash": _HASH}
_HELD_PRIZE = {**_FROZEN_DRAW, "prize": _whole(1, MAX_PRIZES)}
_AT = {"at": _TIME}

_FIELDS: dict[str, dict[str, Any]] = {
    "open": {
        **_DRAW,
        "host_id": _ID,
        "host_seq": _POSITIVE,
        "previous": _HASH_OR_DASH,
        "series_id": _ID,
        "stage": _whole(1, MAX_STAGE),
        "seed_commit_hash": _HASH,
        "plan_hash": _HASH,
        "rules_hash": _HASH,
        "opened_at": _TIME,
    },
    "close": {
        **_DRAW,
        "open_hash": _HASH,
        "plan_hash": _HASH,
        "holders_hash": _HASH_OR_DASH,
        "entries_root": _HASH,
        "entry_count": _POSITIVE,
        "pool_totals": _weights,
        "closed_at": _TIME,
    },
    "freeze": {
        **_DRAW,
        "close_hash": _HASH,
        "contributions_hash": _HASH_OR_DASH,
        "kind": _among("drand", "room", "none"),
        "chain_hash": _HASH_OR_DASH,
        "round": _whole_or_dash,
        "frozen_at": _TIME,
        "show_at": _TIME,
        "draw_at": _TIME,
    },
    "replan": {
        **_DRAW,
        "open_hash": _HASH,
        "plan_hash_before": _HASH,
        "plan_hash_after": _HASH,
        **_AT,
    },
    "change": {
        **_DRAW,
        "entry_number": _POSITIVE,
        "state": _among("in", "withdrawn", "removed"),
        "weights": _weights,
        "reason_code": _CODE,
        **_AT,
    },
    "audience": {**_FROZEN_DRAW, "root": _HASH, "count": _POSITIVE, **_AT},
    "reveal": {**_FROZEN_DRAW, "seed_reveal": _HASH, **_AT},
    "result": {**_FROZEN_DRAW, "combined_seed": _HASH, "list_hash": _HASH, **_AT},
    "claim": {**_HELD_PRIZE, "entry_number": _POSITIVE, "by": _among("device", "desk", "host"), **_AT},
    "extend": {**_HELD_PRIZE, "entry_number": _POSITIVE, "seconds": _POSITIVE, **_AT},
    "advance": {
        **_HELD_PRIZE,
        "from_entry": _POSITIVE,
        "to_entry": _whole_or_dash,
        "reason": _among("unclaimed", "declined", "absent", "ineligible"),
        **_AT,
    },
    "void": {**_DRAW, "last_record_hash": _HASH, "reason_code": _CODE, **_AT},
}
_KINDS = {f"draw.{kind}.v2": kind for kind in _FIELDS}


def read_record(text: str) -> LogRecord | None:
    """None where the text is not a record of the forms of sections 3 and 8."""
    first, _, rest = text.partition("\n")
    kind = _KINDS.get(first)
    if kind is None or not rest.endswith("\n"):
        return None
    lines, forms = rest[:-1].split("\n"), _FIELDS[kind]
    if len(lines) != len(forms):
        return None
    try:
        fields = {name: read(line, name) for (name, read), line in zip(forms.items(), lines)}
    except Malformed:
        return None
    return LogRecord(kind, fields, text.encode("ascii"))

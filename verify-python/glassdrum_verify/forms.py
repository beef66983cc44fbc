"""The forms of single values (draw protocol, section 1) and the reading of JSON objects with exactly their members.

Every function takes a value and the place where it was found, and raises Malformed with one plain sentence.
"""

import re
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from .json_text import MAX_INTEGER

MAX_WEIGHT = 2**32 - 1
MAX_POOLS = 20
MAX_STAGE = 30
MAX_PRIZES = 200
MAX_LINE_BYTES = 400
MAX_TEXT_CODE_POINTS = 10_000

HASH = re.compile("[0-9a-f]{64}")
HASH_OR_DASH = re.compile("[0-9a-f]{64}|-")
SALT = re.compile("[0-9a-f]{32}")
ED25519_SIGNATURE = re.compile("[0-9a-f]{128}")
BLS_SIGNATURE = re.compile("[0-9a-f]{96}")
BLS_PUBLIC_KEY = re.compile("[0-9a-f]{192}")
KEY_ID = re.compile("[0-9a-f]{16}")
ID = re.compile("[A-Za-z0-9_-]{1,64}")
CLIENT_SEED = re.compile("[0-9a-f]{64}:(?:[0-9a-f]{64}|-)")
SELECTION_INDEX = re.compile("(?:0|[1-9][0-9]*)/[1-9][0-9]*:[0-9a-f]{64}")
ROOM_TEXT = re.compile("(?:0|[1-9][0-9]{0,5})(?: (?:0|[1-9][0-9]{0,5})){0,99}")

_NOT_IN_LINES = re.compile(r"[\x00-\x1f\x7f]")
_NOT_IN_TEXTS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")

Value = TypeVar("Value")


class Malformed(Exception):
    """Something is not of its form; the text says where, in one sentence that is safe to print."""


def printable(value: object, limit: int = 120) -> str:
    """One line of printable ASCII, whatever an attacker put into the value."""
    text = str(value)[: limit + 1].encode("ascii", "backslashreplace").decode("ascii")
    text = re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match.group()):02x}", text)
    return text if len(text) <= limit else text[:limit] + "..."


def members(
    value: Any, where: str, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, Any]:
    """An object with all of `required`, any of `optional`, and nothing else."""
    if not isinstance(value, dict):
        raise Malformed(f"{where} is not an object")
    for name in required:
        if name not in value:
            raise Malformed(f"{where} lacks the member {name}")
    if len(value) > len(required):
        for name in value:
            if name not in required and name not in optional:
                raise Malformed(f"{where} has the unknown member {printable(name)}")
    return value


def array(value: Any, where: str, low: int = 0, high: int | None = None) -> list[Any]:
    if not isinstance(value, list):
        raise Malformed(f"{where} is not a list")
    if len(value) < low or (high is not None and len(value) > high):
        raise Malformed(f"{where} has {len(value)} elements")
    return value


def elements(
    value: Any, where: str, read: Callable[[Any, str], Value], low: int = 0, high: int | None = None
) -> list[Value]:
    """A list, each element of which `read` accepts."""
    return [read(item, f"{where}[{at}]") for at, item in enumerate(array(value, where, low, high))]


def integer(value: Any, where: str, low: int = 0, high: int = MAX_INTEGER) -> int:
    if type(value) is not int or not low <= value <= high:
        raise Malformed(f"{where} is not an integer from {low} to {high}")
    return value


def positive(value: Any, where: str) -> int:
    return integer(value, where, 1)


def integer_or_dash(value: Any, where: str, low: int = 0, high: int = MAX_INTEGER) -> int | str:
    return "-" if value == "-" else integer(value, where, low, high)


def string(value: Any, where: str, pattern: "re.Pattern[str]") -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise Malformed(f"{where} does not have its form")
    return value


def one_of(value: Any, where: str, choices: Collection[str]) -> str:
    if not isinstance(value, str) or value not in choices:
        raise Malformed(f"{where} is not one of {', '.join(choices)}")
    return value


def line(value: Any, where: str) -> str:
    """1 to 400 bytes of UTF-8 without control characters."""
    if not isinstance(value, str) or not value or _NOT_IN_LINES.search(value):
        raise Malformed(f"{where} is not a line of text")
    if len(value) > MAX_LINE_BYTES or len(value.encode("utf-8")) > MAX_LINE_BYTES:
        raise Malformed(f"{where} is longer than {MAX_LINE_BYTES} bytes")
    return value


def long_text(value: Any, where: str) -> str:
    """Up to 10,000 code points; the only control character is the line feed."""
    if not isinstance(value, str) or len(value) > MAX_TEXT_CODE_POINTS or _NOT_IN_TEXTS.search(value):
        raise Malformed(f"{where} is not a text of at most {MAX_TEXT_CODE_POINTS} characters")
    return value


def weights(value: Any, where: str) -> list[int]:
    """One weight for each pool."""
    items = array(value, where, 1, MAX_POOLS)
    for item in items:
        if type(item) is not int or not 0 <= item <= MAX_WEIGHT:
            raise Malformed(f"{where} holds something that is no weight")
    return items

"""Strict JSON (draw protocol, section 1): bytes become values, or the file is refused.

Python's own parser is too lenient (duplicate names, lone surrogates, NaN) and builds objects many times the size of
a hostile file. So a file goes through four phases, and only the last one builds anything:

 1. _check_utf8   the bytes are UTF-8 without a byte order mark, decoded in pieces that are thrown away
 2. _check_dense  a large file does not hold far more values than a document of its size can
 3. _Scan         one pass over the bytes that checks the rest of section 1. Regular expressions take long runs of
                  small values at the speed of C; Python only sees what is nested deeper
 4. json.loads    builds the values
"""

import codecs
import json
import re
from typing import Any

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 64
MAX_INTEGER = 2**53 - 1

# Up to this size section 1 alone decides. Beyond, a file that holds more values than a proof or a log of its size
# could is refused too: to build them would take many times the memory of the file.
SMALL_FILE_BYTES = 1024 * 1024
MAX_MEMBERS_IN_LARGE_FILES = 1000


class NotJson(ValueError):
    """The bytes are not what section 1 calls JSON; the text is half a sentence and safe to print."""


def parse(data: bytes, wanted_format: str | None = None) -> Any:
    """The value of a JSON text. With `wanted_format`, an object whose member `format` is that.

    Raises NotJson, for which it takes at most about the size of `data` in additional memory.
    """
    if len(data) > MAX_FILE_BYTES:
        raise NotJson(f"is larger than {MAX_FILE_BYTES} bytes")
    _check_utf8(data)
    _check_dense(data)
    scan = _Scan(data)
    scan.run()
    if wanted_format is not None and scan.format != wanted_format:
        raise NotJson(f"is not a {wanted_format} document")
    del scan
    text = data.decode("utf-8")
    del data
    return json.loads(text)


def _check_utf8(data: bytes) -> None:
    if data.startswith(codecs.BOM_UTF8):
        raise NotJson("starts with a byte order mark")
    decoder = codecs.getincrementaldecoder("utf-8")()
    step = 1 << 18
    try:
        for at in range(0, len(data), step):
            decoder.decode(data[at : at + step])
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        raise NotJson("is not UTF-8") from None


def _check_dense(data: bytes) -> None:
    """Refuses large files that are all brackets, commas and quotes.

    The densest elements of sections 7 and 8 are {"index":0,"text":"","path":[]}, 2 containers and 4 strings in 32
    bytes, and an entry with 20 weights, 26 commas in 131 bytes.
    """
    if len(data) <= SMALL_FILE_BYTES:
        return

    size = len(data)

    def is_dense(containers: int, strings: int, commas: int) -> bool:
        return containers > size // 15 or strings > size // 7 or commas > size // 9 * 2

    def count(text: bytes) -> tuple[int, int]:
        return text.count(b"[") + text.count(b"{"), text.count(b",")

    containers, commas = count(data)
    if not is_dense(containers, data.count(b'"') // 2, commas):
        return
    # Once more, without what is inside strings; in pieces, as the replacement takes many times its input.
    at = containers = strings = commas = 0
    while (end := _end(_PIECE, data, at)) > at:
        outside, more_strings = _WHOLE_STRING.subn(b"", data[at:end])
        more_containers, more_commas = count(outside)
        containers, strings, commas = containers + more_containers, strings + more_strings, commas + more_commas
        at = end
    if is_dense(containers, strings, commas):
        raise NotJson("holds more values than a proof or a log of its size")


# --- Regular expressions over bytes. All repetitions are possessive: no backtracking, no growing stack. ---------

_WS = rb"[ \t\n\r]*+"
_HEX = rb"[0-9a-fA-F]"
_ESCAPE = (
    rb'\\(?:["\\/bfnrt]|u(?:[0-9a-cefA-CEF]HEX{3}|[dD](?:[0-7]HEX{2}|[89abAB]HEX{2}\\u[dD][c-fC-F]HEX{2})))'
).replace(b"HEX", _HEX)
_STRING = rb'"(?:[^"\\\x00-\x1f]++|' + _ESCAPE + rb')*+"'


def _digits_at_most(limit: int) -> bytes:
    """A pattern for the numbers 0 ... limit without leading zeros."""
    digits = str(limit)
    patterns = [rb"0", b"[1-9][0-9]{0,%d}+" % (len(digits) - 2), digits.encode()]
    for at, digit in enumerate(digits):
        lowest = 1 if at == 0 else 0
        if int(digit) > lowest:
            rest = len(digits) - at - 1
            patterns.append(b"%s[%d-%d][0-9]{%d}" % (digits[:at].encode(), lowest, int(digit) - 1, rest))
    return b"(?:(?:" + b"|".join(patterns) + b")(?![0-9]))"


_SCALAR = b"(?>" + b"|".join((_STRING, _digits_at_most(MAX_INTEGER), b"true", b"false", b"null")) + b")"
_NAME = b"(" + _STRING + b")" + _WS + b":" + _WS
# What follows an element: a comma that is not the last thing, or the closing bracket (which is not taken).
_NEXT_ITEM = _WS + b"(?:," + _WS + rb"(?!\])|(?=\]))"
_NEXT_MEMBER = _WS + b"(?:," + _WS + rb"(?!\})|(?=\}))"

# How deep a value may be to be taken by one regular expression, and how many elements its containers may have:
# the latter bounds how much is read again when the expression fails at the end of a large value.
_SHALLOW = 3
_FEW = b"{0,32}+"


def _value(depth: int) -> bytes:
    """A scalar, or an array or an object with at most one member that holds such values, `depth` levels deep."""
    if depth == 0:
        return _SCALAR
    inner = _value(depth - 1)
    items = rb"\[" + _WS + b"(?>" + inner + _NEXT_ITEM + b")" + _FEW + rb"\]"
    member = rb"\{" + _WS + b"(?>" + _STRING + _WS + b":" + _WS + inner + _WS + b")?+" + rb"\}"
    return b"(?>" + _SCALAR + b"|" + items + b"|" + member + b")"


_VALUE = [re.compile(_value(depth)) for depth in range(_SHALLOW + 1)]
_ITEMS = [
    re.compile(_WS + b"(?>" + _value(depth) + _NEXT_ITEM + b")*+") for depth in range(_SHALLOW + 1)
]
_MEMBERS = re.compile(_WS + b"(?>" + _STRING + _WS + b":" + _WS + _SCALAR + _NEXT_MEMBER + b"){0,64}+")
_NAMES = re.compile(_NAME + b"(?:" + _SCALAR + b")")
_MEMBER = re.compile(_NAME + b"(" + _SCALAR + b")")
_ONE_NAME = re.compile(_WS + _NAME)
_SPACE = re.compile(_WS)
_OPENINGS = re.compile(rb"(?:\[" + _WS + rb")++")
_CLOSINGS = re.compile(b"(?:" + _WS + rb"\])++")
_WHOLE_STRING = re.compile(_STRING)
_PIECE = re.compile(b"(?>" + _STRING + rb'|[^"]++){0,5000}+')


def _unescaped(name: bytes) -> bytes:
    """The UTF-8 bytes of a member's name, from the name as written, with its quotes."""
    return json.loads(name).encode("utf-8") if b"\\" in name else name[1:-1]


class _Scan:
    """One pass over a JSON text. `run` raises NotJson, or leaves the outermost member `format` in `format`."""

    def __init__(self, data: bytes) -> None:
        self.format: str | None = None
        self._data = data
        # Open containers, the outermost first: None for an array, the names so far for an object.
        self._open: list[set[bytes] | None] = []

    def run(self) -> None:
        start = _end(_SPACE, self._data, 0)
        at = self._value(start, is_deep=self._byte(start) in (b"[", b"{"))
        while self._open:
            at = _end(_SPACE, self._data, at)
            here, innermost = self._byte(at), self._open[-1]
            if here == b",":
                at = self._items(at + 1) if innermost is None else self._members(at + 1, innermost)
            elif here == b"]" and innermost is None:
                at = self._close_arrays(at)
            elif here == b"}" and innermost is not None:
                self._open.pop()
                at += 1
            else:
                raise self._error(at)
        if _end(_SPACE, self._data, at) != len(self._data):
            raise self._error(at)

    def _value(self, at: int, is_deep: bool) -> int:
        """Reads the value at `at`, or only the opening of a container and its first elements.

        `is_deep` says that the value is already known not to be a shallow one.
        """
        room = MAX_DEPTH - len(self._open)
        if not is_deep and (match := _VALUE[min(room, _SHALLOW)].match(self._data, at)):
            return match.end()
        here = self._byte(at)
        if here == b"[":
            end = _end(_OPENINGS, self._data, at, at + 8 * MAX_DEPTH)
            count = self._data.count(b"[", at, end)
            if count > room:
                raise NotJson(f"is nested more than {MAX_DEPTH} deep")
            self._open.extend([None] * count)
            return end if self._byte(end) == b"]" else self._items(end)
        if here == b"{":
            if room == 0:
                raise NotJson(f"is nested more than {MAX_DEPTH} deep")
            return self._object(at + 1)
        raise self._error(at)

    def _items(self, at: int) -> int:
        """Reads elements of the innermost array from the start of one, up to one that is nested deeper."""
        room = MAX_DEPTH - len(self._open)
        end = _end(_ITEMS[min(room, _SHALLOW)], self._data, at)
        here = self._byte(end)
        if here == b"]" and end > _end(_SPACE, self._data, at):
            return end
        return self._value(end, is_deep=here in (b"[", b"{"))

    def _object(self, at: int) -> int:
        """Reads a whole object of a few scalars, or the opening and the first members of another one."""
        end = _end(_MEMBERS, self._data, at)
        names: set[bytes] = set()
        if self._byte(end) == b"}":
            self._add_members(names, at, end, is_outermost=not self._open)
            return end + 1
        self._open.append(names)
        return self._members(at, names)

    def _members(self, at: int, names: set[bytes]) -> int:
        """Reads members of the innermost object from the name of one, up to one whose value is no scalar."""
        while (end := _end(_MEMBERS, self._data, at)) > _end(_SPACE, self._data, at):
            self._add_members(names, at, end, is_outermost=len(self._open) == 1)
            at = end
            if self._byte(at) == b"}":
                return at
        match = _ONE_NAME.match(self._data, at)
        if not match:
            raise self._error(at)
        self._add(names, [match[1]])
        return self._value(match.end(), is_deep=False)

    def _close_arrays(self, at: int) -> int:
        """Reads as many closing brackets as follow one another, if all of them close arrays; otherwise one."""
        end = _end(_CLOSINGS, self._data, at, at + 8 * MAX_DEPTH)
        count = self._data.count(b"]", at, end)
        if count <= len(self._open) and all(names is None for names in self._open[-count:]):
            del self._open[-count:]
            return end
        self._open.pop()
        return at + 1

    def _add_members(self, names: set[bytes], start: int, end: int, is_outermost: bool) -> None:
        """Notes the names of the members between `start` and `end`, all of which are scalars."""
        self._add(names, _NAMES.findall(self._data, start, end))
        if is_outermost:
            for match in _MEMBER.finditer(self._data, start, end):
                if _unescaped(match[1]) == b"format":
                    value = json.loads(match[2])
                    self.format = value if isinstance(value, str) else None

    def _add(self, names: set[bytes], written: list[bytes]) -> None:
        before = len(names)
        names.update(map(_unescaped, written))
        if len(names) != before + len(written):
            raise NotJson("names a member twice")
        if len(names) > MAX_MEMBERS_IN_LARGE_FILES and len(self._data) > SMALL_FILE_BYTES:
            raise NotJson(f"has an object of more than {MAX_MEMBERS_IN_LARGE_FILES} members")

    def _byte(self, at: int) -> bytes:
        return self._data[at : at + 1]

    def _error(self, at: int) -> NotJson:
        return NotJson(f"is not JSON as the protocol defines it (byte {at})")


def _end(pattern: "re.Pattern[bytes]", data: bytes, at: int, limit: int | None = None) -> int:
    """Where a match that may be empty ends."""
    match = pattern.match(data, at) if limit is None else pattern.match(data, at, limit)
    return match.end() if match else at

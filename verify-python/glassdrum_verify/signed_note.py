"""Signed notes (draw protocol, section 8): C2SP checkpoints, the log's signature and witnesses' cosignatures."""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from . import ed25519
from .forms import Malformed, integer
from .hashing import key_id

MAX_NOTE_BYTES = 128 * 1024
MAX_SIGNATURE_LINES = 64
MAX_COSIGNATURE_TIME = 2**63 - 1

_NAME = re.compile("[!-*,-~]{1,255}")
_SIZE = re.compile("0|[1-9][0-9]{0,15}")
_WITNESS_KEY = re.compile(r"([!-*,-~]{1,255})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")


class NoteSignature(NamedTuple):
    """A signature line: what it says it is, and the bytes after the key hash."""

    name: str
    key_hash: bytes
    payload: bytes


class Checkpoint(NamedTuple):
    """A note that is well-formed; nothing about its signatures has been checked."""

    text: bytes
    origin: str
    size: int
    root: bytes
    signatures: list[NoteSignature]


class Witness(NamedTuple):
    """A witness that the caller knows."""

    name: str
    key: bytes

    @property
    def key_hash(self) -> bytes:
        return _key_hash(self.name, b"\x04" + self.key)


class Cosignature(NamedTuple):
    """A line of a known witness: when it says it was made (Unix seconds), None where it does not hold."""

    witness: Witness
    time: int | None


def read_note(value: Any, where: str) -> Checkpoint:
    """Raises Malformed."""
    if not isinstance(value, str) or len(value) > MAX_NOTE_BYTES or len(value.encode()) > MAX_NOTE_BYTES:
        raise Malformed(f"{where} is not a note of at most {MAX_NOTE_BYTES} bytes")
    lines = value.split("\n")
    if len(lines) < 6 or lines[3] != "" or lines.pop() != "" or len(lines) > 4 + MAX_SIGNATURE_LINES:
        raise Malformed(f"{where} is not three lines, an empty one and 1 to {MAX_SIGNATURE_LINES} signatures")
    origin, size, root = lines[0], lines[1], _from_base64(lines[2])
    if not _NAME.fullmatch(origin) or not _SIZE.fullmatch(size) or root is None or len(root) != 32:
        raise Malformed(f"{where} does not have an origin, a size and a root")
    return Checkpoint(
        text=f"{origin}\n{size}\n{lines[2]}\n".encode("ascii"),
        origin=origin,
        size=integer(int(size), f"the size of {where}"),
        root=root,
        signatures=[_read_signature(line, where) for line in lines[4:]],
    )


def _read_signature(line: str, where: str) -> NoteSignature:
    words = line.split(" ")
    data = _from_base64(words[2]) if len(words) == 3 else None
    if data is None or words[0] != "\u2014" or not _NAME.fullmatch(words[1]) or len(data) < 5:
        raise Malformed(f"{where} has a line that is not a signature")
    return NoteSignature(words[1], data[:4], data[4:])


def _from_base64(text: str) -> bytes | None:
    """RFC 4648, section 4; None unless this is the one spelling of the bytes."""
    try:
        data = base64.b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
    return data if base64.b64encode(data).decode("ascii") == text else None


def _key_hash(name: str, typed_key: bytes) -> bytes:
    return hashlib.sha256(f"{name}\n".encode("ascii") + typed_key).digest()[:4]


def log_origin(key: bytes) -> str:
    return f"glassdrum.log/{key_id(key)}"


def is_signed_by_log(note: Checkpoint, key: bytes) -> bool:
    """Whether the note's origin is that of `key` and at least one line of the log holds."""
    key_hash = _key_hash(note.origin, b"\x01" + key)
    return note.origin == log_origin(key) and any(
        line.name == note.origin and line.key_hash == key_hash and ed25519.verify(key, note.text, line.payload)
        for line in note.signatures
    )


def read_witness_key(text: str) -> Witness:
    """A C2SP verifier key, name+hash+key. Raises Malformed."""
    match = _WITNESS_KEY.fullmatch(text)
    data = _from_base64(match[3]) if match else None
    if match is None or data is None or len(data) != 33 or data[0] != 4:
        raise Malformed("not of the form name+hash+key of a witness")
    witness = Witness(match[1], data[1:])
    if witness.key_hash.hex() != match[2]:
        raise Malformed("its hash is not that of its name and key")
    return witness


def cosignatures(note: Checkpoint, witnesses: Iterable[Witness]) -> list[Cosignature]:
    """The lines of known witnesses. Lines of other names or key hashes are passed over."""
    found = []
    for line in note.signatures:
        candidates = [one for one in witnesses if (one.name, one.key_hash) == (line.name, line.key_hash)]
        holding = [one for one in candidates if _cosignature_holds(note, line.payload, one)]
        if holding:
            found.append(Cosignature(holding[0], int.from_bytes(line.payload[:8], "big")))
        elif candidates:
            found.append(Cosignature(candidates[0], None))
    return found


def _cosignature_holds(note: Checkpoint, payload: bytes, witness: Witness) -> bool:
    """`payload` is the time in 8 bytes, then the Ed25519 signature."""
    time = int.from_bytes(payload[:8], "big")
    message = f"cosignature/v1\ntime {time}\n".encode() + note.text
    return time <= MAX_COSIGNATURE_TIME and ed25519.verify(witness.key, message, payload[8:])

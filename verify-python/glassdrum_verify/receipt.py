"""An entrant's receipt and the check `receipt` (draw protocol, section 9)."""

from typing import Any, NamedTuple

from . import ed25519
from .forms import (
    ED25519_SIGNATURE,
    HASH,
    HASH_OR_DASH,
    ID,
    KEY_ID,
    SALT,
    Malformed,
    integer,
    line,
    members,
    one_of,
    positive,
    string,
    weights,
)
from .hashing import key_id, listed, name_commitment, record
from .proof import SOURCES, Proof
from .step import FAIL, PASS, SKIP, Step

RECEIPT_FORMAT = "draw-receipt/2"
STATES = ("in", "withdrawn", "removed", "absent")


class Receipt(NamedTuple):
    series_id: str
    draw_id: str
    open_hash: str
    entry_number: int
    state: str
    source: str
    weights: list[int]
    display_name: str
    salt: str
    entropy_commit: str
    device_key: str
    issued_at: int
    key_id: str
    signature: str

    @property
    def name_commit(self) -> str:
        return name_commitment(self.salt, self.display_name)


def read_receipt(value: Any) -> Receipt:
    """Raises Malformed."""
    receipt = members(value, "the receipt", ("format", *Receipt._fields))
    one_of(receipt["format"], "format", (RECEIPT_FORMAT,))
    return Receipt(
        series_id=string(receipt["series_id"], "series_id", ID),
        draw_id=string(receipt["draw_id"], "draw_id", ID),
        open_hash=string(receipt["open_hash"], "open_hash", HASH),
        entry_number=positive(receipt["entry_number"], "entry_number"),
        state=one_of(receipt["state"], "state", STATES),
        source=one_of(receipt["source"], "source", SOURCES),
        weights=weights(receipt["weights"], "weights"),
        display_name=line(receipt["display_name"], "display_name"),
        salt=string(receipt["salt"], "salt", SALT),
        entropy_commit=string(receipt["entropy_commit"], "entropy_commit", HASH_OR_DASH),
        device_key=string(receipt["device_key"], "device_key", HASH_OR_DASH),
        issued_at=integer(receipt["issued_at"], "issued_at"),
        key_id=string(receipt["key_id"], "key_id", KEY_ID),
        signature=string(receipt["signature"], "signature", ED25519_SIGNATURE),
    )


def receipt_record(receipt: Receipt) -> bytes:
    """What the installation signed."""
    return record(
        *("draw.receipt.v2", receipt.series_id, receipt.draw_id, receipt.open_hash, receipt.entry_number),
        *(receipt.state, receipt.source, listed(receipt.weights), receipt.name_commit),
        *(receipt.entropy_commit, receipt.device_key, receipt.issued_at),
    )


def check_receipt(proof: Proof, value: Any, key: bytes | None) -> Step:
    """`key` is the installation's public key, None where the caller does not know it."""
    name = "receipt"
    try:
        receipt = read_receipt(value)
    except Malformed as error:
        return Step(name, FAIL, str(error))
    if key is not None and not _is_signed(receipt, key):
        return Step(name, FAIL, "the receipt was not signed with this key")
    if receipt.series_id != proof.open.series_id:
        return Step(name, FAIL, "the receipt is one of another raffle")
    if receipt.draw_id == proof.draw_id and receipt.open_hash != proof.open_hash:
        return Step(name, FAIL, "the receipt names another open record")
    if receipt.issued_at > proof.close.closed_at:
        return Step(name, SKIP, "the receipt was issued after this list was closed")
    if not _agrees(receipt, proof):
        return Step(name, FAIL, f"entry {receipt.entry_number} is not the one of the receipt")
    if key is None:
        reason = (
            f"entry {receipt.entry_number} agrees; the signature was not checked "
            "without the installation's key"
        )
        return Step(name, SKIP, reason)
    return Step(name, PASS)


def _is_signed(receipt: Receipt, key: bytes) -> bool:
    return receipt.key_id == key_id(key) and ed25519.verify(
        key, receipt_record(receipt), bytes.fromhex(receipt.signature)
    )


def _agrees(receipt: Receipt, proof: Proof) -> bool:
    entry = proof.entry(receipt.entry_number)
    if entry is None:
        return False
    if (entry.source, entry.name_commit, entry.device_key) != (
        receipt.source,
        receipt.name_commit,
        receipt.device_key,
    ):
        return False
    if receipt.draw_id == proof.draw_id and entry.entropy_commit != receipt.entropy_commit:
        return False
    if entry.state == "holder":
        return receipt.state == "in" and not any(entry.weights)
    return (entry.state, entry.weights) == (receipt.state, receipt.weights)

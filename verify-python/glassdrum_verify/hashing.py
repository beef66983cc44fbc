"""Records, commitments and Merkle trees (draw protocol, sections 1, 3 and 8)."""

import hashlib
import hmac
from collections.abc import Sequence


def sha(data: bytes) -> str:
    """SHA(x): 64 lowercase hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def record(*fields: object) -> bytes:
    """REC(a, b, ...): each field followed by one line feed."""
    return "".join([f"{field}\n" for field in fields]).encode("utf-8")


def listed(numbers: Sequence[int]) -> str:
    """A list of integers as a field of a record."""
    return ",".join(map(str, numbers))


def name_commitment(salt: str, display_name: str) -> str:
    message = b"draw.name.v2\n" + display_name.encode("utf-8")
    return hmac.digest(bytes.fromhex(salt), message, "sha256").hex()


def key_id(key: bytes) -> str:
    """The first 16 digits of the hash of a public key, written as 64 digits."""
    return sha(key.hex().encode("ascii"))[:16]


def leaf_hash(leaf: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def merkle_root(leaves: Sequence[bytes]) -> str:
    """RFC 6962 tree hash of at least one leaf.

    Pairing level by level, an odd last node moving up unchanged, gives the same tree as splitting at powers of two.
    """
    level = [leaf_hash(leaf) for leaf in leaves]
    while len(level) > 1:
        pairs = [node_hash(level[i], level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0].hex()


def path_leads_to(root: bytes, leaf: bytes, index: int, size: int, path: Sequence[str]) -> bool:
    """Whether an inclusion path is right: RFC 9162, section 2.1.3.2. The hashes of the path are in hexadecimal."""
    if index >= size:
        return False
    node, at, last = leaf_hash(leaf), index, size - 1
    for digits in path:
        if last == 0:
            return False
        beside = bytes.fromhex(digits)
        if at & 1 or at == last:
            node = node_hash(beside, node)
            while at and not at & 1:
                at, last = at >> 1, last >> 1
        else:
            node = node_hash(node, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and node == root

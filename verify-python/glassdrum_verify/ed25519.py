"""Ed25519 signatures as in RFC 8032, section 5.1.7, with the cofactor 8 (draw protocol, section 1).

A signature (R, S) of a message under a key A holds if 8 S B = 8 R + 8 k A with k = SHA-512(R, A, message). Many
signatures are checked together: with random factors z the sum of all z (S B - R - k A), times 8, is the neutral
point if all of them hold, and otherwise only with a probability of about 2^-127. As the cofactor removes whatever
small-order part a point has, the answer for many is the same as for each alone.

 1. _read     decode key and R, refuse what is not canonical, and compute k
 2. _all_hold the sum above, by Pippenger's method: points with equal digits share one multiplication
 3. first_invalid  if the sum is not neutral, halve the list until one signature is left

Points are (X, Y, Z, T) with x = X/Z, y = Y/Z, x y = T/Z; a point with Z = 1 that is added many times is kept as
(y + x, y - x, 2 d x y).
"""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
SQRT_MINUS_ONE = pow(2, (P - 1) // 4, P)

Point = tuple[int, int, int, int]
Addend = tuple[int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


class Signed(NamedTuple):
    """A message with the signature (64 bytes) it is said to have under a key (32 bytes)."""

    key: bytes
    message: bytes
    signature: bytes


class _Read(NamedTuple):
    key: Point
    commitment: Point
    scalar: int
    challenge: int
    digest: bytes


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    return first_invalid([Signed(key, message, signature)]) is None


def first_invalid(signatures: Sequence[Signed]) -> int | None:
    """The index of a signature that does not hold, or None if all hold."""
    read: list[_Read] = []
    for at, signed in enumerate(signatures):
        one = _read(signed)
        if one is None:
            return at
        read.append(one)
    if _all_hold(read):
        return None
    low, high = 0, len(read)
    while high - low > 1:
        middle = (low + high) // 2
        if _all_hold(read[low:middle]):
            low = middle
        else:
            high = middle
    return low


def _read(signed: Signed) -> _Read | None:
    key, message, signature = signed
    if len(key) != 32 or len(signature) != 64:
        return None
    scalar = int.from_bytes(signature[32:], "little")
    if scalar >= ORDER:
        return None
    public, commitment = decode_point(key), decode_point(signature[:32])
    if public is None or commitment is None or _is_neutral(_times_eight(public)):
        return None
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    return _Read(
        public, commitment, scalar, int.from_bytes(digest, "little") % ORDER, digest + signature[32:]
    )


def _all_hold(signatures: Sequence[_Read]) -> bool:
    seed = hashlib.sha512(b"".join([one.digest for one in signatures])).digest()
    base_scalar = 0
    scalars: list[int] = []
    points: list[Point] = []
    for at, one in enumerate(signatures):
        # The digests cover keys, messages, R and S, so nobody can choose signatures to suit these factors.
        factor = int.from_bytes(hashlib.sha256(seed + b"%d" % at).digest()[:16], "little") | 1
        base_scalar += factor * one.scalar
        scalars += (factor, factor * one.challenge % ORDER)
        points += (one.commitment, one.key)
    scalars.append(-base_scalar % ORDER)
    points.append(BASE)
    return _is_neutral(_times_eight(_sum_of_multiples(scalars, points)))


def decode_point(data: bytes) -> Point | None:
    """RFC 8032, section 5.1.3; None where the 32 bytes are not the one encoding of a point."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    cube = v * v % P * v % P
    x = u * cube % P * pow(u * cube % P * cube % P * v % P, (P - 5) // 8, P) % P
    square = v * x % P * x % P
    if square != u:
        if square != P - u:
            return None
        x = x * SQRT_MINUS_ONE % P
    if x == 0 and odd:
        return None
    if x & 1 != odd:
        x = P - x
    return x, y, 1, x * y % P


def _sum_of_multiples(scalars: Sequence[int], points: Sequence[Point]) -> Point:
    """The sum of all scalar times point, for points with Z = 1 and scalars below the order.

    Scalars are written in signed digits of `width` bits, lowest first. For each digit position the points are put
    into one bucket for each digit; the sum of digit times bucket needs two additions for each bucket.
    """
    width = max(3, len(points).bit_length() - 3)
    half = 1 << (width - 1)
    addends = [_addend(point) for point in points]
    negated = [(b, a, -c) for a, b, c in addends]
    positions = 253 // width + 1
    digits = [_signed_digits(scalar, width, positions) for scalar in scalars]
    total = NEUTRAL
    for position in reversed(range(positions)):
        for _ in range(width):
            total = _double(total)
        buckets: list[Point | None] = [None] * (half + 1)
        for at, own in enumerate(digits):
            digit = own[position]
            if digit:
                addend = addends[at] if digit > 0 else negated[at]
                digit = abs(digit)
                bucket = buckets[digit]
                buckets[digit] = _add(NEUTRAL if bucket is None else bucket, addend)
        running, inner = NEUTRAL, NEUTRAL
        for digit in range(half, 0, -1):
            bucket = buckets[digit]
            if bucket is not None:
                running = _add_points(running, bucket)
            if running is not NEUTRAL:
                inner = _add_points(inner, running)
        total = _add_points(total, inner)
    return total


def _signed_digits(scalar: int, width: int, positions: int) -> list[int]:
    """Digits between -2^(width-1) and 2^(width-1), lowest first."""
    full, mask, half = 1 << width, (1 << width) - 1, 1 << (width - 1)
    digits = []
    for _ in range(positions):
        digit = scalar & mask
        scalar >>= width
        if digit > half:
            digit -= full
            scalar += 1
        digits.append(digit)
    return digits


def _addend(point: Point) -> Addend:
    x, y, _, t = point
    return (y + x) % P, (y - x) % P, 2 * D * t % P


def _add(p: Point, q: Addend) -> Point:
    x, y, z, t = p
    a, b, c, d = (y - x) * q[1] % P, (y + x) * q[0] % P, t * q[2] % P, 2 * z
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _add_points(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * D * p[3] % P * q[3] % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def _double(p: Point) -> Point:
    x, y, z, _ = p
    a, b, c = x * x % P, y * y % P, 2 * z * z
    h = a + b
    e, g = h - (x + y) * (x + y) % P, a - b
    f = c + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def _times_eight(p: Point) -> Point:
    return _double(_double(_double(p)))


def _is_neutral(p: Point) -> bool:
    return p[0] % P == 0 and (p[1] - p[2]) % P == 0


def _base_point() -> Point:
    point = decode_point(b"\x58" + b"\x66" * 31)
    assert point is not None
    return point


BASE = _base_point()

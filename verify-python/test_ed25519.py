"""Ed25519: the vectors of RFC 8032 and the edge cases of section 1 of the draw protocol."""

import hashlib
import unittest

from support import Key, encode_point, times_base

from glassdrum_verify import ed25519
from glassdrum_verify.ed25519 import ORDER, P, Signed, decode_point, first_invalid, verify

# RFC 8032, section 7.1, tests 1 to 3: public key, message, signature.
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]

# The eight points of small order, as they are encoded canonically.
SMALL_ORDER = [
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0000000000000000000000000000000000000000000000000000000000000080",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
]


def challenge(commitment, key, message):
    return int.from_bytes(hashlib.sha512(commitment + key + message).digest(), "little") % ORDER


def add_encoded(left, right):
    return encode_point(ed25519._add_points(decode_point(left), decode_point(right)))


class Single(unittest.TestCase):
    def test_the_vectors_of_the_rfc_hold_and_nothing_near_them(self):
        for words in RFC_8032:
            key, message, signature = map(bytes.fromhex, words)
            self.assertTrue(verify(key, message, signature))
            self.assertFalse(verify(key, message + b"x", signature))
            for at in (0, 31, 32, 60, 63):
                wrong = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
                self.assertFalse(verify(key, message, wrong), at)
            self.assertFalse(verify(key, message, signature[:-1]))
            self.assertFalse(verify(key, message, signature + b"\0"))
            self.assertFalse(verify(key[:-1], message, signature))

    def test_an_unreduced_scalar_is_refused(self):
        key, message, signature = map(bytes.fromhex, RFC_8032[1])
        scalar = int.from_bytes(signature[32:], "little") + ORDER
        self.assertFalse(verify(key, message, signature[:32] + scalar.to_bytes(32, "little")))

    def test_a_key_of_small_order_is_no_key(self):
        # Under such a key, R = S B would be a signature of whatever message makes k a multiple of 8, and with the
        # cofactor of every message.
        commitment = encode_point(times_base(5))
        for text in SMALL_ORDER:
            key = bytes.fromhex(text)
            self.assertIsNotNone(decode_point(key), text)
            self.assertFalse(verify(key, b"anything", commitment + (5).to_bytes(32, "little")))

    def test_a_small_part_in_key_or_commitment_is_removed_by_the_cofactor(self):
        secret, nonce, message = 12345, 67890, b"message"
        clean_key, clean_commitment = encode_point(times_base(secret)), encode_point(times_base(nonce))
        for text in SMALL_ORDER:
            small = bytes.fromhex(text)
            for key, commitment in (
                (add_encoded(clean_key, small), clean_commitment),
                (clean_key, add_encoded(clean_commitment, small)),
            ):
                scalar = (nonce + challenge(commitment, key, message) * secret) % ORDER
                self.assertTrue(verify(key, message, commitment + scalar.to_bytes(32, "little")), text)

    def test_a_commitment_of_small_order_is_a_point_like_any_other(self):
        secret, message = 12345, b"message"
        key = encode_point(times_base(secret))
        for text in SMALL_ORDER:
            commitment = bytes.fromhex(text)
            scalar = challenge(commitment, key, message) * secret % ORDER
            self.assertTrue(verify(key, message, commitment + scalar.to_bytes(32, "little")))

    def test_coordinates_that_are_not_canonical_are_refused(self):
        for y in (P, P + 1, P + 18, 2**255 - 1):
            for sign in (0, 1):
                self.assertIsNone(decode_point((y | sign << 255).to_bytes(32, "little")))
        for y in (1, P - 1):
            self.assertIsNotNone(decode_point(y.to_bytes(32, "little")))
            self.assertIsNone(decode_point((y | 1 << 255).to_bytes(32, "little")), "x = 0 has no sign")
        self.assertIsNone(decode_point((2).to_bytes(32, "little")), "not on the curve")

    def test_a_commitment_that_is_not_canonical_does_not_hold(self):
        # y = 1 written as p + 1: the neutral point, which holds in its canonical form (see above).
        secret, message = 12345, b"message"
        key, commitment = encode_point(times_base(secret)), (P + 1).to_bytes(32, "little")
        scalar = challenge(commitment, key, message) * secret % ORDER
        self.assertFalse(verify(key, message, commitment + scalar.to_bytes(32, "little")))

    def test_the_order_of_the_base_point_is_the_order(self):
        self.assertTrue(ed25519._is_neutral(ed25519._sum_of_multiples([ORDER - 1, 1], [ed25519.BASE] * 2)))
        self.assertFalse(ed25519._is_neutral(times_base(ORDER - 1)))


class Many(unittest.TestCase):
    def test_sums_of_multiples_are_those_of_repeated_addition(self):
        for count in (1, 2, 9, 40, 70):
            scalars = [(i * i * 7919 + i) % 1000 for i in range(count)]
            points = [decode_point(Key(f"point {i}").public) for i in range(count)]
            expected = ed25519.NEUTRAL
            for scalar, point in zip(scalars, points):
                for _ in range(scalar % 50):
                    expected = ed25519._add_points(expected, point)
            total = ed25519._sum_of_multiples([scalar % 50 for scalar in scalars], points)
            self.assertEqual(encode_point(total), encode_point(expected))

    def test_the_wrong_signature_is_found_among_many(self):
        keys = [Key(f"device {i}") for i in range(37)]
        good = [Signed(key.public, b"%d" % i, key.sign(b"%d" % i)) for i, key in enumerate(keys)]
        self.assertIsNone(first_invalid(good))
        self.assertIsNone(first_invalid([]))
        for at in (0, 1, 18, 35, 36):
            wrong = list(good)
            wrong[at] = wrong[at]._replace(message=b"another")
            self.assertEqual(first_invalid(wrong), at)
            wrong[at] = wrong[at]._replace(signature=b"\xff" * 64)
            self.assertEqual(first_invalid(wrong), at)

    def test_errors_that_cancel_out_are_found(self):
        key = Key("a")
        signatures = [key.sign(b"1"), key.sign(b"2")]
        shifted = []
        for signature, by in zip(signatures, (1, -1)):
            scalar = (int.from_bytes(signature[32:], "little") + by) % ORDER
            shifted.append(signature[:32] + scalar.to_bytes(32, "little"))
        items = [Signed(key.public, message, text) for message, text in zip((b"1", b"2"), shifted)]
        self.assertIsNotNone(first_invalid(items))


if __name__ == "__main__":
    unittest.main()

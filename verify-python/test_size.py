"""Large draws are checked in seconds: 10,000 entries, all prizes and alternates, an audience of 10,000."""

import hashlib
import time
import unittest

from support import Key, encode_point, make_entry, make_proof, prize, report_of

from glassdrum_verify import ed25519
from glassdrum_verify.hashing import record

ENTRIES = 10_000
LIMIT_SECONDS = 60


class CheapKeys:
    """Keys 1 B, 2 B, 3 B ... that sign with the nonces 1, 2, 3 ...: an addition each instead of a multiplication."""

    def __init__(self, count):
        point, step = ed25519.NEUTRAL, ed25519._addend(ed25519.BASE)
        self.points = []
        for _ in range(count):
            point = ed25519._add(point, step)
            self.points.append(encode_point(point))

    def sign(self, number, message):
        key, commitment = self.points[number - 1], self.points[-number]
        digest = hashlib.sha512(commitment + key + message).digest()
        nonce = len(self.points) - number + 1
        scalar = (nonce + int.from_bytes(digest, "little") * number) % ed25519.ORDER
        return (commitment + scalar.to_bytes(32, "little")).hex()


class Device:
    def __init__(self, hex_digits):
        self.hex = hex_digits


class LargeDraws(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        keys = CheapKeys(ENTRIES)
        entries = [
            make_entry(number, weights=[number % 7, 1], device=Device(keys.points[number - 1].hex()))
            for number in range(1, ENTRIES + 1)
        ]
        prizes = [prize(5, 10, pool=1 + number % 2) for number in range(200)]
        cls.proof = make_proof("room", entries=entries, prizes=prizes)
        cls.audience = []
        for number in range(1, ENTRIES + 1):
            message = record("draw.seen.v2", cls.proof["draw_id"], cls.proof["freeze_hash"], number, 1990)
            cls.audience.append([number, 1990, keys.sign(number, message)])

    def test_all_rows_of_ten_thousand_entries(self):
        self.assertEqual((len(self.proof["winners"]), len(self.proof["alternates"])), (1000, 2000))
        started = time.process_time()
        self.assertEqual(report_of(self.proof).verdict, "VERIFIED")
        self.assertLess(time.process_time() - started, LIMIT_SECONDS / 6)

    def test_an_audience_of_ten_thousand(self):
        started = time.process_time()
        report = report_of({**self.proof, "audience": self.audience})
        self.assertEqual((report.verdict, len(report.notes)), ("VERIFIED", 1))
        self.assertLess(time.process_time() - started, LIMIT_SECONDS)

    def test_one_wrong_signature_among_ten_thousand_is_found_and_named(self):
        audience = [list(seen) for seen in self.audience]
        audience[6543][2] = Key("another").sign(b"x").hex()
        started = time.process_time()
        steps = report_of({**self.proof, "audience": audience}).steps
        failing = [(step.name, step.reason) for step in steps if step.status == "FAIL"]
        self.assertEqual(failing, [("audience", "the signature of entry 6544 does not hold")])
        self.assertLess(time.process_time() - started, 2 * LIMIT_SECONDS)


if __name__ == "__main__":
    unittest.main()

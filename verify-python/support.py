"""What the tests share: the published vectors, and makers of keys, proofs, logs and receipts.

The makers build everything from records and hashes of the protocol, so that a test can change one thing and leave
the rest consistent.
"""

import base64
import contextlib
import hashlib
import io
import json
import os
import tempfile
import unittest

from glassdrum_verify import ed25519
from glassdrum_verify.chain import PINNED_CHAINS, SCHEME, read_test_chain
from glassdrum_verify.checks import draw_again, plan_hash
from glassdrum_verify.command import main
from glassdrum_verify.hashing import (
    key_id,
    leaf_hash,
    listed,
    merkle_root,
    name_commitment,
    node_hash,
    record,
    sha,
)
from glassdrum_verify.proof import (
    close_record,
    freeze_record,
    list_hash,
    open_record,
    read_proof,
)
from glassdrum_verify.verify import Options, verify_proof

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "glassdrum_verify.py")
VECTOR_FOLDER = os.path.join(HERE, "..", "packages", "fair-draw", "test", "vectors")

STEPS = [
    *("format", "seed_commit", "rules", "plan", "entries", "holders", "contributions", "records"),
    *("beacon_round", "beacon_value", "beacon_signature", "client_seed", "combined_seed", "shuffle", "winners"),
    *("names", "assurance", "log", "witnesses", "audience", "standing", "series"),
]


def read_vectors(name):
    with open(os.path.join(VECTOR_FOLDER, name), encoding="utf-8") as file:
        return json.load(file)


def vector_bytes(vector):
    if "base64" in vector:
        return base64.b64decode(vector["base64"])
    return json.dumps(vector["proof"], ensure_ascii=False).encode("utf-8")


def vector_proof(vector_id):
    """The proof of a published vector, a new copy each time."""
    vectors = read_vectors("draw-proof-vectors.json")["vectors"]
    return next(vector["proof"] for vector in vectors if vector["id"] == vector_id)


def digits(*parts):
    """64 hexadecimal digits that depend on nothing but the arguments."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()


# --- Keys --------------------------------------------------------------------------------------------------------


def encode_point(point):
    x, y, z, _ = point
    inverse = pow(z, -1, ed25519.P)
    x, y = x * inverse % ed25519.P, y * inverse % ed25519.P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def times_base(scalar):
    return ed25519._sum_of_multiples([scalar % ed25519.ORDER], [ed25519.BASE])


class Key:
    """An Ed25519 key pair that depends on its name only."""

    def __init__(self, name):
        self._secret = int(digits("key", name) * 2, 16) % ed25519.ORDER
        self.public = encode_point(times_base(self._secret))
        self.hex = self.public.hex()

    def sign(self, message):
        nonce = int(digits("nonce", self._secret, message) * 2, 16) % ed25519.ORDER
        commitment = encode_point(times_base(nonce))
        challenge = int.from_bytes(hashlib.sha512(commitment + self.public + message).digest(), "little")
        scalar = (nonce + challenge * self._secret) % ed25519.ORDER
        return commitment + scalar.to_bytes(32, "little")


LOG_KEY = Key("log")


class WitnessKey(Key):
    def __init__(self, name):
        super().__init__(name)
        self.name = name
        self.key_hash = hashlib.sha256(f"{name}\n".encode() + b"\x04" + self.public).digest()[:4]
        encoded = base64.b64encode(b"\x04" + self.public).decode()
        self.verifier_key = f"{name}+{self.key_hash.hex()}+{encoded}"

    def line(self, text, time):
        signature = self.sign(f"cosignature/v1\ntime {time}\n".encode() + text)
        payload = self.key_hash + time.to_bytes(8, "big") + signature
        return f"\u2014 {self.name} {base64.b64encode(payload).decode()}\n"


# --- Proofs ------------------------------------------------------------------------------------------------------

OPENED_AT, CLOSED_AT, FROZEN_AT, SHOW_AT, DRAW_AT, RESULT_AT = 1000, 1500, 1980, 1985, 2000, 2003


def prize(quantity=1, alternates=0, pool=1, claim_window="-", name="-"):
    return {
        "quantity": quantity,
        "alternates": alternates,
        "pool": pool,
        "claim_window": claim_window,
        "name": name,
    }


def make_entry(number, state="in", source="self", weights=(1,), contributes=False, device=None):
    """An entry of a proof; `device` is its Key."""
    contribution = digits("contribution", number)
    return [
        state,
        source,
        list(weights) if state == "in" else [0] * len(weights),
        name_commitment(salt_of(number), name_of(number)),
        sha(record("draw.entropy.v2", contribution)) if contributes else "-",
        device.hex if device else "-",
    ]


def name_of(number):
    return f"Entrant {number} \u00e9"


def salt_of(number):
    return digits("salt", number)[:32]


def make_proof(
    kind="none",
    entries=None,
    prizes=None,
    policy="once",
    earlier_winners="in",
    contributors=(),
    chain_hash="-",
    draw_id="made",
    stage=1,
    shift=0,
    opening_plan_hash=None,
    host_seq=1,
    previous="-",
    room_text="3 1 4 1 5 9",
    **changes,
):
    """A consistent proof without a log; all its times are moved by `shift`."""
    entries = entries or [make_entry(number, contributes=number in contributors) for number in range(1, 8)]
    pools = len(entries[0][2])
    plan = {
        "policy": policy,
        "earlier_winners": earlier_winners,
        "pools": pools,
        "prizes": prizes or [prize(2, 1, name="Hamper"), prize(1, 1, claim_window=300)],
    }
    rules = {
        "title": "A raffle",
        "ticket_limit": "-",
        "deadline": "-",
        "beacon_policy": {"drand": "wait", "room": "room", "none": "none"}[kind],
        "text": "First line\nSecond line",
    }
    seed, holders = (
        digits("seed", draw_id),
        [number for number, entry in enumerate(entries, 1) if entry[0] == "holder"],
    )
    contributions = [[number, digits("contribution", number)] for number in sorted(contributors)]
    signature, text = digits("signature") + digits("more")[:32], room_text
    beacon, round_number = {
        "drand": ({"value": sha(bytes.fromhex(signature)), "signature": signature}, (DRAW_AT - 1000 + 2) // 3 + 1),
        "room": ({"value": sha(record("draw.room.v2", text)), "text": text}, text.count(" ") + 1),
        "none": ({}, "-"),
    }[kind]
    proof = {
        "format": "draw-proof/2",
        "algorithm": "Fisher-Yates v1.0",
        "draw_id": draw_id,
        "assurance": "room" if kind == "room" else "participants" if contributions else "operator",
        "seed_commit_hash": sha(seed.encode()),
        "seed_reveal": seed,
        "client_seed": "0" * 64 + ":-",
        "combined_seed": "0" * 64,
        "open": {
            "host_id": "host",
            "host_seq": host_seq,
            "previous": previous,
            "series_id": "series",
            "stage": stage,
            "plan_hash": "0" * 64,
            "rules_hash": sha(
                record(
                    *("draw.rules.v2", rules["title"], rules["ticket_limit"]),
                    *(rules["deadline"], rules["beacon_policy"]),
                )
                + rules["text"].encode()
            ),
            "opened_at": OPENED_AT + shift,
        },
        "close": {
            "plan_hash": "0" * 64,
            "holders_hash": sha(record("draw.holders.v2", draw_id, *holders)) if holders else "-",
            "entries_root": merkle_root(
                [
                    record("draw.entry.v2", draw_id, number, *entry[:2], listed(entry[2]), *entry[3:])
                    for number, entry in enumerate(entries, 1)
                ]
            ),
            "entry_count": len(entries),
            "pool_totals": [sum(column) for column in zip(*(entry[2] for entry in entries))],
            "closed_at": CLOSED_AT + shift,
        },
        "freeze": {
            "contributions_hash": sha(
                record("draw.contrib.v2", draw_id, *(f"{n}:{c}" for n, c in contributions))
            )
            if contributions
            else "-",
            "beacon": {"kind": kind, "chain_hash": chain_hash, "round": round_number},
            "frozen_at": FROZEN_AT + shift,
            "show_at": SHOW_AT + shift,
            "draw_at": DRAW_AT + shift,
        },
        **{"open_hash": "0" * 64, "close_hash": "0" * 64, "freeze_hash": "0" * 64},
        **{"rules": rules, "plan": plan, "holders": holders, "beacon": beacon},
        **{"contributions": contributions, "entries": entries, "winners": [], "alternates": []},
    }
    final_plan = plan_hash(draw_id, read_proof(proof).plan)
    proof["close"]["plan_hash"], proof["open"]["plan_hash"] = final_plan, opening_plan_hash or final_plan
    proof["open_hash"] = sha(open_record(read_proof(proof)))
    proof["close_hash"] = sha(close_record(read_proof(proof)))
    proof["freeze_hash"] = sha(freeze_record(read_proof(proof)))
    proof["client_seed"] = f"{proof['freeze_hash']}:{beacon.get('value', '-')}"
    proof["combined_seed"] = sha(f"{seed}|{proof['client_seed']}".encode())
    draw = draw_again(read_proof(proof))
    for role, rows in (("winners", draw.winners), ("alternates", draw.alternates)):
        for row in rows:
            named = {"display_name": name_of(row.entry_number), "salt": salt_of(row.entry_number)}
            proof[role].append({**row._asdict(), **named})
    return {**proof, **changes}


# --- Logs --------------------------------------------------------------------------------------------------------


def draw_records(proof, result_at=None):
    """The five records of a draw, as bytes: open, close, freeze, reveal, result (3 s after the draw)."""
    result_at = result_at or proof["freeze"]["draw_at"] + RESULT_AT - DRAW_AT
    read = read_proof({name: value for name, value in proof.items() if name != "log"})
    frozen = (proof["draw_id"], proof["freeze_hash"])
    return [
        open_record(read),
        close_record(read),
        freeze_record(read),
        record("draw.reveal.v2", *frozen, proof["seed_reveal"], result_at - 5),
        record("draw.result.v2", *frozen, proof["combined_seed"], list_hash(read), result_at),
    ]


def after_draw(proof, kind, *fields):
    """A claim, extend or advance record of a draw."""
    return record(f"draw.{kind}.v2", proof["draw_id"], proof["freeze_hash"], *fields)


def path_in(leaves, index):
    """The inclusion path of RFC 6962, by its recursive definition."""
    if len(leaves) == 1:
        return []
    split = 1 << (len(leaves) - 1).bit_length() - 1
    left, right = leaves[:split], leaves[split:]
    if index < split:
        return [*path_in(left, index), tree_hash(right).hex()]
    return [*path_in(right, index - split), tree_hash(left).hex()]


def tree_hash(leaves):
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return node_hash(tree_hash(leaves[:split]), tree_hash(leaves[split:]))


def checkpoint_text(leaves, origin=None):
    origin = origin or f"glassdrum.log/{key_id(LOG_KEY.public)}"
    return f"{origin}\n{len(leaves)}\n{base64.b64encode(tree_hash(leaves)).decode()}\n".encode()


def log_line(text, key=LOG_KEY):
    name = text.decode().split("\n")[0]
    key_hash = hashlib.sha256(f"{name}\n".encode() + b"\x01" + key.public).digest()[:4]
    return f"\u2014 {name} {base64.b64encode(key_hash + key.sign(text)).decode()}\n"


def make_note(leaves, *cosigned, origin=None, key=LOG_KEY):
    """A checkpoint of these leaves; each of `cosigned` is a witness and its time."""
    text = checkpoint_text(leaves, origin)
    lines = [log_line(text, key), *(witness.line(text, time) for witness, time in cosigned)]
    return text.decode() + "\n" + "".join(lines)


def make_log(proof, before=(), replans=(), audiences=(), after=(), cosigned=()):
    """The member `log` for a log of these records around the draw's own; `before` are those of other draws."""
    opened, closed, frozen, reveal, result = draw_records(proof)
    leaves = [*before, opened, *replans, closed, frozen, *audiences, reveal, result, *after]

    def located(texts):
        return [
            {"index": leaves.index(text), "text": text.decode(), "path": path_in(leaves, leaves.index(text))}
            for text in texts
        ]

    first = leaves[: leaves.index(frozen) + 1]
    return {
        "format": "draw-log/2",
        "key": LOG_KEY.hex,
        "records": located([opened, closed, frozen, reveal, result]),
        "more": located([*(text for text in before if text.startswith(b"draw.")), *replans, *audiences]),
        "after": located(after),
        "checkpoint": make_note(leaves),
        "freeze_checkpoint": make_note(first, *cosigned),
        "freeze_path": path_in(first, len(first) - 1),
    }


def with_log(proof, **more):
    return {**proof, "log": make_log(proof, **more)}


# --- Chains, receipts --------------------------------------------------------------------------------------------


def make_chain(**changes):
    """A chain for tests with genesis 1,000 and a period of 3 s, in drand's form."""
    values = {"scheme": SCHEME, "public_key": "ab" * 96, "genesis_time": 1000, "period": 3, "group_hash": "cd" * 32}
    values.update(changes)
    hashed = values["period"].to_bytes(4, "big") + values["genesis_time"].to_bytes(8, "big")
    beacon_id = values.get("beacon_id", "default")
    hashed += bytes.fromhex(values["public_key"] + values["group_hash"])
    return {"chain_hash": sha(hashed + (b"" if beacon_id == "default" else beacon_id.encode())), **values}


def make_receipt(proof, number, key=LOG_KEY, **changes):
    entry = proof["entries"][number - 1]
    receipt = {
        "format": "draw-receipt/2",
        "series_id": proof["open"]["series_id"],
        "draw_id": proof["draw_id"],
        "open_hash": proof["open_hash"],
        "entry_number": number,
        **{"state": entry[0], "source": entry[1], "weights": entry[2]},
        **{"display_name": name_of(number), "salt": salt_of(number)},
        **{"entropy_commit": entry[4], "device_key": entry[5], "issued_at": proof["close"]["closed_at"]},
        **changes,
    }
    text = record(
        *("draw.receipt.v2", receipt["series_id"], receipt["draw_id"], receipt["open_hash"]),
        *(receipt["entry_number"], receipt["state"], receipt["source"], listed(receipt["weights"])),
        *(name_commitment(receipt["salt"], receipt["display_name"]), receipt["entropy_commit"]),
        *(receipt["device_key"], receipt["issued_at"]),
    )
    return {**receipt, "key_id": key_id(key.public), "signature": key.sign(text).hex()}


# --- Checking ----------------------------------------------------------------------------------------------------


def report_of(proof, **options):
    return verify_proof(proof, Options(**options))


def failing(proof, **options):
    return [step.name for step in report_of(proof, **options).steps if step.status == "FAIL"]


def step_of(proof, name, **options):
    """Status and reason of one check."""
    step = next(step for step in report_of(proof, **options).steps if step.name == name)
    return (step.status, step.reason)


def chains_with(chain):
    return {**read_test_chain(chain), **PINNED_CHAINS}


def changed(value, *path, to):
    """A copy of a JSON value with one member replaced, or removed if `to` is REMOVED."""
    copy = json.loads(json.dumps(value))
    place = copy
    for name in path[:-1]:
        place = place[name]
    if to is REMOVED:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return copy


REMOVED = object()


class CommandTest(unittest.TestCase):
    """Base of the tests that run the command in this process, with files in a folder of the test's own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, content, name="proof.json"):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else json.dumps(content).encode())
        return path

    def run_command(self, *words):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(list(words))
        return code, out.getvalue(), err.getvalue()

    def assert_refused(self, *words):
        code, out, err = self.run_command(*words)
        self.assertEqual((code, out, err.count("\n"), err[:7], err[-1:]), (64, "", 1, "error: ", "\n"), err)
        self.assertTrue(err.isprintable() or err[:-1].isprintable())


"""drand chains (draw protocol, section 4 and appendix B): the pinned public one, and chains for tests."""

from typing import Any, NamedTuple

from .forms import BLS_PUBLIC_KEY, HASH, ID, MAX_WEIGHT, Malformed, integer, members, one_of, string
from .hashing import sha

SCHEME = "bls-unchained-g1-rfc9380"


class Chain(NamedTuple):
    """Times in Unix seconds. Only a pinned chain is evidence for the label `beacon`."""

    genesis_time: int
    period: int
    is_pinned: bool

    def round_for(self, draw_at: int) -> int:
        """The first round whose time is not before `draw_at`; below 1 where there is none."""
        return -((self.genesis_time - draw_at) // self.period) + 1


Chains = dict[str, Chain]

QUICKNET_HASH = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
PINNED_CHAINS: Chains = {QUICKNET_HASH: Chain(genesis_time=1692803367, period=3, is_pinned=True)}


def read_test_chain(value: Any) -> Chains:
    """A chain under the hash of its own values. Raises Malformed.

    A file that names the hash of the pinned chain is either unsound or that chain, so it can't replace it.
    """
    required = ("scheme", "chain_hash", "group_hash", "public_key", "genesis_time", "period")
    chain = members(value, "the chain", required, ("beacon_id",))
    one_of(chain["scheme"], "scheme", (SCHEME,))
    chain_hash, group_hash = (string(chain[name], name, HASH) for name in ("chain_hash", "group_hash"))
    public_key = string(chain["public_key"], "public_key", BLS_PUBLIC_KEY)
    genesis_time = integer(chain["genesis_time"], "genesis_time")
    period = integer(chain["period"], "period", 1, MAX_WEIGHT)
    beacon_id = string(chain.get("beacon_id", "default"), "beacon_id", ID)
    hashed = period.to_bytes(4, "big") + genesis_time.to_bytes(8, "big") + bytes.fromhex(public_key + group_hash)
    if sha(hashed + (b"" if beacon_id == "default" else beacon_id.encode("ascii"))) != chain_hash:
        raise Malformed("chain_hash is not the hash of the chain's values")
    return {chain_hash: Chain(genesis_time, period, is_pinned=False)}

"""Numbers from a seed and rows from numbers (draw protocol, sections 5 and 6).

Each prize has a stream of random words for its winners and one for its alternates. A row is drawn by taking a number
below the candidates' total weight and walking through the candidates; a Fenwick tree for each pool does both in
O(log n). An excluded entry is struck: its weight is taken out of the tree, and put back where it takes part again.
"""

import hmac
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from .forms import MAX_WEIGHT


class PrizeTerms(NamedTuple):
    """What a prize means for the draw."""

    quantity: int
    alternates: int
    pool: int


class DrawnRow(NamedTuple):
    prize: int
    position: int
    entry_number: int
    selection_index: str


class CannotBeDrawn(Exception):
    """The weights of a pool add up to more than 2^32-1."""


class Stream:
    """The random numbers of one prize and role, `w` for winners and `a` for alternates (section 5)."""

    def __init__(self, combined_seed: str, role: str, prize: int) -> None:
        self._key = bytes.fromhex(combined_seed)
        self._prefix = f"draw.rng.v2|{role}|{prize}|".encode("ascii")
        self._counter = 0

    def below(self, bound: int) -> tuple[int, str]:
        """A uniform number from 0 to bound - 1, and the 64 digits of the accepted block."""
        limit = 2**48 - 2**48 % bound
        while True:
            block = hmac.digest(self._key, self._prefix + b"%d" % self._counter, "sha256")
            self._counter += 1
            word = int.from_bytes(block[:6], "big")
            if word < limit:
                return word % bound, block.hex()


class PoolWeights:
    """The weights of one pool, as a Fenwick tree. Entries are numbered from 1."""

    def __init__(self, weights: Sequence[int]) -> None:
        self._weights = weights
        self._tree = [0, *weights]
        for i in range(1, len(self._tree)):
            parent = i + (i & -i)
            if parent < len(self._tree):
                self._tree[parent] += self._tree[i]
        self.total = sum(weights)

    def owner(self, ticket: int) -> int:
        """The first entry i for which the weights of the entries 1 ... i add up to more than `ticket`."""
        at, stride = 0, 1 << (len(self._tree) - 1).bit_length()
        while stride:
            if at + stride < len(self._tree) and self._tree[at + stride] <= ticket:
                at += stride
                ticket -= self._tree[at]
            stride >>= 1
        return at + 1

    def strike(self, entry_number: int) -> None:
        """Excludes an entry that takes part."""
        self._add(entry_number, -self._weights[entry_number - 1])

    def restore(self, entry_number: int) -> None:
        """Lets a struck entry take part again."""
        self._add(entry_number, self._weights[entry_number - 1])

    def _add(self, entry_number: int, weight: int) -> None:
        self.total += weight
        while entry_number < len(self._tree):
            self._tree[entry_number] += weight
            entry_number += entry_number & -entry_number


class Draw:
    """All rows that follow from a list, a plan and a seed. Raises CannotBeDrawn."""

    def __init__(
        self,
        combined_seed: str,
        policy: str,
        prizes: Sequence[PrizeTerms],
        weights: Sequence[Sequence[int]],
    ) -> None:
        self._combined_seed = combined_seed
        self._once = policy == "once"
        self._prizes = prizes
        self._columns = [list(column) for column in zip(*weights)]
        if any(sum(column) > MAX_WEIGHT for column in self._columns):
            raise CannotBeDrawn
        self._pools = {pool: PoolWeights(self._columns[pool - 1]) for pool in {prize.pool for prize in prizes}}
        self._winners_of: list[list[int]] = []
        self.winners = self._draw_winners()
        self.alternates = self._draw_alternates()

    def _rows(self, role: str, prize: int, pool: PoolWeights) -> Iterator[DrawnRow]:
        """Rows of a prize until nobody is left; each is struck from `pool`."""
        stream = Stream(self._combined_seed, role, prize)
        position = 0
        while pool.total > 0:
            remaining = pool.total
            ticket, block = stream.below(remaining)
            number = pool.owner(ticket)
            pool.strike(number)
            position += 1
            yield DrawnRow(prize, position, number, f"{ticket}/{remaining}:{block}")

    def _draw_winners(self) -> list[DrawnRow]:
        drawn: list[DrawnRow] = []
        for number, prize in enumerate(self._prizes, 1):
            own_pool = self._pools[prize.pool]
            rows = list(islice(self._rows("w", number, own_pool), prize.quantity))
            self._winners_of.append([row.entry_number for row in rows])
            for row in rows:
                if self._once:
                    for pool in self._pools.values():
                        if pool is not own_pool:
                            pool.strike(row.entry_number)
                else:
                    own_pool.restore(row.entry_number)
            drawn += rows
        return drawn

    def _draw_alternates(self) -> list[DrawnRow]:
        drawn: list[DrawnRow] = []
        for number, prize in enumerate(self._prizes, 1):
            if prize.alternates == 0:
                continue
            pool = self._pools[prize.pool]
            struck = [] if self._once else self._winners_of[number - 1]
            for entry_number in struck:
                pool.strike(entry_number)
            rows = list(islice(self._rows("a", number, pool), prize.alternates))
            for entry_number in [*struck, *(row.entry_number for row in rows)]:
                pool.restore(entry_number)
            drawn += rows
        return drawn

    def order(self, prize: int) -> Iterator[int]:
        """The entries of the order of a prize: its alternates, continued until there is nobody left."""
        pool = PoolWeights(self._columns[self._prizes[prize - 1].pool - 1])
        winners = self._winners_of if self._once else [self._winners_of[prize - 1]]
        for entry_number in {number for numbers in winners for number in numbers}:
            pool.strike(entry_number)
        for row in self._rows("a", prize, pool):
            yield row.entry_number

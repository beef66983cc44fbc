"""Numbers from a seed and rows from numbers (draw protocol, sections 5 and 6, appendix C)."""

import hashlib
import hmac
import unittest
from collections import Counter
from itertools import islice

from support import digits

from glassdrum_verify.draw import CannotBeDrawn, Draw, PoolWeights, PrizeTerms, Stream

MAX = 2**32 - 1


def blocks(seed, role, prize):
    counter = 0
    while True:
        message = f"draw.rng.v2|{role}|{prize}|{counter}".encode()
        yield hmac.new(bytes.fromhex(seed), message, hashlib.sha256).hexdigest()
        counter += 1


def numbers(seed, role, prize, bound_of):
    """`below` once more, from the text: `bound_of()` gives the bound of the next number."""
    for block in blocks(seed, role, prize):
        word, bound = int(block[:12], 16), bound_of()
        if word < 2**48 - 2**48 % bound:
            yield word % bound, block


def drawn_by_hand(seed, policy, prizes, weights):
    """Section 6 step by step, with nothing that makes it fast: winners, alternates, and the order of each prize."""

    def rows(role, k, excluded, count):
        pool, excluded, found = prizes[k - 1].pool - 1, set(excluded), []
        stream = blocks(seed, role, k)
        while len(found) < count:
            candidates = [
                i for i, own in enumerate(weights, 1) if own[pool] > 0 and i not in excluded
            ]
            remaining = sum(weights[i - 1][pool] for i in candidates)
            if remaining == 0:
                break
            while True:
                block = next(stream)
                word = int(block[:12], 16)
                if word < 2**48 - 2**48 % remaining:
                    break
            r = word % remaining
            total = 0
            for i in candidates:
                total += weights[i - 1][pool]
                if total > r:
                    break
            found.append((k, len(found) + 1, i, f"{r}/{remaining}:{block}"))
            excluded.add(i)
        return found

    winners, alternates, orders = [], [], []
    for k, prize in enumerate(prizes, 1):
        excluded = [row[2] for row in winners] if policy == "once" else []
        winners += rows("w", k, excluded, prize.quantity)
    for k, prize in enumerate(prizes, 1):
        excluded = [row[2] for row in winners if policy == "once" or row[0] == k]
        alternates += rows("a", k, excluded, prize.alternates)
        orders.append([row[2] for row in rows("a", k, excluded, len(weights))])
    return winners, alternates, orders


class Numbers(unittest.TestCase):
    def test_numbers_are_words_modulo_the_bound_with_their_block(self):
        seed = digits("seed")
        stream, expected = Stream(seed, "w", 3), blocks(seed, "w", 3)
        for bound in (1, 2, 7, 1000, MAX):
            block = next(expected)
            self.assertEqual(stream.below(bound), (int(block[:12], 16) % bound, block))

    def test_words_from_the_limit_on_are_rejected_and_counted(self):
        # For this bound the limit is so low that nearly half of all words are rejected.
        bound, seed = 2**47 + 1, digits("seed")
        expected = numbers(seed, "a", 1, lambda: bound)
        stream = Stream(seed, "a", 1)
        self.assertEqual([stream.below(bound) for _ in range(30)], list(islice(expected, 30)))
        used = [block for _, block in islice(numbers(seed, "a", 1, lambda: bound), 30)]
        self.assertNotEqual(used, list(islice(blocks(seed, "a", 1), 30)))


class Rows(unittest.TestCase):
    PLANS = [
        [PrizeTerms(1, 0, 1)],
        [PrizeTerms(2, 3, 1), PrizeTerms(1, 1, 1)],
        [PrizeTerms(2, 2, 1), PrizeTerms(3, 5, 2), PrizeTerms(1, 9, 1)],
        [PrizeTerms(9, 9, 2), PrizeTerms(9, 9, 1)],
        [PrizeTerms(1, 2, 3), PrizeTerms(1, 2, 2), PrizeTerms(1, 2, 1), PrizeTerms(1, 2, 3)],
    ]
    LISTS = [
        [[1, 1, 1]] * 7,
        [[1, 0, 5], [2, 3, 0], [0, 0, 0], [0, 1, 1], [9, 9, 9], [1, 1, 0]],
        [[0, 0, 0]] * 3,
        [[MAX, 0, 1]],
        [[MAX - 10, 3, 1], [5, 3, 1], [5, MAX - 6, 1]],
    ]

    def test_winners_alternates_and_orders_are_those_of_the_text(self):
        for policy in ("once", "again"):
            for prizes in self.PLANS:
                for weights in self.LISTS:
                    seed = digits(policy, prizes, weights)
                    winners, alternates, orders = drawn_by_hand(seed, policy, prizes, weights)
                    draw = Draw(seed, policy, prizes, weights)
                    self.assertEqual([tuple(row) for row in draw.winners], winners)
                    self.assertEqual([tuple(row) for row in draw.alternates], alternates)
                    for k, order in enumerate(orders, 1):
                        self.assertEqual(list(draw.order(k)), order)

    def test_a_pool_of_more_than_the_largest_weight_cannot_be_drawn_even_unused(self):
        Draw(digits(1), "once", [PrizeTerms(1, 0, 1)], [[1, MAX], [1, 0]])
        for weights in ([[1, MAX], [1, 1]], [[MAX, 1], [1, 1]]):
            with self.assertRaises(CannotBeDrawn):
                Draw(digits(1), "once", [PrizeTerms(1, 0, 1)], weights)

    def test_later_prizes_go_to_candidates_with_their_share(self):
        # The example of section 6: c wins prize 2 in half of all draws, not in two thirds of them.
        prizes, weights = [PrizeTerms(1, 0, 1), PrizeTerms(1, 0, 2)], [[1, 1], [1, 1], [0, 1]]
        count = Counter(
            Draw(digits("share", i), "once", prizes, weights).winners[1].entry_number for i in range(4000)
        )
        self.assertAlmostEqual(count[3] / 4000, 0.5, delta=0.04)


class PoolOfWeights(unittest.TestCase):
    def test_owners_with_strikes_and_restores(self):
        weights = [3, 0, 1, 4, 1, 5, 9, 2, 6]
        pool, struck = PoolWeights(weights), set()
        for entry in (4, 9, 2, 1, 7):
            pool.strike(entry)
            struck.add(entry)
            if entry == 1:
                pool.restore(4)
                struck.discard(4)
            tickets = [i for i, weight in enumerate(weights, 1) if i not in struck for _ in range(weight)]
            self.assertEqual(pool.total, len(tickets))
            self.assertEqual([pool.owner(ticket) for ticket in range(len(tickets))], tickets)


if __name__ == "__main__":
    unittest.main()

"""The checks that need nothing but the proof itself (draw protocol, section 7), from `seed_commit` to `assurance`.

Each check reads the members as they are printed in the document; none uses a value that another one computed.
"""

from .chain import Chains
from .draw import CannotBeDrawn, Draw
from .forms import MAX_WEIGHT
from .hashing import listed, merkle_root, name_commitment, record, sha
from .proof import Plan, Proof, close_record, freeze_record, open_record
from .step import FAIL, PASS, SKIP, Step, passes_if

LEAD_SECONDS = 10
MAX_ROOM_NUMBERS = 100
KINDS_OF_POLICY = {"wait": ("drand",), "lower": ("drand", "none"), "room": ("room",), "none": ("none",)}


def check_seed_commit(proof: Proof) -> Step:
    return passes_if(
        sha(proof.seed_reveal.encode("ascii")) == proof.seed_commit_hash,
        "seed_commit",
        "the revealed seed does not hash to its commitment",
    )


def check_rules(proof: Proof) -> Step:
    rules = proof.rules
    if rules is None:
        return Step("rules", SKIP, "the rules were erased")
    text = record(
        "draw.rules.v2", rules.title, rules.ticket_limit, rules.deadline, rules.beacon_policy
    ) + rules.text.encode("utf-8")
    if sha(text) != proof.open.rules_hash:
        return Step("rules", FAIL, "the rules are not those of the open record")
    if proof.freeze.kind not in KINDS_OF_POLICY[rules.beacon_policy]:
        return Step("rules", FAIL, f"the rules do not allow a draw of the kind {proof.freeze.kind}")
    limit = MAX_WEIGHT if isinstance(rules.ticket_limit, str) else rules.ticket_limit
    for number, entry in enumerate(proof.entries, 1):
        if max(entry.weights) > limit:
            return Step("rules", FAIL, f"entry {number} has more than {limit} tickets")
    return Step("rules", PASS)


def plan_hash(draw_id: str, plan: Plan) -> str:
    lines = (":".join(map(str, prize)) for prize in plan.prizes)
    return sha(record("draw.plan.v2", draw_id, plan.policy, plan.earlier_winners, plan.pools, *lines))


def check_plan(proof: Proof) -> Step:
    return passes_if(
        plan_hash(proof.draw_id, proof.plan) == proof.close.plan_hash,
        "plan",
        "the plan is not the one of the close record",
    )


def check_entries(proof: Proof) -> Step:
    entries = proof.entries
    if len(entries) != proof.close.entry_count:
        reason = f"{len(entries)} entries are listed, {proof.close.entry_count} were closed"
        return Step("entries", FAIL, reason)
    for number, entry in enumerate(entries, 1):
        if entry.state != "in" and any(entry.weights):
            return Step("entries", FAIL, f"entry {number} does not take part but has tickets")
    if [sum(column) for column in zip(*(entry.weights for entry in entries))] != proof.close.pool_totals:
        return Step("entries", FAIL, "the weights do not add up to the totals of the pools")
    leaves = [
        record(
            *("draw.entry.v2", proof.draw_id, number, entry.state, entry.source, listed(entry.weights)),
            *(entry.name_commit, entry.entropy_commit, entry.device_key),
        )
        for number, entry in enumerate(entries, 1)
    ]
    return passes_if(
        merkle_root(leaves) == proof.close.entries_root, "entries", "the list is not the one that was closed"
    )


def check_holders(proof: Proof) -> Step:
    holders = proof.holders
    if holders != [number for number, entry in enumerate(proof.entries, 1) if entry.state == "holder"]:
        return Step("holders", FAIL, "the holders are not the entries with the state holder")
    if holders and proof.open.stage == 1:
        return Step("holders", FAIL, "a first draw has holders")
    if holders and proof.plan.earlier_winners == "in":
        return Step("holders", FAIL, "there are holders though earlier winners take part")
    expected = sha(record("draw.holders.v2", proof.draw_id, *holders)) if holders else "-"
    return passes_if(
        expected == proof.close.holders_hash, "holders", "the holders are not those of the close record"
    )


def check_contributions(proof: Proof) -> Step:
    before = 0
    for number, contribution in proof.contributions:
        entry = proof.entry(number)
        if number <= before:
            return Step("contributions", FAIL, "the contributions do not ascend")
        if entry is None:
            return Step("contributions", FAIL, f"entry {number} is not in the list")
        if sha(record("draw.entropy.v2", contribution)) != entry.entropy_commit:
            return Step("contributions", FAIL, f"entry {number} was committed to something else")
        before = number
    expected = "-"
    if proof.contributions:
        lines = (f"{number}:{contribution}" for number, contribution in proof.contributions)
        expected = sha(record("draw.contrib.v2", proof.draw_id, *lines))
    return passes_if(
        expected == proof.freeze.contributions_hash,
        "contributions",
        "the contributions are not those of the freeze record",
    )


def check_records(proof: Proof) -> Step:
    wrong = [
        name
        for name, text, printed in (
            ("open", open_record(proof), proof.open_hash),
            ("close", close_record(proof), proof.close_hash),
            ("freeze", freeze_record(proof), proof.freeze_hash),
        )
        if sha(text) != printed
    ]
    return passes_if(not wrong, "records", f"not the record of its hash: {', '.join(wrong)}")


def check_beacon_round(proof: Proof, chains: Chains) -> Step:
    name, freeze = "beacon_round", proof.freeze
    if freeze.kind == "none":
        unnamed = freeze.chain_hash == "-" and freeze.round == "-"
        return passes_if(unnamed, name, "a draw without a beacon names a chain or a round")
    if freeze.kind == "room":
        numbers = freeze.round if isinstance(freeze.round, int) else 0
        fixed = freeze.chain_hash == "-" and 1 <= numbers <= MAX_ROOM_NUMBERS
        return passes_if(fixed, name, f"a room draw needs 1 to {MAX_ROOM_NUMBERS} numbers and no chain")
    chain = chains.get(freeze.chain_hash)
    if chain is None:
        return Step(name, FAIL, "the chain is not known")
    if freeze.draw_at < freeze.frozen_at + LEAD_SECONDS:
        return Step(name, FAIL, f"frozen less than {LEAD_SECONDS} s before the draw")
    expected = chain.round_for(freeze.draw_at)
    return passes_if(
        freeze.round == expected and expected >= 1, name, f"the time of the draw requires round {expected}"
    )


def check_beacon_value(proof: Proof) -> Step:
    name, beacon, kind = "beacon_value", proof.beacon, proof.freeze.kind
    if kind == "none":
        if beacon:
            return Step(name, FAIL, "a draw without a beacon shows one")
        return Step(name, SKIP, "a draw without a beacon")
    source = "signature" if kind == "drand" else "text"
    if beacon.keys() != {"value", source}:
        return Step(name, FAIL, f"the beacon is not exactly a value and a {source}")
    if kind == "room":
        evidence = record("draw.room.v2", beacon["text"])
        count = beacon["text"].count(" ") + 1
        if count != proof.freeze.round:
            return Step(name, FAIL, f"{count} numbers are shown, {proof.freeze.round} were fixed")
    else:
        evidence = bytes.fromhex(beacon["signature"])
    return passes_if(sha(evidence) == beacon["value"], name, f"the value is not the hash of the {source}")


def check_beacon_signature(proof: Proof) -> Step:
    if proof.freeze.kind != "drand":
        return Step("beacon_signature", SKIP, "not a drand draw")
    return Step("beacon_signature", SKIP, "BLS signatures are not checked here")


def check_client_seed(proof: Proof) -> Step:
    return passes_if(
        proof.client_seed == f"{proof.freeze_hash}:{proof.beacon.get('value', '-')}",
        "client_seed",
        "not the freeze record's hash and the beacon's value",
    )


def check_combined_seed(proof: Proof) -> Step:
    return passes_if(
        sha(f"{proof.seed_reveal}|{proof.client_seed}".encode("ascii")) == proof.combined_seed,
        "combined_seed",
        "not the hash of both seeds",
    )


def draw_again(proof: Proof) -> Draw:
    """Section 6 with the printed list, plan and seed. Raises CannotBeDrawn."""
    weights = [entry.weights for entry in proof.entries]
    return Draw(proof.combined_seed, proof.plan.policy, proof.plan.terms(), weights)


def check_shuffle_and_winners(proof: Proof) -> list[Step]:
    try:
        draw = draw_again(proof)
    except CannotBeDrawn:
        reason = f"the weights of a pool add up to more than {MAX_WEIGHT}"
        return [Step("shuffle", FAIL, reason), Step("winners", FAIL, reason)]
    pairs = ((proof.winners, draw.winners), (proof.alternates, draw.alternates))
    same_indexes = all(
        [row.selection_index for row in printed] == [row.selection_index for row in drawn]
        for printed, drawn in pairs
    )
    same_rows = all(
        [(row.prize, row.position, row.entry_number) for row in printed]
        == [(row.prize, row.position, row.entry_number) for row in drawn]
        for printed, drawn in pairs
    )
    return [
        passes_if(same_indexes, "shuffle", "the seed gives other selection indexes"),
        passes_if(same_rows, "winners", "the seed gives other winners or alternates"),
    ]


def check_names(proof: Proof) -> Step:
    rows = [*proof.winners, *proof.alternates]
    not_shown = 0
    for row in rows:
        number = row.entry_number
        if row.display_name is None and row.salt is None:
            not_shown += 1
            continue
        if row.display_name is None or row.salt is None:
            return Step("names", FAIL, f"entry {number} has a name or a salt, but not both")
        entry = proof.entry(number)
        if entry is None:
            return Step("names", FAIL, f"entry {number} is not in the list")
        if name_commitment(row.salt, row.display_name) != entry.name_commit:
            return Step("names", FAIL, f"entry {number} was not committed to this name")
    if not rows:
        return Step("names", SKIP, "there are no rows")
    if not_shown:
        return Step("names", SKIP, f"{not_shown} of {len(rows)} names are not shown")
    return Step("names", PASS)


def check_assurance(proof: Proof, chains: Chains) -> Step:
    chain = chains.get(proof.freeze.chain_hash)
    has_evidence = {
        "beacon": proof.freeze.kind == "drand" and chain is not None and chain.is_pinned,
        "room": proof.freeze.kind == "room",
        "participants": len(proof.contributions) > 0,
        "operator": True,
    }[proof.assurance]
    return passes_if(has_evidence, "assurance", f"there is no evidence for the level {proof.assurance}")

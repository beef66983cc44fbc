"""All checks of a proof in their order, the notes and the verdict (draw protocol, section 7)."""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .chain import PINNED_CHAINS, Chains
from .checks import (
    check_assurance,
    check_beacon_round,
    check_beacon_signature,
    check_beacon_value,
    check_client_seed,
    check_combined_seed,
    check_contributions,
    check_entries,
    check_holders,
    check_names,
    check_plan,
    check_records,
    check_rules,
    check_seed_commit,
    check_shuffle_and_winners,
)
from .forms import Malformed
from .log_checks import check_audience, check_log, check_witnesses
from .prize_status import check_standing
from .proof import Proof, read_proof
from .receipt import check_receipt
from .series import EarlierDraw, check_series
from .signed_note import Witness
from .step import FAIL, PASS, SKIP, Step

VERIFIED, INCOMPLETE, FAILED = "VERIFIED", "INCOMPLETE", "FAILED"


@dataclass(frozen=True)
class Options:
    """What the caller knows besides the proof. Receipt and earlier proofs are JSON values, keys are bytes."""

    receipt: Any = None
    receipt_key: bytes | None = None
    log_key: bytes | None = None
    witnesses: tuple[Witness, ...] = ()
    witness_quorum: int = 1
    earlier: tuple[Any, ...] = ()
    chains: Chains = field(default_factory=lambda: PINNED_CHAINS)

    def asked_for(self) -> set[str]:
        """The checks that must not be skipped for the verdict VERIFIED."""
        wanted = {
            "receipt": self.receipt is not None,
            "log": self.log_key is not None,
            "witnesses": bool(self.witnesses),
            "series": bool(self.earlier),
        }
        return {name for name, is_wanted in wanted.items() if is_wanted}


class Note(NamedTuple):
    """Something the reader should know that does not change the verdict."""

    name: str
    text: str


class Report(NamedTuple):
    verdict: str
    steps: list[Step]
    notes: list[Note]
    proof: Proof | None
    uses_test_chain: bool


def verify_proof(value: Any, options: Options) -> Report:
    """Checks a proof, given as a JSON value."""
    try:
        proof = read_proof(value)
    except Malformed as error:
        return Report(FAILED, [Step("format", FAIL, str(error))], [], None, False)
    chains = options.chains
    steps = [
        Step("format", PASS),
        check_seed_commit(proof),
        check_rules(proof),
        check_plan(proof),
        check_entries(proof),
        check_holders(proof),
        check_contributions(proof),
        check_records(proof),
        check_beacon_round(proof, chains),
        check_beacon_value(proof),
        check_beacon_signature(proof),
        check_client_seed(proof),
        check_combined_seed(proof),
        *check_shuffle_and_winners(proof),
        check_names(proof),
        check_assurance(proof, chains),
        check_log(proof, options.log_key),
        check_witnesses(proof, options.witnesses, options.witness_quorum),
        check_audience(proof),
        check_standing(proof),
        check_series(proof, [_earlier_draw(one, chains) for one in options.earlier]),
    ]
    if options.receipt is not None:
        steps.append(check_receipt(proof, options.receipt, options.receipt_key))
    chain = chains.get(proof.freeze.chain_hash) if proof.freeze.kind == "drand" else None
    return Report(
        verdict=_verdict(steps, proof, options),
        steps=steps,
        notes=_notes(steps, proof),
        proof=proof,
        uses_test_chain=chain is not None and not chain.is_pinned,
    )


def _earlier_draw(value: Any, chains: Chains) -> EarlierDraw:
    """An earlier proof is checked without options; the chains are those the program knows."""
    report = verify_proof(value, Options(chains=chains))
    return EarlierDraw(report.proof, report.verdict == FAILED)


def _verdict(steps: list[Step], proof: Proof, options: Options) -> str:
    if any(step.status == FAIL for step in steps):
        return FAILED
    needed = options.asked_for()
    if proof.freeze.kind == "drand":
        needed.add("beacon_signature")
    is_incomplete = any(step.status == SKIP and step.name in needed for step in steps)
    return INCOMPLETE if is_incomplete else VERIFIED


def _notes(steps: list[Step], proof: Proof) -> list[Note]:
    passed = {step.name for step in steps if step.status == PASS}
    notes = []
    if proof.open.plan_hash != proof.close.plan_hash:
        notes.append(Note("plan", "was changed between the opening and the close"))
    if proof.freeze.kind == "drand" and "witnesses" not in passed:
        notes.append(Note("freeze_time", "claimed by the server only"))
    if proof.audience is not None and "audience" in passed:
        devices = sum(entry.device_key != "-" for entry in proof.entries)
        text = (
            f"{len(proof.audience)} of {devices} devices signed that they held this freeze before the draw"
        )
        notes.append(Note("audience", text))
    return notes

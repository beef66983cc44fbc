"""The checks `log`, `witnesses` and `audience` (draw protocol, section 8)."""

from collections.abc import Collection

from . import ed25519
from .forms import Malformed
from .hashing import merkle_root, path_leads_to, record, sha
from .log_record import LogRecord
from .proof import Located, Log, Proof, close_record, freeze_record, list_hash, open_record
from .signed_note import Witness, cosignatures, is_signed_by_log
from .step import FAIL, PASS, SKIP, Step, passes_if

SEEN_LEAD_SECONDS = 5
COSIGNED_LEAD_SECONDS = 3

NO_LOG = "there is no log"
OPEN, CLOSE, FREEZE, REVEAL, RESULT = range(5)


def check_log(proof: Proof, known_key: bytes | None) -> Step:
    """`known_key` is the key the caller trusts; without it the check is skipped if everything else holds."""
    log = proof.log
    if log is None:
        return Step("log", SKIP, NO_LOG)
    try:
        _check_five_records(proof, log)
        _check_more(proof, log)
        _check_after(proof, log)
        _check_tree(log)
        _check_log_signatures(log)
        if known_key is not None and known_key.hex() != log.key:
            raise Malformed("the log has another key")
    except Malformed as error:
        return Step("log", FAIL, str(error))
    if known_key is None:
        return Step(
            "log", SKIP, "the log agrees; whether its key is the installation's was not checked"
        )
    return Step("log", PASS)


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise Malformed(reason)


def _check_five_records(proof: Proof, log: Log) -> None:
    texts = (open_record(proof), close_record(proof), freeze_record(proof))
    for name, located, text in zip(("open", "close", "freeze"), log.records, texts):
        _require(located.text == text, f"the log's {name} record is not the one of this draw")
    reveal, result = log.records[REVEAL].record, log.records[RESULT].record
    _require(
        _is_of_freeze(reveal, "reveal", proof) and reveal["seed_reveal"] == proof.seed_reveal,
        "the log's reveal record is not the one of this draw",
    )
    _require(
        _is_of_freeze(result, "result", proof)
        and (result["combined_seed"], result["list_hash"]) == (proof.combined_seed, list_hash(proof)),
        "the log's result record is not the one of this draw",
    )
    for name, located_texts in (("records", log.records), ("more", log.more), ("after", log.after)):
        indexes = [located.index for located in located_texts]
        _require(
            all(low < high for low, high in zip(indexes, indexes[1:])), f"the indexes of {name} do not ascend"
        )


def _is_of_freeze(found: LogRecord | None, kind: str, proof: Proof) -> bool:
    return (
        found is not None
        and found.kind == kind
        and (found.draw_id, found["freeze_hash"]) == (proof.draw_id, proof.freeze_hash)
    )


def _check_more(proof: Proof, log: Log) -> None:
    opened, closed, frozen, result = (log.records[at].index for at in (OPEN, CLOSE, FREEZE, RESULT))
    plan = proof.open.plan_hash
    for located in log.more:
        found, index = located.record, located.index
        if found is None:
            raise Malformed("more holds something that is no record")
        if found.draw_id != proof.draw_id:
            _require(
                found.kind in ("open", "advance", "void") and index < closed,
                "more holds a record of another draw that does not belong there",
            )
        elif found.kind == "replan":
            _require(opened < index < closed, "the plan was changed before the opening or after the close")
            _require(
                found["open_hash"] == proof.open_hash and found["plan_hash_before"] == plan,
                "a change of the plan does not continue the one before",
            )
            plan = found["plan_hash_after"]
        else:
            _require(
                _is_of_freeze(found, "audience", proof) and frozen < index < result,
                "more holds a record of this draw that does not belong there",
            )
    _require(plan == proof.close.plan_hash, "the changes of the plan do not lead to the plan of the close")


def _check_after(proof: Proof, log: Log) -> None:
    for located in log.after:
        found = located.record
        _require(
            found is not None
            and found.kind in ("claim", "extend", "advance", "void")
            and found.draw_id == proof.draw_id
            and located.index > log.records[RESULT].index,
            "after holds something that is no record of this draw after its result",
        )


def _check_tree(log: Log) -> None:
    checkpoint, first = log.checkpoint, log.freeze_checkpoint
    for located in (*log.records, *log.more, *log.after):
        _require(
            path_leads_to(checkpoint.root, located.text, located.index, checkpoint.size, located.path),
            f"the record at {located.index} is not in the tree of the checkpoint",
        )
    _require(_freeze_is_in_first_checkpoint(log), "the freeze record is not in the tree of its checkpoint")
    _require(
        first.origin == checkpoint.origin
        and first.size <= checkpoint.size
        and (first.size < checkpoint.size or first.root == checkpoint.root),
        "the freeze record's checkpoint is not an earlier state of the log",
    )


def _freeze_is_in_first_checkpoint(log: Log) -> bool:
    freeze, first = log.records[FREEZE], log.freeze_checkpoint
    return path_leads_to(first.root, freeze.text, freeze.index, first.size, log.freeze_path)


def _check_log_signatures(log: Log) -> None:
    key = bytes.fromhex(log.key)
    for note in (log.checkpoint, log.freeze_checkpoint):
        _require(is_signed_by_log(note, key), "a checkpoint is not signed with the key of the log")


def check_witnesses(proof: Proof, witnesses: Collection[Witness], quorum: int) -> Step:
    """Whether enough of the known witnesses saw the freeze record before the draw."""
    name, log = "witnesses", proof.log
    if log is None:
        return Step(name, SKIP, NO_LOG)
    first = cosignatures(log.freeze_checkpoint, witnesses)
    lines = [*first, *cosignatures(log.checkpoint, witnesses)]
    if not lines:
        return Step(name, SKIP, "no cosignature of a known witness")
    if any(line.time is None for line in lines):
        return Step(name, FAIL, "a cosignature of a known witness does not hold")
    if sha(log.records[FREEZE].text) != proof.freeze_hash or not _freeze_is_in_first_checkpoint(log):
        return Step(name, FAIL, "what the witnesses cosigned does not contain the freeze record")
    latest = proof.freeze.draw_at - COSIGNED_LEAD_SECONDS
    in_time = {line.witness for line in first if line.time is not None and 1 <= line.time <= latest}
    if len(in_time) < quorum:
        return Step(name, SKIP, f"{len(in_time)} of {quorum} known witnesses cosigned in time")
    return Step(name, PASS)


def check_audience(proof: Proof) -> Step:
    """Whether the devices signed that they held this freeze before the draw."""
    name, audience = "audience", proof.audience
    if audience is None:
        return Step(name, SKIP, "no device signed")
    before = 0
    signed: list[ed25519.Signed] = []
    leaves: list[bytes] = []
    for seen in audience:
        number, entry = seen.entry_number, proof.entry(seen.entry_number)
        if number <= before:
            return Step(name, FAIL, "the entries of the audience do not ascend")
        if entry is None or entry.device_key == "-":
            return Step(name, FAIL, f"entry {number} has no device")
        if seen.seen_at > proof.freeze.draw_at - SEEN_LEAD_SECONDS:
            return Step(name, FAIL, f"the device of entry {number} saw the freeze too late")
        text = record("draw.seen.v2", proof.draw_id, proof.freeze_hash, number, seen.seen_at)
        signature = bytes.fromhex(seen.signature)
        signed.append(ed25519.Signed(bytes.fromhex(entry.device_key), text, signature))
        leaves.append(text + record(seen.signature))
        before = number
    invalid = ed25519.first_invalid(signed)
    if invalid is not None:
        return Step(name, FAIL, f"the signature of entry {audience[invalid].entry_number} does not hold")
    root = merkle_root(leaves)
    return passes_if(
        all(
            (found["count"], found["root"]) == (len(audience), root)
            for found in _records_of(proof, "audience")
        ),
        name,
        "the log has another audience",
    )


def _records_of(proof: Proof, kind: str) -> list[LogRecord]:
    """The well-formed records of one kind that `more` has of this draw."""
    more: list[Located] = proof.log.more if proof.log else []
    return [
        located.record
        for located in more
        if located.record and located.record.kind == kind and located.record.draw_id == proof.draw_id
    ]

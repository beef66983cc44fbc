"""The command: options, files, output and exit codes (draw protocol, appendices A and B)."""

import argparse
import base64
import binascii
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .chain import PINNED_CHAINS, Chains, read_test_chain
from .forms import HASH, Malformed, printable
from .json_text import MAX_FILE_BYTES, NotJson, parse
from .proof import PROOF_FORMAT
from .receipt import RECEIPT_FORMAT
from .signed_note import Witness, read_witness_key
from .step import FAIL, SKIP
from .verify import FAILED, INCOMPLETE, VERIFIED, Options, Report, verify_proof
from .whole_log import LOG_FILE_FORMAT, check_log_file, read_log_file

EXIT_CODES = {VERIFIED: 0, FAILED: 1, INCOMPLETE: 2}
EXIT_REFUSED = 64

_POSITIVE = re.compile("[1-9][0-9]{0,15}")


class Refused(Exception):
    """Nothing was checked: a file that is refused, or wrong use. The text is one sentence that is safe to print."""


# --- Files ------------------------------------------------------------------------------------------------------


def read_bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not the name of a file"
        raise Refused(f"{printable(path)} cannot be read: {reason}") from None


def parse_document(data: bytes, name: str, wanted_format: str | None) -> Any:
    """The JSON value of a file, an object of that format if one is wanted."""
    try:
        return parse(data, wanted_format)
    except NotJson as error:
        raise Refused(f"{printable(name)} {error}") from None


def read_document(path: str, wanted_format: str | None) -> Any:
    return parse_document(read_bytes(path), path, wanted_format)


# --- Options ----------------------------------------------------------------------------------------------------


def read_key(text: Any, option: str) -> bytes:
    if not isinstance(text, str) or not HASH.fullmatch(text):
        raise Refused(f"{option} is not a key of 64 digits 0-9a-f")
    return bytes.fromhex(text)


def read_known_witness(text: Any) -> Witness:
    try:
        return read_witness_key(text if isinstance(text, str) else "")
    except Malformed as error:
        raise Refused(f"--witness-key: {error}") from None


def add_test_chain(chains: Chains, value: Any) -> Chains:
    try:
        return {**read_test_chain(value), **chains}
    except Malformed as error:
        raise Refused(f"the test chain is not sound: {error}") from None


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise Refused(printable(message))


class _Once(argparse.Action):
    """An option that may be given once."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"{option_string} is given twice")
        setattr(namespace, self.dest, values)


def proof_arguments(words: list[str]) -> argparse.Namespace:
    parser = _Parser(
        prog="glassdrum_verify.py",
        allow_abbrev=False,
        description="Checks the proof of a Glassdrum draw offline. 'log FILE' checks a whole log, '--batch' reads "
        "jobs from standard input.",
        epilog="Exit codes: 0 VERIFIED, 1 FAILED, 2 INCOMPLETE, 64 nothing was checked.",
    )
    parser.add_argument("file", metavar="FILE", help="the proof")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    for name, metavar, text in (
        ("--receipt", "FILE", "check this receipt as well"),
        ("--receipt-key", "HEX", "the installation's public key for the receipt"),
        ("--log-key", "HEX", "the log's public key"),
        ("--witness-quorum", "K", "how many known witnesses must have cosigned in time (default: 1)"),
    ):
        parser.add_argument(name, metavar=metavar, action=_Once, help=text)
    for name, metavar, text in (
        ("--witness-key", "NAME+HASH+KEY", "a known witness (repeatable)"),
        ("--earlier", "FILE", "the proof of an earlier draw of this raffle (repeatable)"),
        ("--test-chain", "FILE", "a drand chain for tests; evidence for nothing (repeatable)"),
    ):
        parser.add_argument(name, metavar=metavar, action="append", default=[], help=text)
    arguments = parser.parse_args(words)
    if arguments.receipt_key is not None and arguments.receipt is None:
        raise Refused("--receipt-key needs --receipt")
    return arguments


def log_arguments(words: list[str]) -> argparse.Namespace:
    parser = _Parser(prog="glassdrum_verify.py log", allow_abbrev=False, description="Checks a log file.")
    parser.add_argument("file", metavar="FILE", help="the log file")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    return parser.parse_args(words)


def read_quorum(text: str) -> int:
    if not _POSITIVE.fullmatch(text):
        raise Refused("--witness-quorum is not an integer from 1")
    return int(text)


def read_options(arguments: argparse.Namespace) -> Options:
    chains = PINNED_CHAINS
    for path in arguments.test_chain:
        chains = add_test_chain(chains, read_document(path, None))
    keys = {
        name: None if text is None else read_key(text, option)
        for name, option, text in (
            ("receipt", "--receipt-key", arguments.receipt_key),
            ("log", "--log-key", arguments.log_key),
        )
    }
    quorum = arguments.witness_quorum
    return Options(
        receipt=None if arguments.receipt is None else read_document(arguments.receipt, RECEIPT_FORMAT),
        receipt_key=keys["receipt"],
        log_key=keys["log"],
        witnesses=tuple(read_known_witness(text) for text in arguments.witness_key),
        witness_quorum=1 if quorum is None else read_quorum(quorum),
        earlier=tuple(read_document(path, PROOF_FORMAT) for path in arguments.earlier),
        chains=chains,
    )


# --- Output -----------------------------------------------------------------------------------------------------


def verify_log(value: Any, name: str) -> Report:
    try:
        log = read_log_file(value)
    except Malformed as error:
        raise Refused(f"{printable(name)} is not a log file: {error}") from None
    steps = check_log_file(log)
    statuses = {step.status for step in steps}
    verdict = FAILED if FAIL in statuses else INCOMPLETE if SKIP in statuses else VERIFIED
    return Report(verdict, steps, [], None, False)


def as_json(report: Report) -> dict[str, Any]:
    return {
        "verdict": report.verdict,
        "steps": [
            {key: text for key, text in step._asdict().items() if key != "reason" or text}
            for step in report.steps
        ],
        "notes": [note._asdict() for note in report.notes],
        "assurance": report.proof.assurance if report.proof else None,
        "draw_id": report.proof.draw_id if report.proof else None,
        "test_chain": report.uses_test_chain,
    }


def as_lines(report: Report) -> Iterator[str]:
    for step in report.steps:
        yield "  ".join(filter(None, (step.status, step.name, step.reason)))
    for note in report.notes:
        yield f"NOTE  {note.name}  {note.text}"
    yield report.verdict


def show(report: Report, in_json: bool) -> None:
    if in_json:
        print(json.dumps(as_json(report)))
    else:
        print("\n".join(as_lines(report)))


# --- Batch: one JSON job a line in, one JSON report a line out ---------------------------------------------------


class Job(NamedTuple):
    """A file's bytes with the options to check it with."""

    kind: str
    data: bytes
    options: dict[str, Any]


def read_job(line: str) -> Job:
    try:
        job = json.loads(line)
        kind, options = job.get("kind", "proof"), job.get("options") or {}
        data = base64.b64decode(job["base64"], validate=True)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
        raise Refused("not a job") from None
    if kind not in ("proof", "log") or not isinstance(options, dict):
        raise Refused("not a job")
    return Job(kind, data, options)


def options_of_job(options: dict[str, Any]) -> Options:
    """Receipt, earlier proofs and chains of a job are JSON values; they are read as strictly as files."""

    def strictly(value: Any, wanted_format: str | None) -> Any:
        try:
            text = json.dumps(value, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError):
            raise Refused("an option is not JSON") from None
        return parse_document(text, "an option", wanted_format)

    def many(name: str) -> list[Any]:
        values = options.get(name) or []
        if not isinstance(values, list):
            raise Refused(f"{name} is not a list")
        return values

    def key(name: str) -> bytes | None:
        return None if options.get(name) is None else read_key(options[name], name)

    chains = PINNED_CHAINS
    for value in many("chains"):
        chains = add_test_chain(chains, strictly(value, None))
    receipt, quorum = options.get("receipt"), options.get("witness_quorum")
    return Options(
        receipt=None if receipt is None else strictly(receipt, RECEIPT_FORMAT),
        receipt_key=key("receipt_key"),
        log_key=key("log_key"),
        witnesses=tuple(read_known_witness(text) for text in many("witness_keys")),
        witness_quorum=1 if quorum is None else read_quorum(str(quorum)),
        earlier=tuple(strictly(value, PROOF_FORMAT) for value in many("earlier")),
        chains=chains,
    )


def run_job(line: str) -> dict[str, Any]:
    try:
        job = read_job(line)
        if job.kind == "log":
            return as_json(verify_log(parse_document(job.data, "the file", LOG_FILE_FORMAT), "the file"))
        options = options_of_job(job.options)
        return as_json(verify_proof(parse_document(job.data, "the file", PROOF_FORMAT), options))
    except (Refused, MemoryError):
        return {"verdict": "REFUSED"}
    except Exception as error:  # A bug of this program: the other jobs shall go on, and the caller shall see it.
        return {"verdict": "ERROR", "error": printable(repr(error))}


def run_batch(lines: Iterable[bytes]) -> int:
    for line in lines:
        if line.strip():
            print(json.dumps(run_job(line.decode("utf-8", "replace"))), flush=True)
    return 0


# --- The command ------------------------------------------------------------------------------------------------


def run(words: list[str]) -> int:
    if words == ["--batch"]:
        return run_batch(sys.stdin.buffer)
    if words[:1] == ["log"]:
        arguments = log_arguments(words[1:])
        report = verify_log(read_document(arguments.file, LOG_FILE_FORMAT), arguments.file)
    else:
        arguments = proof_arguments(words)
        options = read_options(arguments)
        report = verify_proof(read_document(arguments.file, PROOF_FORMAT), options)
        if arguments.test_chain:
            print("Note: a test chain is accepted. It is no evidence for anything.", file=sys.stderr)
    show(report, arguments.json)
    return EXIT_CODES[report.verdict]


def main(words: list[str]) -> int:
    try:
        return run(words)
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
    except MemoryError:
        print("error: the file is too large for the memory of this machine", file=sys.stderr)
    except BrokenPipeError:
        # The reader of the output is gone; without this, Python would complain once more on its way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_REFUSED

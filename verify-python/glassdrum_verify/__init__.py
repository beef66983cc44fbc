"""A second verifier for Glassdrum draws: draw protocol, version 2, written from its text alone.

It shares no code with the program that makes the draws, opens no connection, writes no file and needs nothing but
Python 3.11 and its standard library. Every byte of a file is taken to be chosen by an attacker.

Where to find what (sections of the protocol in brackets):

    json_text       bytes -> values; anything that two programs could read differently is refused [1]
    forms           the forms of single values [1]
    proof           values -> Proof, the check `format` [7]
    hashing         records, commitments, Merkle trees [1, 3]
    draw            numbers from a seed, rows from numbers [5, 6]
    checks          the checks that need nothing but the proof [7]
    signed_note     checkpoints and cosignatures [8]
    log_record      the records of the log [8]
    log_checks      `log`, `witnesses` and `audience` [8]
    prize_status    who holds which prize after the draw: `standing` [6, 8]
    series          several draws of one raffle [8]
    receipt         an entrant's receipt [9]
    whole_log       a file with a whole log [8]
    ed25519         signatures, one or ten thousand at a time [RFC 8032]
    verify          all checks in their order, notes and verdict [7]
    command         options, files, output, exit codes [A, B]

Left out on purpose: BLS signatures, which the standard library cannot check. A drand draw therefore gets INCOMPLETE
at best; everything except the signature of the beacon has then been checked.
"""

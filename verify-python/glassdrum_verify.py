#!/usr/bin/env python3
"""Runs the second verifier, the package `glassdrum_verify` beside this file: `python3 glassdrum_verify.py FILE`."""

import sys

sys.dont_write_bytecode = True

from glassdrum_verify.command import main  # noqa: E402  (the package shall leave no files behind)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Strict JSON: what is refused, and that refusing it takes little time and memory (draw protocol, section 1)."""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import unittest

from support import HERE

from glassdrum_verify.json_text import MAX_FILE_BYTES, NotJson, parse

LARGEST = 2**53 - 1


def is_refused(data):
    try:
        parse(data)
    except NotJson:
        return True
    return False


class Strictness(unittest.TestCase):
    def test_what_could_be_read_in_two_ways_is_refused(self):
        for text in [
            *("", " ", "{", "[", "]", "nul", "nulll", "tru", "NaN", "Infinity", "'a'", "{a:1}", "// x\n1", "1 2"),
            *("[1,]", "[,1]", "[1 2]", "[1}", '{"a":1,}', '{"a"}', '{"a":}', '{,"a":1}', '{"a":1 "b":2}'),
            *("01", "00", "-1", "-0", "+1", "1.0", ".5", "1.", "1e3", "1E3", str(LARGEST + 1), "9" * 17, "0x1"),
            *('"\\x"', '"\\u00g0"', '"\\u00"', '"\t"', '"\n"', '"\x00"', '"a', '"\\', "\x0c1", "\xa01"),
            *('"\\ud800"', '"\\udc00"', '"\\ud800\\ud800"', '"\\ud83d\\\\ude00"', '{"\\ud800":1}', '"\\uDFFF"'),
            *('{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"\\u00e9":1,"\u00e9":2}', '[{"a":[],"b":1,"a":{}}]'),
            *("[" * 65 + "]" * 65, '{"a":' * 64 + "[]" + "}" * 64, "[" * 64 + "{}" + "]" * 64),
        ]:
            with self.subTest(text[:60]):
                self.assertTrue(is_refused(text.encode()))
        for data in (b"\xef\xbb\xbf{}", b'"\xff"', b'"\xed\xa0\x80"', b'"\xc0\x80"', b'"\xe2\x82', b"[1]\x00"):
            with self.subTest(data):
                self.assertTrue(is_refused(data))

    def test_everything_else_is_read_as_python_reads_it(self):
        for text in [
            *("0", "7", str(LARGEST), "9007199254740990", "8999999999999999", "123456789012345", "null", "true"),
            *(' [ 1 , 2 ]\r\n\t', "[]", "{}", '""', '"\\ud83d\\ude00"', '"\\\\ud800"', '"\\"\\\\\\/\\b\\f\\n\\r\\t"'),
            *('"\x7f\u00e9\U0001f600"', '{"a":{"a":{"a":[]}}}', '{"a":1,"A":2}', "[" * 64 + "]" * 64),
            *('{"a":' * 63 + "[1]" + "}" * 63, "[[[[[[1],2],3],4],5],6]", json.dumps(list(range(200)))),
            json.dumps({f"member {i}": [[[[i]]], {"a": {}, "b": 1}] for i in range(200)}),
        ]:
            with self.subTest(text[:60]):
                self.assertEqual(parse(text.encode()), json.loads(text))

    def test_only_an_object_of_the_wanted_format_is_built(self):
        for text in ('{"format":"a"}', '{"x":[[1]],"\\u0066ormat":"\\u0061","y":{"format":"b"}}'):
            self.assertEqual(parse(text.encode(), "a")["\x66ormat"], "a")
        for text in ("[]", '"a"', '{"x":{"format":"a"}}', '[{"format":"a"}]', '{"format":["a"]}', '{"format":1}'):
            with self.assertRaises(NotJson, msg=text):
                parse(text.encode(), "a")

    def test_the_size_of_a_file_is_bounded(self):
        self.assertFalse(is_refused(b'"' + b"a" * (MAX_FILE_BYTES - 2) + b'"'))
        self.assertTrue(is_refused(b'"' + b"a" * (MAX_FILE_BYTES - 1) + b'"'))


class Reference:
    """Section 1 once more, character by character, without anything that makes it fast."""

    def __init__(self, text):
        self.text, self.at = text, 0

    def accepts(self):
        try:
            self.value(1)
            self.space()
        except (ValueError, IndexError):
            return False
        return self.at == len(self.text)

    def space(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1

    def expect(self, character):
        if self.text[self.at] != character:
            raise ValueError
        self.at += 1

    def string(self):
        start = self.at
        self.expect('"')
        while self.text[self.at] != '"':
            self.at += 2 if self.text[self.at] == "\\" else 1
        self.at += 1
        value = json.loads(self.text[start : self.at])
        value.encode()
        return value

    def value(self, depth):
        self.space()
        first = self.text[self.at]
        if first in "[{":
            self.container(first == "{", depth)
        elif first == '"':
            self.string()
        elif first.isdigit():
            start = self.at
            while self.at < len(self.text) and self.text[self.at] in "0123456789":
                self.at += 1
            number = self.text[start : self.at]
            if int(number) > LARGEST or str(int(number)) != number:
                raise ValueError
        else:
            word = next((word for word in ("true", "false", "null") if self.text.startswith(word, self.at)), None)
            self.at += len(word or ())
            if word is None:
                raise ValueError

    def container(self, is_object, depth):
        if depth > 64:
            raise ValueError
        self.at += 1
        self.space()
        names, end = set(), "}" if is_object else "]"
        if self.text[self.at] == end:
            self.at += 1
            return
        while True:
            if is_object:
                self.space()
                name = self.string()
                if name in names:
                    raise ValueError
                names.add(name)
                self.space()
                self.expect(":")
            self.value(depth + 1)
            self.space()
            if self.text[self.at] == end:
                self.at += 1
                return
            self.expect(",")


class RandomTexts(unittest.TestCase):
    SCALARS = ["0", "5", "77", "true", "null", '""', '"ab"', '"\\n"', str(LARGEST), '"\\ud83d\\ude00"', '"\u00e9"']
    BAD = ["01", "-1", "1.0", str(LARGEST + 1), '"\\ud83d"', '"\t"', "tru", '"\\x"', "1e3"]
    WRAPPERS = [("[", "]"), ('{"x":', "}"), ("[1,", "]"), ("[", ",2]"), ('[{"q":', "}]"), ('{"x":1,"y":', "}")]

    def text(self, chance, depth):
        if depth == 0 or chance.random() < 0.35:
            return chance.choice(self.BAD if chance.random() < 0.02 else self.SCALARS)
        count = chance.choice([0, 1, 1, 2, 3, 5]) if chance.random() < 0.97 else chance.choice([32, 33, 65, 130])
        space = [chance.choice(["", "", " ", "\n\t"]) for _ in range(4)]
        items = [self.text(chance, depth - 1) for _ in range(count)]
        if chance.random() < 0.5:
            return "[" + space[0] + f"{space[1]},{space[2]}".join(items) + space[3] + "]"
        names = [
            chance.choice(["a", "b", "\\u0061", "\u00e9", "\\u00e9"])
            if chance.random() < 0.1
            else f"k{chance.randrange(10**6)}"
            for _ in items
        ]
        members = [f'"{name}"{space[1]}:{space[2]}{item}' for name, item in zip(names, items)]
        return "{" + space[0] + f"{space[3]},{space[0]}".join(members) + space[1] + "}"

    def broken(self, chance, data):
        changed = bytearray(data)
        at = chance.randrange(len(changed))
        what = chance.random()
        if what < 0.3:
            del changed[at]
        elif what < 0.6:
            changed.insert(at, chance.choice(b'[]{},:"0 a\\\n1'))
        else:
            changed[at] = chance.choice(b'[]{},:"0 a\\\n1')
        return bytes(changed)

    def test_a_slow_reader_accepts_the_same(self):
        chance = random.Random(2)
        accepted = refused = 0
        for _ in range(3000):
            text = self.text(chance, chance.choice([1, 2, 3, 4, 5, 7]))
            if chance.random() < 0.15:
                depth, (left, right) = chance.choice([60, 61, 62, 63, 64]), chance.choice(self.WRAPPERS)
                text = left * depth + text + right * depth
            data = text.encode()
            if chance.random() < 0.4:
                data = self.broken(chance, data)
            try:
                wanted = Reference(data.decode()).accepts()
            except UnicodeDecodeError:
                wanted = False
            self.assertEqual(not is_refused(data), wanted, data)
            accepted, refused = accepted + wanted, refused + (not wanted)
        self.assertGreater(accepted, 500)
        self.assertGreater(refused, 500)


MIB = 1024 * 1024
PREFIX = '{"format":"draw-proof/2","x":'

# What a file of n bytes looks like that is made to hurt.
HOSTILE = {
    "arrays in arrays": lambda n: "[" * n,
    "objects in objects": lambda n: '{"a":' * (n // 5),
    "closed chains": lambda n: "[" + ("[" * 62 + "]" * 62 + ",") * (n // 125) + "0]",
    "chains of objects": lambda n: "[" + ('{"":' * 62 + "0" + "}" * 62 + ",") * (n // 312) + "0]",
    "empty arrays": lambda n: PREFIX + "[" + "[]," * (n // 3) + "0]}",
    "arrays of depth 5": lambda n: PREFIX + "[" + "[[[[[]]]]]," * (n // 11) + "0]}",
    "objects of two": lambda n: PREFIX + "[" + '{"":0,"a":0},' * (n // 13) + "0]}",
    "many members": lambda n: PREFIX + "{" + ",".join(f'"{i:x}":0' for i in range(n // 10)) + "}}",
    "a late duplicate": lambda n: "{" + ",".join(f'"{i:x}":0' for i in range(n // 10)) + ',"1":0}',
    "many numbers": lambda n: PREFIX + "[" + "257," * (n // 4) + "0]}",
    "many strings": lambda n: PREFIX + "[" + '"ab",' * (n // 5) + "0]}",
    "a long number": lambda n: "9" * n,
    "a string without an end": lambda n: '"' + "a" * n,
    "escapes and a surrogate": lambda n: '"' + "\\ud83d\\ude00" * (n // 12) + '\\ud800"',
    "wide characters, then nonsense": lambda n: '["' + "\U0001f600" * (n // 4) + '"x]',
    "spaces": lambda n: " " * n,
    "entries, then nonsense": lambda n: "["
    + '["in","self",[1],"{}","-","-"],'.format("a" * 64) * (n // 94)
    + "01]",
    "another format": lambda n: '{"format":"other","x":[' + "123456789," * (n // 10) + "0]}",
}

CHILD = """
import resource, sys
sys.path.insert(0, {here!r})
from glassdrum_verify.command import main
sys.exit(main([{path!r}]))
"""


class HostileFiles(unittest.TestCase):
    SIZE = 10 * MIB

    def run_limited(self, path, memory):
        """Exit code, output and processor seconds of the command in a process with that much memory."""

        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            resource.setrlimit(resource.RLIMIT_CPU, (60, 60))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [sys.executable, "-B", "-c", CHILD.format(here=HERE, path=path)]
        done = subprocess.run(words, capture_output=True, text=True, check=False, preexec_fn=limit)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "hostile.json")

    def write(self, text):
        with open(self.path, "wb") as file:
            file.write(text.encode())

    def base_memory(self):
        """What the interpreter and the program need with a tiny file: the least at which it still refuses it."""
        self.write("[]")
        for mib in range(16, 512, 8):
            done, _ = self.run_limited(self.path, mib * MIB)
            if done.returncode == 64:
                return mib * MIB
        self.fail("the program does not run")

    def test_a_hostile_file_is_refused_within_bounds_of_time_and_memory(self):
        base = self.base_memory()
        for name, make in HOSTILE.items():
            with self.subTest(name):
                text = make(self.SIZE)
                self.assertLess(abs(len(text.encode()) - self.SIZE), self.SIZE // 4)
                self.write(text)
                done, seconds = self.run_limited(self.path, base + 6 * len(text.encode()))
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (64, "", 1), done.stderr)
                self.assertNotIn("memory", done.stderr)
                # 1 s for 10 MiB, and the same again for the start of the interpreter and a busy machine.
                self.assertLess(seconds, 2)

    def test_the_limits_can_be_missed(self):
        base = self.base_memory()
        self.write('{"format":"draw-proof/2","x":"' + "a" * self.SIZE + '"}')
        done, _ = self.run_limited(self.path, base + self.SIZE // 2)
        self.assertIn("memory", done.stderr)
        done, _ = self.run_limited(self.path, base + 6 * self.SIZE)
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_a_small_file_is_judged_by_section_1_alone(self):
        for name in ("empty arrays", "arrays of depth 5", "objects of two", "many members", "many numbers"):
            with self.subTest(name):
                self.write(HOSTILE[name](MIB - 64))
                started = time.process_time()
                done, _ = self.run_limited(self.path, 512 * MIB)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertLess(time.process_time() - started, 5)


if __name__ == "__main__":
    unittest.main()

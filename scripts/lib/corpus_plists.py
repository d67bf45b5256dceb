"""What CPython needs for the property lists of a corpus, for scripts/bench.

    corpus_plists.py prepare CORPUS WORK   converts each project.pbxproj to XML, lists all property lists in WORK/plists
    corpus_plists.py parse WORK            parses all of them with plistlib
    corpus_plists.py start                 nothing: what the process costs by itself
"""

import os
import plistlib
import string
import sys

UNQUOTED = frozenset(string.ascii_letters + string.digits + "_$/:.-")
ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


class OpenStep:
    """A reader of old-style property lists, as far as projects use them."""

    def __init__(self, text):
        self.text = text
        self.position = 0

    def skip(self):
        text = self.text
        while self.position < len(text):
            if text[self.position].isspace():
                self.position += 1
            elif text.startswith("//", self.position):
                end = text.find("\n", self.position)
                self.position = len(text) if end < 0 else end
            elif text.startswith("/*", self.position):
                self.position = text.index("*/", self.position) + 2
            else:
                return

    def take(self, character):
        self.skip()
        if self.text[self.position] != character:
            return False
        self.position += 1
        return True

    def value(self):
        if self.take("{"):
            result = {}
            while not self.take("}"):
                key = self.value()
                assert self.take("="), self.position
                result[key] = self.value()
                assert self.take(";"), self.position
            return result
        if self.take("("):
            result = []
            while not self.take(")"):
                result.append(self.value())
                self.take(",")
            return result
        if self.take('"'):
            return self.quoted()
        start = self.position
        while self.text[self.position] in UNQUOTED:
            self.position += 1
        assert self.position > start, self.position
        return self.text[start : self.position]

    def quoted(self):
        parts = []
        while self.text[self.position] != '"':
            character = self.text[self.position]
            if character == "\\":
                self.position += 1
                character = self.text[self.position]
                character = ESCAPES.get(character, character)
            parts.append(character)
            self.position += 1
        self.position += 1
        return "".join(parts)


def prepare(corpus, work):
    paths = []
    for folder, _, names in os.walk(corpus):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".plist"):
                paths.append(path)
            elif name.endswith(".pbxproj"):
                with open(path, encoding="utf-8") as file:
                    project = OpenStep(file.read()).value()
                xml = os.path.join(work, f"project-{len(paths)}.plist")
                with open(xml, "wb") as file:
                    plistlib.dump(project, file)
                paths.append(xml)
    with open(os.path.join(work, "plists"), "w", encoding="utf-8") as file:
        file.write("\n".join(sorted(paths)))


def parse(work):
    with open(os.path.join(work, "plists"), encoding="utf-8") as file:
        paths = file.read().split("\n")
    for path in paths:
        with open(path, "rb") as file:
            try:
                plistlib.load(file)
            except Exception:  # noqa: BLE001 - plistlib reads neither OpenStep nor templates
                pass


match sys.argv[1:]:
    case ["prepare", corpus, work]:
        prepare(corpus, work)
    case ["parse", work]:
        parse(work)
    case ["start"]:
        pass
    case _:
        sys.exit(__doc__)

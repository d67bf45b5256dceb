"""Finds the decisions in Swift sources, and rewrites them so that an environment variable selects one to be wrong.

Every place gets its own operator instead of the original one: `os >= .v11` becomes `os >=^^~% .v11`. So one build contains
all mutants, the sources need no parser, and the precedence of operators does not change.
"""

import re
from dataclasses import dataclass, field

ALPHABET = "^~%*"
VARIABLE = "HOMESCREEN_MUTANT"

COMPARISONS = {">=": (">", "<"), ">": (">=", "<="), "<=": ("<", ">"), "<": ("<=", ">=")}
OPPOSITE = {"==": "!=", "!=": "==", "===": "!==", "!==": "==="}
ERRORS = {
    "iconNameNotFound", "operationCancelled", "featureUnsupported", "resourceTemporarilyUnavailable",
    "identityMismatch", "upcallBundleNotLoaded",
}


@dataclass
class Site:
    """A place in a source, with the names of its mutants."""

    path: str
    line: int
    start: int
    end: int
    token: str
    kind: str
    mutants: tuple
    number: int = 0
    text: str = ""


@dataclass
class Source:
    path: str
    text: str
    sites: list = field(default_factory=list)


def masked(text):
    """Returns the text with spaces for comments and strings, at the same length."""
    out, i, n = list(text), 0, len(text)

    def blank(a, b):
        for k in range(a, b):
            if out[k] != "\n":
                out[k] = " "

    while i < n:
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = n if end < 0 else end
        elif text.startswith("/*", i):
            end = text.find("*/", i) + 2
        elif text.startswith('"""', i):
            end = text.find('"""', i + 3) + 3
        elif text[i] == '"':
            end, depth = i + 1, 0
            while end < n and (text[end] != '"' or depth):
                if text.startswith("\\(", end):
                    depth += 1
                    end += 2
                    continue
                if depth and text[end] == "(":
                    depth += 1
                elif depth and text[end] == ")":
                    depth -= 1
                elif text[end] == "\\":
                    end += 1
                elif depth and text[end] == '"':
                    end = text.find('"', end + 1)
                end += 1
            end += 1
        else:
            i += 1
            continue
        blank(i, end)
        i = end
    return "".join(out)


def operand_start(mask, end):
    """Returns the start of the operand that ends here: names, dots, calls and subscripts."""
    i, depth = end - 1, 0
    while i >= 0:
        char = mask[i]
        if char in ")]}":
            depth += 1
        elif char in "([{":
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and not (char.isalnum() or char in "_.?!"):
            break
        i -= 1
    return i + 1


def conditions(mask, line_start, line):
    """Yields the start and end of each condition of an `if` or `guard` that is on one line."""
    found = re.match(r"\s*(?:\} else )?(?:if|guard) (.+?) (?:else )?\{", line)
    if not found:
        return
    start, depth = found.start(1), 0
    text = found.group(1)
    begin = 0
    for k, char in enumerate(text + ","):
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char == "," and depth == 0:
            part = text[begin:k]
            lead = len(part) - len(part.lstrip())
            yield line_start + start + begin + lead, line_start + start + k
            begin = k + 1


def find(source, versions, leave_out):
    """Finds all sites in a source."""
    mask = masked(source.text)
    skipped = skipped_lines(mask, leave_out)
    line_of = [0]
    for char in mask:
        line_of.append(line_of[-1] + (char == "\n"))
    lines = mask.split("\n")
    sites = []

    def add(start, end, kind, *mutants):
        line = line_of[start]
        if line in skipped or not mutants:
            return
        sites.append(
            Site(source.path, line + 1, start, end, source.text[start:end], kind, mutants,
                 text=source.text.split("\n")[line].strip()))

    for match in re.finditer(r"(?<=\s)(>=|<=|<|>|===|!==|==|!=|&&|\|\|)(?=\s)", mask):
        token, rest = match.group(1), mask[match.end():match.end() + 60].lstrip()
        if token in COMPARISONS:
            names = [f"{token} becomes {other}" for other in COMPARISONS[token]]
            if re.match(r"(?:\.|OSVersion\.)(?:%s)\b|OSVersion\(" % "|".join(versions), rest):
                names.append("one version earlier")
            add(*match.span(1), "comparison", *names)
        elif token in OPPOSITE:
            add(*match.span(1), "equality", f"{token} becomes {OPPOSITE[token]}")
        elif token == "&&":
            add(*match.span(1), "and", "only the left side", "only the right side", "&& becomes ||")
        else:
            add(*match.span(1), "or", "only the left side", "only the right side", "|| becomes &&")
    for match in re.finditer(r"(?<=[\s(\[{])!(?=[A-Za-z_(])", mask):
        add(*match.span(), "not", "without !")
    for match in re.finditer(r"(?<![\w.`])(true|false)\b(?!\s*:)", mask):
        add(*match.span(1), "literal", f"the opposite of {match.group(1)}")
    for match in re.finditer(r"(?<=[\s(])\.(%s)\b" % "|".join(ERRORS), mask):
        add(*match.span(), "error", "another error")
    for match in re.finditer(r"(?:static let \w+ = |milliseconds: |seconds: )(\d+(?:\.\d+)?)\b", mask):
        add(*match.span(1), "number", "one more")
    offset = 0
    for line in lines:
        for start, end in conditions(mask, offset, line):
            text = mask[start:end]
            if not re.match(r"(let|var|case|#available)\b", text) and not has_operator(text):
                add(start, end, "condition", "the other branch")
        offset += len(line) + 1
    for match in re.finditer(r"(?<=[\w)\]])( \? )(?=\S)", mask):
        start = operand_start(mask, match.start(1))
        text = mask[start:match.start(1)]
        before = mask[max(0, start - 4):start].strip()
        if text and not has_operator(text) and not before.endswith(tuple("=<>&|!")) or before.endswith(" ="):
            add(start, match.start(1), "condition", "the other branch")
    sites.sort(key=lambda site: (site.start, -site.end))
    # If two sites overlap, such as a condition and a place in its closure, only the first is kept.
    kept, last = [], -1
    for site in sites:
        if site.start >= last:
            kept.append(site)
            last = site.end
    source.sites = kept


def has_operator(text):
    return re.search(r"\s(>=|<=|<|>|===|!==|==|!=|&&|\|\||\?\?|\?|as|is|in|try)\s|^try\b|^!", text) is not None


def skipped_lines(mask, leave_out):
    """Returns the lines without decisions: the program's own limits, bookkeeping, texts for users and declarations."""
    skipped, lines = set(), mask.split("\n")
    depth_of_body = None
    depth = 0
    for number, line in enumerate(lines):
        if depth_of_body is None and any(re.search(pattern, line) for pattern in leave_out["bodies"]):
            depth_of_body = depth
        if depth_of_body is not None or any(re.search(pattern, line) for pattern in leave_out["lines"]):
            skipped.add(number)
        depth += line.count("{") - line.count("}")
        if depth_of_body is not None and depth <= depth_of_body and "}" in line:
            depth_of_body = None
    return skipped


def suffix(number):
    digits = ""
    for _ in range(6):
        digits = ALPHABET[number % 4] + digits
        number //= 4
    return digits


def operator(site):
    stem = {"not": "!", "literal": "+", "error": "+", "number": "+", "condition": "+"}.get(site.kind, site.token)
    return stem + suffix(site.number)


def mutated(source):
    """Returns the text of the source with the operators of its sites."""
    text, out, at = source.text, [], 0
    for site in source.sites:
        out.append(text[at:site.start])
        name = operator(site)
        if site.kind in ("literal", "error", "number"):
            out.append(name + site.token)
        elif site.kind == "condition":
            out.append(f"{name}({site.token})")
        else:
            out.append(name)
        at = site.end
    out.append(text[at:])
    return "".join(out)


def declarations(sites):
    """Returns the source that declares all operators."""
    lines = [HEAD]
    for site in sites:
        name, first = operator(site), site.first
        if site.kind == "comparison":
            a, b = COMPARISONS[site.token]
            lines.append(f"infix operator {name}: ComparisonPrecedence")
            for kind, earlier in (("<T: Comparable>", "b"), ("", "Mutant.earlier(b)")):
                typed = "T" if kind else "OSVersion"
                lines.append(
                    f"func {name} {kind}(a: {typed}, b: {typed}) -> Bool {{ switch Mutant.chosen {{ case {first}: a {a} b; "
                    f"case {first + 1}: a {b} b; case {first + 2}: a {site.token} {earlier}; default: a {site.token} b }} }}")
        elif site.kind == "equality":
            lines.append(f"infix operator {name}: ComparisonPrecedence")
            opposite, token = OPPOSITE[site.token], site.token
            if token in ("===", "!=="):
                heads = ["(a: AnyObject?, b: AnyObject?)"]
            else:
                heads = ["<T: Equatable>(a: T, b: T)", "<T>(a: T?, b: _OptionalNilComparisonType)", "(a: Any.Type, b: Any.Type)"]
            for head in heads:
                lines.append(
                    f"func {name} {head} -> Bool {{ Mutant.chosen == {first} ? a {opposite} b : a {token} b }}")
        elif site.kind in ("and", "or"):
            token = "&&" if site.kind == "and" else "||"
            other = "||" if site.kind == "and" else "&&"
            group = "LogicalConjunctionPrecedence" if site.kind == "and" else "LogicalDisjunctionPrecedence"
            lines.append(f"infix operator {name}: {group}")
            lines.append(
                f"func {name} (a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool {{ switch Mutant.chosen {{ "
                f"case {first}: a; case {first + 1}: try b(); case {first + 2}: try a {other} b(); "
                f"default: try a {token} b() }} }}")
        else:
            lines.append(f"prefix operator {name}")
            if site.kind == "error":
                body = f"Mutant.chosen == {first} ? Mutant.other(a) : a"
                lines.append(f"prefix func {name} (a: NSErrorValue) -> NSErrorValue {{ {body} }}")
            elif site.kind == "number":
                lines.append(
                    f"prefix func {name} <T: Numeric>(a: T) -> T {{ Mutant.chosen == {first} ? a + 1 : a }}")
            elif site.kind == "not":
                lines.append(f"prefix func {name} (a: Bool) -> Bool {{ Mutant.chosen == {first} ? a : !a }}")
            else:
                lines.append(f"prefix func {name} (a: Bool) -> Bool {{ Mutant.chosen == {first} ? !a : a }}")
    return "\n".join(lines) + "\n"


HEAD = f"""import Glibc

enum Mutant {{
  static let chosen: Int = getenv("{VARIABLE}").flatMap {{ Int(String(cString: $0)) }} ?? 0

  static func earlier(_ version: OSVersion) -> OSVersion {{
    OSVersion.milestones(from: OSVersion.oldest).last {{ $0 < version }} ?? version
  }}

  static func other(_ error: NSErrorValue) -> NSErrorValue {{
    error == .operationCancelled ? .featureUnsupported : .operationCancelled
  }}
}}
"""

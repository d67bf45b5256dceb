"""The release notes of a version: its section in CHANGELOG.md."""

import sys


def section(text, version):
    """The lines of a version's section, without blank lines at the start and the end."""
    lines = text.split("\n")
    starts = [index for index, line in enumerate(lines) if line.startswith("## ")]
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        if lines[start].split()[1:2] == [version]:
            found = lines[start + 1 : end]
            while found and not found[0].strip():
                del found[0]
            while found and not found[-1].strip():
                del found[-1]
            return found
    raise SystemExit(f"error: CHANGELOG.md has no heading “## {version}”")


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print("\n".join(section(file.read(), sys.argv[2])))

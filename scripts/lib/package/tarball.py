"""The tarball: the executable where it unpacks, and what belongs beside it."""

from about import NAME
from archive import Entry, entries_below, gzipped, tar, with_parents

# Where the files of the installed tree lie in it, by the beginning of their paths.
PLACES = [
    (f"usr/bin/{NAME}", NAME),
    (f"usr/share/doc/{NAME}/", ""),
    (f"usr/share/{NAME}/", "lua/"),
    (f"usr/share/bash-completion/completions/{NAME}", f"completions/{NAME}.bash"),
    ("usr/share/zsh/vendor-completions/", "completions/"),
    ("usr/share/fish/vendor_completions.d/", "completions/"),
    ("usr/share/man/man1/", "man/"),
]


def make(package):
    """The name of the file, and its bytes."""
    entries = []
    for entry in entries_below(package.tree):
        if entry.data is not None:
            entries.append(Entry(f"{package.stem}/{place(entry.path)}", entry.data, entry.mode))
    return f"{package.stem}.tar.gz", gzipped(tar(with_parents(entries)))


def place(path):
    for begin, new in PLACES:
        if path.startswith(begin):
            return new + path[len(begin) :]
    raise SystemExit(f"error: {path} has no place in the tarball; see scripts/lib/package/tarball.py")

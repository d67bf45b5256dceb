"""The tarball: the executable at the top, with its documents, completions, manual page and Lua files."""

from about import NAME
from archive import Entry, entries_below, gzipped, tar, with_parents

# The paths of the installed files in the tarball, by prefix.
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
    """Returns the file's name and bytes."""
    entries = []
    for entry in entries_below(package.tree):
        if entry.data is not None:
            entries.append(Entry(f"{package.stem}/{place(entry.path)}", entry.data, entry.mode))
    return f"{package.stem}.tar.gz", gzipped(tar(with_parents(entries)))


def place(path):
    for begin, new in PLACES:
        if path.startswith(begin):
            return new + path[len(begin) :]
    raise SystemExit(f"error: the tarball has no place for {path}; add one to scripts/lib/package/tarball.py")

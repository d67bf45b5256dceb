"""Reproducible archives: the same files give the same bytes, because times, owners and order are fixed."""

import gzip
import io
import lzma
import os
import tarfile

from about import EPOCH


class Entry:
    """A file, a folder or a symbolic link in an archive."""

    def __init__(self, path, data=None, mode=0o644, link=None):
        self.path = path
        self.data = data
        self.mode = mode
        self.link = link

    @classmethod
    def folder(cls, path, mode=0o755):
        return cls(path, mode=mode)


def entries_below(folder, prefix=""):
    """The files and folders in a folder. A file is executable if its owner can execute it."""
    found = []
    for name in sorted(os.listdir(folder)):
        path, inside = os.path.join(folder, name), prefix + name
        if os.path.isdir(path):
            found += [Entry.folder(inside)] + entries_below(path, inside + "/")
        else:
            with open(path, "rb") as file:
                found.append(Entry(inside, file.read(), 0o755 if os.access(path, os.X_OK) else 0o644))
    return found


def with_parents(entries):
    """The entries with all their parent folders, sorted by path, so that a folder comes before its content."""
    known = {entry.path: entry for entry in entries}
    for entry in entries:
        parts = entry.path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            path = "/".join(parts[:count])
            known.setdefault(path, Entry.folder(path))
    return [known[path] for path in sorted(known)]


def tar(entries, prefix=""):
    """A tar archive with the entries in their order."""
    output = io.BytesIO()
    # ustar has no fields that differ between machines.
    with tarfile.open(fileobj=output, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for entry in entries:
            info = tarfile.TarInfo(prefix + entry.path)
            info.mtime, info.mode, info.uname, info.gname = EPOCH, entry.mode, "root", "root"
            if entry.link is not None:
                info.type, info.linkname, info.mode = tarfile.SYMTYPE, entry.link, 0o777
                archive.addfile(info)
            elif entry.data is None:
                info.type = tarfile.DIRTYPE
                archive.addfile(info)
            else:
                info.size = len(entry.data)
                archive.addfile(info, io.BytesIO(entry.data))
    return output.getvalue()


def gzipped(data):
    """The data compressed with gzip, without a file name or a time."""
    return gzip.compress(data, 9, mtime=0)


def xzipped(data):
    """The data compressed with xz, as in Debian packages."""
    return lzma.compress(data, preset=9)


def write(path, data):
    """Writes a file atomically."""
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)

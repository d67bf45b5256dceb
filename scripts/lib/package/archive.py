"""Archives that are the same, byte for byte, when made of the same files: times, owners and order are fixed."""

import gzip
import io
import lzma
import os
import tarfile

from about import EPOCH


class Entry:
    """A file, a folder or a symbolic link of an archive."""

    def __init__(self, path, data=None, mode=0o644, link=None):
        self.path = path
        self.data = data
        self.mode = mode
        self.link = link

    @classmethod
    def folder(cls, path, mode=0o755):
        return cls(path, mode=mode)


def entries_below(folder, prefix=""):
    """The files of a folder, with the folders above them; executable is what the owner may execute."""
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
    """The entries, and a folder for each one above them that is not there; ascending, so that folders come first."""
    known = {entry.path: entry for entry in entries}
    for entry in entries:
        parts = entry.path.split("/")[:-1]
        for count in range(1, len(parts) + 1):
            path = "/".join(parts[:count])
            known.setdefault(path, Entry.folder(path))
    return [known[path] for path in sorted(known)]


def tar(entries, prefix=""):
    """A tape archive, in the order of the entries."""
    output = io.BytesIO()
    # ustar has no room for what differs between machines.
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
    """Compressed, without a name or a time of its own."""
    return gzip.compress(data, 9, mtime=0)


def xzipped(data):
    """Compressed, as Debian's packages are."""
    return lzma.compress(data, preset=9)


def write(path, data):
    """Writes a file that appears whole or not at all."""
    with open(path + ".new", "wb") as file:
        file.write(data)
    os.replace(path + ".new", path)

"""A wheel, for pip, pipx, uv and pre-commit. It contains no Python, only the executable for `bin`."""

import base64
import hashlib
import io
import re
import stat
import time
import zipfile

from about import AUTHORS, EPOCH, LICENSE, LICENSE_FILES, MAIN, NAME

# 1980-01-01 00:00:00 UTC, the earliest time that a ZIP file can store.
FIRST_ZIP_TIME = 315532800


def make(package):
    """Returns the file's name and bytes."""
    platforms = ".".join(package.wheel_platforms)
    stem = f"{package.program.distribution}-{package.version}"
    info = f"{stem}.dist-info"
    # The installer moves the files in `scripts` to `bin`.
    files = [
        (f"{stem}.data/scripts/{package.program.name}", package.executable(), 0o755),
        (f"{info}/METADATA", metadata(package).encode(), 0o644),
        (f"{info}/WHEEL", tags(package).encode(), 0o644),
    ]
    files += [(f"{info}/licenses/{name}", package.document(name), 0o644) for name in LICENSE_FILES]
    record = "".join(f"{path},sha256={digest(data)},{len(data)}\n" for path, data, _ in files)
    record += f"{info}/RECORD,,\n"
    files.append((f"{info}/RECORD", record.encode(), 0o644))

    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, data, mode in files:
            entry = zipfile.ZipInfo(path, time.gmtime(max(EPOCH, FIRST_ZIP_TIME))[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix
            # Installers apply the mode only if the entry is marked as a regular file.
            entry.external_attr = (stat.S_IFREG | mode) << 16
            archive.writestr(entry, data)
    return f"{stem}-py3-none-{platforms}.whl", output.getvalue()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def tags(package):
    lines = ["Wheel-Version: 1.0", f"Generator: {NAME} {package.version}", "Root-Is-Purelib: false"]
    lines += [f"Tag: py3-none-{platform}" for platform in package.wheel_platforms]
    return "\n".join(lines) + "\n"


def metadata(package):
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {package.program.name}",
        f"Version: {package.version}",
        f"Summary: {package.program.summary}",
        f"Author: {AUTHORS}",
        f"License-Expression: {LICENSE}",
        *(f"License-File: {name}" for name in LICENSE_FILES),
        "Classifier: Environment :: Console",
        "Classifier: Intended Audience :: Developers",
        "Classifier: Topic :: Software Development :: Quality Assurance",
        "Classifier: Topic :: Software Development :: Testing",
        "Requires-Python: >=3.7",
        *([f"Project-URL: Source, {package.repository}"] if package.repository else []),
        *package.filled(package.program.wheel_fields),
        "Description-Content-Type: text/markdown",
        "",
    ]
    return "\n".join(lines) + "\n" + page(package)


def page(package):
    """The description that a package index shows."""
    if package.program is MAIN:
        return with_whole_links(package.document("README.md").decode(), package)
    return f"# {package.program.name}\n\n{package.program.description}\n"


def with_whole_links(text, package):
    """The text with absolute links and pictures: relative ones would not work on a package index."""
    if not package.repository:
        return text
    files, pictures = (f"{package.repository}/{kind}/v{package.version}/" for kind in ("blob", "raw"))
    text = re.sub(r"\]\((?!https?:|#)", f"]({files}", text)
    return re.sub(r'src="(?!https?:)', f'src="{pictures}', text)

"""Two apps with 35 alternate icons each, for the time that icon sheets take.

python3 make_sheet_apps.py FOLDER writes Loose.app, with files of 120, 152 and 180 pixels for every icon, and
a folder Catalog with an Info.plist and sets of one picture of 1024 pixels each, as most have today.
"""

import json
import os
import plistlib
import struct
import sys
import zlib

NAMES = [f"Icon{number}" for number in range(36)]


def png(side, number):
    """A colour that runs into another, with grain and a disc: as hard to pack as drawings are."""
    one, other = (number * 37 % 256, number * 91 % 256, 80), (40, number * 53 % 256, number * 17 % 256)
    radius = side // 3 + number
    rows = bytearray()
    for y in range(side):
        rows.append(0)
        across = (radius * radius - (y - side // 2) ** 2)
        half = int(across ** 0.5) if across > 0 else 0
        colour = [(a * (side - y) + b * y) // side for a, b in zip(one, other)]
        plain = bytes((value + grain) & 255 for grain in (0, 1, 3, 0, 2, 1, 0, 2) for value in colour)
        row = bytearray((plain * (side // 8 + 1))[:3 * side])
        inside = slice(3 * (side // 2 - half), 3 * (side // 2 + half))
        row[inside] = bytes(255 - value for value in row[inside])
        rows += row

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))


def write(path, content):
    """A file, with the folders above it."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def icons(files):
    """CFBundleIcons: the first name is the primary icon's."""
    return {
        "CFBundlePrimaryIcon": {files: [NAMES[0]] if files == "CFBundleIconFiles" else NAMES[0]},
        "CFBundleAlternateIcons": {
            name: {files: [name] if files == "CFBundleIconFiles" else name} for name in NAMES[1:]},
    }


def plist(name, files):
    """An Info.plist."""
    return plistlib.dumps({
        "CFBundleIdentifier": f"com.example.{name.lower()}", "CFBundleName": name, "UIDeviceFamily": [1, 2],
        "CFBundleIcons": icons(files), "CFBundleIcons~ipad": icons(files),
    })


def main():
    """Writes both."""
    folder = sys.argv[1]
    loose, catalog = os.path.join(folder, "Loose.app"), os.path.join(folder, "Catalog")
    write(os.path.join(loose, "Info.plist"), plist("Loose", "CFBundleIconFiles"))
    write(os.path.join(catalog, "Info.plist"), plist("Catalog", "CFBundleIconName"))
    contents = json.dumps({"images": [
        {"filename": "icon.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"},
    ], "info": {"author": "xcode", "version": 1}}).encode()
    for number, name in enumerate(NAMES):
        for side, suffix in [(120, "@2x"), (180, "@3x"), (152, "@2x~ipad")]:
            write(os.path.join(loose, f"{name}{suffix}.png"), png(side, number))
        made = os.path.join(catalog, "Assets.xcassets", name + ".appiconset")
        write(os.path.join(made, "icon.png"), png(1024, number))
        write(os.path.join(made, "Contents.json"), contents)


if __name__ == "__main__":
    main()

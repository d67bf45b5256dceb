"""Writes the input files for the commands of scripts/bench to the current folder; each section has a function."""

import json
import os
import plistlib
import re
import shutil
import struct
import zlib

from timing import Missing

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
LUA, APPS = os.path.join(ROOT, "lua"), os.path.join(ROOT, "lua", "scenarios", "seeds", "fixtures")
CORPUS = os.path.abspath(os.environ.get("HOMESCREEN_CORPUS") or os.path.join(ROOT, "..", "shared", "corpus"))
SNAPSHOTS = os.environ.get("HOMESCREEN_SNAPSHOTS") and os.path.abspath(os.environ["HOMESCREEN_SNAPSHOTS"])

# The amount of work per process: scenarios of homescreen and busted, stories, turns of a loop, Swift files, undone lines.
SCENARIOS, BUSTED_SCENARIOS, STORIES, TURNS, SOURCES, UNDONE = 2000, 300, 20_000, 2000, 5000, 20

PARSE = """import plistlib, sys
for path in open(sys.argv[1], encoding="utf-8").read().split("\\n"):
    try:
        with open(path, "rb") as file:
            plistlib.load(file)
    except Exception:  # plistlib reads neither the old format nor templates.
        pass
"""


def write(path, content):
    """Writes a file, and makes its parent folders."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def script(path, name, **values):
    """Writes a script from the folder `lua`, with values for its names in capitals."""
    with open(os.path.join(HERE, "lua", name + ".lua"), encoding="utf-8") as file:
        write(path, "".join(f"local {name} = {json.dumps(value)}\n" for name, value in values.items()) + file.read())


def specs(name, *counts):
    """Writes a spec with different numbers of scenarios."""
    for count in counts:
        script(f"{name}-{count}_spec.lua", name, COUNT=count, BLOCKS=1)


def app(name, folder="."):
    """Copies an app of the built-in scenarios."""
    shutil.copytree(os.path.join(APPS, name), os.path.join(folder, name), dirs_exist_ok=True)


def start():
    write("one-line.lua", "local answer = 42\n")


def scenario():
    app("ChangeIcon.app")
    specs("device", 1, SCENARIOS + 1)
    specs("empty", 1, SCENARIOS + 1, BUSTED_SCENARIOS + 1)


def coldstart():
    app("ToolBox.app")
    specs("cold", 1, SCENARIOS + 1)
    specs("empty", 1, BUSTED_SCENARIOS + 1)


def turns(name, counts, all_turns):
    for count in counts:
        for number in all_turns:
            script(f"{name}-{count}-{number}.lua", name, COUNT=count, TURNS=number)


def apps():
    turns("apps", (1, 100), (0, TURNS))


def icons():
    turns("icons", (10, 100, 1000), (1000, 1000 + TURNS))


def pairs():
    for number in (0, TURNS):
        script(f"numbers-{number}.lua", "pairs", TURNS=number, PREFIX=False)
        script(f"strings-{number}.lua", "pairs", TURNS=number, PREFIX="key")


def runner():
    specs("empty", 2000)
    # Without the specs that run long loops or are only for homescreen.
    left_out = shutil.ignore_patterns("*chain*", "*same*", "*hostile*", "beyond*", "messages*")
    shutil.copytree(os.path.join(LUA, "specs"), "specs", ignore=left_out)
    app("ChangeIcon.app", "devices")
    for number in range(40):
        script(f"devices/device{number}_spec.lua", "device", COUNT=250)
        for count in (10, 40):
            if number < count:
                script(f"files-{count}/file{number}_spec.lua", "empty", COUNT=1000, BLOCKS=1)
    for count in (100, 400):
        script(f"blocks-{count}_spec.lua", "empty", COUNT=100, BLOCKS=count)


def corpus():
    """Writes a file for each command, with one line per project, and the property lists for plistlib."""
    if not os.path.isdir(CORPUS):
        raise Missing(f"needs HOMESCREEN_CORPUS, a folder with projects of apps; {CORPUS} is missing")
    names = sorted(name for name in os.listdir(CORPUS) if os.path.isdir(os.path.join(CORPUS, name)))
    folders = [os.path.join(CORPUS, name, "") for name in names]
    # One project has several apps, and one is used only for its Info.plist.
    special = {
        "utmapp+UTM": lambda folder: ["--target", "iOS", folder],
        "mozilla-mobile+firefox-ios": lambda folder: [folder + "firefox-ios/Client/Info.plist"],
    }
    projects = [special.get(name, lambda folder: [folder])(folder) for name, folder in zip(names, folders)]
    lint = ["homescreen", "lint", "--json", "--fail-on", "never"]
    plain = [*lint, "--no-pixels"]
    for file, commands in {
        "inspect": [["homescreen", "inspect", "--json", *project] for project in projects],
        "lint": [lint + project for project in projects], "lint-plain": [plain + project for project in projects],
        "lint-all": [lint + folders], "lint-all-plain": [plain + folders],
    }.items():
        write(file, json.dumps(commands))
    paths = []
    for folder, _, files in os.walk(CORPUS):
        for path in (os.path.join(folder, file) for file in files):
            if path.endswith(".pbxproj"):
                with open(path, encoding="utf-8") as file:
                    project = old_property_list(file.read())
                path = f"project-{len(paths)}.plist"
                write(path, plistlib.dumps(project))
            if path.endswith(".plist"):
                paths.append(path)
    write("plists", "\n".join(sorted(paths)))
    write("parse.py", PARSE)


def old_property_list(text):
    """Parses a project.pbxproj, whose format plistlib cannot read."""
    tokens = iter(filter(None, re.findall(
        r'\s+|//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\])*"|[\w$/:.-]+|[{}()=;,])', text, re.DOTALL)))
    escapes = {"n": "\n", "t": "\t", "r": "\r"}

    def value(token):
        if token == "{":
            fields = {}
            while (key := next(tokens)) != "}":
                next(tokens)
                fields[value(key)] = value(next(tokens))
                next(tokens)
            return fields
        if token == "(":
            return [value(item) for item in iter(lambda: next(tokens), ")") if item != ","]
        if token[0] != '"':
            return token
        return re.sub(r"\\(.)", lambda match: escapes.get(match[1], match[1]), token[1:-1], flags=re.DOTALL)

    return value(next(tokens))


def many_icons(count):
    """An Info.plist with that many alternate icons."""
    alternates = {f"icon{number}": {"CFBundleIconFiles": [f"icon{number}"]} for number in range(count)}
    return plistlib.dumps({
        "CFBundleIdentifier": "com.example.many", "CFBundleName": "Many",
        "CFBundleIcons": {"CFBundleAlternateIcons": alternates},
    })


def repl():
    # The REPL opens the apps in its folder, so this one has none.
    os.makedirs("no-app")
    app("ToolBox.app")
    write("Many.app/Info.plist", many_icons(1000))
    lines = "".join(f"for i = 1, 700 do x = i + {number} end\n" for number in range(1000))
    write("undo-0", lines)
    write(f"undo-{UNDONE}", lines + ":undo\n" * UNDONE)


def sources():
    """Copies the same files every time, in the order of their names; files of a small folder are copied several times."""
    if not SNAPSHOTS:
        raise Missing("needs HOMESCREEN_SNAPSHOTS, a folder with Swift sources of apps")
    paths = (os.path.join(folder, name) for folder, _, names in os.walk(SNAPSHOTS) for name in names)
    found = sorted(path for path in paths if path.endswith(".swift") and os.path.getsize(path) < 1_000_000)
    if not found:
        raise Missing(f"needs HOMESCREEN_SNAPSHOTS, a folder with Swift sources of apps; {SNAPSHOTS} has none")
    files = []
    for number in range(SOURCES):
        turn, place = divmod(number, len(found))
        files.append(f"{turn}/{os.path.relpath(found[place], SNAPSHOTS)}")
        os.makedirs(os.path.dirname(f"project/{files[-1]}"), exist_ok=True)
        shutil.copyfile(found[place], f"project/{files[-1]}")
    request = {
        "version": 1, "root": os.path.abspath("project"), "iconNames": ["Dark"], "actionTypes": ["search"],
        "files": [{"path": path} for path in files],
    }
    write("cold.json", json.dumps(request))
    write("kept.json", json.dumps({**request, "cache": os.path.abspath("cache")}))
    write("arguments", "".join(f'"project/{path}"\n' for path in files))
    write("change.sh", f"date +'// %N' >>'project/{files[0]}'\nexec \"$1\" <kept.json\n")
    write("parse.sh", "swiftc -frontend -parse -suppress-warnings @arguments 2>/dev/null || true\n")


def explore():
    app("ToolBox.app")
    script("story.lua", "explore", ONLY_ACTIONS=True)
    script("explore.lua", "explore", ONLY_ACTIONS=False)


def png(side, number):
    """A picture with a gradient, grain and a disc, which compresses about as well as a drawing."""
    one, other = (number * 37 % 256, number * 91 % 256, 80), (40, number * 53 % 256, number * 17 % 256)
    radius = side // 3 + number
    rows = bytearray()
    for y in range(side):
        half = int(max(0, radius * radius - (y - side // 2) ** 2) ** 0.5)
        colour = [(a * (side - y) + b * y) // side for a, b in zip(one, other)]
        plain = bytes((value + grain) & 255 for grain in (0, 1, 3, 0, 2, 1, 0, 2) for value in colour)
        row = bytearray((plain * (side // 8 + 1))[:3 * side])
        inside = slice(3 * max(0, side // 2 - half), 3 * (side // 2 + half))
        row[inside] = bytes(255 - value for value in row[inside])
        rows += b"\0" + row

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 6)) + chunk(b"IEND", b""))


def sheets():
    """Writes two apps with 36 icons: one with loose files, one with a catalog of 1024-pixel pictures."""
    names = [f"Icon{number}" for number in range(36)]
    contents = json.dumps({"images": [
        {"filename": "icon.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"},
    ], "info": {"author": "xcode", "version": 1}})
    for folder, key in (("Loose.app", "CFBundleIconFiles"), ("Catalog", "CFBundleIconName")):
        values = [{key: [name] if folder == "Loose.app" else name} for name in names]
        declared = {"CFBundlePrimaryIcon": values[0], "CFBundleAlternateIcons": dict(zip(names[1:], values[1:]))}
        write(f"{folder}/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": "com.example.sheet", "CFBundleName": "Sheet", "UIDeviceFamily": [1, 2],
            "CFBundleIcons": declared, "CFBundleIcons~ipad": declared,
        }))
    for number, name in enumerate(names):
        for side, suffix in ((120, "@2x"), (180, "@3x"), (152, "@2x~ipad")):
            write(f"Loose.app/{name}{suffix}.png", png(side, number))
        write(f"Catalog/Assets.xcassets/{name}.appiconset/icon.png", png(1024, number))
        write(f"Catalog/Assets.xcassets/{name}.appiconset/Contents.json", contents)


def scale():
    """Writes property lists, sessions and apps of two sizes."""
    for count in (1000, 10_000):
        write(f"lines-{count}", "x = 1\n" * count)
        for name, keys in (("one", [0] * count), ("many", [*range(count)] * 2)):
            fields = "".join(f"<key>k{key}</key><string>x</string>\n" for key in keys)
            write(f"{name}-{count}.plist",
                  f"<plist><dict><key>CFBundleIdentifier</key><string>a.b</string>{fields}</dict></plist>")
    for count in (300, 3000):
        write(f"Alternates{count}.app/Info.plist", many_icons(count))

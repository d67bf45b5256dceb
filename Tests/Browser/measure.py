"""How large report pages are, how soon they are seen, and how long a step takes.

python3 measure.py HOMESCREEN FOLDER prints rows for scripts/bench: what, ours, reference, unit, factor.
"""

import os
import plistlib
import statistics
import struct
import subprocess
import sys
import zlib

import browser

# What a page is measured against: bytes, and seconds.
FIXED, STEPPED, PASSED = 150_000, 300_000, 5_000_000
PAINT, STEP = 0.2, 0.016

# Thirty apps with pictures of their own on the Home Screen; one of them is opened, left and pressed until there are 500
# events, which takes half as many commands.
STORY = """
it("fails after 500 events", function()
  local device = Device { os = "26.1" }
  local apps = {}
  for number = 1, 30 do
    apps[number] = device:install("App" .. number .. ".app")
  end
  while #device.trace < 500 do
    device:launch(apps[1])
    device:pressHome()
    device.springboard:icon(apps[1]):press()
    device:pressHome()
  end
  error "enough"
end)
"""

PASSING = """
for number = 1, 10000 do it("is chosen in every appearance, on each device, number " .. number, function() end) end
"""


def picture(number):
    """A PNG of 180 pixels a side: a colour that runs into another, with a disc on it."""
    colours = [(number * 37 % 256, number * 91 % 256, 80), (40, number * 53 % 256, number * 17 % 256)]
    rows = bytearray()
    for y in range(180):
        rows.append(0)
        for x in range(180):
            is_disc = (x - 90) ** 2 + (y - 90) ** 2 < (20 + 2 * number) ** 2
            rows += bytes((one * (180 - y) + other * y) // 180 ^ (127 if is_disc else 0) for one, other in zip(*colours))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 180, 180, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(bytes(rows), 9)) + chunk(b"IEND", b""))


def page(program, folder, name, script):
    """The page of a script."""
    path = os.path.join(folder, name + ".lua")
    with open(path, "w", encoding="utf-8") as file:
        file.write(script)
    made = os.path.join(folder, name + ".html")
    done = subprocess.run([program, "run", path, "--format", "html=" + made], capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"{program} run {path} ends with {done.returncode}: {done.stderr}")
    return made


def paint(opened, path, fragment=""):
    """The median of the time until something is seen, in seconds."""
    times = []
    for _ in range(5):
        opened.open(path, fragment)
        opened.settle()
        times.append(opened.run("""(async () => {
            for (let wait = 0; wait < 100; wait += 1) {
                const [entry] = performance.getEntriesByName("first-contentful-paint");
                if (entry) return entry.startTime / 1000;
                await new Promise(done => setTimeout(done, 20));
            }
            return null;
        })()"""))
    return statistics.median(times)


def steps(opened, path):
    """The median and the longest time of a step by key, laid out, in seconds.

    The page is opened several times, and of each step the shortest time is taken: what others do on the machine makes
    steps longer, never shorter.
    """
    turns = [walk(opened, path) for _ in range(7)]
    times = [min(times) for times in zip(*turns)]
    return statistics.median(times), max(times)


def walk(opened, path):
    """The times of 200 steps from the first one on."""
    opened.open(path, "#s=0&e=0")
    return opened.run("""(async () => {
        const times = [];
        for (let step = 0; step < 200; step += 1) {
            await new Promise(done => requestAnimationFrame(done));
            const start = performance.now();
            document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
            document.body.getBoundingClientRect();
            times.push((performance.now() - start) / 1000);
        }
        return times;
    })()""")


def main():
    """Makes pages, opens them, prints rows."""
    program, folder = sys.argv[1:]
    if not browser.executable():
        print("report pages in a browser|no Chromium|||")
        return
    for number in range(1, 31):
        app = os.path.join(folder, f"App{number}.app")
        os.makedirs(app, exist_ok=True)
        with open(os.path.join(app, "Icon@3x.png"), "wb") as file:
            file.write(picture(number))
        with open(os.path.join(app, "Info.plist"), "wb") as file:
            plistlib.dump({
                "CFBundleIdentifier": f"com.example.app{number}", "CFBundleName": f"App {number}",
                "CFBundleIcons": {"CFBundlePrimaryIcon": {"CFBundleIconFiles": ["Icon"]}},
            }, file)
    empty = page(program, folder, "empty", "it('passes', function() end)")
    story = page(program, folder, "story", STORY)
    passing = page(program, folder, "passing", PASSING)
    opened = browser.Browser()
    try:
        rows = [
            ("a page without steps (150 KB)", os.path.getsize(empty), FIXED, "KB", 0.001),
            ("a page with 500 events and 30 icons (300 KB)", os.path.getsize(story), STEPPED, "KB", 0.001),
            ("a page with 10 000 passing scenarios (5 MB)", os.path.getsize(passing), PASSED, "MB", 0.000001),
            ("first paint of a page without steps (200 ms)", paint(opened, empty), PAINT, "ms", 1000),
            ("first paint of 500 events (200 ms)", paint(opened, story, "#s=0"), PAINT, "ms", 1000),
            ("first paint of 10 000 scenarios (200 ms)", paint(opened, passing), PAINT, "ms", 1000),
        ]
        median, longest = steps(opened, story)
        rows += [("a step (16 ms)", median, STEP, "ms", 1000), ("the longest of 200 steps (16 ms)", longest, STEP, "ms", 1000)]
    finally:
        opened.close()
    for row in rows:
        print("|".join(str(part) for part in row))


if __name__ == "__main__":
    main()

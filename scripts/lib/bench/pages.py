"""How large report pages are, how soon a browser shows them, and how long a step takes."""

import os
import plistlib
import statistics
import sys
from dataclasses import dataclass
from functools import lru_cache

import inputs
from timing import Failed, Missing

sys.path.append(os.path.join(inputs.ROOT, "Tests", "Browser"))
import browser  # noqa: E402 - it is in a folder of its own

# How often a page is opened, and the steps each time.
TURNS, STEPS = 7, 200
# The page of a test that passes, and of many.
EMPTY = "it('passes', function() end)\n"
PASSING = """
for number = 1, 10000 do it("is chosen in every appearance, on each device, number " .. number, function() end) end
"""
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
# Seconds until something is seen, or null.
PAINT = """(async () => {
    for (let wait = 0; wait < 100; wait += 1) {
        const [entry] = performance.getEntriesByName("first-contentful-paint");
        if (entry) return entry.startTime / 1000;
        await new Promise(done => setTimeout(done, 20));
    }
    return null;
})()"""
# Seconds of each step, laid out.
WALK = """(async () => {
    const times = [];
    for (let step = 0; step < COUNT; step += 1) {
        await new Promise(done => requestAnimationFrame(done));
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        document.body.getBoundingClientRect();
        times.push((performance.now() - start) / 1000);
    }
    return times;
})()""".replace("COUNT", str(STEPS))


@dataclass(frozen=True)
class Page:
    """A number about a page: bytes or seconds. All of them are measured together."""

    name: str
    browser: str = "chromium"
    samples = TURNS

    def take(self, runner, program):
        """The next one of those that were measured."""
        return next(measured(runner, program)[self.name])


def has_browser():
    """Says what is missing."""
    if not browser.executable():
        raise Missing("needs Chromium, or its path in HOMESCREEN_CHROMIUM")


@lru_cache(maxsize=None)
def measured(runner, program):
    """Makes pages and opens them; the samples of each number."""
    for number in range(1, 31):
        inputs.write(f"App{number}.app/Icon@3x.png", inputs.png(180, number))
        inputs.write(f"App{number}.app/Info.plist", plistlib.dumps({
            "CFBundleIdentifier": f"com.example.app{number}", "CFBundleName": f"App {number}",
            "CFBundleIcons": {"CFBundlePrimaryIcon": {"CFBundleIconFiles": ["Icon"]}},
        }))
    samples = {}
    opened = browser.Browser()
    try:
        for name, script, fragment in (("empty", EMPTY, ""), ("story", STORY, "#s=0"), ("passing", PASSING, "")):
            inputs.write(f"{name}.lua", script)
            path = os.path.abspath(f"{name}.html")
            # The story fails, so that its events are in the page.
            runner.run(["homescreen", "run", f"{name}.lua", "--format", f"html={path}"], program, codes=(0, 1))
            samples[f"{name} size"] = [os.path.getsize(path)] * TURNS
            samples[f"{name} paint"] = [paint(opened, path, fragment) for _ in range(TURNS)]
        walks = [walk(opened, os.path.abspath("story.html")) for _ in range(TURNS)]
    finally:
        opened.close()
    samples["step"] = [statistics.median(times) for times in walks]
    samples["longest step"] = [max(times) for times in walks]
    return {name: iter(numbers) for name, numbers in samples.items()}


def paint(opened, path, fragment):
    """The time until something is seen."""
    opened.open(path, fragment)
    opened.settle()
    seconds = opened.run(PAINT)
    if seconds is None:
        raise Failed(f"the browser shows nothing of {path}")
    return seconds


def walk(opened, path):
    """The times of the steps from the first one on."""
    opened.open(path, "#s=0&e=0")
    return opened.run(WALK)

"""Opens report pages in a browser, as people do: from the disk, by mouse and by keys.

HOMESCREEN names the program that makes the pages; .build/release/homescreen by default. Without Chromium there is
nothing to try, and that is said.
"""

import glob
import json
import os
import subprocess
import tempfile
import unittest

import browser

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROGRAM = os.environ.get("HOMESCREEN", os.path.join(ROOT, ".build", "release", "homescreen"))
APP = os.path.join(ROOT, "lua", "scenarios", "seeds", "fixtures", "ChangeIcon.app")

# What a person reads has this contrast at least (WCAG 2.2, AA); larger text needs less.
CONTRAST, LARGE_CONTRAST = 4.5, 3.0

# Each text that is seen with its colour and the colours behind it, as the page computes them.
COLOURS = """(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ checkVisibilityCSS: true })) continue;
    if (element.closest("svg, script, style, noscript, .hidden, .skip")) continue;
    const style = getComputedStyle(element), behind = [];
    for (let at = element; at; at = at.parentElement) behind.push(getComputedStyle(at).backgroundColor);
    found.push([node.textContent.trim().slice(0, 40), style.color, behind, parseFloat(style.fontSize), Number(style.fontWeight)]);
  }
  return found;
})()"""


def luminance(colour):
    """How light a colour is; nil for one that is clear."""
    numbers = [float(part) for part in colour[colour.index("(") + 1:-1].replace("/", ",").split(",")]
    if len(numbers) == 4 and numbers[3] == 0:
        return None
    linear = [part / 255 / 12.92 if part <= 10.31475 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in numbers[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """How well two colours can be told apart."""
    light, dark = max(one, other), min(one, other)
    return (light + 0.05) / (dark + 0.05)


def make(*arguments, codes=(0, 1)):
    """Runs the program."""
    done = subprocess.run([PROGRAM, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode in codes, (arguments, done.returncode, done.stderr)
    return done.stdout


@unittest.skipUnless(browser.executable(), "Chromium, which opens the report pages")
class ReportTest(unittest.TestCase):
    """Pages of a run, of two, of lint, check and facts."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="homescreen-pages-")
        path = lambda name: os.path.join(cls.folder.name, name)
        spec = os.path.join("Tests", "Browser", "report_spec.lua")
        cls.run_page, cls.pair_page = path("run.html"), path("pair.html")
        make("run", spec, "--steps", "all", "--format", "html=" + cls.run_page, "--format", "json=" + path("one.jsonl"))
        # The same scenarios, one of them doing something else.
        with open(os.path.join(ROOT, spec), encoding="utf-8") as file:
            text = file.read().replace("device:advance(1)", "device:advance(2)").replace('"passes", function() end', '"passes", function() error "no" end')
        os.makedirs(path("Tests/Browser"))
        with open(path("Tests/Browser/report_spec.lua"), "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([PROGRAM, "run", spec, "--steps", "all", "--format", "json=" + path("two.jsonl")],
                              cwd=cls.folder.name, capture_output=True, timeout=300, check=False)
        assert done.returncode == 1, done
        make("report", path("one.jsonl"), path("two.jsonl"), "--format", "html=" + cls.pair_page)
        cls.lint_page, cls.check_page, cls.facts_page = path("lint.html"), path("check.html"), path("facts.html")
        make("lint", APP, "--format", "html=" + cls.lint_page)
        make("check", APP, "--format", "html=" + cls.check_page)
        make("facts", "--format", "html=" + cls.facts_page)
        cls.sheet_page = path("sheet.html")
        make("inspect", APP, "--format", "html=" + cls.sheet_page)
        cls.snapshot_page = path("snapshot.html")
        cls.make_snapshots("Paint")
        cls.make_snapshots("<b>Draw</b>", "--format", "html=" + cls.snapshot_page)
        cls.browser = browser.Browser()

    @classmethod
    def make_snapshots(cls, label, *arguments):
        """Runs a scenario that compares a screen with the one that is kept."""
        script = os.path.join(cls.folder.name, "screen.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write("""it("keeps", function()
                local device = Device { os = "26.1" }
                device:install(homescreen.sample("paint"))
                device:install(AppPackage { plist = { CFBundleIdentifier = "com.example.x", CFBundleName = "%s" } })
                assert.matches_snapshot(device.screen, "home")
            end)""" % label)
        make("run", "--no-ci", script, *arguments)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def tearDown(self):
        # Whatever a test did, nothing was asked for, and nobody complained.
        self.assertEqual(self.browser.requests(), [])
        self.assertEqual(self.browser.complaints(), [])

    # Help

    def open_scenario(self, words, **options):
        """Opens the page of the run, and the first scenario in which words stand."""
        self.browser.open(self.run_page, **options)
        self.assertTrue(self.browser.run(f"""(() => {{
            const links = [...document.querySelectorAll("a.scenario")];
            const link = links.find(link => link.textContent.includes({json.dumps(words)}));
            link?.click();
            return !!link;
        }})()"""), words)
        self.browser.settle()

    def step(self):
        """The step that is chosen, as a screen reader says it."""
        return self.browser.run("document.querySelector('input[type=range]')?.getAttribute('aria-valuetext')")

    def current(self):
        """The words of the link that is marked as the current step."""
        return self.browser.text("[aria-current=step]")

    # A run

    def test_the_list_has_every_scenario_with_its_result(self):
        self.browser.open(self.run_page)
        names = self.browser.run("[...document.querySelectorAll('a.scenario')].map(link => link.textContent)")
        self.assertEqual(len(names), 11)
        headings = self.browser.run("[...document.querySelectorAll('nav h2')].map(title => title.textContent)")
        self.assertEqual(headings, ["Errors", "Failed", "Pending", "Passed"])
        self.assertEqual(self.browser.text(".count"), "11 scenarios")
        # Shape and word beside the colour.
        self.assertIn("✗ error", next(name for name in names if "thousand" in name))
        self.assertIn("✓ passed", next(name for name in names if "passes" in name))

    def test_search_and_filters(self):
        self.browser.open(self.run_page)
        self.browser.press("/")
        self.browser.type("menu ipad")
        self.assertEqual(self.browser.text(".count"), "2 of 11 scenarios")
        self.browser.press("Escape")
        self.assertEqual(self.browser.run("document.activeElement === document.body"), True)
        self.browser.run("""(() => {
            const search = document.getElementById("search");
            search.value = "";
            search.dispatchEvent(new Event("input"));
            const select = document.querySelector("select[aria-label=Result]");
            select.value = "failed";
            select.dispatchEvent(new Event("change"));
        })()""")
        self.assertEqual(self.browser.text(".count"), "3 of 11 scenarios")
        self.browser.run("""(() => {
            const select = document.querySelector("select[aria-label=Tag]");
            select.value = "#menu";
            select.dispatchEvent(new Event("change"));
        })()""")
        self.assertEqual(self.browser.text(".count"), "2 of 11 scenarios")

    def test_a_failure_opens_where_it_ended_with_what_went_wrong(self):
        self.open_scenario("changes its icon")
        self.assertIn('expected "day", got "night"', self.browser.text(".problem"))
        self.assertIn("homescreen run Tests/Browser/report_spec.lua --filter", self.browser.text(".command"))
        steps = self.browser.run("document.querySelectorAll('.step').length")
        self.assertTrue(self.step().startswith(f"Step {steps} of {steps}, "), self.step())
        self.assertIn("launched", self.browser.text(".console"))

    def test_steps_by_keys_and_the_line_of_lua(self):
        self.open_scenario("changes its icon")
        self.browser.press("Home")
        self.assertTrue(self.step().startswith("Step 1 of "), self.step())
        self.assertIn("install", self.current())
        self.assertIn(":5", self.browser.text(".detail .place"))
        self.assertIn("device:install", self.browser.text(".detail .meant"))
        self.browser.press("ArrowRight")
        self.browser.press("ArrowRight")
        self.assertTrue(self.step().startswith("Step 3 of "), self.step())
        self.browser.press("ArrowLeft")
        self.assertTrue(self.step().startswith("Step 2 of "), self.step())
        self.browser.press("End")
        # A line inside the app's own code.
        index = self.browser.run("""[...document.querySelectorAll(".step")].findIndex(step => step.textContent.includes("requested"))""")
        self.browser.run(f"document.querySelectorAll('.step a')[{index}].click()")
        self.browser.settle()
        self.assertIn("setAlternateIconName", self.browser.text(".detail .meant"))
        # What is said is heard.
        self.assertIn("icon requested", self.browser.text("#said"))

    def test_a_step_has_an_address_that_can_be_sent(self):
        self.open_scenario("changes its icon")
        self.browser.press("Home")
        self.browser.press("ArrowRight")
        address, step, shown = self.browser.fragment(), self.step(), self.browser.text("h2#title")
        self.assertRegex(address, r"^#s=\d+&e=1$")
        self.browser.open(self.run_page, address)
        self.assertEqual((self.step(), self.browser.text("h2#title")), (step, shown))
        for address in ("#s=999", "#s=x&e=y", "#e=3", "#s=0&e=99999999", "#s=0&with=77", "#s=0&side=9", "#%", "#s=-1",
                        "#s=length", "#s=0&e=1.5", "#s=constructor"):
            self.browser.open(self.run_page, address)
            self.assertTrue(self.browser.text("h2#title"), address)

    def test_what_set_a_value_and_back(self):
        self.open_scenario("changes its icon")
        self.browser.click("details.whole summary")
        here = self.step()
        found = self.browser.run("""(() => {
            const button = [...document.querySelectorAll(".state button.value")].find(button => button.getAttribute("aria-label").includes("icon.stored: night"));
            button?.click();
            return !!button;
        })()""")
        self.assertTrue(found)
        self.browser.settle()
        self.assertIn("icon stored", self.step())
        self.assertIn("night", self.browser.text(".state .asked"))
        self.assertIn("&v=", self.browser.fragment())
        self.browser.back()
        self.assertEqual(self.step(), here)

    def test_facts_unfold(self):
        self.open_scenario("changes its icon")
        self.browser.click(".step .fact summary")
        self.assertIn("Confidence", self.browser.text(".step .fact[open]"))
        self.assertIn("Versions", self.browser.text(".step .fact[open]"))

    def test_rows_by_keys(self):
        self.browser.open(self.run_page)
        chosen = "[...document.querySelectorAll('a.scenario')].findIndex(row => row.ariaCurrent)"
        # The first that failed is what people come for.
        self.assertEqual(self.browser.run(chosen), 0)
        self.assertIn("error", self.browser.text("main"))
        for key in ("j", "ArrowDown", "j", "k", "ArrowUp"):
            self.browser.press(key)
        self.assertEqual(self.browser.run(chosen), 1)
        self.browser.press("?")
        self.assertTrue(self.browser.run("document.querySelector('dialog').open"))
        self.browser.press("Escape")
        self.assertFalse(self.browser.run("document.querySelector('dialog').open"))
        self.browser.press("Escape")
        self.assertEqual(self.browser.fragment(), "")
        self.assertIn("Choose a scenario", self.browser.text("main"))
        # One file, on the devices of its scenarios and of each cell of its matrix.
        heads = self.browser.run("[...document.querySelectorAll('.grid th')].map(head => head.textContent)")
        self.assertEqual(len(heads), 7, heads)
        cells = self.browser.run("[...document.querySelectorAll('.grid td')].map(cell => cell.textContent)")
        self.assertEqual(len(cells), 5, cells)
        self.assertIn(" of ", cells[0])
        self.assertGreater(self.browser.run("document.querySelectorAll('.grid .screen').length"), 0)

    def test_cells_of_a_matrix_side_by_side(self):
        self.open_scenario("iPad, iPadOS 17.5")
        options = self.browser.run("[...document.querySelector('select[aria-label=\"Compare with\"]').options].map(option => option.text)")
        self.assertEqual(len(options), 4, options)
        self.browser.run("""(() => {
            const select = document.querySelector('select[aria-label="Compare with"]');
            select.value = [...select.options].find(option => option.text.startsWith("iPhone, iOS 26.1")).value;
            select.dispatchEvent(new Event("change"));
        })()""")
        self.browser.settle()
        self.assertIn("≠ first difference", self.browser.text("tr.first"))
        self.assertIn("rows=", self.browser.text("tr.first"))

    def test_two_runs_side_by_side(self):
        self.browser.open(self.pair_page)
        headings = self.browser.run("[...document.querySelectorAll('nav h2')].map(title => title.textContent)")
        self.assertEqual(headings, ["different result", "different events", "the same"])
        self.assertEqual(len(self.browser.run("[...document.querySelectorAll('a.scenario')].map(link => link.textContent)")), 11)
        self.browser.run("[...document.querySelectorAll('a.scenario')].find(link => link.textContent.includes('changes its icon')).click()")
        self.browser.settle()
        self.assertIn("The first difference is in step", self.browser.text("main"))
        self.assertIn("advance", self.browser.text("table.compare"))
        self.assertEqual(self.browser.run("document.querySelectorAll('.figures svg.screen').length"), 2)
        self.assertIn("≠ first difference", self.browser.text(".compare tr.first"))

    def test_pictures_that_nobody_sees_any_more_go(self):
        path = lambda name: os.path.join(self.folder.name, name)
        with open(path("many.lua"), "w", encoding="utf-8") as file:
            file.write("""it("installs", function()
                local device = Device {}
                for i = 1, 200 do
                  local app = device:install(AppPackage { plist = { CFBundleIdentifier = "a.b" .. i, CFBundleName = "A" .. i } })
                  device:uninstall(app)
                end
            end)""")
        make("run", path("many.lua"), "--steps", "all", "--format", "html=" + path("many.html"))
        self.browser.open(path("many.html"), "#s=0&e=0")
        places = "document.querySelectorAll('.picture > div').length"
        # A machine that always has time.
        self.browser.run("window.requestIdleCallback = work => { setTimeout(() => work({ timeRemaining: () => 50 })); }")
        most, steps = 0, int(self.browser.run("document.querySelector('input[type=range]').max"))
        self.assertGreater(steps, 400)
        for step in range(0, 400, 20):
            self.browser.run(f"location.hash = '#s=0&e={step}'")
            for _ in range(3):
                self.browser.settle()
            most = max(most, self.browser.run(places))
        self.assertEqual(most, 24)

    def test_the_screen_of_a_step_says_what_is_to_be_seen(self):
        self.open_scenario("opens its menu #menu iPhone, iOS 26.1")
        self.browser.press("End")
        shown = "[...document.querySelectorAll('.picture > div')].filter(place => !place.hidden)"
        self.assertEqual(self.browser.run(f"{shown}.length"), 1)
        self.assertIn("Paint", self.browser.run(f"{shown}[0].firstChild.getAttribute('aria-label')"))
        self.assertGreater(self.browser.run(f"{shown}[0].firstChild.getBoundingClientRect().height"), 200)
        # Everything that the picture names is in the page.
        missing = self.browser.run("""[...document.querySelectorAll("svg use")]
            .map(use => use.getAttribute("href").slice(1)).filter(name => !document.getElementById(name))""")
        self.assertEqual(missing, [])

    def test_pictures_are_prepared_also_behind_a_time_without_any(self):
        self.browser.open(self.run_page)
        # A machine with no time at all, whose turns come all the same; later with time from the second turn on.
        self.browser.run("""(() => {
            window.turns = 0;
            window.isBusy = () => true;
            window.requestIdleCallback = work => setTimeout(() => {
                window.turns += 1;
                const left = window.isBusy() ? 0 : 50;
                work({ timeRemaining: () => left });
            });
            [...document.querySelectorAll("a.scenario")].find(link => link.textContent.includes("changes its icon")).click();
        })()""")
        self.browser.press("Home")
        pause = "new Promise(done => setTimeout(() => done(window.turns), 300))"
        self.assertEqual(self.browser.run(pause), self.browser.run(pause), "it asks for ever")
        self.browser.run("window.turns = 0; window.isBusy = () => window.turns < 2")
        places = "document.querySelectorAll('.picture > div').length"
        before = self.browser.run(places)
        self.browser.press("ArrowRight")
        self.browser.run(pause)
        # The picture of the step itself, and others.
        self.assertGreater(self.browser.run(places), before + 1)

    # Bad input

    def test_names_are_text(self):
        self.open_scenario("<b>bold</b>")
        self.assertIn("<img src=x onerror", self.browser.text("h2#title"))
        self.assertIn("</script><img src=x onerror=alert(1)>", self.browser.text(".problem"))
        self.assertIn("<i>printed</i></script>", self.browser.text(".console"))
        self.assertEqual(self.browser.run("document.querySelectorAll('main img, nav img, main b b, nav b, nav script, main script').length"), 0)
        self.assertNotEqual(self.browser.run("document.title"), "broken")

    def test_control_characters_are_written_out(self):
        self.open_scenario("dnuora")
        self.assertIn("\\u{202E}", self.browser.text("h2#title"))
        self.assertIn("\\u{202E}txet", self.browser.text(".problem"))
        self.assertFalse(self.browser.run(r"/[\u202a-\u202e\u2066-\u2069\u0000-\u0008\u001b]/.test(document.body.textContent)"))

    def test_long_names_and_a_thousand_rows(self):
        for words in ("long long", "a thousand items"):
            for width in (1300, 360):
                self.open_scenario(words, width=width)
                self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width, words)
                if words == "long long":
                    # The whole name, in a box that scrolls.
                    title = "document.querySelector('h2#title')"
                    self.assertGreater(len(self.browser.run(title + ".textContent")), 9_000)
                    self.assertLess(self.browser.run(title + ".clientHeight"), 300)

    def test_the_policy_keeps_everything_else_out(self):
        self.open_scenario("passes")
        ran = self.browser.run("""(() => {
            window.hasRun = false;
            const script = document.createElement("script");
            script.textContent = "window.hasRun = true";
            document.body.append(script);
            const image = document.createElement("img");
            image.src = "https://example.com/x.png";
            document.body.append(image);
            return window.hasRun;
        })()""")
        self.browser.settle()
        self.assertFalse(ran)
        self.assertGreaterEqual(len(self.browser.complaints()), 2)
        sent = [event for event in self.browser.events if event.get("method") == "Network.responseReceived"
                and event["params"]["response"]["url"].startswith("https:")]
        self.assertEqual(sent, [])
        self.browser.open(self.run_page)

    # Pictures of snapshots

    def shot(self, selector):
        """The pixels of an element, as a file."""
        box = self.browser.run(f"""(() => {{
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return {{ x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height, scale: 1 }};
        }})()""")
        return self.browser.call("Page.captureScreenshot", clip=box, captureBeyondViewport=True)["data"]

    def test_both_pictures_of_a_snapshot_and_their_difference(self):
        for width in (1300, 360):
            self.browser.open(self.snapshot_page, "#s=0", width=width)
            self.browser.settle()
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), width)
        self.browser.open(self.snapshot_page, "#s=0")
        self.browser.run("Promise.all([...document.images].map(image => image.decode()))")
        self.assertEqual(self.browser.run("[...document.querySelectorAll('.pictures figcaption b')].map(title => title.textContent)"),
                         ["− stored", "+ now", "≠ difference"])
        self.assertTrue(self.browser.run("[...document.images].every(image => image.naturalWidth > 0 && image.src.startsWith('data:'))"))
        # In words: which row is another.
        self.assertIn("+   row 1, column 2: <b>Draw</b>", self.browser.text(".problem .message"))
        self.assertEqual(self.browser.run("document.querySelectorAll('main b b, main svg script').length"), 0)
        alts = self.browser.run("[...document.querySelectorAll('.pictures figure > img')].map(image => image.alt)")
        self.assertTrue(all("keeps › home" in alt for alt in alts) and len(alts) == 2, alts)
        different = self.shot(".over")
        self.browser.run("""(async () => {
            const [kept, now] = document.querySelectorAll(".over img");
            now.src = kept.src;
            await now.decode();
        })()""")
        self.browser.settle()
        same = self.shot(".over")
        self.browser.run("document.querySelectorAll('.over img').forEach(image => { image.hidden = true; image.style.visibility = 'hidden'; })")
        self.browser.run("document.querySelectorAll('.over img')[0].hidden = false")
        self.browser.settle()
        black = self.shot(".over")
        self.assertEqual(same, black)
        self.assertNotEqual(different, black)
        self.check_contrast("snapshots")

    # For everyone

    def test_names_and_roles(self):
        self.open_scenario("changes its icon")
        nodes = [node for node in self.browser.call("Accessibility.getFullAXTree")["nodes"] if not node.get("ignored")]
        roles = {}
        for node in nodes:
            roles.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
        for role in ("link", "button", "combobox", "searchbox", "slider", "heading", "DisclosureTriangle"):
            self.assertTrue(roles.get(role), f"no {role}: {sorted(roles)}")
            self.assertEqual([name for name in roles[role] if not name.strip()], [], role)
        for role in ("main", "navigation", "banner", "contentinfo", "search"):
            self.assertEqual(len(roles.get(role, [])), 1, role)
        self.assertIn("scenarios", roles["navigation"])
        self.assertIn("Step", roles["slider"])
        for role in ("status", "list", "table", "rowheader"):
            self.assertTrue(roles.get(role), f"no {role}: {sorted(roles)}")
        levels = self.browser.run("[...document.querySelectorAll('h1, h2, h3')].map(title => Number(title.tagName[1]))")
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(later - earlier <= 1 for earlier, later in zip(levels, levels[1:])), levels)
        self.assertEqual(self.browser.run("document.documentElement.lang"), "en")
        ids = self.browser.run("[...document.querySelectorAll('[id]')].map(element => element.id)")
        self.assertEqual(len(ids), len(set(ids)), "ids are used twice")

    def test_all_can_be_reached_by_tab_and_the_focus_is_seen(self):
        self.open_scenario("passes")
        seen = []
        self.browser.run("document.activeElement?.blur()")
        for _ in range(40):
            self.browser.press("Tab")
            seen.append(self.browser.run("""(() => {
                const element = document.activeElement, style = getComputedStyle(element);
                return [element.tagName, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0];
            })()"""))
        names = {name for name, _ in seen}
        self.assertTrue({"A", "BUTTON", "INPUT", "SELECT"} <= names, names)
        self.assertTrue(all(is_seen for name, is_seen in seen if name != "BODY"), seen)

    def check_contrast(self, what):
        low = []
        for text, colour, behind, size, weight in self.browser.run(COLOURS):
            ground = next((found for found in map(luminance, behind) if found is not None), 1.0)
            wanted = LARGE_CONTRAST if size >= 24 or size >= 18.66 and weight >= 700 else CONTRAST
            ratio = contrast(luminance(colour), ground)
            if ratio < wanted:
                low.append((text, colour, round(ratio, 2)))
        self.assertEqual(low, [], what)

    def test_contrast_in_light_and_dark(self):
        for scheme in ("light", "dark"):
            self.open_scenario("changes its icon", scheme=scheme)
            self.browser.click("details.whole summary")
            self.check_contrast(scheme)
            self.open_scenario("iPad, iPadOS 17.5", scheme=scheme)
            self.browser.run("""(() => {
                const select = document.querySelector('select[aria-label="Compare with"]');
                select.selectedIndex = 1;
                select.dispatchEvent(new Event("change"));
            })()""")
            self.browser.settle()
            self.check_contrast(scheme)
            for page, address in ((self.sheet_page, ""), (self.lint_page, "#f=0"), (self.check_page, ""), (self.facts_page, "#fact=ICON-039")):
                self.browser.open(page, address, scheme=scheme)
                self.check_contrast((scheme, page))

    def test_on_a_telephone(self):
        self.browser.open(self.run_page, width=360, height=700)
        self.assertTrue(self.browser.run("document.querySelector('nav').checkVisibility()"))
        self.browser.click("a.scenario")
        self.assertFalse(self.browser.run("document.querySelector('nav').checkVisibility()"))
        self.assertEqual(self.browser.run("document.activeElement.id"), "title")
        self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), 360)
        self.browser.click(".back a")
        self.assertTrue(self.browser.run("document.querySelector('nav').checkVisibility()"))

    def test_in_print(self):
        self.open_scenario("changes its icon")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertFalse(self.browser.run("document.querySelector('nav').checkVisibility()"))
        self.assertTrue(self.browser.run("document.querySelector('.steps').checkVisibility()"))
        self.assertEqual(self.browser.run("(list => list.scrollHeight - list.clientHeight)(document.querySelector('.steps'))"), 0)
        self.assertGreater(len(self.browser.call("Page.printToPDF")["data"]), 10_000)

    def test_without_programs_the_page_says_it_in_words(self):
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            self.browser.open(self.run_page)
            # The protocol still reads what is shown; with programs there would be no elements in it.
            self.assertTrue(self.browser.run("document.querySelector('noscript > pre')?.checkVisibility()"))
            self.assertEqual(self.browser.run("document.getElementById('page').childElementCount"), 0)
            words = self.browser.run("document.querySelector('noscript > pre').innerText")
        finally:
            self.browser.call("Emulation.setScriptExecutionDisabled", value=False)
        self.assertIn("changes its icon", words)
        self.assertIn("repeat homescreen run", words)
        self.browser.events = []

    # The other pages

    def test_findings(self):
        self.browser.open(self.lint_page)
        self.assertIn("error", self.browser.text("header"))
        self.browser.press("j")
        self.assertRegex(self.browser.fragment(), "^#f=0$")
        self.assertIn("What to do", self.browser.text("main"))
        self.assertIn("Confidence", self.browser.text("main .fact[open]"))

    def test_checks(self):
        self.browser.open(self.check_page)
        self.assertIn("iPad", self.browser.text("table.check"))
        self.browser.click("table.check tbody tr:last-child a")
        self.assertRegex(self.browser.fragment(), r"^#r=\d+$")
        self.assertIn("ICON-", self.browser.text("main"))

    def test_facts(self):
        self.browser.open(self.facts_page, "#fact=ICON-039")
        self.assertEqual(self.browser.text("h2#title"), "ICON-039")
        self.browser.press("/")
        self.browser.type("jailbreak-which-nobody-says")
        self.assertIn("Nothing matches", self.browser.text("nav"))


if __name__ == "__main__":
    unittest.main()

// The page of one run or of two: its scenarios, and the selected one.

// The fields of a row by index.
const [FILE, NAME, LINE, CELL, STATUS, MICROSECONDS, COMMAND, DETAIL, HASH] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const statusOrder = ["broken", "error", "failed", "pending", "passed"];
/// A number in an address, which is untrusted; undefined for anything else.
const wholeNumber = text => /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;
const statusTitles = {
  broken: "Broken files", error: "Errors", failed: "Failed", pending: "Pending", passed: "Passed",
};

function runPage() {
  const rows = [];
  data.runs.forEach((run, number) => {
    for (const row of run.rows) rows.push({ run: number, row, index: rows.length, status: data.statuses[row[STATUS]], change: "" });
  });
  const statusOf = entry => entry.status;
  const isGood = entry => ["passed", "pending"].includes(statusOf(entry));
  const keyOf = entry => [data.files[entry.row[FILE]], ...entry.row[NAME], entry.row[CELL] || ""].join("\n");
  const name = entry => entry.row[NAME].join(" › ");
  const place = entry => data.files[entry.row[FILE]] + (entry.row[LINE] ? ":" + entry.row[LINE] : "");
  // As `--tags` reads them: up to a character that no tag contains, without the end of a sentence.
  const tags = entry => {
    const found = entry.row[NAME].some(part => part.includes("#")) ? [...name(entry).matchAll(/#([\w./\u{80}-\u{10FFFF}-]+)/gu)] : [];
    return [...new Set(found.map(([, tag]) => tag.replace(/[.-]+$/, "")).filter(tag => tag).map(tag => "#" + tag))];
  };
  const isPair = data.runs.length > 1;
  // With two runs: the same scenario in the other run.
  const others = new Map();
  if (isPair) {
    const found = [new Map(), new Map()];
    rows.forEach((entry, index) => {
      const key = keyOf(entry);
      if (!found[entry.run].has(key)) found[entry.run].set(key, []);
      found[entry.run].get(key).push(index);
    });
    for (const [key, left] of found[0]) {
      const right = found[1].get(key) || [];
      left.forEach((index, number) => {
        if (right[number] === undefined) return;
        others.set(index, right[number]);
        others.set(right[number], index);
      });
    }
  }
  const change = (entry, index) => {
    const other = rows[others.get(index)];
    if (!other) return entry.run ? "only in " + data.runs[1].label : "only in " + data.runs[0].label;
    if (statusOf(other) !== statusOf(entry)) return "different result";
    return other.row[HASH] !== entry.row[HASH] ? "different events" : "the same";
  };
  if (isPair) rows.forEach((entry, index) => { entry.change = change(entry, index); });
  // With two runs, each scenario is one row, which is about the later run.
  const changeOrder = ["different result", "different events"];
  const rank = index => isPair ? (changeOrder.indexOf(rows[index].change) + 1 || (rows[index].change === "the same" ? 9 : 3)) : 0;
  const ranks = rows.map((entry, index) => 100 * rank(index) + statusOrder.indexOf(entry.status));
  const order = rows.map((_, index) => index).filter(index => !isPair || rows[index].run === 1 || !others.has(index))
    .sort((one, other) => ranks[one] - ranks[other] || one - other);
  const sorted = order.map(index => rows[index]);
  const placeOf = new Map(order.map((index, number) => [index, number]));
  const values = all => [...new Set(all)].map(value => ({ value: String(value), text: String(value) }));
  const list = new List({
    name: "scenarios", rows: sorted,
    filters: [
      { name: "Result", all: "every result", of: statusOf, values: statusOrder.filter(word => rows.some(entry => statusOf(entry) === word))
        .map(word => ({ value: word, text: marks[word] + " " + word })) },
      { name: "Change", all: "every change", of: entry => entry.change, values: isPair ? values(sorted.map(entry => entry.change)) : [] },
      { name: "File", all: "every file", of: entry => entry.row[FILE],
        values: [...new Set(rows.map(entry => entry.row[FILE]))].map(file => ({ value: String(file), text: data.files[file] })) },
      { name: "Tag", all: "every tag", of: tags, values: values(rows.flatMap(tags)).sort((a, b) => a.value < b.value ? -1 : 1) },
    ],
    text: entry => name(entry) + " " + place(entry) + " " + (entry.row[CELL] || "") + " " + (detailOf(entry)?.problem?.message || ""),
    group: entry => isPair ? entry.change : statusTitles[statusOf(entry)],
    row: entry => make("a", { href: "#s=" + entry.index, class: "scenario" },
      make("span", { class: "name" },
        isPair && entry.change === "different result" ? [status(statusOf(rows[others.get(entry.index)]), true), " → "] : null,
        status(statusOf(entry), true), " ", name(entry) || "(no name)"), entry.row[CELL] ? make("span", { class: "cell" }, " " + entry.row[CELL]) : null,
      make("span", { class: "where" }, " " + place(entry))),
  });
  const detailOf = entry => entry.row[DETAIL] === undefined || entry.row[DETAIL] === null ? null : data.details[entry.row[DETAIL]];

  // The cells of one scenario of a matrix.
  const siblings = entry => entry.row[CELL] ? rows.filter(other => other !== entry && other.run === entry.run
    && other.row[FILE] === entry.row[FILE] && other.row[LINE] === entry.row[LINE] && other.row[CELL]
    && other.row[NAME].length === entry.row[NAME].length) : [];

  let shown = null;

  function scenarioView(entry, wanted) {
    const detail = detailOf(entry) || {};
    const head = [
      make("p", { class: "back" }, make("a", { href: "#" }, "‹ All scenarios")),
      make("h2", { tabindex: "-1", id: "title" }, name(entry) || "(no name)"),
      make("p", { class: "facts" }, status(statusOf(entry)), " ", make("code", {}, place(entry)),
        entry.row[CELL] ? " · " + entry.row[CELL] : "", entry.row[MICROSECONDS] ? " · " + duration(entry.row[MICROSECONDS]) : "",
        isPair ? " · " + data.runs[entry.run].label + (others.has(entry.index) ? " · in the other run: " + entry.change : "") : "", detail.hook ? " · " + detail.hook : ""),
      entry.row[COMMAND] ? command("homescreen run " + entry.row[COMMAND]) : null,
      problemView(detail.problem),
    ];
    const link = index => "#s=" + entry.index + "&e=" + index;
    const go = (index, path, isStart, replaces) => {
      const address = link(index) + (path ? "&v=" + encodeURIComponent(path) : "") + (isStart ? "&b=1" : "");
      navigate(address, replaces);
    };
    const body = [];
    let view = null;
    if (detail.steps && unfold(detail.steps).steps.length) {
      const scenario = { steps: detail.steps, states: new States(detail.steps) };
      view = new StepView(scenario, link, go);
      body.push(compareChoice(entry, wanted), view.element);
    } else {
      body.push(make("p", { class: "empty" }, detail.tooLarge ? "The steps are left out, because the page would be too large."
        : isGood(entry) ? "No steps were stored. homescreen run --steps all also stores the steps of passing scenarios."
        : detail.problem && statusOf(entry) === "broken" ? "" : "There are no steps: the scenario did nothing on a device, or its steps were not stored. homescreen run --steps failed stores them."));
    }
    if (detail.console && detail.console.length) body.push(section("Console", make("pre", { class: "console", tabindex: "0", "aria-label": "Console" }, detail.console.join("\n"))));
    return { element: make("article", {}, head, body), view, entry, with: wanted };
  }

  function compareChoice(entry, wanted) {
    const choices = [];
    if (others.has(entry.index)) choices.push({ index: others.get(entry.index), text: "the same in " + data.runs[1 - entry.run].label });
    for (const other of siblings(entry)) choices.push({ index: other.index, text: other.row[CELL] + " (" + statusOf(other) + ")" });
    if (!choices.length) return null;
    const select = make("select", { "aria-label": "Compare with", on: { change: () => {
      navigate("#s=" + entry.index + "&with=" + select.value);
    } } }, make("option", { value: "" }, "nothing"), choices.map(choice => make("option", { value: choice.index }, choice.text)));
    select.value = wanted === undefined ? "" : String(wanted);
    const other = rows[wanted];
    const result = [make("p", { class: "choice" }, make("label", {}, "Compare with ", select))];
    if (other) {
      const otherDetail = detailOf(other);
      if (otherDetail && otherDetail.steps) {
        result.push(comparison([entry, other].map(side => ({
          title: isPair && side.run !== (side === entry ? other : entry).run ? data.runs[side.run].label : side.row[CELL] || name(side),
          steps: unfold(detailOf(side).steps), link: index => "#s=" + side.index + "&e=" + index,
        }))));
      } else {
        result.push(make("p", { class: "empty" }, "The steps of the other scenario were not stored: homescreen run --steps all stores them."));
      }
    }
    return result;
  }

  const runs = data.runs.map(run => make("p", { class: "run" }, isPair ? [make("b", {}, run.label), " "] : null,
    status(run.exitCode === 0 ? "passed" : "failed"), " ", run.summary, " · ",
    counted(run.counts.files, "file"), " · seed " + run.seed, run.shard ? " · shard " + run.shard : "",
    " · trace ", make("code", {}, run.traceHash), " · exit code " + run.exitCode + " (" + run.exitName + ")"));
  const notes = data.runs.flatMap(run => run.notes);
  const overview = () => make("article", { class: "overview" },
    make("h2", { tabindex: "-1", id: "title" }, rows.length ? "Choose a scenario" : "No scenario ran"),
    make("p", {}, "↓ or j selects the next one; ? lists the other keys."),
    section("Files and devices", grid()),
    section("Slowest", slowest()),
    section("Notes", notes.length ? make("ul", { class: "notes" }, notes.map(note => make("li", {}, make("code", {}, note[0]), " ", note[1]))) : null),
    section("Output", data.output.length ? make("pre", { class: "console", tabindex: "0", "aria-label": "Output" }, data.output.join("\n")) : null));
  /// The results of each file on each device, with the last screens whose steps were stored; null for a large table.
  const grid = () => {
    const files = [...new Set(rows.map(entry => entry.row[FILE]))], cells = [...new Set(rows.map(entry => entry.row[CELL] || ""))];
    if (isPair || rows.length < 2 || files.length * cells.length > 400) return null;
    const groups = new Map();
    for (const entry of rows) {
      const key = entry.row[FILE] + "\n" + (entry.row[CELL] || "");
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(entry);
    }
    let pictures = 40;
    const lastScreen = entries => {
      const entry = entries.findLast(entry => detailOf(entry)?.steps);
      const step = entry && pictures-- > 0 ? unfold(detailOf(entry).steps).steps.findLast(step => step.screen !== undefined) : null;
      return step ? picture(step.screen, "The last screen") : null;
    };
    const result = (file, cell) => {
      const entries = groups.get(file + "\n" + cell);
      if (!entries) return make("td", {});
      const bad = entries.filter(entry => !isGood(entry));
      return make("td", {}, make("a", { href: "#s=" + (bad[0] || entries[0]).index },
        status(bad.length ? statusOf(bad[0]) : "passed", true), " ", bad.length ? bad.length + " of " + entries.length : entries.length),
      lastScreen(entries));
    };
    return make("div", { class: "wide", role: "region", tabindex: "0", "aria-label": "Files and devices" }, make("table", { class: "grid" },
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "File"), cells.map(cell => make("th", { scope: "col" }, cell || "its own devices")))),
      make("tbody", {}, files.map(file => make("tr", {}, make("th", { scope: "row" }, make("code", {}, data.files[file])),
        cells.map(cell => result(file, cell)))))));
  };
  const slowest = () => {
    const slow = rows.filter(entry => entry.row[MICROSECONDS] > 0).sort((a, b) => b.row[MICROSECONDS] - a.row[MICROSECONDS]).slice(0, 5);
    return slow.length > 4 ? make("ol", {}, slow.map(entry => make("li", {}, make("a", { href: "#s=" + entry.index }, name(entry)), " " + duration(entry.row[MICROSECONDS])))) : null;
  };

  return {
    title: runs, list,
    /// The row that is shown first: the first one that needs attention.
    start: sorted.length && (isPair ? sorted[0].change !== "the same" : !isGood(sorted[0])) ? 0 : undefined,
    rowOf: number => Number(sorted[number].index),
    address: number => "#s=" + sorted[number].index,
    view: () => shown && shown.view,
    /// The view of an address; the overview if it names no scenario.
    show(address) {
      const entry = rows[wholeNumber(address.get("s"))];
      if (!address.has("s") || !entry) {
        shown = null;
        list.select(-1);
        return { element: overview(), isDetail: false };
      }
      list.select(placeOf.get(entry.index) ?? placeOf.get(others.get(entry.index)));
      const other = rows[others.get(entry.index)];
      // Differences between two runs come first.
      const isWanted = other && entry.change !== "the same" && !address.has("e") && detailOf(entry)?.steps && detailOf(other)?.steps;
      const wanted = address.get("with") ? wholeNumber(address.get("with")) : isWanted && !address.has("with") ? other.index : undefined;
      const isNew = !shown || shown.entry !== entry || shown.with !== wanted;
      if (isNew) shown = scenarioView(entry, wanted);
      if (shown.view) {
        const steps = shown.view.steps.length;
        // A failure starts at its last step, everything else at the first.
        const start = isGood(entry) ? 0 : steps - 1;
        const index = address.has("e") ? Math.min(steps - 1, Math.max(0, wholeNumber(address.get("e")) ?? 0)) : start;
        shown.select = () => {
          shown.view.show(index, address.get("v"));
          if (address.get("v") && address.get("b")) announce("The value was set before the first step.");
        };
      } else {
        shown.select = null;
      }
      return { element: shown.element, isNew, isDetail: true, select: shown.select };
    },
  };
}

// The pages of lint, check and facts: a list, and the selected item.

function listPage(options) {
  const list = new List(options);
  let shown = -1;
  return {
    title: data.summary.map(line => make("p", { class: "run" }, line)), list,
    address: number => options.address(number),
    view: () => null,
    show(address) {
      const number = options.number(address);
      if (number === undefined || !options.rows[number]) {
        list.select(-1);
        shown = -1;
        return { element: options.overview(), isDetail: false };
      }
      list.select(number);
      const isNew = shown !== number;
      shown = number;
      return { element: options.view(options.rows[number], number), isNew: true, focuses: isNew, isDetail: true };
    },
  };
}

function distinct(all) {
  return [...new Set(all)].map(value => ({ value: String(value), text: String(value) }));
}

function numbered(key) {
  return address => address.has(key) ? Number(address.get(key)) : undefined;
}

function findingFilters(findings) {
  return [
    { name: "Severity", all: "every severity", of: finding => finding.severity, values: ["error", "warning", "note"]
      .filter(word => findings.some(finding => finding.severity === word)).map(word => ({ value: word, text: marks[word] + " " + word })) },
    { name: "Rule", all: "every rule", of: finding => finding.code, values: distinct(findings.map(finding => finding.code)) },
    { name: "File", all: "every file", of: finding => finding.path, values: distinct(findings.map(finding => finding.path)) },
  ];
}

function findingRow(finding, address) {
  return make("a", { href: address, class: "scenario" },
    make("span", { class: "name" }, status(finding.severity, true), " ", finding.message), make("span", { class: "where" }, " " + finding.place + " · " + finding.code));
}

function findingView(finding) {
  return make("article", {},
    make("p", { class: "back" }, make("a", { href: "#" }, "‹ All findings")),
    make("h2", { tabindex: "-1", id: "title" }, finding.message),
    make("p", { class: "facts" }, status(finding.severity), " ", make("code", {}, finding.code), " · ", make("code", {}, finding.place)),
    finding.help && make("p", { class: "hint" }, make("b", {}, "What to do "), finding.help),
    finding.fix && make("p", { class: "hint" }, make("b", {}, finding.fix.safety === "safe" ? "homescreen lint --fix " : "homescreen lint --fix --unsafe-fixes "), finding.fix.summary),
    finding.lines && section("Source", sourceLines(finding.firstLine, finding.lines, finding.line)),
    finding.builds && section("Builds", make("ul", {}, finding.builds.map(build => make("li", {}, build)))),
    finding.facts.length ? section("Facts", finding.facts.map(id => unfoldingFact(id, true))) : null,
    section("Elsewhere", command("homescreen explain " + finding.code)));
}

function findingsPage() {
  return listPage({
    name: "findings", rows: data.findings, filters: findingFilters(data.findings), number: numbered("f"), address: number => "#f=" + number,
    text: finding => [finding.message, finding.place, finding.code, finding.help || "", finding.facts.join(" ")].join(" "),
    group: finding => finding.severity === "error" ? "Errors" : finding.severity === "warning" ? "Warnings" : "Notes",
    row: (finding, index) => findingRow(finding, "#f=" + index), view: findingView,
    overview: () => make("article", { class: "overview" },
      make("h2", { tabindex: "-1", id: "title" }, data.findings.length ? "Choose a finding" : "Nothing was found"),
      data.findings.length ? make("p", {}, "↓ or j selects the next one; ? lists the other keys.") : null,
      section("Rules", data.statistics.length ? make("table", { class: "sums" },
        make("thead", {}, make("tr", {}, ["rule", "severity", "findings", "fixed by --fix"].map(text => make("th", { scope: "col" }, text)))),
        make("tbody", {}, data.statistics.map(row => make("tr", {}, make("th", { scope: "row" }, row.code),
          make("td", {}, status(row.severity)), make("td", { class: "number" }, row.count), make("td", { class: "number" }, row.fixable || ""))))) : null)),
  });
}

function checkPage() {
  const subjects = data.checks.flatMap((check, app) => check.rows.map(row => ({ ...row, app, kind: "row" })));
  const rows = [...data.findings.map(finding => ({ ...finding, kind: "finding" })), ...subjects];
  const worst = row => ["fails", "unknown", "ignored", "absent", "holds"].find(word => row.cells.some(spans => spans.some(span => span.verdict === word))) || "absent";
  const result = row => row.kind === "finding" ? row.severity : worst(row);
  const groups = { icons: "Icons", actions: "Quick actions", code: "Code" };
  const cell = spans => spans.map(span => make("div", { class: "cell" }, status(span.verdict), " ", span.text,
    span.place ? [" at ", make("code", {}, span.place)] : null, span.when ? make("span", { class: "where" }, ", " + span.when) : null,
    span.fact && span.verdict !== "holds" ? [" ", make("span", { class: "factname" }, span.fact)] : null));
  const table = (check, title, all) => all.length ? make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title },
    make("table", { class: "check" }, make("caption", {}, title),
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "name"), check.models.map(model => make("th", { scope: "col" }, model)))),
      make("tbody", {}, all.map(row => make("tr", {}, make("th", { scope: "row" }, make("a", { href: "#r=" + rows.indexOf(row) }, row.name)),
        row.cells.map(spans => make("td", {}, cell(spans)))))))) : null;
  return listPage({
    name: "results", rows, number: numbered("r"), address: number => "#r=" + number,
    filters: [
      { name: "Result", all: "every result", of: result, values: distinct(rows.map(result)).map(({ value }) => ({ value, text: (marks[value] || "") + " " + value })) },
      { name: "Kind", all: "every kind", of: row => row.kind === "finding" ? "finding" : groups[row.group],
        values: distinct(rows.map(row => row.kind === "finding" ? "finding" : groups[row.group])) },
      { name: "App", all: "every app", of: row => row.app === undefined ? "" : data.checks[row.app].title, values: distinct(data.checks.map(check => check.title)) },
    ],
    text: row => row.kind === "finding" ? [row.message, row.place, row.code].join(" ") : row.name + " " + row.cells.flat().map(span => span.text + " " + (span.fact || "")).join(" "),
    group: row => row.kind === "finding" ? "Findings" : groups[row.group],
    row: (row, index) => row.kind === "finding" ? findingRow(row, "#r=" + index)
      : make("a", { href: "#r=" + index, class: "scenario" }, make("span", { class: "name" }, status(worst(row), true), " ", row.name)),
    view: row => {
      if (row.kind === "finding") return findingView(row);
      const check = data.checks[row.app];
      const facts = [...new Set(row.cells.flat().map(span => span.fact).filter(fact => fact))];
      return make("article", {},
        make("p", { class: "back" }, make("a", { href: "#" }, "‹ All results")),
        make("h2", { tabindex: "-1", id: "title" }, row.name), make("p", { class: "facts" }, groups[row.group] + " · " + check.title),
        table(check, row.name, [row]), facts.length ? section("Facts", facts.map(id => unfoldingFact(id, facts.length === 1))) : null);
    },
    overview: () => make("article", { class: "overview" }, make("h2", { tabindex: "-1", id: "title" }, "Results by device"),
      data.checks.map(check => make("section", {}, make("h3", { class: "asis" }, check.title),
        Object.keys(groups).map(group => table(check, groups[group], subjects.filter(row => data.checks[row.app] === check && row.group === group)))))),
  });
}

function factsPage() {
  const rows = Object.keys(data.facts).map(id => ({ id, ...data.facts[id] }));
  const area = fact => fact.id.split("-")[0];
  return listPage({
    name: "facts", rows, number: address => {
      const place = rows.findIndex(fact => fact.id === address.get("fact"));
      return place < 0 ? undefined : place;
    }, address: number => "#fact=" + rows[number].id,
    filters: [
      { name: "Area", all: "every area", of: area, values: distinct(rows.map(area)) },
      { name: "Confidence", all: "every confidence", of: fact => fact.confidence, values: distinct(rows.map(fact => fact.confidence)) },
      { name: "Status", all: "every status", of: fact => fact.status, values: distinct(rows.map(fact => fact.status)) },
    ],
    text: fact => [fact.id, fact.behaviour, fact.versions, fact.source, fact.status].join(" "),
    group: fact => fact.section,
    row: fact => make("a", { href: "#fact=" + fact.id, class: "scenario" }, make("span", { class: "factname" }, fact.id), " ",
      make("span", { class: "name" }, fact.behaviour.replaceAll("`", "")), make("span", { class: "where" }, " " + marks[fact.confidence] + " " + fact.confidence + " · " + fact.versions)),
    view: fact => make("article", {}, make("p", { class: "back" }, make("a", { href: "#" }, "‹ All facts")),
      make("h2", { tabindex: "-1", id: "title" }, fact.id), factContent(fact.id), section("Elsewhere", command("homescreen explain " + fact.id))),
    overview: () => make("article", { class: "overview" }, make("h2", { tabindex: "-1", id: "title" }, "Choose a fact"),
      make("p", {}, "↓ or j selects the next one; ? lists the other keys.")),
  });
}

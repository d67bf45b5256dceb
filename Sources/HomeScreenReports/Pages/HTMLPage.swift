import AppPackages
internal import CEmbedded
import Events
import HomeScreenSimulator
import Lint
import Platform
import PropertyLists
internal import Rendering

/// A report as one page that a browser opens from disk, without a server, requests or further files.
///
/// The content security policy allows only the page's own style and script, by their hashes, and inline pictures. The
/// data is inline JSON, which no browser runs. If scripts are not allowed, as in the pages that Jenkins shows, the page
/// shows its content as text.
struct HTMLPage {
  /// The content of the page; its script knows the raw values.
  enum Kind: String {
    case run, lint, check, facts
  }

  let kind: Kind
  let title: String
  /// The data other than that of every page.
  let data: [(name: String, value: JSONTree?)]
  /// The text for browsers without scripts.
  let words: [String]

  /// The whole page.
  var text: String {
    let head: [(name: String, value: JSONTree?)] = [
      ("kind", .text(kind.rawValue)), ("title", .shown(title)), ("version", .text(Homescreen.version)),
    ]
    let body: [String] =
      ["<noscript>", StaticPage.text(title) + "<pre>"]
      + words.map { XMLText.escaped($0).replacing("\t", with: "    ") }
      + [
        #"</pre></noscript>"#, #"<div id="page"></div>"#,
        #"<svg class="hidden" aria-hidden="true" width="0" height="0"><defs id="parts"></defs></svg>"#,
        #"<script type="application/json" id="data">\#(JSONTree.members(head + data).pageLine)</script>"#,
      ]
    return StaticPage(title: title, style: Self.style, script: Self.program, body: body.joined(separator: "\n")).markup
  }

  // MARK: What every page has

  private static let style = hs_report_style().text

  /// The whole script in one function, so that it declares no globals.
  private static let program: String = {
    var count = 0
    let files = UnsafeBufferPointer(start: hs_page_scripts(&count), count: count)
    return "\"use strict\";\n(() => {\nconst data = JSON.parse(document.getElementById(\"data\").textContent);\n"
      + files.map(\.text).joined() + "})();\n"
  }()
}

extension hs_page_file {
  /// The content as a string.
  var text: String { String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self) }
}

/// The JSON data of an HTML page.
extension JSONTree {
  /// Returns text for the page, with control and direction-changing characters made visible.
  static func shown(_ text: String) -> JSONTree { .text(TerminalText.visible(text)) }

  static func shown(_ text: String?) -> JSONTree? { text.map { .shown($0) } }

  /// Returns a list of texts; nil if it is empty.
  static func shown(_ texts: [String]) -> JSONTree? { texts.isEmpty ? nil : .list(texts.map { .shown($0) }) }

  /// The tree with the control characters of all strings made visible.
  var shown: JSONTree {
    switch self {
    case .text(let text): .shown(text)
    case .list(let values): .list(values.map(\.shown))
    case .object(let members): .object(members.map { ($0.name, $0.value.shown) })
    case .null, .number, .flag, .written: self
    }
  }

  /// Returns an object without the members that have no value.
  static func members(_ members: [(name: String, value: JSONTree?)]) -> JSONTree {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// Returns the object with one more member.
  func with(_ name: String, _ value: JSONTree?) -> JSONTree {
    guard case .object(let members) = self, let value else { return self }
    return .object(members + [(name, value)])
  }

  /// The approximate size in bytes.
  var size: Int {
    switch self {
    case .null, .flag, .number: 5
    case .text(let text): text.utf8.count + 3
    case .list(let values): values.reduce(2) { $0 + $1.size }
    case .written(let json): 2 + json.utf8.count
    case .object(let members): members.reduce(2) { $0 + 4 + $1.value.size }
    }
  }

  /// The JSON line, without `</` and `<!`, so that it cannot end its HTML element or start a comment.
  var pageLine: String {
    var bytes: [UInt8] = []
    let line = line
    bytes.reserveCapacity(line.utf8.count + 64)
    var last = UInt8(0)
    for byte in line.utf8 {
      if last == UInt8(ascii: "<") {
        switch byte {
        case UInt8(ascii: "/"): bytes.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "!"):
          bytes.removeLast()
          bytes += Array(#"\u003c"#.utf8)
        default: break
        }
      }
      bytes.append(byte)
      last = byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The facts that a page shows on demand: each fact that its other data names, once.
struct PageFacts {
  private var ids: Set<String> = []

  /// Creates an empty list.
  init() {}

  /// Adds a fact.
  mutating func add(_ id: String?) { if let id { ids.insert(id) } }

  mutating func add(_ facts: [FactID]) { for fact in facts { ids.insert(fact.rawValue) } }

  /// The facts keyed by ID, in the order of the ledgers; unknown ones are left out.
  var value: JSONTree {
    ids.isEmpty ? .members([]) : Self.value(FactLedger.all.filter { ids.contains($0.id.rawValue) })
  }

  /// Returns facts keyed by ID.
  static func value(_ facts: [Fact]) -> JSONTree {
    .object(
      facts.map { fact in
        var reason: String?
        if case .notModelled(let text) = fact.status { reason = text }
        return (
          fact.id.rawValue,
          .members([
            ("behaviour", .shown(fact.behaviour)), ("versions", .shown(fact.versions)),
            ("confidence", .text(fact.confidence.rawValue)), ("source", .shown(fact.source)),
            ("status", .text(fact.status.word)), ("since", .shown(fact.since)), ("reason", .shown(reason)),
            ("holds", .shown(fact.bounds?.text)), ("section", .shown(fact.area)),
          ])
        )
      })
  }
}

/// The result of a check as a page: findings, and results on devices.
enum CheckPage {
  static func text(_ report: CheckReport) -> String {
    var facts = PageFacts()
    let findings = FindingPage.findings(report.lint, &facts)
    let checks = report.checks.map { value($0, &facts) } + (report.comparison.map { value($0, &facts) } ?? [])
    let words =
      CheckText.tables(report.checks).flatMap { $0.map { $0.rendered(hasStyles: false) } + [""] }
      + (report.comparison?.lines ?? []).map { $0.rendered(hasStyles: false) }
      + [FindingText.text(report.lint, listsNotes: true).rendered(hasStyles: false)]
    let broken = report.checks.reduce(0) { $0 + $1.rows.count { !$0.holds } }
    let count = report.checks.reduce(0) { $0 + $1.rows.count }
    return HTMLPage(
      kind: .check, title: "Check",
      data: [
        (
          "summary",
          .list(
            report.lint.summary.map { .shown($0) } + [
              .shown(
                broken == 0
                  ? "all \(count) icons, quick actions and events work"
                  : "\(broken) of \(count) icons, quick actions and events do not work everywhere")
            ])
        ),
        ("findings", .list(findings)), ("checks", .list(checks)), ("facts", facts.value),
      ],
      words: words
    ).text
  }

  private static func value(_ check: AppCheck, _ facts: inout PageFacts) -> JSONTree {
    .members([
      ("title", .shown(CheckText.title(check))), ("models", .list(check.models.map { .shown($0.name) })),
      (
        "rows",
        .list(
          check.rows.map { row in
            .members([
              ("name", .shown(CheckText.name(row))), ("group", .text(group(row.subject.group))),
              (
                "cells",
                .list(row.spans.map { spans in .list(CheckText.shown(spans, check).map { value($0, $1, &facts) }) })
              ),
            ])
          })
      ),
    ])
  }

  /// Returns the tables of several results next to each other: the results are the columns.
  private static func value(_ comparison: CheckComparison, _ facts: inout PageFacts) -> [JSONTree] {
    comparison.tables.map { title, rows in
      .members([
        ("title", .shown(title)), ("models", .list(comparison.sides.map { .shown($0.title) })),
        (
          "rows",
          .list(
            rows.map { name, cells in
              .members([
                ("name", .shown(name)), ("group", .text("code")),
                ("cells", .list(cells.map { .list([value($0, &facts)]) })),
              ])
            })
        ),
      ])
    }
  }

  private static func value(_ cell: CheckCell?, _ facts: inout PageFacts) -> JSONTree {
    facts.add(cell?.fact?.rawValue)
    return .members([
      ("verdict", .text((cell?.verdict ?? .absent).rawValue)), ("text", .shown(cell?.text ?? "not tried")),
      ("fact", .shown(cell?.fact?.rawValue)), ("place", .shown(cell?.places.first?.description)),
    ])
  }

  private static func value(_ cell: CheckCell, _ versions: String?, _ facts: inout PageFacts) -> JSONTree {
    facts.add(cell.fact?.rawValue)
    return .members([
      ("verdict", .text(cell.verdict.rawValue)), ("text", .shown(cell.text)),
      ("fact", .shown(cell.fact?.rawValue)), ("place", .shown(cell.places.first?.description)),
      ("when", .shown(versions)),
    ])
  }

  private static func group(_ group: AppCheck.Row.Subject.Group) -> String {
    switch group {
    case .icons: "icons"
    case .actions: "actions"
    case .code: "code"
    }
  }
}

/// Lint findings as a page.
enum FindingPage {
  static func text(_ report: LintReport) -> String {
    var facts = PageFacts()
    let findings = findings(report, &facts)
    return HTMLPage(
      kind: .lint, title: "Findings",
      data: [
        ("summary", .list(report.summary.map { .shown($0) })), ("findings", .list(findings)),
        ("statistics", .list(report.statistics.map(row))), ("facts", facts.value),
      ],
      words: [FindingText.text(report, listsNotes: true).rendered(hasStyles: false)]
    ).text
  }

  /// Returns the findings, the most severe first.
  static func findings(_ report: LintReport, _ facts: inout PageFacts) -> [JSONTree] {
    report.bySeverity.map { placed in
      let finding = placed.finding
      facts.add(finding.facts)
      let line = finding.location?.line
      return .members([
        ("code", .text(finding.code.rawValue)), ("severity", .text(finding.severity.rawValue)),
        ("message", .shown(finding.message)), ("help", .shown(finding.help)),
        ("path", .shown(placed.path.isEmpty ? "—" : placed.path)), ("place", .shown(placed.place)),
        ("line", .number(line)), ("firstLine", .number(line)),
        ("lines", placed.excerpt.map { .list([.shown($0.before + $0.rest)]) }),
        ("builds", .shown(placed.builds.map { "\($0.target) (\($0.configuration))" })),
        ("facts", .list(finding.facts.map { .shown($0.rawValue) })),
        (
          "fix",
          finding.fix.map { .members([("safety", .text($0.safety.rawValue)), ("summary", .shown($0.summary))]) }
        ),
      ])
    }
  }

  private static func row(_ row: (code: RuleCode, severity: Finding.Severity, count: Int, fixable: Int)) -> JSONTree {
    .members([
      ("code", .text(row.code.rawValue)), ("severity", .text(row.severity.rawValue)), ("count", .number(row.count)),
      ("fixable", .number(row.fixable)),
    ])
  }
}

/// A list of facts as a page with a search field.
enum FactPage {
  static func text(_ listing: FactListing) -> String {
    // As in a list for people, nothing is shown without facts.
    guard !listing.facts.isEmpty else { return "" }
    let modelled = listing.facts.count { $0.since != nil }
    return HTMLPage(
      kind: .facts, title: "Facts about iOS",
      data: [
        ("summary", .list([.shown("\(Counted.text(listing.facts.count, "fact")), \(modelled) modelled")])),
        ("facts", PageFacts.value(listing.facts)),
      ],
      words: [listing.text]
    ).text
  }
}

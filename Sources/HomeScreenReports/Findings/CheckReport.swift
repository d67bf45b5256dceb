import AppPackages
package import Events
internal import HomeScreenSimulator
package import Lint
package import Platform
internal import PropertyLists

/// The result of `homescreen check`: lint findings, and the results on devices.
package struct CheckReport: Sendable {
  /// The lint findings of all inputs.
  package private(set) var lint: LintReport
  /// The results for each app. A loss for a reason that the settings ignore or suppress counts as ignored.
  package let checks: [AppCheck]
  /// The lowest severity that makes the command fail.
  package let failOn: FailureLevel
  /// The comparison of entry points with those of other versions; nil without other versions.
  let comparison: CheckComparison?
  /// The width of the terminal; nil if there is none.
  let columns: Int?

  /// Combines both results in one report.
  ///
  /// - Parameters:
  ///   - earlier: the results to show next to `checks`.
  ///   - now: the heading of `checks`.
  package init(
    _ lint: LintReport, _ checks: [AppCheck], failOn: FailureLevel = .error, earlier: [CheckComparison.Side] = [],
    now: String = "now", columns: Int? = nil
  ) {
    (self.lint, self.columns) = (lint, columns)
    self.lint.baselineCommand = "homescreen lint --sources "
    comparison = earlier.isEmpty ? nil : CheckComparison(sides: earlier + [CheckComparison.Side(now, checks)])
    self.checks = checks.map { check in
      let (silent, told) = lint.split(about: check.package)
      return check.ignoring({ lint.isSilent($0, about: check.package) }) { row, cell in
        silent.contains { row.isExplained(by: $0, cell) } && !told.contains { row.isExplained(by: $0, cell) }
      }
    }
    self.failOn = failOn
  }

  /// The reason why the command fails if only the table shows it; nil if a finding shows it or the command succeeds.
  package var failure: String? {
    guard exitCode != lint.exitCode else { return nil }
    if exitCode == .nothingMatched { return "nothing was tried: \(checks.lazy.compactMap(\.refusal).first ?? "")" }
    let lines = checks.flatMap { CheckText.lines(of: $0.rows.filter { !$0.holds }) }
    let first = lines.first { line in
      line.spans.joined().contains { $0.cell.verdict == .fails && $0.cell.rules.isEmpty }
    }
    return "\(Counted.text(lines.count, "row")) of the table \(lines.count == 1 ? "has" : "have") ✗: the check fails"
      + (first.map { "; --ignore \(ShellWord.quoted(Self.selectors(of: $0.rows))) accepts a row" } ?? "")
  }

  /// Returns the selectors that accept only these rows: a name without a state if the rows have all its states.
  private static func selectors(of rows: [AppCheck.Row]) -> String {
    let states = Dictionary(grouping: rows, by: \.subject.code).mapValues(\.count)
    let codes = rows.compactMap { row in
      states[row.subject.code] == CodeTrial.Launch.allCases.count ? row.subject.code : row.subject.codes.last
    }
    return codes.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: ",")
  }

  /// The code of findings and problems about rows of the table.
  static let code = RuleCode(rawValue: RuleSelector.rows)

  /// The findings, and one for each cause of failed rows that no error explains, for formats without a table.
  var findings: LintReport { lint.adding(failOn == .never ? [] : checks.flatMap(failures), exitCode) }

  private func failures(of check: AppCheck) -> [Finding] {
    let errors = lint.findings.map(\.finding).filter { $0.severity == .error }
    var causes: [(cell: CheckCell, text: String, rows: [String])] = []
    for row in check.rows {
      let failed = zip(check.models, row.spans).compactMap { model, spans in
        spans.first { $0.cell.verdict == .fails }.map { (model: model.name, cell: $0.cell) }
      }
      guard let cell = failed.first?.cell, !errors.contains(where: { row.isExplained(by: $0, cell) }) else { continue }
      let text = "\(cell.text) on \(Names.list(failed.map(\.model)))"
      if let known = causes.firstIndex(where: { $0.text == text && $0.cell.places == cell.places }) {
        causes[known].rows.append(CheckText.name(row))
      } else {
        causes.append((cell, text, [CheckText.name(row)]))
      }
    }
    return causes.map { cell, text, rows in
      var finding = Finding(
        Self.code, .error, "\(Names.list(rows.map { "“\($0)”" })): \(text)",
        at: cell.places.first ?? check.package.infoPlistLocation, facts: [cell.fact].compactMap(\.self))
      finding.subjects = rows
      return finding
    }
  }

  /// The exit code: lint's, or a failure if something does not work on a device and failures are not turned off.
  package var exitCode: ExitCode {
    if lint.exitCode == .success, !checks.isEmpty, checks.allSatisfy(\.versions.isEmpty) { return .nothingMatched }
    return lint.exitCode == .success && failOn != .never && checks.contains { !$0.holds } ? .failure : lint.exitCode
  }
}

/// The table of `homescreen check`: a row for each icon and quick action, a column for each kind of device, and in each
/// cell the versions in which it works or fails.
package enum CheckText {
  private static let maximumNameWidth = 40
  private static let maximumCellWidth = 60
  private static let gap = 2

  /// Returns the tables of all apps; equal tables of several targets are printed once, with the names of all.
  static func tables(_ checks: [AppCheck], columns: Int? = nil) -> [[StyledText]] {
    var groups: [(check: AppCheck, names: [String], lines: [StyledText])] = []
    for check in checks {
      let (name, lines) = (heading(check), lines(check, columns: columns, name: ""))
      if !check.versions.isEmpty, let index = groups.firstIndex(where: { $0.lines == lines }) {
        if !groups[index].names.contains(name) { groups[index].names.append(name) }
      } else {
        groups.append((check, [name], lines))
      }
    }
    return groups.map { lines($0.check, columns: columns, name: Names.list($0.names)) }
  }

  /// Returns the title and the lines of the table.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal; if it is too narrow for the table, devices are listed below each other.
  ///     Without a terminal, no text is cut.
  ///   - name: the names of the apps in the title; nil for that of the only one.
  package static func lines(_ check: AppCheck, columns: Int? = nil, name app: String? = nil) -> [StyledText] {
    var lines = check.refusal.map { [StyledText(TerminalText.line($0), .bold)] } ?? []
    if check.versions.isEmpty { return lines }
    lines += [StyledText(title(check, app)), ""]
    let groups: [(title: String, rows: [Line])] = [
      ("Icons", self.lines(of: check.rows.filter { $0.subject.group == .icons })),
      ("Quick actions", self.lines(of: check.rows.filter { $0.subject.group == .actions })),
      ("Code", self.lines(of: check.rows.filter { $0.subject.group == .code })),
    ]
    let all = groups.flatMap(\.rows)
    let nameWidth = min(
      columns == nil ? .max : maximumNameWidth,
      (all.map(\.name) + groups.map(\.title)).map(DisplayWidth.of).max() ?? 0)
    let cells = all.map { row in row.spans.map { self.cells($0, check, isCut: columns != nil) } }
    let widths = check.models.indices.map { column in
      max(
        DisplayWidth.of(check.models[column].name),
        cells.flatMap { $0[column].map { DisplayWidth.of($0.text) } }.max() ?? 0)
    }
    let width = nameWidth + 2 + widths.reduce(0) { $0 + gap + $1 }
    let isNarrow = columns.map { $0 < width } ?? false
    let heading = isNarrow ? "" : TextRow.text(check.models.map(\.name), widths: Array(widths.dropLast()), gap: gap)
    for (index, group) in groups.enumerated() where !group.rows.isEmpty {
      if index > 0 { lines.append("") }
      lines.append(
        StyledText(isNarrow ? group.title : DisplayWidth.padded(group.title, to: nameWidth + 2 + gap) + heading, .bold))
      for row in group.rows {
        lines +=
          isNarrow
          ? narrowLines(row, check, nameWidth: nameWidth)
          : self.lines(row, check, nameWidth: nameWidth, widths: widths, isCut: columns != nil)
      }
    }
    if check.sources == nil, check.rows.contains(where: { $0.subject.group == .actions }) {
      lines += ["", StyledText("What the app's code does after a tap was not checked.", .dim)]
    }
    if let (place, undeclared) = check.computedName {
      let names = Names.list(undeclared.map { "“\($0)”" })
      let text =
        "The code computes the names of icons at \(place)"
        + (undeclared.isEmpty ? "" : "; no icon is named \(names), which it may compute")
        + ": homescreen why APP NAME tries one."
      lines += ["", StyledText(TerminalText.line(text), .dim)]
    }
    if let text = check.package.openDeclarations {
      lines += ["", StyledText(TerminalText.line(text), .dim)]
    }
    let assumed = assumedFacts(check)
    if !assumed.isEmpty {
      lines += ["", StyledText("Assumed, without a public source: \(Names.list(assumed)).", .dim)]
    }
    return lines
  }

  /// Returns the facts that the results of the app's code depend on and that have no public source (LAUNCH-016).
  private static func assumedFacts(_ check: AppCheck) -> [String] {
    let cells = check.rows.filter { $0.subject.group == .code }.flatMap { $0.spans.joined().map(\.cell) }
    return Set(cells.compactMap(\.fact)).filter(\.isAssumed).map(\.rawValue).sorted()
  }

  private static func heading(_ check: AppCheck) -> String {
    check.package.name + (check.package.bundleIdentifier.map { " (\($0))" } ?? "")
  }

  /// Returns a title such as `Paint (com.example.paint), iOS 15.0 to 27.0, de, en, fr, Xcode 26 (assumed)`.
  static func title(_ check: AppCheck, _ name: String? = nil) -> String {
    let ends = Set([check.versions.first, check.versions.last].compactMap(\.self)).sorted()
    let span = (check.isListed ? check.versions : ends).map(\.description)
      .joined(separator: check.isListed ? ", " : " to ")
    return TerminalText.line(
      "\(name ?? heading(check))\(check.package.isDotNet ? ", built by \(check.package.isXamarin ? "Xamarin.iOS" : ".NET")" : ""), iOS \(span)\(check.package.assumedTarget == nil ? "" : " (no deployment target is set)"), \(check.languages.joined(separator: ", "))\(check.xcode.isForOldProject ? "" : ", \(check.xcode.text(of: check.package))")"
    )
  }

  /// A row as it is shown, or several about the app's code with the same results.
  private typealias Line = (name: String, spans: [[CheckSpan]], rows: [AppCheck.Row])

  /// Returns the rows to show. Events and states with the same results share one: `a://open and b://open, cold and warm`.
  static func lines(of rows: [AppCheck.Row]) -> [(name: String, spans: [[CheckSpan]], rows: [AppCheck.Row])] {
    // The facts about the deliveries differ; that of the first row is shown.
    func key(_ spans: [[CheckSpan]]) -> [String] {
      spans.joined().map { "\($0.from) \($0.to) \($0.cell.verdict) \($0.cell.text) \($0.cell.places)" }
    }
    var single: [(events: [String], states: [String], spans: [[CheckSpan]], rows: [AppCheck.Row])] = []
    for row in rows {
      guard case .code(let event, let launch) = row.subject else {
        single.append(([name(row)], [], row.spans, [row]))
        continue
      }
      let name = TerminalText.line(event.name)
      if let known = single.firstIndex(where: { $0.events == [name] && key($0.spans) == key(row.spans) }) {
        single[known].states.append(launch.rawValue)
        single[known].rows.append(row)
      } else {
        single.append(([name], [launch.rawValue], row.spans, [row]))
      }
    }
    var merged = single.prefix(0)
    for row in single {
      let known = merged.firstIndex {
        !row.states.isEmpty && $0.states == row.states && key($0.spans) == key(row.spans)
      }
      guard let known else {
        merged.append(row)
        continue
      }
      merged[known].events += row.events
      merged[known].rows += row.rows
    }
    return merged.map { row in
      // Long types, such as those with a bundle identifier, would make the column as wide as the terminal.
      let isLong = row.events.prefix(3).joined().count > 60
      let names = Names.list(row.events, atMost: isLong ? 1 : 3)
      return (names + (row.states.isEmpty ? "" : ", \(Names.list(row.states))"), row.spans, row.rows)
    }
  }

  private static func lines(
    _ row: Line, _ check: AppCheck, nameWidth: Int, widths: [Int], isCut: Bool
  ) -> [StyledText] {
    let columns = row.spans.map { cells($0, check, isCut: isCut) }
    let height = columns.map(\.count).max() ?? 0
    return (0..<max(1, height)).map { index in
      let shown = index == 0 ? clipped(row.name, to: nameWidth) : ""
      var text = StyledText("  " + DisplayWidth.padded(shown, to: nameWidth))
      // The last cell with text has no padding.
      let last = columns.indices.last { index < columns[$0].count } ?? -1
      for (column, cells) in columns.enumerated() where column <= last {
        text += StyledText(String(repeating: " ", count: gap))
        let cell = index < cells.count ? cells[index] : ("", .absent)
        let isLast = column == last
        text += StyledText(isLast ? cell.text : DisplayWidth.padded(cell.text, to: widths[column]), style(cell.verdict))
      }
      return text
    }
  }

  /// Returns a row with a line for each device, or for devices with the same result.
  private static func narrowLines(_ row: Line, _ check: AppCheck, nameWidth: Int) -> [StyledText] {
    var groups: [(models: [String], cells: [(text: String, verdict: CheckCell.Verdict)])] = []
    for (model, spans) in zip(check.models, row.spans) {
      let cells = cells(spans, check, isCut: true)
      if let place = groups.firstIndex(where: { $0.cells.elementsEqual(cells) { $0 == $1 } }) {
        groups[place].models.append(model.name)
      } else {
        groups.append(([model.name], cells))
      }
    }
    let isAlone = groups.count == 1
    var shown = DisplayWidth.padded(clipped(row.name, to: nameWidth), to: nameWidth)
    let devices = groups.map { isAlone ? "" : Names.list($0.models) + "  " }
    let deviceWidth = devices.map(DisplayWidth.of).max() ?? 0
    return zip(groups, devices).flatMap { group, device in
      var device = device
      return group.cells.map { cell in
        defer { (shown, device) = (String(repeating: " ", count: nameWidth), "") }
        return StyledText("  \(shown)  \(DisplayWidth.padded(device, to: deviceWidth))")
          + StyledText(cell.text, style(cell.verdict))
      }
    }
  }

  static func name(_ row: AppCheck.Row) -> String {
    switch row.subject {
    case .icon(let name): TerminalText.line(name ?? "primary")
    case .action(let type): TerminalText.line(type)
    case .code(let event, let launch): TerminalText.line("\(event.name), \(launch.rawValue)")
    }
  }

  /// Returns a name without its middle if it is longer than a number of columns: the state of the app comes last, and
  /// types often begin alike.
  private static func clipped(_ name: String, to width: Int) -> String {
    guard DisplayWidth.of(name) > width else { return name }
    var end = ""
    for character in name.reversed() where DisplayWidth.of(end) < width * 2 / 3 { end = "\(character)\(end)" }
    return DisplayWidth.clipped(name, to: width - DisplayWidth.of(end)) + end
  }

  // MARK: Cells

  /// Returns the results to show, each with its versions, such as `from 13.0`; nil for all versions. Versions without the
  /// item are left out if there are others, unless they were wanted.
  static func shown(_ spans: [CheckSpan], _ check: AppCheck) -> [(cell: CheckCell, versions: String?)] {
    guard check.isListed else {
      let shown = spans.count > 1 ? spans.filter { $0.cell.verdict != .absent } : spans
      return shown.map { ($0.cell, versions($0, check)) }
    }
    var results: [(cell: CheckCell, versions: [String])] = []
    for span in spans {
      let known = results.firstIndex { $0.cell == span.cell } ?? results.endIndex
      if known == results.endIndex { results.append((span.cell, [])) }
      results[known].versions.append(span.from.description)
    }
    return results.map { ($0.cell, $0.versions.count == check.versions.count ? nil : "in \(Names.list($0.versions))") }
  }

  /// Returns cells such as `✓ changes` and `✗ NSCocoaErrorDomain 4 (ICON-036), to 12.0`.
  private static func cells(
    _ spans: [CheckSpan], _ check: AppCheck, isCut: Bool
  ) -> [(text: String, verdict: CheckCell.Verdict)] {
    shown(spans, check).map { cell, versions in
      (text(of: cell, isCut: isCut) + (versions.map { ", \($0)" } ?? ""), cell.verdict)
    }
  }

  /// Returns a result without its versions.
  static func text(of cell: CheckCell, isCut: Bool = true) -> String {
    let mark =
      switch cell.verdict {
      case .holds: "✓"
      case .fails: "✗"
      case .ignored: "~"
      case .absent: "–"
      case .unknown: "?"
      }
    let fact = cell.verdict == .holds ? "" : cell.fact.map { " (\($0.cited))" } ?? ""
    let text = DisplayWidth.clipped(TerminalText.line(cell.text), to: isCut ? maximumCellWidth : .max)
    return "\(mark) \(text)\(place(cell))\(fact)"
  }

  /// Returns a place such as ` at SceneDelegate.swift:48`.
  private static func place(_ cell: CheckCell) -> String {
    guard let place = cell.places.first else { return "" }
    let name = place.file.utf8.lastIndex(of: UInt8(ascii: "/")).map { place.file[place.file.index(after: $0)...] }
    return TerminalText.line(" at \(name ?? place.file[...])\(place.line.map { ":\($0)" } ?? "")")
  }

  /// Returns versions such as `from 13.0`; nil if the span covers all of them.
  private static func versions(_ span: CheckSpan, _ check: AppCheck) -> String? {
    let isAlone = span.from == span.to
    return switch (span.from == check.versions.first, span.to == check.versions.last) {
    case (true, true): nil
    case (true, false): isAlone ? "in \(span.from)" : "to \(span.to)"
    case (false, true): "from \(span.from)"
    case (false, false): isAlone ? "in \(span.from)" : "\(span.from) to \(span.to)"
    }
  }

  private static func style(_ verdict: CheckCell.Verdict) -> TextStyle {
    switch verdict {
    case .holds: .green
    case .fails: .red
    case .absent, .ignored, .unknown: .dim
    }
  }
}

extension AppCheck.Row {
  /// Whether a finding has the same cause: its rule is one of the cell or explains this launch, or it is about a line
  /// of the cell, and an error or a store that nothing reads.
  fileprivate func isExplained(by finding: Finding, _ cell: CheckCell) -> Bool {
    if cell.rules.contains(finding.code) { return true }
    guard case .code(let event, let launch) = subject else { return false }
    if case .quickAction = event, Rules.explains(finding.code, cell, launch) { return true }
    guard Rules.mayCause(finding, cell) else { return false }
    let lines = ([finding.location].compactMap(\.self) + finding.otherLocations).map { ($0.file, $0.line) }
    return cell.places.contains { place in lines.contains { $0 == (place.file, place.line) } }
  }
}

extension AppCheck.Row.Subject {
  /// The heading of a row.
  enum Group {
    case icons, actions, code
  }

  var group: Group {
    switch self {
    case .icon: .icons
    case .action: .actions
    case .code: .code
    }
  }
}

/// Converts a check to the events of a run, so that reports of runs can show it: a file for each app and each file with
/// findings, a scenario for each icon or quick action on each kind of device, and one for each finding that counts as a
/// failure. What is not known is pending, and so is anything that does not work if failures are turned off.
enum CheckEvents {
  /// Returns all events, from `runStarted` to `runFinished`.
  static func events(_ report: CheckReport) -> [RunEvent] {
    let findings = report.lint.findings.filter { report.failOn.includes($0.finding.severity) }
    var files: [String] = []
    var groups: [ExactText: [PlacedFinding]] = [:]
    for finding in findings {
      if groups[ExactText(finding.path)] == nil { files.append(finding.path) }
      groups[ExactText(finding.path), default: []].append(finding)
    }
    var run = Run(files: files.count + report.checks.count)
    for file in files { run.add(file, (groups[ExactText(file)] ?? []).map(result)) }
    for check in report.checks {
      run.add(report.lint.paths.place(of: check.package.infoPlistFile).path, rows(check, report.failOn))
    }
    return run.events + [
      .runFinished(counts: run.total, traceHash: TraceDigest().description, exitCode: report.exitCode)
    ]
  }

  private struct Run {
    private(set) var events: [RunEvent]
    private(set) var total = RunCounts()
    private var position = 0

    init(files: Int) { events = [.runStarted(RunHeader(seed: RunHeader.defaultSeed, files: files))] }

    mutating func add(_ file: String, _ results: [ScenarioResult]) {
      var counts = RunCounts()
      events.append(.fileStarted(file: file, position: position, worker: 1))
      for var result in results {
        result.file = file
        counts.count(result.status)
        events.append(.scenarioFinished(result))
      }
      events.append(.fileFinished(file: file, counts: counts, traceHash: TraceDigest().description))
      total.add(counts, hasFailed: false)
      position += 1
    }
  }

  private static func result(_ placed: PlacedFinding) -> ScenarioResult {
    let finding = placed.finding
    var result = result(
      ["lint", "\(finding.code): \(finding.message)"], .failed,
      Problem(
        code: finding.code.rawValue, message: finding.message, hint: finding.help,
        fact: finding.facts.first?.rawValue))
    result.line = finding.location?.line
    return result
  }

  private static func rows(_ check: AppCheck, _ failOn: FailureLevel) -> [ScenarioResult] {
    check.rows.flatMap { row in
      zip(check.models, row.spans).map { model, spans in
        let name =
          switch row.subject {
          case .icon(let name): ["icons", name ?? "primary", model.name]
          case .action(let type): ["quick actions", type, model.name]
          case .code(let event, let launch): ["code", event.name, launch.rawValue, model.name]
          }
        let failed = spans.filter { $0.cell.verdict == .fails }
        let told = failed.isEmpty ? spans.filter { $0.cell.verdict == .unknown } : failed
        guard let first = told.first else { return result(name, .passed, nil) }
        let text = told.map { "iOS \($0.from) to \($0.to): \($0.cell.text)" }.joined(separator: "; ")
        return result(
          name, failed.isEmpty || failOn == .never ? .pending : .failed,
          Problem(
            code: CheckReport.code.rawValue, message: (failed.isEmpty ? "not known in " : "") + text,
            fact: first.cell.fact?.rawValue))
      }
    }
  }

  private static func result(_ name: [String], _ status: ScenarioResult.Status, _ problem: Problem?) -> ScenarioResult {
    ScenarioResult(
      file: "", name: name, line: nil, status: status, problem: problem, traceHash: TraceDigest().description)
  }
}

/// The entry points of apps, in several results of `homescreen check` next to each other: two versions of Xcode, or an
/// app before and after a change.
package struct CheckComparison: Sendable {
  /// A result with its heading.
  package struct Side: Sendable {
    let title: String
    package let checks: [AppCheck]

    /// Creates a side.
    package init(_ title: String, _ checks: [AppCheck]) { (self.title, self.checks) = (title, checks) }
  }

  /// The results, the oldest first.
  let sides: [Side]

  /// An entry point in one state of the app, with its result on each side; nil if a side does not have it.
  private struct Row {
    let subject: AppCheck.Row.Subject
    let name: String
    let cells: [CheckCell?]
  }

  /// The result of one app on each side; nil if the side does not have it.
  private typealias App = [AppCheck?]

  /// The apps of all sides: results with the same bundle identifier or target name, or the only ones of their sides.
  private var apps: [App] {
    var apps: [App] = []
    for (place, side) in sides.enumerated() {
      for check in side.checks {
        let isAlone = side.checks.count == 1 && apps.count == 1
        let known = apps.firstIndex { app in
          app[place] == nil && (isAlone || app.contains { $0.map { Self.isSame($0.package, check.package) } ?? false })
        }
        if let known {
          apps[known][place] = check
        } else {
          apps.append(sides.indices.map { $0 == place ? check : nil })
        }
      }
    }
    return apps
  }

  private static func isSame(_ one: AppPackage, _ other: AppPackage) -> Bool {
    if let identifier = one.bundleIdentifier, ExactText.isSame(identifier, other.bundleIdentifier ?? "") { return true }
    return ExactText.isSame(one.build?.target ?? one.name, other.build?.target ?? other.name)
  }

  /// Returns the rows of an app: entry points, and icons and quick actions that are not the same on all sides. The cells
  /// are those of the newest iOS on the first kind of device.
  private func rows(of app: App) -> [Row] {
    var seen: Set<ExactText> = []
    func result(_ row: AppCheck.Row?) -> String? { row?.spans.first?.last.map { Self.text($0.cell) } }
    let all = app.reversed().flatMap { $0?.rows ?? [] }.filter { row in
      let isSame = app.allSatisfy { check in
        check.map { result($0.rows.first { $0.subject == row.subject }) == result(row) } ?? true
      }
      return (row.subject.group == .code || !isSame) && seen.insert(ExactText(CheckText.name(row))).inserted
    }
    return all.map { row in
      Row(
        subject: row.subject, name: CheckText.name(row),
        cells: app.map { check in
          check?.rows.first { $0.subject == row.subject }?.spans.first?.last?.cell
            ?? (check == nil || row.subject.group == .code ? nil : CheckCell(.absent, "not declared"))
        })
    }
  }

  /// The table of each app with entry points: its title, and the cells of each row.
  var tables: [(title: String, rows: [(name: String, cells: [CheckCell?])])] {
    apps.compactMap { app in
      let rows = rows(of: app)
      guard !rows.isEmpty, let check = app.compactMap(\.self).last else { return nil }
      let device = check.models.first.map { " on \($0.name)" } ?? ""
      let os = check.versions.last.map { ", iOS \($0)" } ?? ""
      return ("\(check.package.name)\(device)\(os)", rows.map { ($0.name, $0.cells) })
    }
  }

  static func text(_ cell: CheckCell?) -> String { cell.map { CheckText.text(of: $0) } ?? "– not tried" }

  /// The tables as text.
  var lines: [StyledText] {
    tables.flatMap { title, rows -> [StyledText] in
      let table =
        [[title] + sides.map(\.title)] + rows.map { name, cells in ["  \(name)"] + cells.map { Self.text($0) } }
      let widths = table[0].indices.dropLast().map { column in table.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
      return table.enumerated().map { number, texts in
        number == 0
          ? StyledText(TextRow.text(texts, widths: widths, gap: 2), .bold)
          : StyledText(TextRow.text(texts, widths: widths, gap: 2))
      } + [""]
    }
  }

  /// One object for each entry point and state, with the result of each side.
  var json: [PropertyListValue] {
    apps.flatMap { app in
      rows(of: app).map { row in
        var json: PropertyListDictionary = ["kind": "comparison", "name": .string(row.name)]
        json["sides"] = .array(
          of: zip(sides, row.cells).map { side, cell in
            var json: PropertyListDictionary = ["title": .string(side.title)]
            json["verdict"] = cell.map { .string($0.verdict.rawValue) }
            json["text"] = cell.map { .string($0.text) }
            json["fact"] = cell?.fact.map { .string($0.rawValue) }
            return .dictionary(json)
          })
        return .dictionary(json)
      }
    }
  }
}

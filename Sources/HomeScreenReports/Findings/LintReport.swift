package import AppPackages
package import Events
import HomeScreenSimulator
package import Lint
package import Platform
import PropertyLists

/// The result of `homescreen lint`.
package struct LintReport: Sendable {
  /// The findings in the order of the inputs, their files and lines.
  package private(set) var findings: [PlacedFinding]
  /// The difference from the baseline; nil if there is none.
  package let comparison: FindingBaseline.Comparison?
  /// The exit code of the command.
  package private(set) var exitCode: ExitCode

  /// Whether a report for people lists notes instead of only counting them.
  let listsNotes: Bool

  /// The paths of files.
  package let paths: ShownPaths

  /// The linted packages.
  package let packages: [AppPackage]

  /// All findings, including those in the baseline, for writing a new baseline.
  private let all: [PlacedFinding]
  /// Whether errors make the command fail, and warnings do not.
  private let failsOnErrors: Bool
  private let filtered: FindingFilter.Filtered
  private let settings: SettingsUse?
  private let filter: FindingFilter

  /// Combines the findings of all inputs.
  ///
  /// - Parameters:
  ///   - inputs: the inputs, in the order they were named; a finding reached through two of them is reported once.
  ///   - filter: selects the findings to report.
  ///   - baseline: the known findings, which are not reported.
  ///   - unchecked: the rules that could not find anything, whose known findings are not obsolete.
  ///   - failOn: the lowest severity that makes the command fail.
  ///   - hasBrokenRules: whether a plugin or a file of rules failed or did not run.
  ///   - unread: the exit code for source code that should have been read; nil if nothing is missing.
  ///   - settings: the project's settings in effect; the filter includes them.
  ///   - listsNotes: lists notes in a report for people; notes that make the command fail are always listed.
  package init(
    _ inputs: [LintedInput], _ filter: FindingFilter, baseline: FindingBaseline? = nil,
    unchecked: Set<RuleCode> = [], failOn: FailureLevel = .error, hasBrokenRules: Bool = false, unread: ExitCode? = nil,
    settings: SettingsUse? = nil, listsNotes: Bool = false, surroundings: ReportSurroundings = ReportSurroundings()
  ) {
    self.listsNotes = listsNotes || failOn == .note
    failsOnErrors = failOn == .error
    var places = FindingPlaces(surroundings)
    var seen: [Finding.Severity: Set<FindingKey>] = [:]
    let placed = inputs.flatMap { places.placed($0) }.filter {
      seen[$0.finding.severity, default: []].insert(FindingKey($0.finding, in: $0.path)).inserted
    }
    packages = inputs.flatMap { $0.builds?.packages ?? [] }
    paths = ShownPaths(of: packages, at: inputs.map(\.path), surroundings)
    self.filter = filter
    self.settings = settings.map { use in
      var use = use
      use.file = ShownPaths.path(use.file, from: surroundings.workingFolder) ?? use.file
      return use
    }
    filtered = filter.filtered(placed, &places)
    all = filtered.told
    if let baseline {
      let (new, comparison) = baseline.new(among: all, unchecked)
      (findings, self.comparison) = (new, comparison)
    } else {
      (findings, comparison) = (all, nil)
    }
    let code = Self.exitCode(inputs, findings, failOn, hasBrokenRules)
    exitCode = code == .success ? unread ?? code : code
  }

  /// The command that writes a baseline, with a space; empty in reports of that command.
  var baselineCommand = ""

  /// The findings whose fix was tried and refused: they do not count as fixable.
  package var refused: [Finding] = []

  /// Whether the app's own code could be read, but was not.
  package var leavesCodeUnread = false

  private func isFixable(_ finding: Finding) -> Bool {
    finding.fix?.safety == .safe && !refused.contains { $0.key == finding.key }
  }

  /// Returns the report with more findings, about the same apps.
  func adding(_ more: [Finding], _ exitCode: ExitCode) -> LintReport {
    var report = self
    var places = FindingPlaces(paths.surroundings)
    report.findings += more.map { places.placed($0, paths) }
    report.exitCode = exitCode
    return report
  }

  /// The number of findings that the settings suppress.
  package var suppressedCount: Int { filtered.suppressed.count }

  /// Whether the rule does not apply, or all its findings in this app are suppressed or in the baseline.
  func isSilent(_ code: RuleCode, about package: AppPackage) -> Bool {
    guard filter.applies(code) else { return true }
    let (silent, told) = split(about: package)
    return silent.contains { $0.code == code } && !told.contains { $0.code == code }
  }

  /// Returns the findings in an app that the settings ignore or suppress or the baseline has, and the reported ones.
  func split(about package: AppPackage) -> (silent: [Finding], told: [Finding]) {
    let build = package.build.map { Finding.Build(target: $0.target, configuration: $0.configuration) }
    func isAbout(_ placed: PlacedFinding) -> Bool {
      guard let file = placed.finding.location?.file else { return false }
      return package.files?.path(of: file) != nil && (build.map(placed.finding.builds.contains) ?? true)
    }
    let told = findings.filter(isAbout), shown = Set(told.map(\.fingerprint))
    let silent = all.filter { isAbout($0) && !shown.contains($0.fingerprint) }
    return (
      (filtered.suppressed + filtered.ignored).filter(isAbout).map(\.finding) + silent.map(\.finding),
      told.map(\.finding)
    )
  }

  /// Returns the exit code of an input without an app; nil if there is one, whose problems are findings.
  private static func exitCode(_ error: AppPackageError) -> ExitCode? {
    switch error.kind {
    case .missing, .unreadable, .unsupportedInput, .outsideOfProject, .madeByBuild: .noInput
    case .noInfoPlist, .emptyConfiguration, .noTarget: .nothingMatched
    case .badProject, .badArchive, .severalApps, .noConfiguration, .badPropertyList, .notADictionary, .wrongType,
      .badPath:
      nil
    }
  }

  private static func exitCode(
    _ inputs: [LintedInput], _ findings: [PlacedFinding], _ failOn: FailureLevel, _ hasBrokenRules: Bool
  ) -> ExitCode {
    if hasBrokenRules { return .scriptError }
    // One readable path among several is enough.
    let codes = inputs.map { input in
      let isUnmade = input.builds?.packages.isEmpty == true && input.builds?.failures.isEmpty == false
      let isByBuild = input.builds?.failures.allSatisfy { $0.error.kind == .madeByBuild } ?? false
      return isUnmade && isByBuild ? .nothingMatched : input.error.flatMap(exitCode)
    }
    if !codes.isEmpty, !codes.contains(nil) { return codes.contains(.nothingMatched) ? .nothingMatched : .noInput }
    return findings.contains { failOn.includes($0.finding.severity) } ? .failure : .success
  }

  // MARK: Sums

  package func count(of severity: Finding.Severity) -> Int { findings.count { $0.finding.severity == severity } }

  /// The number of findings of each rule, the highest first.
  var statistics: [(code: RuleCode, severity: Finding.Severity, count: Int, fixable: Int)] {
    var rows: [RuleCode: (severity: Finding.Severity, count: Int, fixable: Int)] = [:]
    for finding in findings.map(\.finding) {
      let old = rows[finding.code] ?? (finding.severity, 0, 0)
      let worst = old.severity.rank >= finding.severity.rank ? old.severity : finding.severity
      rows[finding.code] = (worst, old.count + 1, old.fixable + (isFixable(finding) ? 1 : 0))
    }
    return rows.map { ($0.key, $0.value.severity, $0.value.count, $0.value.fixable) }.sorted { left, right in
      left.2 == right.2 ? ExactText.precedes(left.0.rawValue, right.0.rawValue) : left.2 > right.2
    }
  }

  /// The summary, the most important line first: `3 errors in 5 files; 2 have a fix: lint --fix`.
  package var summary: [String] {
    let counts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(of: severity)
      return count == 0 ? nil : Counted.text(count, severity.rawValue)
    }
    let files = Set(findings.map { ExactText($0.path) }).count
    let fixable = findings.count { isFixable($0.finding) }
    let new = comparison == nil ? "" : "new: "
    var lines = [
      counts.isEmpty
        ? (comparison == nil ? "nothing found" : "nothing new found")
        : "\(new)\(counts.joined(separator: ", ")) in \(Counted.text(files, "file"))"
          + (fixable > 0 ? "; \(fixable) \(fixable == 1 ? "has" : "have") a fix: lint --fix" : "")
          + (failsOnErrors && exitCode == .success && count(of: .warning) > 0
            ? "; --fail-on warning makes the command fail" : "")
    ]
    if let comparison {
      lines.append(
        "\(comparison.known) known from the baseline"
          + (comparison.unchecked == 0
            ? "" : ", \(Counted.text(comparison.unchecked, "entry is", "entries are")) about code, which was not read")
          + (comparison.gone == 0
            ? ""
            : ", \(Counted.text(comparison.gone, "entry is", "entries are")) obsolete: use "
              + (baselineCommand.isEmpty && comparison.unchecked > 0 ? "--sources " : baselineCommand)
              + "--write-baseline"))
    }
    if leavesCodeUnread, packages.contains(where: { $0.build != nil }) {
      lines.append("the app’s code was not read: add --sources, or use check")
    }
    return lines + settingsLines
  }

  /// The settings in effect and the number of findings they remove, to explain why a report is shorter.
  private var settingsLines: [String] {
    guard let settings else { return [] }
    let ignored = filtered.ignored.count + suppressedCount
    var lines = ["settings: \(settings.file)"]
    if ignored > 0 { lines.append("\(Counted.text(ignored, "finding")) ignored by \(settings.file)") }
    if filtered.lowered > 0 {
      lines.append("\(Counted.text(filtered.lowered, "finding")) made less severe by \(settings.file)")
    }
    if settings.neverFails { lines.append("no finding fails the command: \(settings.file) sets fail_on to never") }
    return lines
  }

  package var baseline: (text: String, count: Int) { (FindingBaseline.text(of: all), all.count) }

  /// The findings by severity, the most severe first; otherwise in their order.
  var bySeverity: [PlacedFinding] {
    Finding.Severity.allCases.sorted { $0.rank > $1.rank }.flatMap { severity in
      findings.filter { $0.finding.severity == severity }
    }
  }
}

/// The findings to report and their severities, from the command line and the project's settings.
package struct FindingFilter: Sendable {
  private let selected: Set<RuleCode>?
  private let ignored: Set<RuleCode>
  private let severities: [RuleCode: Finding.Severity]
  private let suppressions: [(settings: LintSettings.Suppression, codes: Set<RuleCode>)]

  /// Combines the command line and the project's settings, with each selector resolved to its rules.
  ///
  /// - Parameter rules: the available rules; defaults to homescreen's own.
  /// - Throws: `UserError`.
  package init(_ settings: LintSettings, among rules: [RuleDescription] = Rules.descriptions) throws(UserError) {
    func codes(_ texts: [String]) throws(UserError) -> Set<RuleCode> {
      var codes: Set<RuleCode> = []
      for text in texts { codes.formUnion(try RuleSelector(text, among: rules).codes) }
      return codes
    }
    selected = settings.select.isEmpty && !settings.selectsNothing ? nil : try codes(settings.select)
    ignored = try codes(settings.ignore)
    var severities: [RuleCode: Finding.Severity] = [:]
    for (selector, severity) in settings.severity { for code in try codes([selector]) { severities[code] = severity } }
    self.severities = severities
    var suppressions: [(settings: LintSettings.Suppression, codes: Set<RuleCode>)] = []
    for entry in settings.suppressed { suppressions.append((entry, try codes([entry.code]))) }
    self.suppressions = suppressions
  }

  /// Returns whether a rule is selected. Unreadable input is always reported, so that it does not go unnoticed.
  package func applies(_ code: RuleCode) -> Bool {
    code == InputRules.unreadableInput.code || (selected?.contains(code) ?? true) && !ignored.contains(code)
  }

  /// The findings after filtering.
  struct Filtered {
    /// The reported findings.
    var told: [PlacedFinding] = []
    var suppressed: [PlacedFinding] = []
    /// The findings of rules that are not selected.
    var ignored: [PlacedFinding] = []
    /// The number of findings with lowered severity.
    var lowered = 0
  }

  /// Applies the settings to findings; a suppression without the required details is a finding, too.
  func filtered(_ findings: [PlacedFinding], _ places: inout FindingPlaces) -> Filtered {
    var used: Set<Int> = []
    var result = Filtered()
    for var finding in findings {
      guard applies(finding.finding.code) else {
        result.ignored.append(finding)
        continue
      }
      let hiding = suppressions.indices.filter { hides(suppressions[$0], finding) }
      used.formUnion(hiding)
      guard hiding.isEmpty else {
        result.suppressed.append(finding)
        continue
      }
      if let severity = severities[finding.finding.code] {
        if severity.rank < finding.finding.severity.rank { result.lowered += 1 }
        finding.finding.severity = severity
      }
      result.told.append(finding)
    }
    for remark in remarks(used) where applies(remark.code) {
      var remark = remark
      remark.severity = severities[remark.code] ?? remark.severity
      result.told.append(places.placed(remark))
    }
    return result
  }

  private func hides(
    _ entry: (settings: LintSettings.Suppression, codes: Set<RuleCode>), _ finding: PlacedFinding
  ) -> Bool {
    guard entry.codes.contains(finding.finding.code) else { return false }
    guard let pattern = entry.settings.path else { return true }
    return [finding.path, finding.checkoutPath].contains {
      PathPattern.matches($0, pattern) || PathPattern.matches($0, "*/\(pattern)")
    }
  }

  private func remarks(_ used: Set<Int>) -> [Finding] {
    suppressions.indices.flatMap { index -> [Finding] in
      let entry = suppressions[index].settings
      let title = "the suppression “\(entry.code)”" + (entry.path.map { " in “\($0)”" } ?? "")
      var remarks: [Finding] = []
      if entry.reason == nil {
        let rule = InputRules.suppressionWithoutReason
        remarks.append(
          Finding(
            rule.code, rule.severity, "\(title) has no reason", at: entry.location,
            help: "write { code = \"\(entry.code)\", reason = \"…\" }"))
      }
      if !used.contains(index), suppressions[index].codes.contains(where: applies) {
        let rule = InputRules.unusedSuppression
        remarks.append(
          Finding(rule.code, rule.severity, "\(title) hides nothing", at: entry.location, help: "remove it"))
      }
      return remarks
    }
  }
}

/// Path patterns, in which `*` matches any characters and `?` matches one.
enum PathPattern {
  static func matches(_ path: String, _ pattern: String) -> Bool {
    let path = Array(path.unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (place, next) = (0, 0)
    // Where to continue after a mismatch: after the last star, one character later.
    var retry: (place: Int, next: Int)?
    while place < path.count {
      if next < pattern.count, pattern[next] == "*" {
        retry = (place, next + 1)
        next += 1
      } else if next < pattern.count, pattern[next] == "?" || pattern[next] == path[place] {
        place += 1
        next += 1
      } else if let last = retry {
        retry = (last.place + 1, last.next)
        (place, next) = (last.place + 1, last.next)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == "*" }
  }
}

/// Known findings, from a file with one finding per line: path, code, message and fingerprint, separated by tabs. Line
/// numbers are left out, so that the file stays the same when lines move.
package struct FindingBaseline: Sendable, Equatable {
  /// The codes of the known findings, by their fingerprints.
  private let known: [String: RuleCode]

  /// The result of a comparison with the baseline.
  package struct Comparison: Sendable, Equatable {
    /// The number of known findings.
    package let known: Int
    /// The number of findings in the baseline that were not found again.
    package let gone: Int
    /// The number of findings in the baseline whose rules were not checked.
    package let unchecked: Int
  }

  /// Reads the text of a baseline file.
  ///
  /// - Parameter file: the path of the file, for messages.
  package init(_ text: String, file: String) throws(UserError) {
    var known: [String: RuleCode] = [:]
    for (index, line) in TextLines.of(text).map(TextLines.withoutReturn).enumerated() where !line.isEmpty {
      // A line without tabs that starts with `#` is a comment.
      if line.utf8.first == UInt8(ascii: "#"), !line.utf8.contains(UInt8(ascii: "\t")) { continue }
      let fields = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 4, let fingerprint = String(fields[3]), Self.isFingerprint(fingerprint) else {
        throw UserError(
          "\(file):\(index + 1): this is not a line of a baseline; rewrite it with homescreen lint --write-baseline \(ShellWord.path(file))"
        )
      }
      known[fingerprint] = RuleCode(rawValue: String(decoding: Array(fields[1]), as: UTF8.self))
    }
    self.known = known
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 16 && parts[0].allSatisfy(\.isHexDigit) && Int(parts[1]) != nil
  }

  /// Returns the findings that are not in the baseline.
  func new(
    among findings: [PlacedFinding], _ unchecked: Set<RuleCode>
  ) -> (findings: [PlacedFinding], comparison: Comparison) {
    let new = findings.filter { known[$0.fingerprint] == nil }
    let all = findings.count - new.count
    let found = Set(findings.map(\.fingerprint))
    let open = known.count { unchecked.contains($0.value) && !found.contains($0.key) }
    return (new, Comparison(known: all, gone: known.count - all - open, unchecked: open))
  }

  /// Returns the text of a baseline with these findings.
  static func text(of findings: [PlacedFinding]) -> String {
    let lines = findings.map { placed in
      [placed.checkoutPath, placed.finding.code.rawValue, placed.finding.message, placed.fingerprint]
        .map { TerminalText.visible($0, isOneLine: true) }.joined(separator: "\t")
    }
    return lines.sorted(by: ExactText.precedes).map { "\($0)\n" }.joined()
  }
}

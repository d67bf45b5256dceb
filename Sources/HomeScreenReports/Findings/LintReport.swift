package import AppPackages
package import Events
import HomeScreenSimulator
package import Lint
package import Platform
import PropertyLists

/// What `homescreen lint` came to: what its formats tell.
package struct LintReport: Sendable {
  /// In the order of the inputs, of their files and lines.
  package let findings: [PlacedFinding]
  /// How the findings differ from those that are known; nil where nothing was compared.
  package let comparison: FindingBaseline.Comparison?
  /// How the command ends.
  package let exitCode: ExitCode

  /// Whether a report for people lists the notes, and not only counts them.
  let listsNotes: Bool

  /// The paths of files.
  package let paths: ShownPaths

  /// What was linted.
  package let packages: [AppPackage]

  /// All findings that there are, known ones included, as a file of known findings has them.
  private let all: [PlacedFinding]
  private let filtered: FindingFilter.Filtered
  private let settings: SettingsUse?
  private let filter: FindingFilter

  /// Puts together what was found in all inputs.
  ///
  /// - Parameters:
  ///   - inputs: in the order in which they were named; what is found by way of two of them is told once.
  ///   - filter: which findings are told.
  ///   - baseline: known findings, which are not told.
  ///   - failOn: from which severity on findings make the command fail.
  ///   - hasBrokenRules: a plugin or a file of rules has failed, or did not run.
  ///   - settings: those of the project that hold; what the filter does beyond the rules that ran is theirs.
  ///   - listsNotes: a report for people lists the notes; notes that make the command fail are always listed.
  package init(
    _ inputs: [LintedInput], _ filter: FindingFilter, baseline: FindingBaseline? = nil,
    failOn: FailureLevel = .error, hasBrokenRules: Bool = false, settings: SettingsUse? = nil,
    listsNotes: Bool = false, surroundings: ReportSurroundings = ReportSurroundings()
  ) {
    self.listsNotes = listsNotes || failOn == .note
    var places = FindingPlaces(surroundings)
    var seen: Set<Key> = []
    let placed = inputs.flatMap { places.placed($0) }.filter { seen.insert(Key($0)).inserted }
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
      let (new, comparison) = baseline.new(among: all)
      (findings, self.comparison) = (new, comparison)
    } else {
      (findings, comparison) = (all, nil)
    }
    exitCode = Self.exitCode(inputs, findings, failOn, hasBrokenRules)
  }

  /// How many findings the settings suppress.
  package var suppressedCount: Int { filtered.suppressed.count }

  /// Whether nobody wants to hear of a rule: it is not applied, or all that it finds in this app is suppressed.
  func isSilent(_ code: RuleCode, about package: AppPackage) -> Bool {
    guard filter.applies(code) else { return true }
    let build = package.build.map { Finding.Build(target: $0.target, configuration: $0.configuration) }
    func isAbout(_ placed: PlacedFinding) -> Bool {
      let finding = placed.finding
      guard finding.code == code, let file = finding.location?.file else { return false }
      return package.files?.path(of: file) != nil && (build.map(finding.builds.contains) ?? true)
    }
    return filtered.suppressed.contains(where: isAbout) && !all.contains(where: isAbout)
  }

  /// What makes two findings of two inputs the same.
  private struct Key: Hashable {
    let path: ExactText
    let line: Int?
    let column: Int?
    let code: RuleCode
    let severity: Finding.Severity
    let message: ExactText

    init(_ placed: PlacedFinding) {
      path = ExactText(placed.path)
      line = placed.finding.location?.line
      column = placed.finding.location?.column
      code = placed.finding.code
      severity = placed.finding.severity
      message = ExactText(placed.finding.message)
    }
  }

  /// What became of an input, the worst first.
  private enum Outcome: Int, Comparable {
    case unreadable, noApp, opened

    init(_ error: AppPackageError) {
      self =
        switch error.kind {
        case .missing, .unreadable, .unsupportedInput, .outsideOfProject, .madeByBuild: .unreadable
        case .noInfoPlist, .emptyConfiguration, .noTarget: .noApp
        // There is an app, and what is wrong with it is told.
        case .badProject, .badArchive, .severalApps, .noConfiguration, .badPropertyList, .notADictionary, .wrongType,
          .badPath:
          .opened
        }
    }

    static func < (left: Outcome, right: Outcome) -> Bool { left.rawValue < right.rawValue }
  }

  private static func exitCode(
    _ inputs: [LintedInput], _ findings: [PlacedFinding], _ failOn: FailureLevel, _ hasBrokenRules: Bool
  ) -> ExitCode {
    if hasBrokenRules { return .scriptError }
    let outcomes = inputs.map { $0.error.map { Outcome($0) } ?? .opened }
    // Of several paths it is enough that one could be read.
    switch outcomes.max() {
    case .unreadable: return .noInput
    case .noApp: return .nothingMatched
    case .opened, nil: break
    }
    return findings.contains { failOn.includes($0.finding.severity) } ? .failure : .success
  }

  // MARK: Sums

  /// How many findings have a severity.
  package func count(of severity: Finding.Severity) -> Int { findings.count { $0.finding.severity == severity } }

  /// How many findings each rule has, the most first.
  var statistics: [(code: RuleCode, severity: Finding.Severity, count: Int, fixable: Int)] {
    var rows: [RuleCode: (severity: Finding.Severity, count: Int, fixable: Int)] = [:]
    for finding in findings.map(\.finding) {
      let old = rows[finding.code] ?? (finding.severity, 0, 0)
      let worst = old.severity.rank >= finding.severity.rank ? old.severity : finding.severity
      rows[finding.code] = (worst, old.count + 1, old.fixable + (finding.fix?.safety == .safe ? 1 : 0))
    }
    return rows.map { ($0.key, $0.value.severity, $0.value.count, $0.value.fixable) }.sorted { left, right in
      left.2 == right.2 ? ExactText.precedes(left.0.rawValue, right.0.rawValue) : left.2 > right.2
    }
  }

  /// `3 errors, 2 warnings in 5 files; 2 can be fixed by lint --fix`; lines for a person, the first the most important.
  package var summary: [String] {
    let counts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(of: severity)
      return count == 0 ? nil : Counted.text(count, severity.rawValue)
    }
    let files = Set(findings.map { ExactText($0.path) }).count
    let fixable = findings.count { $0.finding.fix?.safety == .safe }
    let new = comparison == nil ? "" : "new: "
    var lines = [
      counts.isEmpty
        ? (comparison == nil ? "nothing found" : "nothing new found")
        : "\(new)\(counts.joined(separator: ", ")) in \(Counted.text(files, "file"))"
          + (fixable > 0 ? "; \(fixable) can be fixed by lint --fix" : "")
    ]
    if let comparison {
      lines.append(
        "\(comparison.known) known from the baseline"
          + (comparison.gone > 0 ? "; \(comparison.gone) of them no longer found: rewrite it" : ""))
    }
    return lines + settingsLines
  }

  /// Which settings hold, and what they take away: a report that is shorter for them says so.
  private var settingsLines: [String] {
    guard let settings else { return [] }
    let ignored = filtered.ignored + suppressedCount
    var lines = ["settings: \(settings.file)"]
    if ignored > 0 { lines.append("\(Counted.text(ignored, "finding")) ignored by \(settings.file)") }
    if filtered.lowered > 0 {
      lines.append("\(Counted.text(filtered.lowered, "finding")) made less severe by \(settings.file)")
    }
    if settings.neverFails { lines.append("no finding fails the command: fail_on is never in \(settings.file)") }
    return lines
  }

  /// The text of a file that knows all findings, and how many they are.
  package var baseline: (text: String, count: Int) { (FindingBaseline.text(of: all), all.count) }

  /// The most severe first; of one severity their order stays.
  var bySeverity: [PlacedFinding] {
    Finding.Severity.allCases.sorted { $0.rank > $1.rank }.flatMap { severity in
      findings.filter { $0.finding.severity == severity }
    }
  }
}

/// Which findings are told, and how bad they are: what the command line and the project's settings say.
package struct FindingFilter: Sendable {
  private let selected: Set<RuleCode>?
  private let ignored: Set<RuleCode>
  private let severities: [RuleCode: Finding.Severity]
  private let suppressions: [(settings: LintSettings.Suppression, codes: Set<RuleCode>)]

  /// Takes what the command line and the project’s settings say, each selector for the rules that it stands for.
  ///
  /// - Parameter rules: those that there are; homescreen's own by default.
  /// - Throws: ``UnknownSelector``.
  package init(
    _ settings: LintSettings, among rules: [RuleDescription] = Rules.descriptions
  ) throws(UnknownSelector) {
    func codes(_ texts: [String]) throws(UnknownSelector) -> Set<RuleCode> {
      var codes: Set<RuleCode> = []
      for text in texts { codes.formUnion(try RuleSelector(text, among: rules).codes) }
      return codes
    }
    selected = settings.select.isEmpty && !settings.selectsNothing ? nil : try codes(settings.select)
    ignored = try codes(settings.ignore)
    var severities: [RuleCode: Finding.Severity] = [:]
    for (selector, severity) in settings.severity {
      for code in try codes([selector]) { severities[code] = severity }
    }
    self.severities = severities
    var suppressions: [(settings: LintSettings.Suppression, codes: Set<RuleCode>)] = []
    for entry in settings.suppressed { suppressions.append((entry, try codes([entry.code]))) }
    self.suppressions = suppressions
  }

  /// The rules that are asked for. What cannot be read is always told: silence would look like praise.
  package func applies(_ code: RuleCode) -> Bool {
    code == InputRules.unreadableInput.code || (selected?.contains(code) ?? true) && !ignored.contains(code)
  }

  /// What becomes of findings.
  struct Filtered {
    /// Those that are reported.
    var told: [PlacedFinding] = []
    var suppressed: [PlacedFinding] = []
    /// How many are of rules that are not asked for.
    var ignored = 0
    /// How many have become less severe.
    var lowered = 0
  }

  /// Applies the settings to findings; suppressions that say too little are findings themselves.
  func filtered(_ findings: [PlacedFinding], _ places: inout FindingPlaces) -> Filtered {
    var used: Set<Int> = []
    var result = Filtered()
    for var finding in findings {
      guard applies(finding.finding.code) else {
        result.ignored += 1
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

/// Patterns of paths, in which `*` stands for any characters, also none, and `?` for one.
enum PathPattern {
  static func matches(_ path: String, _ pattern: String) -> Bool {
    let path = Array(path.unicodeScalars)
    let pattern = Array(pattern.unicodeScalars)
    var (place, next) = (0, 0)
    // Where to go on when a character does not fit: behind the last star, one character later.
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

/// Findings that are known, from a file of one finding a line: path, code, message and fingerprint, with tabs between
/// them, and no line numbers, so that a file stays as it is when lines move.
package struct FindingBaseline: Sendable, Equatable {
  private let fingerprints: Set<String>

  /// What a comparison came to.
  package struct Comparison: Sendable, Equatable {
    /// How many findings are known.
    package let known: Int
    /// How many of the file are found no more.
    package let gone: Int
  }

  /// Reads a file's text.
  ///
  /// - Throws: ``FindingBaselineError`` for a line that is none of a baseline.
  package init(_ text: String) throws(FindingBaselineError) {
    var fingerprints: Set<String> = []
    for (index, line) in TextLines.of(text).map(TextLines.withoutReturn).enumerated() where !line.isEmpty {
      // A line without tabs that begins so is a remark of a person.
      if line.utf8.first == UInt8(ascii: "#"), !line.utf8.contains(UInt8(ascii: "\t")) { continue }
      let fields = line.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
      guard fields.count == 4, let fingerprint = String(fields[3]), Self.isFingerprint(fingerprint) else {
        throw FindingBaselineError(line: index + 1)
      }
      fingerprints.insert(fingerprint)
    }
    self.fingerprints = fingerprints
  }

  private static func isFingerprint(_ text: String) -> Bool {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts[0].utf8.count == 16 && parts[0].allSatisfy(\.isHexDigit) && Int(parts[1]) != nil
  }

  /// The findings that are new.
  func new(among findings: [PlacedFinding]) -> (findings: [PlacedFinding], comparison: Comparison) {
    let new = findings.filter { !fingerprints.contains($0.fingerprint) }
    let known = findings.count - new.count
    return (new, Comparison(known: known, gone: fingerprints.count - known))
  }

  /// The text of a file that knows these findings.
  static func text(of findings: [PlacedFinding]) -> String {
    let lines = findings.map { placed in
      [placed.checkoutPath, placed.finding.code.rawValue, placed.finding.message, placed.fingerprint]
        .map { TerminalText.visible($0, isOneLine: true) }.joined(separator: "\t")
    }
    return lines.sorted(by: ExactText.precedes).map { "\($0)\n" }.joined()
  }
}

/// A line of a baseline that is none.
package struct FindingBaselineError: Error, Sendable, Equatable {
  /// Counted from 1.
  package let line: Int
}

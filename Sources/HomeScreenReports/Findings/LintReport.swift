public import AppPackages
public import Events
public import Lint
public import Platform
import PropertyLists

/// What `homescreen lint` came to: what its formats tell.
public struct LintReport: Sendable {
  /// In the order of the inputs, of their files and lines.
  public let findings: [PlacedFinding]
  /// How the findings differ from those that are known; nil where nothing was compared.
  public let comparison: FindingBaseline.Comparison?
  /// How the command ends.
  public let exitCode: ExitCode

  /// Whether a report for people lists the notes, and not only counts them.
  let listsNotes: Bool

  /// The paths of files.
  public let paths: ShownPaths

  /// What was linted.
  public let packages: [AppPackage]

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
  public init(
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
  public var suppressedCount: Int { filtered.suppressed.count }

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
  public func count(of severity: Finding.Severity) -> Int { findings.count { $0.finding.severity == severity } }

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
  public var summary: [String] {
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
  public var baseline: (text: String, count: Int) { (FindingBaseline.text(of: all), all.count) }

  /// The most severe first; of one severity their order stays.
  var bySeverity: [PlacedFinding] {
    Finding.Severity.allCases.sorted { $0.rank > $1.rank }.flatMap { severity in
      findings.filter { $0.finding.severity == severity }
    }
  }
}

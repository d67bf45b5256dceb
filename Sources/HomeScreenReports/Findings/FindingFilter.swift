import AppPackages
public import Events
import HomeScreenSimulator
public import Lint
import PropertyLists

/// Which findings are told, and how bad they are: what the command line and the project's settings say.
public struct FindingFilter: Sendable {
  private let selected: Set<RuleCode>?
  private let ignored: Set<RuleCode>
  private let severities: [RuleCode: Finding.Severity]
  private let suppressions: [(settings: LintSettings.Suppression, codes: Set<RuleCode>)]

  /// Takes what the command line and the project’s settings say, each selector for the rules that it stands for.
  ///
  /// - Parameter rules: those that there are; homescreen's own by default.
  /// - Throws: ``UnknownSelector``.
  public init(
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
  public func applies(_ code: RuleCode) -> Bool {
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

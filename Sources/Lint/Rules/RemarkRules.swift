import AppPackages
import HomeScreenSimulator

/// What is noticed while an app is read: each kind of remark is a rule, so that `lint`, `inspect` and `why` say the same
/// in the same words.
enum RemarkRules {
  static let all: [any Rule] = PackageWarning.Code.allCases.map(RemarkRule.init)
}

/// Passes on the remarks of one kind.
private struct RemarkRule: Rule {
  let description: RuleDescription
  private let remark: PackageWarning.Code

  init(_ remark: PackageWarning.Code) {
    self.remark = remark
    let texts = CatalogRemarkTexts.all[remark]
    description = RuleDescription(
      RuleCode(rawValue: remark.rawValue), texts?.severity ?? .warning,
      texts?.summary ?? remark.rawValue.replacing("-", with: " "), explanation: remark.explanation,
      facts: texts?.facts ?? [], before: texts?.before, after: texts?.after, fix: texts?.fix)
  }

  func check(_ subject: LintSubject) -> [Finding] {
    let remarks = subject.package.warnings.filter { $0.code == remark }
    guard !remarks.isEmpty else { return [] }
    let fix = remark == .alternateNameCase ? LetterCaseFix.fix(for: subject.package) : nil
    return remarks.map { remark in
      var finding = Finding(remark)
      finding.facts = description.facts
      finding.fix = fix
      return finding
    }
  }
}

extension Finding {
  /// A remark of the readers, with its words and its place.
  init(_ remark: PackageWarning) {
    self.init(
      RuleCode(rawValue: remark.code.rawValue), remark.severity, remark.message, at: remark.location,
      help: remark.hint)
    otherLocations = remark.otherLocations
  }
}

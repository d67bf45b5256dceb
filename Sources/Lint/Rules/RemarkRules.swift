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
    description = RuleDescription(
      RuleCode(rawValue: remark.rawValue), .warning, remark.rawValue.replacing("-", with: " "),
      explanation: remark.explanation, fix: remark == .duplicateKey ? .safe : nil)
  }

  func check(_ subject: LintSubject) -> [Finding] {
    subject.package.warnings.filter { $0.code == remark }.map { warning in
      var finding = Finding(warning)
      if remark == .duplicateKey, let place = warning.location {
        finding.fix = Fix.removeRepeatedKey(at: place, in: subject)
      }
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

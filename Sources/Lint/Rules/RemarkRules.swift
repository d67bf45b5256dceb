public import AppPackages
public import Events
import HomeScreenSimulator
import PropertyLists

/// What is noticed while an app is read: each kind of remark is a rule, so that `lint`, `inspect` and `why` say the same
/// in the same words.
enum RemarkRules {
  static let all: [any Rule] = PackageWarning.Code.allCases.map(RemarkRule.init)
}

/// Passes on the remarks of one kind.
private struct RemarkRule: Rule {
  let description: RuleDescription
  private let remark: PackageWarning.Code
  /// The remarks that are notes wherever they are made.
  private static let notes: Set<PackageWarning.Code> = [.macCatalyst, .dotNetApp]

  init(_ remark: PackageWarning.Code) {
    self.remark = remark
    let texts = CatalogRemarkTexts.all[remark]
    // The first sentence says what it finds.
    let sentences = texts == nil ? remark.explanation.split(separator: ". ", maxSplits: 1) : []
    let summary = sentences.first.map { $0.last == "." ? $0.dropLast() : $0 }
    description = RuleDescription(
      RuleCode(rawValue: remark.rawValue), texts?.severity ?? (Self.notes.contains(remark) ? .note : .warning),
      texts?.summary ?? summary.map(String.init) ?? "",
      explanation: sentences.count > 1 ? String(sentences[1]) : remark.explanation,
      facts: texts?.facts ?? [], before: texts?.before, after: texts?.after,
      fix: texts?.mend?.safety ?? (remark == .duplicateKey ? .safe : nil))
  }

  func check(_ subject: LintSubject) -> [Finding] {
    let remarks = subject.package.warnings.filter { remark in
      remark.code == self.remark && (subject.isPedantic || !isPedantic(remark))
    }
    guard !remarks.isEmpty else { return [] }
    let fix = CatalogRemarkTexts.all[remark]?.mend?.make(subject)
    return remarks.map { remark in
      var finding = Finding(remark)
      if remark.isAside, finding.severity == .warning { finding.severity = .note }
      finding.facts = description.facts
      finding.fix = fix
      if remark.code == .duplicateKey {
        finding.fix = remark.location.flatMap { Fix.removeRepeatedKey(at: $0, in: subject) }
      }
      return finding
    }
  }
}

extension RemarkRule {
  /// Xcconfig files that are missing here are written by tools, as those of CocoaPods and Flutter.
  private func isPedantic(_ remark: PackageWarning) -> Bool { remark.isPedantic || remark.code == .missingXcconfig }
}

extension PackageWarning {
  /// What is missing of the input.
  private static let incompleteness: Set<Code> = [
    .missingXcconfig, .unknownSetting, .outsideOfProject, .unreadable, .limit, .badStrings, .nameClash,
    .noBundleIdentifier,
  ]
  /// What is wrong with a set of a catalog, of which most are no icons.
  private static let faultsOfSets: Set<Code> = [
    .missingPicture, .badImage, .unassignedChild, .duplicateSet, .lenientJSON, .badCatalog, .unknownCatalogValue,
  ]

  /// Whether it says that not all was there to be read, or is about pictures that no icon is made of: worth knowing, and
  /// no fault of icons and quick actions. What they lack because of it, other rules tell.
  fileprivate var isAside: Bool {
    let isAboutIcon = location.map { $0.file.contains(".appiconset") || $0.file.contains(".icon/") } ?? false
    return Self.incompleteness.contains(code) || Self.faultsOfSets.contains(code) && !isAboutIcon
  }
}

extension Finding {
  /// A remark of the readers, with its words and its place.
  public init(_ remark: PackageWarning) {
    self.init(
      RuleCode(rawValue: remark.code.rawValue), remark.severity, remark.message, at: remark.location,
      help: remark.hint)
    otherLocations = remark.otherLocations
  }
}

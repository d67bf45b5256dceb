package import AppPackages
package import Events
import HomeScreenSimulator
import PropertyLists

/// All rules of homescreen: one table for linting, lists, `explain` and the documentation.
package enum Rules {
  /// All rules, in the order of their findings at one place.
  package static let all: [any Rule] = groups.flatMap(\.self)

  private static let groups: [[any Rule]] = [
    RemarkRules.all,
    // Icons in an Info.plist, and the pictures next to it.
    IPadIconRules.all, IconShapeRules.all, IconEntryRules.all, IconFileRules.all, IconSizeRules.all,
    PrimaryIconRules.all, IconPixelRules.all,
    // Compiled content.
    CatalogPictureRules.all, IconSettingRules.all,
    // Quick actions.
    ShortcutEntryRules.all, ShortcutIconRules.all, ShortcutPictureRules.all, ShortcutTextRules.all,
    ShortcutMenuRules.all, SceneRules.all, LinkRules.all, WrapperPluginRule.all, aboutCode,
  ]

  /// The rules about the app's own code; without its sources they are silent.
  package static let aboutCode: [any Rule] = [
    HandlerRules.all, ColdStartRules.all, CompletionRules.all, KeptItemRules.all, ActionCodeRules.all,
    IconCallRules.all, IconTextRules.all, SourceReadingRules.all,
  ].flatMap(\.self)

  /// The rules that find less without the app's sources.
  package static let needingCode = Set(aboutCode.map(\.code) + ["scene-window-missing"])

  package static func named(_ name: String) -> (any Rule)? { byCode[RuleCode(rawValue: name)] }

  /// Returns whether the findings of a rule about code explain what happened to a quick action after a launch.
  package static func explains(_ code: RuleCode, _ cell: CheckCell, _ launch: CodeTrial.Launch) -> Bool {
    guard let verdict = (byCode[code] as? CodeRule)?.verdict else { return false }
    return verdict.outcome == cell.outcome && verdict.launches.contains(launch)
  }

  /// Returns whether a finding about a line may explain a cell with that line: an error, or a store that nothing reads.
  package static func mayCause(_ finding: Finding, _ cell: CheckCell) -> Bool {
    finding.severity == .error || finding.code == "never-read" && cell.outcome == .lost
  }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  /// The descriptions of all findings, with those about lint's own input last.
  package static let descriptions: [RuleDescription] = all.map(\.description) + AppUpdate.rules + InputRules.all

  package static func description(of code: RuleCode) -> RuleDescription? { descriptionsByCode[code] }

  private static let descriptionsByCode = Dictionary(descriptions.map { ($0.code, $0) }) { first, _ in first }
}

extension RuleSelector {
  /// Parses a selector of homescreen's own rules.
  ///
  /// - Throws: ``UserError`` if the string names no rule.
  package init(_ text: String) throws(UserError) { try self.init(text, among: Rules.descriptions) }

  /// Returns the rules of homescreen that a string names.
  package static func rules(_ text: String) -> [RuleDescription] { rules(text, among: Rules.descriptions) }
}

/// The remarks of the package's readers as rules, one for each kind, so that `lint`, `inspect` and `why` use the same
/// words.
enum RemarkRules {
  static let all: [any Rule] = PackageWarning.Code.allCases.map(RemarkRule.init)
}

/// Reports the remarks of one kind.
private struct RemarkRule: Rule {
  let description: RuleDescription
  private let remark: PackageWarning.Code
  /// The remarks that are always notes.
  private static let notes: Set<PackageWarning.Code> = [.macCatalyst, .dotNetApp]

  init(_ remark: PackageWarning.Code) {
    self.remark = remark
    let texts = CatalogRemarkTexts.all[remark]
    // The first sentence is the summary.
    let sentences = texts == nil ? remark.explanation.split(separator: ". ", maxSplits: 1) : []
    let summary = sentences.first.map { $0.last == "." ? $0.dropLast() : $0 }
    description = RuleDescription(
      RuleCode(rawValue: remark.rawValue), texts?.severity ?? (Self.notes.contains(remark) ? .note : .warning),
      texts?.summary ?? summary.map(String.init) ?? "",
      explanation: sentences.count > 1 ? String(sentences[1]) : remark.explanation,
      facts: texts?.facts ?? [], before: texts?.before, after: texts?.after,
      fix: texts?.fix?.safety ?? (remark == .duplicateKey ? .safe : nil))
  }

  func check(_ subject: LintSubject) -> [Finding] {
    // CocoaPods and Flutter write xcconfig files later.
    guard subject.isPedantic || remark != .missingXcconfig,
      let remarks = subject.remarks[remark]?.filter({ subject.isPedantic || !$0.isPedantic })
    else { return [] }
    let fix = CatalogRemarkTexts.all[remark]?.fix?.make(subject)
    return remarks.map { remark in
      var finding = Finding(remark)
      if remark.isIncidental, finding.severity == .warning { finding.severity = .note }
      finding.facts = description.facts
      finding.fix = fix
      if remark.code == .alternateNameCase, let name = remark.missingIcon,
        let file = subject.spelledAlternates[ExactText(name)]
      {
        finding.fix = nil
        finding.help = (finding.help.map { "\($0); " } ?? "") + "\(file) has “\(name)” too: change both"
      }
      if remark.code == .duplicateKey {
        finding.fix = remark.location.flatMap { Fix.removeRepeatedKey(at: $0, in: subject) }
        if finding.fix != nil {
          finding.message = finding.message.replacing("; the value ", with: "; the one ")
            .replacing(" is lost", with: " has the same value")
        }
      }
      return finding
    }
  }
}

extension PackageWarning {
  /// Codes about missing input.
  private static let incompleteness: Set<Code> = [
    .missingXcconfig, .unknownSetting, .outsideOfProject, .unreadable, .limit, .nameClash,
    .noBundleIdentifier,
  ]
  /// Codes about a set of a catalog, which is usually not an icon.
  private static let faultsOfSets: Set<Code> = [
    .missingPicture, .badImage, .unassignedChild, .duplicateSet, .lenientJSON, .badCatalog, .unknownCatalogValue,
  ]

  /// Whether the warning is about unread input, or pictures other than icons: useful, but not a fault of icons or quick
  /// actions. Other rules report the consequences.
  fileprivate var isIncidental: Bool {
    let isAboutIcon = location.map { $0.file.contains(".appiconset") || $0.file.contains(".icon/") } ?? false
    return Self.incompleteness.contains(code) || Self.faultsOfSets.contains(code) && !isAboutIcon
  }
}

extension Finding {
  /// Creates a finding from a remark of the readers, with its message and its location.
  package init(_ remark: PackageWarning) {
    self.init(
      RuleCode(rawValue: remark.code.rawValue), remark.severity, remark.message, at: remark.location,
      help: remark.hint)
    otherLocations = remark.otherLocations
  }
}

/// Findings that are not about an app: inputs that cannot be read, and settings of lint. They are selected, listed and
/// explained like rules.
package enum InputRules {
  /// An input, a project or a build without an app to lint.
  package static let unreadableInput = RuleDescription(
    "unreadable-input", .error, "A path, a project or a build cannot be read")

  /// An entry of `lint.suppressed` without a reason.
  package static let suppressionWithoutReason = RuleDescription(
    "suppression-without-reason", .note, "A suppression has no reason")

  /// An entry of `lint.suppressed` that matches no finding.
  package static let unusedSuppression = RuleDescription(
    "unused-suppression", .note, "A suppression hides nothing")

  /// All descriptions.
  package static let all = [unreadableInput, suppressionWithoutReason, unusedSuppression]
}

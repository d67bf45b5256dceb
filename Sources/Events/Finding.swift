package import AppPackages
package import HomeScreenSimulator
package import Platform
package import PropertyLists

/// A problem of an app, found before a device, the store or a user runs into it: the place, the affected devices, the
/// behaviour of iOS, and the fix.
package struct Finding: Sendable, Equatable {
  /// The effect on the app; ``Severity/error`` for a failure on some device, or a name that does not exist.
  package typealias Severity = PackageWarning.Severity

  /// The rule that found the problem.
  package var code: RuleCode
  package var severity: Severity
  /// The problem and the names that it is about, without the place and the full stop.
  package var message: String
  /// The file or path, with line and column if known, as the package names it; nil if the place is unknown.
  package var location: SourceLocation?
  /// The key path of the property list value, in a form that does not change when elements are inserted before it; nil
  /// if the finding is not about a value.
  package var keyPath: String?
  /// Other places with the same cause.
  package var otherLocations: [SourceLocation] = []
  /// All subjects, if the message lists only some of them; empty if there is one subject.
  package var subjects: [String] = []
  /// The place that findings in several files share, such as the app delegate; nil if they have no cause in common.
  package var cause: SourceLocation?
  /// The words that differ between findings of one cause, with the list or file last. If this is empty, the quoted
  /// words differ.
  package var names: [String] = []
  /// The correct code or setting; nil if the message includes it.
  package var help: String?
  /// The facts that explain the problem.
  package var facts: [FactID] = []
  /// The affected devices; empty for all devices that the app supports.
  package var devices: [DeviceClass] = []
  /// The affected languages, by the names of their folders; empty for all.
  package var languages: [String] = []
  /// The first affected version of iOS; nil for all.
  package var since: OSVersion?
  /// The last affected version of iOS; nil for all later ones.
  package var until: OSVersion?
  /// The builds with this finding; empty for a built app.
  package var builds: [Build] = []
  package var fix: Fix?

  /// A target in a configuration.
  package struct Build: Sendable, Hashable {
    package let target: String
    package let configuration: String

    /// Creates a build of a target in a configuration.
    package init(target: String, configuration: String) {
      (self.target, self.configuration) = (target, configuration)
    }
  }

  /// Creates a finding. Only the rule and the message are required.
  package init(
    _ code: RuleCode, _ severity: Severity, _ message: String, at location: SourceLocation? = nil,
    help: String? = nil, facts: [FactID] = []
  ) {
    (self.code, self.severity, self.message, self.location) = (code, severity, message, location)
    (self.help, self.facts) = (help, facts)
  }
}

/// The stable name of a rule: `ipad-alternates-missing`.
package struct RuleCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Lower-case words with hyphens; for a plugin's rule, its name.
  package let rawValue: String

  /// Creates a code from a name, unchanged.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a code from a string literal, unchanged.
  package init(stringLiteral value: String) { rawValue = value }

  /// The rule's name.
  package var description: String { rawValue }
}

extension Finding: PackageRemark {
  /// The rule's code.
  package var kind: String { code.rawValue }
}

extension PackageWarning.Severity {
  /// The rank for sorting. A higher rank is worse.
  package var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A change to files that fixes a finding.
package struct Fix: Sendable, Equatable {
  /// Whether the change needs confirmation.
  package enum Safety: String, Sendable, CaseIterable {
    /// There is only one correct change.
    case safe
    /// The change is a guess, which a person must review.
    case unsafe
  }

  /// A change to one file.
  package enum Edit: Sendable, Equatable {
    /// Sets a value of a property list and creates missing dictionaries. Comments, order and format are kept.
    case set([PropertyListStep], PropertyListValue, file: String)
    case remove([PropertyListStep], file: String)
    /// Removes the earlier pairs of a repeated key in a dictionary; the steps lead to the dictionary.
    case removeRepeats(of: String, in: [PropertyListStep], file: String)
    /// Replaces one word in the list that begins exactly at this place: a build setting in a project, or a line of an
    /// xcconfig file. Quotes and other words are kept.
    case replace(String, with: String, at: SourceLocation)

    /// The file, as the package names it.
    package var file: String {
      switch self {
      case .set(_, _, let file), .remove(_, let file), .removeRepeats(_, _, let file): file
      case .replace(_, _, let place): place.file
      }
    }
  }

  /// The safety of the fix, which decides whether a user must request it.
  package var safety: Safety
  /// The fix in the imperative: `Repeat the alternates under CFBundleIcons~ipad`.
  package var summary: String
  /// The edits, applied together or not at all.
  package var edits: [Edit]

  /// Creates a change to one or more files.
  package init(_ safety: Safety, _ summary: String, _ edits: [Edit]) {
    (self.safety, self.summary, self.edits) = (safety, summary, edits)
  }
}

/// The static description of a rule, from which lists, `explain` and the documentation are made.
package struct RuleDescription: Sendable {
  package let code: RuleCode
  /// The default severity of the rule's findings.
  package let severity: Finding.Severity
  /// A short summary, without a full stop.
  package let summary: String
  /// An explanation in full sentences: the problem, its cause, the iOS versions, and the effect for users.
  package let explanation: String
  /// The facts that the rule rests on.
  package let facts: [FactID]
  /// A part of a file with the problem; nil if a few lines cannot show it.
  package let before: String?
  /// The same part without the problem.
  package let after: String?
  /// The safety of the rule's fix; nil if findings cannot be fixed.
  package let fix: Fix.Safety?

  /// Creates a description of a rule. Summary and explanation must make sense to new users.
  package init(
    _ code: RuleCode, _ severity: Finding.Severity, _ summary: String, explanation: String, facts: [FactID] = [],
    before: String? = nil, after: String? = nil, fix: Fix.Safety? = nil
  ) {
    (self.code, self.severity, self.summary, self.explanation) = (code, severity, summary, explanation)
    (self.facts, self.before, self.after, self.fix) = (facts, before, after, fix)
  }

  /// Creates a finding of this rule, with its default severity and its facts.
  ///
  /// - Parameter names: the words that differ between messages of one cause; if empty, the quoted words.
  package func finding(
    _ message: String, at location: SourceLocation?, help: String? = nil, severity: Finding.Severity? = nil,
    devices: [DeviceClass] = [], names: [String] = [], fix: Fix? = nil
  ) -> Finding {
    var finding = Finding(code, severity ?? self.severity, message, at: location, help: help, facts: facts)
    finding.devices = devices
    finding.names = names
    finding.fix = fix
    return finding
  }
}

/// A rule from outside homescreen, such as a plugin's: its description and its check.
package struct CustomRule: Sendable {
  /// The rule's description.
  package let description: RuleDescription
  /// Checks a package. Findings are in the order of its files.
  package let findings: @Sendable (AppPackage) -> [Finding]

  /// Creates a rule from a description and a check.
  package init(_ description: RuleDescription, findings: @escaping @Sendable (AppPackage) -> [Finding]) {
    (self.description, self.findings) = (description, findings)
  }
}

/// A set of rules, selected by a code, the first words of codes (`shortcut`), a fact (`ICON-111`), or an App Store
/// number (`ITMS-90895`).
package struct RuleSelector: Sendable, Equatable {
  /// The selector as written.
  package let text: String
  /// The selected rules; never empty.
  package let codes: Set<RuleCode>

  /// Parses a selector.
  ///
  /// - Parameter rules: all rules.
  /// - Throws: `UserError` if no rule matches.
  package init(_ text: String, among rules: [RuleDescription]) throws(UserError) {
    self.text = text
    codes =
      text == Self.rows || text.hasPrefix("\(Self.rows):")
      ? [RuleCode(rawValue: text)] : Set(Self.rules(text, among: rules).map(\.code))
    if codes.isEmpty { throw UserError(unknownRule: text, among: rules) }
  }

  /// The code of failed rows in the table of `check` that no rule explains; `check:NAME` is that of one name,
  /// and `check:NAME:STATE` that of one row.
  package static let rows = "check"

  /// Returns the rules that a selector matches.
  package static func rules(_ text: String, among rules: [RuleDescription]) -> [RuleDescription] {
    if let rule = rules.first(where: { $0.code.rawValue == text }) { return [rule] }
    let beginnings = rules.filter { $0.code.rawValue.hasPrefix(text + "-") }
    if !beginnings.isEmpty { return beginnings }
    if let number = storeNumber(text) { return rules.filter { speaks($0, of: number) } }
    guard let fact = FactLedger.fact(named: text) else { return [] }
    return rules.filter { $0.facts.contains(fact.id) }
  }

  /// Returns `90895` for `ITMS-90895` and `90895`.
  private static func storeNumber(_ text: String) -> String? {
    let upper = text.uppercased()
    let number = upper.hasPrefix("ITMS-") ? String(upper.dropFirst(5)) : upper
    return number.utf8.count == 5 && number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? number : nil
  }

  private static func speaks(_ rule: RuleDescription, of number: String) -> Bool {
    rule.explanation.contains(number) || rule.summary.contains(number)
      // STORE-040 lists the numbers of all mails.
      || rule.facts.contains { $0 != "STORE-040" && FactLedger.fact($0)?.behaviour.contains(number) ?? false }
  }
}

extension UserError {
  /// Creates an error about a name that is not one of the rules: with the nearest known one.
  fileprivate init(unknownRule text: String, among rules: [RuleDescription]) {
    let codes = rules.map(\.code.rawValue)
    let words = Set(codes.compactMap { $0.split(separator: "-").first.map(String.init) }).sorted()
    let near = Spelling.nearest(to: text, in: codes + words).first.map { "; did you mean “\($0)”?" }
    let shown = TerminalText.visible(String(Spelling.beginning(of: text)), isOneLine: true)
    self.init("unknown rule “\(shown)”\(near ?? "; use a code of homescreen rules, a fact or an ITMS number")")
  }
}

/// The settings file that a report uses.
package struct SettingsUse: Sendable {
  /// The file's path.
  package var file: String
  /// Whether the file says that no finding fails the command.
  package let neverFails: Bool

  /// Creates the use of a settings file.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - neverFails: whether the file says so and the command line does not override it.
  package init(file: String, neverFails: Bool) { (self.file, self.neverFails) = (file, neverFails) }
}

/// The lint settings of a project's `homescreen.lua`.
package struct LintSettings: Sendable, Equatable {
  /// The selectors of the only rules to apply; empty for all rules.
  package var select: [String] = []
  /// Whether no rule is applied although ``select`` is empty.
  package private(set) var selectsNothing = false
  /// The selectors of rules that are not applied.
  package var ignore: [String] = []
  /// The selectors with the severity of their findings.
  package var severity: [(selector: String, severity: PackageWarning.Severity)] = []
  /// The lowest severity that makes lint fail; nil if the settings do not set it.
  package var failOn: FailureLevel?
  /// The baseline file with the known findings.
  package var baseline: String?
  /// The findings to hide.
  package var suppressed: [Suppression] = []

  /// Findings that are hidden, and the reason.
  package struct Suppression: Sendable, Equatable {
    /// A selector.
    package var code: String
    /// A pattern of paths, in which `*` matches any characters; nil for all.
    package var path: String?
    /// The reason; nil if none is given.
    package var reason: String?
    /// The place in the settings file.
    package var location: SourceLocation?

    /// Creates a suppression of one or more rules, for all paths or some.
    package init(code: String, path: String? = nil, reason: String? = nil, location: SourceLocation? = nil) {
      (self.code, self.path, self.reason, self.location) = (code, path, reason, location)
    }
  }

  /// Creates empty settings.
  package init() {}

  /// Returns the settings with other selected rules.
  package func selecting(_ selectors: [String]) -> LintSettings {
    var settings = self
    (settings.select, settings.selectsNothing) = (selectors, false)
    return settings
  }

  /// Returns the settings with only the known selectors. If none of ``select`` is known, no rule is applied.
  package func keeping(_ isKnown: (String) -> Bool) -> LintSettings {
    var settings = self
    settings.select.removeAll { !isKnown($0) }
    settings.selectsNothing = selectsNothing || settings.select.isEmpty && !select.isEmpty
    settings.ignore.removeAll { !isKnown($0) }
    settings.severity.removeAll { !isKnown($0.selector) }
    settings.suppressed.removeAll { !isKnown($0.code) }
    return settings
  }

  /// Compares the settings; written by hand because `severity` holds tuples.
  package static func == (left: LintSettings, right: LintSettings) -> Bool {
    left.select == right.select && left.ignore == right.ignore && left.failOn == right.failOn
      && left.severity.elementsEqual(right.severity) { $0 == $1 } && left.baseline == right.baseline
      && left.suppressed == right.suppressed
  }
}

/// The lowest severity that makes a command fail.
package enum FailureLevel: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// Whether a finding of this severity makes the command fail.
  package func includes(_ severity: PackageWarning.Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity != .note
    case .note: true
    case .never: false
    }
  }
}

package import AppPackages
package import HomeScreenSimulator
import Platform
package import PropertyLists

/// Something about an app that a person should know before the device, the store or a user tells: what, where, for whom,
/// what iOS will do, and what to write instead.
package struct Finding: Sendable, Equatable {
  /// What it means for the app; ``Severity/error`` for what will not work on some device or names what does not exist.
  package typealias Severity = PackageWarning.Severity

  /// The rule that found it.
  package var code: RuleCode
  /// How bad it is.
  package var severity: Severity
  /// What is wrong, with the names that it is about; without place and without a full stop.
  package var message: String
  /// The file or path, with line and column where known, as the package names it; nil when no place is known.
  package var location: SourceLocation?
  /// The way to the value of a property list that it is about, in words that stay when others are put before it; nil where
  /// it is about something else.
  package var keyPath: String?
  /// Other places of the same cause.
  package var otherLocations: [SourceLocation] = []
  /// All that it is about, if the message lists only some of it; empty for what is about one thing.
  package var subjects: [String] = []
  /// What differs between the messages of findings of one cause, and last the list or file that it is in; if it is
  /// empty, what is in quotation marks differs.
  package var names: [String] = []
  /// What to write instead; nil where the message says it all.
  package var help: String?
  /// Why it is so.
  package var facts: [FactID] = []
  /// The devices that it is about; empty for all that the app is for.
  package var devices: [DeviceClass] = []
  /// The languages that it is about, as their folders are named; empty for all.
  package var languages: [String] = []
  /// The first version of iOS that it is about; nil for all.
  package var since: OSVersion?
  /// The last version of iOS that it is about; nil for all later ones.
  package var until: OSVersion?
  /// The builds in which it was found; empty for an app that is built.
  package var builds: [Build] = []
  /// What would mend it.
  package var fix: Fix?

  /// A target in a configuration.
  package struct Build: Sendable, Hashable {
    /// The name of the target.
    package let target: String
    /// The name of the configuration.
    package let configuration: String

    /// A target in a configuration.
    package init(target: String, configuration: String) {
      self.target = target
      self.configuration = configuration
    }
  }

  /// A finding with what is known about it; only the rule and the message have to be.
  package init(
    _ code: RuleCode, _ severity: Severity, _ message: String, at location: SourceLocation? = nil,
    help: String? = nil, facts: [FactID] = []
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.location = location
    self.help = help
    self.facts = facts
  }
}

/// The name of a rule, which stays: `ipad-alternates-missing`.
package struct RuleCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Lower-case words with hyphens; of a plugin's rule its name.
  package let rawValue: String

  /// Takes a name as it stands.
  package init(rawValue: String) { self.rawValue = rawValue }

  /// A name may be written as a string, which is taken as it stands.
  package init(stringLiteral value: String) { rawValue = value }

  /// The name itself.
  package var description: String { rawValue }
}

extension Finding: PackageRemark {
  /// Its code.
  package var kind: String { code.rawValue }
}

extension PackageWarning.Severity {
  /// The larger the worse.
  package var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// A change of files that mends what a finding is about.
package struct Fix: Sendable, Equatable {
  /// Whether the change can be made without asking.
  package enum Safety: String, Sendable, CaseIterable {
    /// There is one right answer.
    case safe
    /// It guesses what was meant; a person looks at it.
    case unsafe
  }

  /// One change of one file.
  package enum Edit: Sendable, Equatable {
    /// Sets a value of a property list, making the dictionaries on the way; comments, order and format stay.
    case set([PropertyListStep], PropertyListValue, file: String)
    /// Removes a value of a property list.
    case remove([PropertyListStep], file: String)
    /// Removes the earlier pairs of a key that a dictionary holds more than once; the steps lead to the dictionary.
    case removeRepeats(of: String, in: [PropertyListStep], file: String)
    /// Writes one word in place of another in the list that begins at exactly this place: the value of a build setting in
    /// a project, or the line of an xcconfig file. Quotes and all other words stay.
    case replace(String, with: String, at: SourceLocation)

    /// The file, as the package names it.
    package var file: String {
      switch self {
      case .set(_, _, let file), .remove(_, let file), .removeRepeats(_, _, let file): file
      case .replace(_, _, let place): place.file
      }
    }
  }

  /// Whether it needs to be asked for by name.
  package var safety: Safety
  /// What it does, as an order: `Repeat the alternates under CFBundleIcons~ipad`.
  package var summary: String
  /// The changes, made together or not at all.
  package var edits: [Edit]

  /// A change of one or several files.
  package init(_ safety: Safety, _ summary: String, _ edits: [Edit]) {
    self.safety = safety
    self.summary = summary
    self.edits = edits
  }
}

/// What is known of a rule before it is applied to anything: lists, `explain` and the documentation are made from it.
package struct RuleDescription: Sendable {
  /// The name of the rule.
  package let code: RuleCode
  /// How bad its findings are, where they do not say otherwise.
  package let severity: Finding.Severity
  /// What it finds, in a few words, without a full stop.
  package let summary: String
  /// What is wrong, why, since which iOS, and what people see: full sentences.
  package let explanation: String
  /// The facts behind it.
  package let facts: [FactID]
  /// A part of a file that the rule finds fault with; nil where no few lines show it.
  package let before: String?
  /// The same part as it should be.
  package let after: String?
  /// Whether its findings can be fixed, and how safe the fix is.
  package let fix: Fix.Safety?

  /// A description of a rule; explanation and summary are for people who see the rule for the first time.
  package init(
    _ code: RuleCode, _ severity: Finding.Severity, _ summary: String, explanation: String, facts: [FactID] = [],
    before: String? = nil, after: String? = nil, fix: Fix.Safety? = nil
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.facts = facts
    self.before = before
    self.after = after
    self.fix = fix
  }

  /// A finding of this rule, with its usual severity and its facts.
  ///
  /// - Parameter names: what differs between messages of one cause; what is in quotation marks if it is empty.
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

/// A rule that is not homescreen's own, such as one of a plugin: what is known of it, and what applies it.
package struct CustomRule: Sendable {
  /// What is known of it.
  package let description: RuleDescription
  /// What is wrong with a package, in the order of its files.
  package let findings: @Sendable (AppPackage) -> [Finding]

  /// A rule with what applies it.
  package init(_ description: RuleDescription, findings: @escaping @Sendable (AppPackage) -> [Finding]) {
    self.description = description
    self.findings = findings
  }
}

/// Some rules, by what a person calls them: a code, the first words of codes (`shortcut`), a fact (`ICON-111`), or a
/// number of the App Store (`ITMS-90895`).
package struct RuleSelector: Sendable, Equatable {
  /// As it was written.
  package let text: String
  /// The rules that it stands for; never empty.
  package let codes: Set<RuleCode>

  /// Reads what a person calls rules by.
  ///
  /// - Parameter rules: those that there are.
  /// - Throws: ``UnknownSelector`` for a text that names no rule.
  package init(_ text: String, among rules: [RuleDescription]) throws(UnknownSelector) {
    self.text = text
    codes = Set(Self.rules(text, among: rules).map(\.code))
    if codes.isEmpty { throw UnknownSelector(text, among: rules) }
  }

  /// The rules that a text stands for.
  package static func rules(_ text: String, among rules: [RuleDescription]) -> [RuleDescription] {
    if let rule = rules.first(where: { $0.code.rawValue == text }) { return [rule] }
    let beginnings = rules.filter { $0.code.rawValue.hasPrefix(text + "-") }
    if !beginnings.isEmpty { return beginnings }
    if let number = storeNumber(text) { return rules.filter { speaks($0, of: number) } }
    guard let fact = FactLedger.fact(named: text) else { return [] }
    return rules.filter { $0.facts.contains(fact.id) }
  }

  /// `90895` in `ITMS-90895` and `90895`.
  private static func storeNumber(_ text: String) -> String? {
    let upper = text.uppercased()
    let number = upper.hasPrefix("ITMS-") ? String(upper.dropFirst(5)) : upper
    return number.utf8.count == 5 && number.utf8.allSatisfy { (0x30...0x39).contains($0) } ? number : nil
  }

  private static func speaks(_ rule: RuleDescription, of number: String) -> Bool {
    rule.explanation.contains(number) || rule.summary.contains(number)
      || rule.facts.contains { FactLedger.fact($0)?.behaviour.contains(number) ?? false }
  }
}

/// A text that stands for no rule.
package struct UnknownSelector: Error, CustomStringConvertible, Equatable {
  /// What a person reads: what is not known, and the nearest name.
  package let description: String

  package init(_ text: String, among rules: [RuleDescription]) {
    let codes = rules.map(\.code.rawValue)
    let words = Set(codes.compactMap { $0.split(separator: "-").first.map(String.init) }).sorted()
    let near = Spelling.nearest(to: text, in: codes + words).first.map { "; did you mean “\($0)”?" }
    let shown = TerminalText.visible(String(Spelling.beginning(of: text)), isOneLine: true)
    description =
      "unknown rule “\(shown)”\(near ?? "; use a code of homescreen rules, a fact or an ITMS number")"
  }
}

/// The settings file that holds for a report.
package struct SettingsUse: Sendable {
  /// Its path.
  package var file: String
  /// Whether it says that no finding fails the command.
  package let neverFails: Bool

  /// A file that holds.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - neverFails: it says so, and the command line says nothing else.
  package init(file: String, neverFails: Bool) {
    (self.file, self.neverFails) = (file, neverFails)
  }
}

/// What a project's `homescreen.lua` says about lint.
package struct LintSettings: Sendable, Equatable {
  /// Selectors of the only rules that are applied; all when empty.
  package var select: [String] = []
  /// Whether no rule is applied although ``select`` is empty.
  package private(set) var selectsNothing = false
  /// Selectors of rules that are not applied.
  package var ignore: [String] = []
  /// Selectors with the severity that their findings get.
  package var severity: [(selector: String, severity: PackageWarning.Severity)] = []
  /// The severity from which on findings make lint fail; nil where the settings do not say.
  package var failOn: FailureLevel?
  /// The file of known findings.
  package var baseline: String?
  /// Findings that are not told.
  package var suppressed: [Suppression] = []

  /// Findings that are not told, and why.
  package struct Suppression: Sendable, Equatable {
    /// A selector.
    package var code: String
    /// A pattern of paths, in which `*` stands for any characters; nil for all.
    package var path: String?
    /// Why; nil where nobody says.
    package var reason: String?
    /// Where it is written.
    package var location: SourceLocation?

    /// Findings of a rule, or of several, everywhere or at some paths.
    package init(code: String, path: String? = nil, reason: String? = nil, location: SourceLocation? = nil) {
      self.code = code
      self.path = path
      self.reason = reason
      self.location = location
    }
  }

  /// Settings that say nothing.
  package init() {}

  /// The same with other rules that are applied.
  package func selecting(_ selectors: [String]) -> LintSettings {
    var settings = self
    (settings.select, settings.selectsNothing) = (selectors, false)
    return settings
  }

  /// What stays when only some selectors mean anything. Where none of ``select`` does, no rule is applied.
  package func keeping(_ isKnown: (String) -> Bool) -> LintSettings {
    var settings = self
    settings.select.removeAll { !isKnown($0) }
    settings.selectsNothing = selectsNothing || settings.select.isEmpty && !select.isEmpty
    settings.ignore.removeAll { !isKnown($0) }
    settings.severity.removeAll { !isKnown($0.selector) }
    settings.suppressed.removeAll { !isKnown($0.code) }
    return settings
  }

  /// Equal when all that they say is.
  package static func == (left: LintSettings, right: LintSettings) -> Bool {
    left.select == right.select && left.ignore == right.ignore && left.failOn == right.failOn
      && left.severity.elementsEqual(right.severity) { $0 == $1 } && left.baseline == right.baseline
      && left.suppressed == right.suppressed
  }
}

/// From which severity on findings make a command fail.
package enum FailureLevel: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// Whether a finding of this severity makes it fail.
  package func includes(_ severity: PackageWarning.Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity != .note
    case .note: true
    case .never: false
    }
  }
}

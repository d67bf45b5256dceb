public import AppPackages
public import PropertyLists

/// The settings file that holds for a report.
public struct SettingsUse: Sendable {
  /// Its path.
  public package(set) var file: String
  /// Whether it says that no finding fails the command.
  public let neverFails: Bool

  /// A file that holds.
  ///
  /// - Parameters:
  ///   - file: its path.
  ///   - neverFails: it says so, and the command line says nothing else.
  public init(file: String, neverFails: Bool) {
    (self.file, self.neverFails) = (file, neverFails)
  }
}

/// What a project's `homescreen.lua` says about lint.
public struct LintSettings: Sendable, Equatable {
  /// Selectors of the only rules that are applied; all when empty.
  public var select: [String] = []
  /// Whether no rule is applied although ``select`` is empty.
  public private(set) var selectsNothing = false
  /// Selectors of rules that are not applied.
  public var ignore: [String] = []
  /// Selectors with the severity that their findings get.
  public var severity: [(selector: String, severity: PackageWarning.Severity)] = []
  /// The severity from which on findings make lint fail; nil where the settings do not say.
  public var failOn: FailureLevel?
  /// The file of known findings.
  public var baseline: String?
  /// Findings that are not told.
  public var suppressed: [Suppression] = []

  /// Findings that are not told, and why.
  public struct Suppression: Sendable, Equatable {
    /// A selector.
    public var code: String
    /// A pattern of paths, in which `*` stands for any characters; nil for all.
    public var path: String?
    /// Why; nil where nobody says.
    public var reason: String?
    /// Where it is written.
    public var location: SourceLocation?

    /// Findings of a rule, or of several, everywhere or at some paths.
    public init(code: String, path: String? = nil, reason: String? = nil, location: SourceLocation? = nil) {
      self.code = code
      self.path = path
      self.reason = reason
      self.location = location
    }
  }

  /// Settings that say nothing.
  public init() {}

  /// The same with other rules that are applied.
  public func selecting(_ selectors: [String]) -> LintSettings {
    var settings = self
    (settings.select, settings.selectsNothing) = (selectors, false)
    return settings
  }

  /// What stays when only some selectors mean anything. Where none of ``select`` does, no rule is applied.
  public func keeping(_ isKnown: (String) -> Bool) -> LintSettings {
    var settings = self
    settings.select.removeAll { !isKnown($0) }
    settings.selectsNothing = selectsNothing || settings.select.isEmpty && !select.isEmpty
    settings.ignore.removeAll { !isKnown($0) }
    settings.severity.removeAll { !isKnown($0.selector) }
    settings.suppressed.removeAll { !isKnown($0.code) }
    return settings
  }

  /// Equal when all that they say is.
  public static func == (left: LintSettings, right: LintSettings) -> Bool {
    left.select == right.select && left.ignore == right.ignore && left.failOn == right.failOn
      && left.severity.elementsEqual(right.severity) { $0 == $1 } && left.baseline == right.baseline
      && left.suppressed == right.suppressed
  }
}

/// From which severity on findings make a command fail.
public enum FailureLevel: String, Sendable, CaseIterable {
  case error, warning, note, never

  /// Whether a finding of this severity makes it fail.
  public func includes(_ severity: PackageWarning.Severity) -> Bool {
    switch self {
    case .error: severity == .error
    case .warning: severity != .note
    case .note: true
    case .never: false
    }
  }
}

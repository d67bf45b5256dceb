public import AppPackages
public import PropertyLists

/// What a project's `homescreen.lua` says about lint.
public struct LintSettings: Sendable, Equatable {
  /// Selectors of the only rules that are applied; all when empty.
  public var select: [String] = []
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

  /// Equal when all that they say is.
  public static func == (left: LintSettings, right: LintSettings) -> Bool {
    left.select == right.select && left.ignore == right.ignore && left.failOn == right.failOn
      && left.severity.elementsEqual(right.severity) { $0 == $1 } && left.baseline == right.baseline
      && left.suppressed == right.suppressed
  }
}

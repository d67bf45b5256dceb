public import AppPackages
public import HomeScreenSimulator
public import PropertyLists

/// Something about an app that a person should know before the device, the store or a user tells: what, where, for whom,
/// what iOS will do, and what to write instead.
public struct Finding: Sendable, Equatable {
  /// What it means for the app; ``Severity/error`` for what will not work on some device or names what does not exist.
  public typealias Severity = PackageWarning.Severity

  /// The rule that found it.
  public var code: RuleCode
  /// How bad it is.
  public var severity: Severity
  /// What is wrong, with the names that it is about; without place and without a full stop.
  public var message: String
  /// The file or path, with line and column where known, as the package names it; nil when no place is known.
  public var location: SourceLocation?
  /// The way to the value of a property list that it is about, in words that stay when others are put before it; nil where
  /// it is about something else.
  public var keyPath: String?
  /// Other places of the same cause.
  public var otherLocations: [SourceLocation] = []
  /// All that it is about, if the message lists only some of it; empty for what is about one thing.
  public var subjects: [String] = []
  /// What differs between the messages of findings of one cause, and last the list or file that it is in; if it is
  /// empty, what is in quotation marks differs.
  package var names: [String] = []
  /// What to write instead; nil where the message says it all.
  public var help: String?
  /// Why it is so.
  public var facts: [FactID] = []
  /// The devices that it is about; empty for all that the app is for.
  public var devices: [DeviceClass] = []
  /// The languages that it is about, as their folders are named; empty for all.
  public var languages: [String] = []
  /// The first version of iOS that it is about; nil for all.
  public var since: OSVersion?
  /// The last version of iOS that it is about; nil for all later ones.
  public var until: OSVersion?
  /// The builds in which it was found; empty for an app that is built.
  public var builds: [Build] = []
  /// What would mend it.
  public var fix: Fix?

  /// A target in a configuration.
  public struct Build: Sendable, Hashable {
    /// The name of the target.
    public let target: String
    /// The name of the configuration.
    public let configuration: String

    /// A target in a configuration.
    public init(target: String, configuration: String) {
      self.target = target
      self.configuration = configuration
    }
  }

  /// A finding with what is known about it; only the rule and the message have to be.
  public init(
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
public struct RuleCode: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// Lower-case words with hyphens; of a plugin's rule its name.
  public let rawValue: String

  /// Takes a name as it stands.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A name may be written as a string, which is taken as it stands.
  public init(stringLiteral value: String) { rawValue = value }

  /// The name itself.
  public var description: String { rawValue }
}

extension Finding: PackageRemark {
  /// Its code.
  public var kind: String { code.rawValue }
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

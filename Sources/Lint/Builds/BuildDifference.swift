public import AppPackages
public import PropertyLists

/// Something that a build holds otherwise than its source says.
public struct BuildDifference: Sendable, Equatable {
  /// What is different; the raw value is a name that stays.
  public enum Kind: String, Sendable, CaseIterable {
    case identifierChanged = "identifier-changed"
    case deviceLost = "device-lost"
    case deviceAdded = "device-added"
    case keyLost = "key-lost"
    case keyAdded = "key-added"
    case keyChanged = "key-changed"
    case versionChanged = "version-changed"
    case iconLost = "icon-lost"
    case iconAdded = "icon-added"
    case iconChanged = "icon-changed"
    case setLost = "set-lost"
    case pictureLost = "picture-lost"
    case pictureChanged = "picture-changed"
    case sizeLost = "size-lost"
    case actionLost = "action-lost"
    case actionAdded = "action-added"
    case actionChanged = "action-changed"
    case languageLost = "language-lost"
    case textLost = "text-lost"
    case textChanged = "text-changed"
    case caseChanged = "case-changed"

    /// What it means for the app that is delivered.
    public var severity: PackageWarning.Severity {
      switch self {
      // Build servers count them up.
      case .versionChanged: .note
      case .identifierChanged, .deviceAdded, .keyLost, .keyAdded, .keyChanged, .iconAdded, .iconChanged,
        .pictureChanged, .sizeLost, .actionAdded, .actionChanged, .languageLost, .textLost, .textChanged:
        .warning
      case .deviceLost, .iconLost, .setLost, .pictureLost, .actionLost, .caseChanged: .error
      }
    }
  }

  /// What is different.
  public let kind: Kind
  /// What it is about: a key, the name of an icon, the type of a quick action, a file; as the source spells it, if it does.
  public let name: String
  /// What is different, with both values where they are short; without place and without a full stop.
  public let message: String
  /// Where the source says it, or would; nil where no place is known.
  public let location: SourceLocation?
  /// Where the build says it, or would.
  public let builtLocation: SourceLocation?
  /// What to do about it.
  public let help: String
  /// The devices that it is about; empty for all that the app is for.
  public internal(set) var devices: [DeviceClass] = []

  /// What it means for the app that is delivered.
  public var severity: PackageWarning.Severity { kind.severity }
}

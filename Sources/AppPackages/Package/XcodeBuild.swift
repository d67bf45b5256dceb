public import PropertyLists

/// How a package came out of an Xcode project: what was chosen, and what the build made of it.
public struct XcodeBuild: Sendable {
  /// What messages call the project file.
  public var projectFile: String
  /// Without `.xcodeproj`.
  public var projectName: String
  /// The name of the target that was built.
  public var target: String
  /// The name of the configuration in which it was built, e.g. `Release`.
  public var configuration: String
  /// Names of all apps of the project that stand on a Home Screen.
  public var targets: [String]
  /// Names of all configurations of the target.
  public var configurations: [String]
  /// As the options named it: the Xcode that is taken to have built the package.
  public var xcodeVersion: XcodeVersion
  /// `IPHONEOS_DEPLOYMENT_TARGET`, as it is written, expanded.
  public var deploymentTarget: String
  /// Files that the target puts into the app and that are not there, by the paths of the project.
  public var missingFiles: [String]
  /// Why an icon that no catalog has may be in a real build, or why a catalog is not compiled.
  public var iconDoubt: IconDoubt?
  /// The Info.plist as it is written, before anything was merged; empty where there is none.
  public var writtenInfoPlist: PropertyListDictionary
  /// What the compiler of asset catalogs adds to the Info.plist.
  public var generatedIcons: PropertyListDictionary
  /// `ASSETCATALOG_COMPILER_APPICON_NAME`; nil when it is empty (ICON-172).
  public var primaryIcon: String?
  /// Icon sets that the build compiles as alternates, by name.
  public var alternateIcons: [String]
  /// All sets of the target's catalogs, those that are not compiled included.
  public var catalog: AssetCatalog
  /// All settings of the target, with their levels and places.
  public var settings: BuildSettings
  /// What is to be said next to an icon that is missing.
  public enum IconDoubt: Sendable {
    /// A script writes it, or the catalog is missing in this copy: nobody can say that the app lacks it.
    case mayBeThere(String)
    /// Settings keep a catalog out.
    case excluded(String)

    /// Whether the app that is built really lacks the icon.
    public var isSure: Bool {
      switch self {
      case .mayBeThere: false
      case .excluded: true
      }
    }

    /// For the end of a hint.
    public var text: String {
      switch self {
      case .mayBeThere(let text), .excluded(let text): text
      }
    }
  }

  /// Looks for the sources of the target; nobody has done so before.
  var sources: (@Sendable () -> SourceFiles)?
  /// Reads the domains of universal links from the target's entitlements.
  var linkDomains: (@Sendable () -> [LinkDomain]?)?
}

public import PropertyLists

/// The version of Xcode that builds an app, which determines what is generated.
public struct XcodeVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The version number: `16.4` for Xcode 16.4.
  public var number: VersionNumber

  /// Creates a version, whether or not Apple has released it.
  public init(_ number: VersionNumber) { self.number = number }
  /// Creates a version: `XcodeVersion(16, 4)` is Xcode 16.4.
  public init(_ major: Int, _ minor: Int = 0) { self.number = VersionNumber(major, minor) }

  /// Parses `16.4`, or the four digits of `XCODE_VERSION_ACTUAL`, `DTXcode` and `LastUpgradeCheck`: `1640`, `0940`.
  public init?(_ text: String) {
    if text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let digits = Int(text), digits > 0 else { return nil }
      self.number = VersionNumber(digits / 100, digits / 10 % 10, digits % 10)
    } else if let number = VersionNumber(text) {
      self.number = number
    } else {
      return nil
    }
  }

  /// The default: the newest supported version.
  public static let latest = XcodeVersion(26)

  /// Whether catalogs can contain alternate icons, by build settings (ICON-135, ICON-141).
  public var compilesAlternateIcons: Bool { number.major >= 13 }
  /// Whether one picture of 1024 pixels can serve all sizes of an icon (ICON-145).
  public var readsSingleSizeIcons: Bool { number.major >= 14 }
  /// Whether Icon Composer's `.icon` is supported (ICON-148).
  public var readsIconComposer: Bool { number.major >= 26 }
  /// Whether the flag of ICON-151 keeps a set with the name of a `.icon`; later versions drop the set (ICON-210).
  public var heedsIconFallbackFlag: Bool { readsIconComposer && number < VersionNumber(26, 1) }
  /// Whether the Info.plist names alternates only by `CFBundleIconName`, without loose files (ICON-144).
  public var namesAlternatesOnly: Bool { number.major >= 26 }

  /// Compares the version numbers.
  public static func < (left: XcodeVersion, right: XcodeVersion) -> Bool { left.number < right.number }
  /// `16.4`, `26.0`
  public var description: String { number.description }
}

/// A version of up to three numbers, `16.4` or `11`; missing numbers are 0.
public struct VersionNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The major version: 16 for `16.4.1`.
  public var major: Int
  /// The minor version: 4 for `16.4.1`.
  public var minor: Int
  /// The patch version: 1 for `16.4.1`.
  public var patch: Int

  /// Creates a version: `VersionNumber(16, 4)` is `16.4`.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Parses one to three numbers of at most four digits, separated by dots; nil for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    numbers += [0, 0]
    self.init(numbers[0], numbers[1], numbers[2])
  }

  /// Compares by number, first to last: `9.3` precedes `16.0`, and `16.4` precedes `16.4.1`.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// `16.4`, `16.4.1`
  public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}

/// The build of a package from an Xcode project: the choices and their results.
public struct XcodeBuild: Sendable {
  /// The project file's name in messages.
  public var projectFile: String
  /// The project's name without `.xcodeproj`.
  public var projectName: String
  /// The target that was built.
  public var target: String
  /// The configuration, such as `Release`.
  public var configuration: String
  /// Whether an archive is built in this configuration; see ``AppBuilds/archived``.
  public var isArchived: Bool
  /// Whether the configuration is for developers: such a build does not go to the store.
  public var isForDevelopers: Bool { Self.isForDevelopers(configuration) }
  /// Whether the name of a configuration says that it is for developers.
  static func isForDevelopers(_ configuration: String) -> Bool { configuration.lowercased().contains("debug") }
  /// The names of all apps of the project that are shown on a Home Screen.
  public var targets: [String]
  /// Whether the project has a target for an extension, such as a widget.
  public var hasExtensions: Bool
  /// The names of all configurations of the target.
  public var configurations: [String]
  /// The version of Xcode that is assumed to build the package, from the options.
  public var xcodeVersion: XcodeVersion
  /// `LastUpgradeCheck`: the version of Xcode that last upgraded the project; nil if it names none.
  public var lastUpgrade: XcodeVersion?
  /// `IPHONEOS_DEPLOYMENT_TARGET`, expanded.
  public var deploymentTarget: String
  /// The files of the target that are missing or outside of the folder, by their project paths.
  public var missingFiles: [String]
  /// The files that have the name of a picture of the Info.plist, by their project paths, whether or not the target
  /// copies them: those of the project, and those in the same folders.
  public var namedPictures: [String]
  /// The reason why a real build may have an icon that is in no catalog, or why a catalog is not compiled.
  public var iconDoubt: IconDoubt?
  /// The Info.plist as written, before merging; empty if there is none.
  public var writtenInfoPlist: PropertyListDictionary
  /// The entries that the asset catalog compiler adds to the Info.plist.
  public var generatedIcons: PropertyListDictionary
  /// `ASSETCATALOG_COMPILER_APPICON_NAME`; nil if it is empty (ICON-172).
  public var primaryIcon: String?
  /// The names of the icon sets that the build compiles as alternates.
  public var alternateIcons: [String]
  /// All sets of the target's catalogs, including those that are not compiled.
  public var catalog: AssetCatalog
  /// All settings of the target, with their levels and locations.
  public var settings: BuildSettings
  /// The reason why the app may have an icon that is missing here.
  public enum IconDoubt: Sendable, Equatable {
    /// The app may have the icon: a script writes it, or this copy lacks the catalog.
    case mayBeThere(String)
    /// Settings exclude a catalog.
    case excluded(String)
    /// Another app of the project has an icon, so this one may be a helper that no user sees.
    case helper(String)

    /// Whether the built app certainly lacks the icon.
    public var isSure: Bool {
      switch self {
      case .mayBeThere, .helper: false
      case .excluded: true
      }
    }

    /// The text for the end of a hint.
    public var text: String {
      switch self {
      case .mayBeThere(let text), .excluded(let text), .helper(let text): text
      }
    }
  }

  /// Searches the sources of the target on first use.
  var sources: (@Sendable () -> SourceFiles)?
  /// Reads the target's entitlements.
  var entitlements: (@Sendable () -> PropertyListDictionary?)?
}

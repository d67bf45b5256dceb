public import PropertyLists

/// The version of Xcode that builds an app: it decides what is generated.
public struct XcodeVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// `16.4` of Xcode 16.4.
  public var number: VersionNumber

  /// The Xcode of this version, whether or not Apple has released it.
  public init(_ number: VersionNumber) { self.number = number }
  /// `XcodeVersion(16, 4)` is Xcode 16.4.
  public init(_ major: Int, _ minor: Int = 0) { self.number = VersionNumber(major, minor) }

  /// From `16.4`, or from the four digits of `XCODE_VERSION_ACTUAL`, `DTXcode` and `LastUpgradeCheck`: `1640`, `0940`.
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

  /// Where nobody says which: the newest that is modelled.
  public static let latest = XcodeVersion(26)

  /// Alternate icons out of catalogs, by build settings (ICON-135, ICON-141).
  public var compilesAlternateIcons: Bool { number.major >= 13 }
  /// One picture of 1024 pixels for all sizes of an icon (ICON-145).
  public var readsSingleSizeIcons: Bool { number.major >= 14 }
  /// `.icon` of Icon Composer (ICON-148).
  public var readsIconComposer: Bool { number.major >= 26 }
  /// Whether the flag of ICON-151 keeps the set beside a `.icon` of its name, which later versions drop (ICON-210).
  public var heedsIconFallbackFlag: Bool { readsIconComposer && number < VersionNumber(26, 1) }
  /// Whether alternates are known to the Info.plist by `CFBundleIconName` alone, without loose files (ICON-144).
  public var namesAlternatesOnly: Bool { number.major >= 26 }

  /// By their numbers; a new one comes after all older ones.
  public static func < (left: XcodeVersion, right: XcodeVersion) -> Bool { left.number < right.number }
  /// `16.4`, `26.0`
  public var description: String { number.description }
}

/// A version of up to three numbers, `16.4` or `11`; numbers that are not written are 0.
public struct VersionNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// 16 of `16.4.1`.
  public var major: Int
  /// 4 of `16.4.1`.
  public var minor: Int
  /// 1 of `16.4.1`.
  public var patch: Int

  /// `VersionNumber(16, 4)` is `16.4`.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// nil for anything but one to three numbers of at most four digits, separated by dots.
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

  /// By the first number, then the second, then the third: `9.3` comes before `16.0`, and `16.4` before `16.4.1`.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// `16.4`, `16.4.1`
  public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}

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
  /// Why an icon that is missing here may be in the app.
  public enum IconDoubt: Sendable {
    /// A script writes it, or the catalog is missing in this copy: the app may have it.
    case mayBeThere(String)
    /// Settings keep a catalog out.
    case excluded(String)
    /// Another app of the project has an icon: this one may be a helper that no user sees.
    case helper(String)

    /// Whether the app that is built really lacks the icon.
    public var isSure: Bool {
      switch self {
      case .mayBeThere, .helper: false
      case .excluded: true
      }
    }

    /// For the end of a hint.
    public var text: String {
      switch self {
      case .mayBeThere(let text), .excluded(let text), .helper(let text): text
      }
    }
  }

  /// Looks for the sources of the target; nobody has done so before.
  var sources: (@Sendable () -> SourceFiles)?
  /// Reads the domains of universal links from the target's entitlements.
  var linkDomains: (@Sendable () -> [LinkDomain]?)?
}

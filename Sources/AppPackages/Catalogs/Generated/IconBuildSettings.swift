/// The build settings that decide about app icons, with nothing left to expand in them.
public struct IconBuildSettings: Sendable, Equatable {
  /// `ASSETCATALOG_COMPILER_APPICON_NAME` (ICON-136); nil when it is missing or was cleared.
  public var primary: String?
  /// `ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES` (ICON-137), in order.
  public var alternates: [String]
  /// `ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS` (ICON-138).
  public var includesAll: Bool
  /// `XCODE_VERSION_ACTUAL`; the newest where nobody says.
  public var xcodeVersion: XcodeVersion
  /// `IPHONEOS_DEPLOYMENT_TARGET`.
  public var deploymentTarget: VersionNumber
  /// `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`.
  public var mergesIcons: Bool
  /// `--enable-icon-stack-fallback-generation=disabled` among `ASSETCATALOG_OTHER_FLAGS` (ICON-151).
  public var disablesIconFallback: Bool

  /// A target that no catalog icon serves by loose files of all sizes, and no feature is too new for.
  public static let usualDeploymentTarget = VersionNumber(15)

  /// Settings that differ from those of a target that says nothing about icons in what is given.
  public init(
    primary: String? = nil, alternates: [String] = [], includesAll: Bool = false,
    xcodeVersion: XcodeVersion = .latest, deploymentTarget: VersionNumber = usualDeploymentTarget,
    mergesIcons: Bool = true, disablesIconFallback: Bool = false
  ) {
    self.primary = primary
    self.alternates = alternates
    self.includesAll = includesAll
    self.xcodeVersion = xcodeVersion
    self.deploymentTarget = deploymentTarget
    self.mergesIcons = mergesIcons
    self.disablesIconFallback = disablesIconFallback
  }

  /// Reads the settings about icons.
  ///
  /// - Parameter value: the expanded value of a build setting, nil for one that nobody has given.
  public init(_ value: (String) -> String?) {
    func text(_ name: String) -> String? {
      value(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    self.init(
      primary: text("ASSETCATALOG_COMPILER_APPICON_NAME"),
      alternates: BuildSettingStringList(value("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES") ?? "").words,
      includesAll: Self.isYes(value("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS")) ?? false,
      xcodeVersion: text("XCODE_VERSION_ACTUAL").flatMap { XcodeVersion($0) } ?? .latest,
      deploymentTarget: text("IPHONEOS_DEPLOYMENT_TARGET").flatMap { VersionNumber($0) }
        ?? Self.usualDeploymentTarget,
      mergesIcons: Self.isYes(value("INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE")) ?? true,
      disablesIconFallback: Self.disablesFallback(value("ASSETCATALOG_OTHER_FLAGS") ?? ""))
  }

  /// Whether a set gets into the app beside the `.icon` of its name (ICON-151).
  var keepsFallbacks: Bool { disablesIconFallback && xcodeVersion.heedsIconFallbackFlag }

  /// Whether anything is said about icons at all.
  public var areGiven: Bool { primary != nil || !alternates.isEmpty || includesAll }

  /// The value stands behind an equals sign or as a word of its own; of several the last counts.
  private static func disablesFallback(_ flags: String) -> Bool {
    let name = "--enable-icon-stack-fallback-generation"
    let words = BuildSettingStringList(flags).words
    var isDisabled = false
    for (index, word) in words.enumerated() {
      if word.hasPrefix(name + "=") {
        isDisabled = isNo(String(word.dropFirst(name.utf8.count + 1)))
      } else if word == name, index + 1 < words.count {
        isDisabled = isNo(words[index + 1])
      }
    }
    return isDisabled
  }

  private static func isNo(_ text: String) -> Bool { text.lowercased() == "disabled" || isYes(text) == false }

  private static func isYes(_ text: String?) -> Bool? {
    switch text?.uppercased() {
    case "YES", "TRUE", "1": true
    case "NO", "FALSE", "0": false
    default: nil
    }
  }
}

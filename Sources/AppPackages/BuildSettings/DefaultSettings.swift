internal import CEmbedded

/// The settings that every app for iPhone and iPad starts with, limited to those that an Info.plist uses.
///
/// They contain no path of this machine: the project's folder is `.`, and build products are in a folder that does not exist.
enum DefaultSettings {
  /// The settings with the same value in all builds.
  private static let fixed = String(cString: hs_default_settings()).split(separator: "\n").reduce(into: StringTable()) {
    let row = $1.split(separator: " ", maxSplits: 2)
    $0[String(row[0])] = row.count > 2 ? String(row[2]) : ""
  }

  static func table(
    project: XcodeProject, target: XcodeTarget, configuration: String, xcodeVersion: XcodeVersion
  ) -> StringTable {
    var table = fixed
    table["DEPLOYMENT_TARGET_OF_THE_SDK"] = sdkVersion(of: xcodeVersion).description
    table["SDK_NAME"] = "iphoneos\(sdkVersion(of: xcodeVersion))"
    for name in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT", "SOURCE_DIR"] { table[name] = "." }
    // Debug configurations are not archived.
    table["ACTION"] = XcodeBuild.isForDevelopers(configuration) ? "build" : "install"
    table["CONFIGURATION"] = configuration
    table["DEVELOPMENT_LANGUAGE"] = project.developmentRegion
    table["PROJECT"] = project.name
    table["PROJECT_NAME"] = project.name
    table["TARGET_NAME"] = target.name
    table["TARGETNAME"] = target.name
    table["XCODE_VERSION_MAJOR"] = digits(xcodeVersion.number.major) + "00"
    table["XCODE_VERSION_ACTUAL"] =
      digits(xcodeVersion.number.major) + "\(xcodeVersion.number.minor % 10)\(xcodeVersion.number.patch % 10)"
    return table
  }

  /// The folder of build products; it is not in the project.
  private static let builtPlaces = "/build"

  /// Returns whether a path is in the folder of build products.
  static func isMadeByBuild(_ path: String) -> Bool { path.hasPrefix(builtPlaces + "/") }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Returns the iOS SDK version of an Xcode version: the same number from 26 on, before that a major number two higher.
  static func sdkVersion(of xcode: XcodeVersion) -> VersionNumber {
    let (major, minor) = (xcode.number.major, xcode.number.minor)
    return VersionNumber(major >= 26 ? major : major + 2, otherMinors[major]?[minor] ?? minor)
  }

  /// The minor versions of SDKs that differ from those of their Xcode, according to Apple's release notes of Xcode.
  private static let otherMinors = [
    10: [3: 4], 11: [3: 2], 13: [1: 0, 3: 4, 4: 5], 14: [3: 4], 15: [1: 2, 3: 4, 4: 5], 16: [3: 4, 4: 5],
  ]
}

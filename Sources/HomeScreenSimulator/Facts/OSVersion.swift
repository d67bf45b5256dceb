internal import AppPackages
import PropertyLists

/// A version of iOS or iPadOS, such as `26.1`.
public struct OSVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The first number: 12 in `12.5.7`.
  public let major: Int
  /// The second number: 5 in `12.5.7`.
  public let minor: Int
  /// The third number: 7 in `12.5.7`, and 0 if it is omitted.
  public let patch: Int

  /// The oldest version in the simulator: the first one with quick actions.
  public static let oldest = OSVersion(9)
  /// The newest version in the simulator, and the default of a device.
  public static let newest = OSVersion(27)

  /// Creates a version from its numbers; it may be unknown to the simulator.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Parses `27`, `26.1` or `12.5.7`; nil for anything else. No part may exceed 999.
  public init?(_ text: String) {
    var numbers = (0, 0, 0)
    var part = 0
    var digits = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        guard digits <= 3 else { return nil }
        numbers.2 = numbers.2 * 10 + Int(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "."):
        part += 1
        guard digits > 0, part <= 2 else { return nil }
        digits = 0
        numbers = (numbers.1, numbers.2, 0)
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    switch part {
    case 0: self.init(numbers.2)
    case 1: self.init(numbers.1, numbers.2)
    default: self.init(numbers.0, numbers.1, numbers.2)
    }
  }

  /// Parses the version of a device.
  ///
  /// A beta or a release candidate, such as `27.0 beta 3`, is the release that it leads to (LAUNCH-205).
  ///
  /// - Throws: ``SimulatorError`` `unknown-os-version` if the string is not a version, or is outside the simulator's
  ///   range: from ``oldest`` to the last release in ``newest``'s year.
  public init(parsing text: String) throws(SimulatorError) {
    guard let version = OSVersion(OSVersion.released(text)) else {
      throw SimulatorError(
        .unknownOSVersion, "“\(Spelling.beginning(of: text))” is not an iOS version",
        hint: text.contains(",")
          ? "Only one version is possible here." : "Write the version as Apple does, in quotes: \"17.5\" or \"26.1\".")
    }
    guard version >= .oldest, version.major <= OSVersion.newest.major else {
      throw SimulatorError(
        .unknownOSVersion, "Unknown iOS version \(version)",
        hint: "Known versions are \(OSVersion.oldest) to \(OSVersion.newest.major).x.")
    }
    guard version.isPossible else {
      let near = [VersionSpan.systems.last { $0 < version.number }, VersionSpan.systems.first { $0 > version.number }]
      throw SimulatorError(
        .unknownOSVersion, "There is no iOS \(version)",
        hint: "The releases around it are \(near.compactMap { $0.map { "\($0)" } }.joined(separator: " and ")).")
    }
    self = version
  }

  /// Whether Apple released this version, or may still do so: the years before ``v26`` have no further releases with new
  /// second numbers, and 26 followed 18.
  private var isPossible: Bool {
    self >= .v26 || VersionSpan.systems.contains { $0.major == major && $0.minor == minor }
  }

  /// Returns the release that a prerelease leads to: `27.0` for `27.0 beta 3` or `27.0 RC` (LAUNCH-205).
  private static func released(_ text: String) -> String {
    // No version is as long; a script may pass a megabyte.
    guard text.utf8.count <= 32 else { return text }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard 2...3 ~= words.count, ["beta", "rc"].contains(words[1].lowercased()),
      words.count == 2 || 1...2 ~= words[2].utf8.count && words[2].utf8.allSatisfy({ (48...57).contains($0) })
    else { return text }
    return String(words[0])
  }

  /// Returns whether `a` is the earlier version: by the first number, then the second, then the third.
  public static func < (a: OSVersion, b: OSVersion) -> Bool {
    (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
  }

  /// The version in Apple's form: with the patch only if it is not 0.
  public var description: String { patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)" }
}

extension OSVersion {
  /// 9.1: the system icon types from `prohibit` on (QUICK-046).
  static let moreSystemIcons = OSVersion(9, 1)
  /// 9.3: wildcards in the domains of universal links (LAUNCH-127).
  static let linkWildcards = OSVersion(9, 3)
  /// 10.0: a share row in the menu (QUICK-093), intents of Siri (LAUNCH-093).
  static let v10 = OSVersion(10)
  /// 10.3: alternate icons begin (ICON-009).
  package static let alternateIcons = OSVersion(10, 3)
  /// 11.0: icons by their catalog name (ICON-098), placeholders for missing artwork (ICON-123).
  static let v11 = OSVersion(11)
  /// 13.0: scenes begin (LAUNCH-080).
  static let scenes = OSVersion(13)
  /// 13.2: a row for deleting (QUICK-079), the edit row's current title (QUICK-076), secure state restoration (LAUNCH-056).
  static let editRowRenamed = OSVersion(13, 2)
  /// 14.0: SwiftUI's `App` (LAUNCH-080), newer console texts (LAUNCH-038).
  static let v14 = OSVersion(14)
  static let v15 = OSVersion(15)
  static let v16 = OSVersion(16)
  /// 16.1: Live Activities (LAUNCH-201).
  static let liveActivities = OSVersion(16, 1)
  /// 17.0: refuses alternate icons of iPhone-only apps on an iPad (ICON-179); Live Activities there (LAUNCH-201).
  static let iPhoneAppsOnIPadRefused = OSVersion(17)
  /// 18.0: app lock (QUICK-086), the row of sizes (QUICK-088).
  static let v18 = OSVersion(18)
  /// 18.4: the console asks for scenes (LAUNCH-059).
  static let sceneAdvice = OSVersion(18, 4)
  /// 26.0: the console asks for scenes with different wording (LAUNCH-060).
  static let v26 = OSVersion(26)
  /// 27.0: scenes are required of apps built with this SDK (LAUNCH-061).
  package static let scenesRequired = OSVersion(27)
  /// 26.1: the system shows the icon alert, not the app (ICON-075).
  static let systemIconAlert = OSVersion(26, 1)

  /// 18.0: appearances of icons (ICON-147).
  package static let iconAppearances = v18

  /// The versions in which something changes, in ascending order: the oldest, and the first one with each change.
  private static let milestones: [OSVersion] = [
    oldest, moreSystemIcons, v10, alternateIcons, v11, scenes, editRowRenamed, v14, OSVersion(15), OSVersion(16),
    iPhoneAppsOnIPadRefused, v18, sceneAdvice, v26, systemIconAlert, newest,
  ]

  /// Returns the given version and the later ones in which something changes: enough to see an app in all variants.
  public static func milestones(from first: OSVersion) -> [OSVersion] {
    [min(first, newest)] + milestones.filter { $0 > first }
  }
}

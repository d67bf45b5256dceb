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

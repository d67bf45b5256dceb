import PropertyLists

/// How a screen is looked at: the looks that a person chooses in the settings. The raw values are the names that scripts
/// use.
public enum ScreenAppearance: String, Sendable, CaseIterable {
  case light
  /// Dark Mode, from iOS 13 on; icons follow from iOS 18 on (ICON-147).
  case dark
  /// Icons without colour on glass, from iOS 26 on (ICON-251).
  case clear
  /// The same on a dark screen (ICON-252).
  case clearDark
  /// Icons in one colour, from iOS 18 on (ICON-147), on a dark screen.
  case tinted
  /// The same on a light screen, from iOS 26 on (ICON-252).
  case tintedLight

  /// The first version that has the look; nil for the one that all have.
  public var first: OSVersion? {
    switch self {
    // A screen is dark before its icons are.
    case .dark: .scenes
    case .tintedLight: .v26
    case .light, .tinted, .clear, .clearDark: icons.first
    }
  }

  /// The fact that says which versions have it; nil where none does.
  var fact: FactID? {
    switch self {
    case .light, .dark: nil
    case .clearDark, .tintedLight: "ICON-252"
    case .tinted, .clear: icons.fact
    }
  }

  /// The look that a version has in its place.
  public func known(to os: OSVersion) -> ScreenAppearance {
    guard let first, os < first else { return self }
    return switch self {
    case .light, .dark, .tinted, .clear: .light
    // On 18 tinted icons are always on a dark screen.
    case .tintedLight: ScreenAppearance.tinted.known(to: os)
    case .clearDark: ScreenAppearance.dark.known(to: os)
    }
  }

  /// The look of icons on such a screen: before iOS 18 they are the same in the dark (ICON-147).
  public func ofIcons(in os: OSVersion) -> ScreenAppearance {
    os >= .iconAppearances ? known(to: os) : .light
  }

  /// Whether what is not an icon is dark.
  public var isDark: Bool {
    switch self {
    case .dark, .clearDark, .tinted: true
    case .light, .clear, .tintedLight: false
    }
  }

  /// Which pictures of an app's icon it takes.
  public var icons: IconAppearance {
    switch self {
    case .light: .light
    case .dark: .dark
    case .clear, .clearDark: .clear
    case .tinted, .tintedLight: .tinted
    }
  }
}

/// How the Home Screen is set to draw icons, from iOS 18 on. The raw values are the names that scripts use.
public enum IconAppearance: String, Sendable, CaseIterable {
  case light
  case dark
  /// In shades of one colour, which the person chooses (ICON-253).
  case tinted
  /// Without colour, on glass: from iOS 26 on (ICON-251).
  case clear

  /// The first version whose icons have it; nil for the one that all have.
  var first: OSVersion? {
    switch self {
    case .light: nil
    case .dark, .tinted: .iconAppearances
    case .clear: .v26
    }
  }

  /// Whether icons of a version have it.
  public func exists(in os: OSVersion) -> Bool { first.map { os >= $0 } ?? true }

  /// The fact that says so.
  var fact: FactID {
    switch self {
    case .light, .dark, .tinted: "ICON-147"
    case .clear: "ICON-251"
    }
  }

  /// Whose picture a set has to have for it: of a clear icon the tinted one, which has no colour (ICON-251).
  public var pictures: IconAppearance {
    switch self {
    case .light, .dark, .tinted: self
    case .clear: .tinted
    }
  }
}

/// The colour of tinted icons, which the person chooses; an app says only how bright its picture is (ICON-253).
public struct IconTint: Hashable, Sendable, CustomStringConvertible {
  /// From 0 to 255.
  public let red: UInt8
  /// From 0 to 255.
  public let green: UInt8
  /// From 0 to 255.
  public let blue: UInt8

  /// A light blue.
  public static let usual = IconTint(red: 0x78, green: 0xB8, blue: 0xFA)

  /// A colour from its parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads `#78b8fa`.
  ///
  /// - Throws: ``SimulatorError`` `bad-look` for anything else.
  public init(parsing text: String) throws(SimulatorError) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6,
      digits.allSatisfy({ (48...57).contains($0) || (65...70).contains($0 & 0xDF) }),
      let number = UInt32(text.dropFirst(), radix: 16)
    else {
      throw SimulatorError(
        .badLook, "“\(Spelling.beginning(of: text))” is not a colour",
        hint: "Write # and six hexadecimal digits, such as \"#78b8fa\".")
    }
    self.init(
      red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }

  /// `#78b8fa`
  public var description: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}

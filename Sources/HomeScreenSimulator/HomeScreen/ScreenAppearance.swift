import PropertyLists

/// The appearance of the screen, as chosen in the settings. The raw values are the names in scripts.
public enum ScreenAppearance: String, Sendable, CaseIterable {
  case light
  /// Dark Mode, from iOS 13 on; icons follow from iOS 18 on (ICON-147).
  case dark
  /// Icons without colour on glass, from iOS 26 on (ICON-251).
  case clear
  /// Icons without colour on glass, on a dark screen (ICON-252).
  case clearDark
  /// Icons in one colour, from iOS 18 on (ICON-147), on a dark screen.
  case tinted
  /// Icons in one colour on a light screen, from iOS 26 on (ICON-252).
  case tintedLight

  /// The first version with this appearance; nil for the one in all versions.
  public var first: OSVersion? {
    switch self {
    // The screen supports Dark Mode before icons do.
    case .dark: .scenes
    case .tintedLight: .v26
    case .light, .tinted, .clear, .clearDark: icons.first
    }
  }

  /// The fact about the versions with this appearance; nil if no fact covers it.
  var fact: FactID? {
    switch self {
    case .light, .dark: nil
    case .clearDark, .tintedLight: "ICON-252"
    case .tinted, .clear: icons.fact
    }
  }

  /// Returns this appearance if a version has it, otherwise the one that the version uses instead.
  public func known(to os: OSVersion) -> ScreenAppearance {
    guard let first, os < first else { return self }
    return switch self {
    case .light, .dark, .tinted, .clear: .light
    // On iOS 18 tinted icons are always on a dark screen.
    case .tintedLight: ScreenAppearance.tinted.known(to: os)
    case .clearDark: ScreenAppearance.dark.known(to: os)
    }
  }

  /// Returns the appearance of icons on a screen with this appearance: before iOS 18 they do not follow Dark Mode (ICON-147).
  public func ofIcons(in os: OSVersion) -> ScreenAppearance { os >= .iconAppearances ? known(to: os) : .light }

  /// Whether everything but the icons is dark.
  public var isDark: Bool {
    switch self {
    case .dark, .clearDark, .tinted: true
    case .light, .clear, .tintedLight: false
    }
  }

  /// The variant of an app's icon that this appearance shows.
  public var icons: IconAppearance {
    switch self {
    case .light: .light
    case .dark: .dark
    case .clear, .clearDark: .clear
    case .tinted, .tintedLight: .tinted
    }
  }
}

/// The appearance of icons on the Home Screen, from iOS 18 on. The raw values are the names in scripts.
public enum IconAppearance: String, Sendable, CaseIterable {
  case light
  case dark
  /// Shades of one colour, which the user chooses (ICON-253).
  case tinted
  /// Without colour, on glass: from iOS 26 on (ICON-251).
  case clear

  /// The first version with this appearance of icons; nil for the one in all versions.
  var first: OSVersion? {
    switch self {
    case .light: nil
    case .dark, .tinted: .iconAppearances
    case .clear: .v26
    }
  }

  /// Returns whether icons of a version have this appearance.
  public func exists(in os: OSVersion) -> Bool { first.map { os >= $0 } ?? true }

  /// The fact about this appearance.
  var fact: FactID {
    switch self {
    case .light, .dark, .tinted: "ICON-147"
    case .clear: "ICON-251"
    }
  }

  /// The variant that an icon set needs for this appearance: for a clear icon the tinted one, which has no colour (ICON-251).
  public var pictures: IconAppearance {
    switch self {
    case .light, .dark, .tinted: self
    case .clear: .tinted
    }
  }
}

/// The colour of tinted icons, which the user chooses; an app only defines the brightness of its picture (ICON-253).
public struct IconTint: Hashable, Sendable, CustomStringConvertible {
  /// From 0 to 255.
  public let red: UInt8
  /// From 0 to 255.
  public let green: UInt8
  /// From 0 to 255.
  public let blue: UInt8

  /// A light blue.
  public static let usual = IconTint(red: 0x78, green: 0xB8, blue: 0xFA)

  /// Creates a colour from its components.
  public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Parses `#78b8fa`.
  ///
  /// - Throws: ``SimulatorError`` `bad-look` for any other format.
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
    self.init(red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
  }

  /// `#78b8fa`
  public var description: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}

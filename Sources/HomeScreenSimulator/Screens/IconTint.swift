import PropertyLists

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

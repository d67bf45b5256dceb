/// The bytes that the tokenizer checks for.
enum Byte {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let apostrophe: UInt8 = 0x27
  static let leftParenthesis: UInt8 = 0x28
  static let star: UInt8 = 0x2A
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let equals: UInt8 = 0x3D
  static let at: UInt8 = 0x40
  static let backslash: UInt8 = 0x5C

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether the byte can be in a name; all bytes beyond ASCII can.
  static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F || byte == 0x24 || byte >= 0x80
  }
}

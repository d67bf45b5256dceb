/// How a text file's characters are written down, so that a save can write them the same way.
package enum TextEncoding: Sendable, Equatable {
  case utf8(hasMark: Bool)
  case utf16(isBigEndian: Bool, hasMark: Bool)

  /// The bytes of a file with this text (checked UTF-8).
  func encode(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .utf8(let hasMark):
      return hasMark ? [0xEF, 0xBB, 0xBF] + text : text
    case .utf16(let isBigEndian, let hasMark):
      var output: [UInt8] = []
      output.reserveCapacity(2 * text.count + 2)
      func append(_ unit: UInt16) {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        output.append(isBigEndian ? high : low)
        output.append(isBigEndian ? low : high)
      }
      if hasMark { append(0xFEFF) }
      for unit in String(decoding: text, as: UTF8.self).utf16 { append(unit) }
      return output
    }
  }
}

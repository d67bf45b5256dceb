/// Bytes as text, after RFC 4648, with padding and without line breaks.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  /// The text of some bytes.
  package static func encode(_ bytes: [UInt8]) -> String {
    let count = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: count) { output in
      alphabet.withUnsafeBufferPointer { alphabet in
        bytes.withUnsafeBufferPointer { bytes in
          var place = 0
          for start in stride(from: 0, to: bytes.count, by: 3) {
            let left = bytes.count - start
            let second = left > 1 ? UInt32(bytes[start + 1]) : 0
            let third = left > 2 ? UInt32(bytes[start + 2]) : 0
            let value = UInt32(bytes[start]) << 16 | second << 8 | third
            output[place] = alphabet[Int(value >> 18)]
            output[place + 1] = alphabet[Int(value >> 12 & 63)]
            output[place + 2] = left > 1 ? alphabet[Int(value >> 6 & 63)] : padding
            output[place + 3] = left > 2 ? alphabet[Int(value & 63)] : padding
            place += 4
          }
        }
      }
      return count
    }
  }

  /// The bytes of a text; nil for what ``encode(_:)`` does not make.
  package static func decode(_ text: String) -> [UInt8]? {
    var characters = Array(text.utf8)
    guard characters.count % 4 == 0 else { return nil }
    let padded = characters.suffix(2).count { $0 == padding }
    characters.removeLast(padded)
    guard padded < 2 || characters.count % 4 == 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3 + 2)
    var (rest, bits): (UInt32, UInt32) = (0, 0)
    for character in characters {
      guard let digit = digit(character) else { return nil }
      rest = rest << 6 | digit
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: rest >> bits))
      rest &= 1 << bits - 1
    }
    return rest == 0 ? bytes : nil
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

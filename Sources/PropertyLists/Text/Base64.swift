#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes as text, after RFC 4648, with padding and without line breaks.
package enum Base64 {
  /// The text of some bytes.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

  /// The bytes of a text; nil for what ``encode(_:)`` does not make.
  package static func decode(_ text: String) -> [UInt8]? {
    // Foundation takes “====” and digits whose last bits are lost.
    Data(base64Encoded: text).flatMap { $0.base64EncodedString() == text ? Array($0) : nil }
  }

  /// The bytes of digits without padding, as many as there are.
  static func decode(unpadded digits: [UInt8]) -> [UInt8] {
    var digits = digits
    if digits.count % 4 == 1 { digits.removeLast() }
    digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return Data(base64Encoded: Data(digits)).map { Array($0) } ?? []
  }
}

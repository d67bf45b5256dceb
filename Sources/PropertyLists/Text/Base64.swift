#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 according to RFC 4648, with padding and without line breaks.
package enum Base64 {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }

  /// Decodes a text; nil for anything that ``encode(_:)`` does not produce.
  package static func decode(_ text: String) -> [UInt8]? {
    // Foundation accepts “====” and digits with unused bits.
    Data(base64Encoded: text).flatMap { $0.base64EncodedString() == text ? Array($0) : nil }
  }

  /// Decodes all digits of a text without padding.
  static func decode(unpadded digits: [UInt8]) -> [UInt8] {
    var digits = digits
    if digits.count % 4 == 1 { digits.removeLast() }
    digits += [UInt8](repeating: UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
    return Data(base64Encoded: Data(digits)).map { Array($0) } ?? []
  }
}

import Rendering

/// The digest of the content of a file: SHA-256 in hexadecimal digits.
enum ContentDigest {
  /// - Returns: 64 digits.
  static func of(_ bytes: [UInt8]) -> String {
    SHA256.hash(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

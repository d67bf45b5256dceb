import Rendering

/// What stands for the content of a file: SHA-256 in hexadecimal digits.
enum ContentDigest {
  /// The digest of a file's bytes.
  static func of(_ bytes: [UInt8]) -> String {
    SHA256.hash(bytes).map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }
}

/// What the directory of a ZIP archive says of one file.
package struct ZIPEntry: Sendable {
  /// How a file is packed; the raw values are those of the format.
  package enum Method: UInt16, Sendable {
    case stored = 0
    case deflated = 8
  }

  /// What the entry stands for.
  package enum Kind: Sendable {
    case file
    case folder
    /// A symbolic link, whose target is the content of its file.
    case link
  }

  /// Without `.` and double slashes, never absolute, never with `..`.
  package let path: String
  package let kind: Kind
  /// As the archive says it; ``method`` is what is known of it.
  package let methodNumber: UInt16
  package let isEncrypted: Bool
  /// CRC-32 of the unpacked content.
  package let checksum: UInt32
  /// Bytes in the archive.
  package let packedSize: Int
  /// Bytes when unpacked, as far as the directory tells the truth.
  package let size: Int
  /// Where its header stands that comes before its content.
  package var start: Int
  /// Where the next entry begins, or the directory: nothing of this one lies there.
  package var end = 0
  /// Where the directory tells of it.
  package let place: Int

  package var method: Method? { Method(rawValue: methodNumber) }

  /// What reading an archive may cost, beside ``FileTreeLimits``.
  package enum Limits {
    /// Bytes of the directory; 100 000 files need a tenth of it.
    package static let directorySize = 64 * 1024 * 1024
    /// All files together, unpacked; the App Store takes 4 GB.
    package static let unpackedSize = 16 * 1024 * 1024 * 1024
    /// How often an archive may hold its own size, from some size on; apps come to three or four times.
    package static let ratio = 100
    package static let sizeWithAnyRatio = 64 * 1024 * 1024
    /// Deflate cannot do better.
    package static let ratioOfDeflate = 1032
    /// Bytes of the target of a symbolic link.
    package static let linkSize = FileTreePath.maximumLength
  }
}

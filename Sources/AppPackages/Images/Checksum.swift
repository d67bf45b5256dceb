import CZlib

/// The checksum of PNG chunks (CRC-32, reflected polynomial 0xEDB88320), by zlib.
enum Checksum {
  static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { buffer in
      // Files are read up to 256 MiB, far below what fits into zlib's length.
      UInt32(truncatingIfNeeded: CZlib.crc32(0, buffer.baseAddress, UInt32(clamping: buffer.count)))
    }
  }
}

import CZlib

/// zlib's inflate over pieces of one buffer, filled into buffers of the caller: nothing grows with what the data claims.
package struct Inflater: ~Copyable {
  package enum Outcome: Equatable {
    /// The buffer is full.
    case filled
    /// The stream has ended before.
    case ended
    /// The input has ended before the stream.
    case truncated
    /// No deflate stream, or a wrong checksum at its end.
    case damaged
  }

  /// zlib's state points back to its stream, which therefore must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeBufferPointer<UInt8>
  private let pieces: [Range<Int>]
  private var nextPiece = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - input: must stay valid as long as the inflater lives.
  ///   - pieces: of the input, in order; together they are one stream.
  ///   - isRaw: a stream without zlib's header and checksum, as in Apple's CgBI.
  /// - Returns: nil when there is no memory for it.
  package init?(_ input: UnsafeBufferPointer<UInt8>, pieces: [Range<Int>], isRaw: Bool) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    self.input = input
    self.pieces = pieces
    // The largest window; negative for a raw stream.
    let status = inflateInit2_(stream, isRaw ? -15 : 15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      stream.deinitialize(count: 1)
      stream.deallocate()
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// How much of the last buffer is still empty.
  package var unfilledCount: Int { Int(stream.pointee.avail_out) }

  /// Fills the whole buffer, if the stream has that much.
  package mutating func fill(_ output: UnsafeMutableBufferPointer<UInt8>) -> Outcome {
    guard output.count <= Int(UInt32.max) else { return .damaged }
    stream.pointee.next_out = output.baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    while stream.pointee.avail_out > 0 {
      if hasEnded { return .ended }
      if stream.pointee.avail_in == 0, !offerNextPiece() { return .truncated }
      switch inflate(stream, Z_NO_FLUSH) {
      case Z_OK: continue
      case Z_STREAM_END: hasEnded = true
      case Z_BUF_ERROR where stream.pointee.avail_in == 0: continue
      default: return .damaged
      }
    }
    return .filled
  }

  private mutating func offerNextPiece() -> Bool {
    while nextPiece < pieces.count {
      let piece = pieces[nextPiece]
      nextPiece += 1
      guard !piece.isEmpty, let base = input.baseAddress else { continue }
      // zlib does not write to its input; its C type only lacks the word.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: base + piece.lowerBound)
      stream.pointee.avail_in = UInt32(clamping: piece.count)
      return true
    }
    return false
  }
}

/// The checksum of PNG chunks (CRC-32, reflected polynomial 0xEDB88320), by zlib.
package enum Checksum {
  package static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { buffer in
      // Files are read up to 256 MiB, far below what fits into zlib's length.
      UInt32(truncatingIfNeeded: CZlib.crc32(0, buffer.baseAddress, UInt32(clamping: buffer.count)))
    }
  }
}

/// zlib's deflate over bytes that are all there.
package enum Deflater {
  /// A few percent larger than the best, in a third of the time.
  private static let level: Int32 = 5

  /// A stream with zlib's header and checksum; nil without memory.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    let output = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
      let status = compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), level)
      used = status == Z_OK ? Int(count) : 0
    }
    return output.isEmpty ? nil : output
  }
}

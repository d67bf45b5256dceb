import CZlib
import PropertyLists

/// The reason why compressed bytes cannot be unpacked.
package struct CompressionProblem: Error, Equatable {
  /// The offset in the compressed bytes.
  package var position: Int
  /// A description of the problem, without a full stop.
  package var message: String

  package init(position: Int, message: String) { (self.position, self.message) = (position, message) }
}

/// A buffer for unpacked bytes with a fixed capacity, however many bytes the compressed data claims to hold.
package struct UnpackedBytes: ~Copyable {
  package let base: UnsafeMutablePointer<UInt8>
  package let capacity: Int
  package private(set) var count = 0

  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    // An empty buffer may have no address; nothing is written to this one then.
    base = buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: 8).unsafelyUnwrapped
    capacity = buffer.count
  }

  /// Returns whether there is room for `count` more bytes.
  package func fits(_ count: Int) -> Bool { count <= capacity - self.count }

  /// Appends bytes. The caller ensures that there is room for them.
  @inline(__always)
  package mutating func append(_ source: UnsafePointer<UInt8>, _ count: Int) {
    (base + self.count).update(from: source, count: count)
    self.count += count
  }

  /// Repeats bytes from `distance` bytes back; source and result may overlap. The caller ensures that there is room for
  /// them.
  @inline(__always)
  package mutating func repeatBytes(_ distance: Int, _ count: Int) {
    let target = base + self.count
    if distance >= count {
      target.update(from: target - distance, count: count)
    } else if distance == 1 {
      target.update(repeating: target[-1], count: count)
    } else {
      for index in 0..<count { target[index] = target[index - distance] }
    }
    self.count += count
  }
}

/// zlib's inflate over pieces of one buffer, into the caller's buffers: the data cannot make it allocate more memory.
package struct Inflater: ~Copyable {
  package enum Outcome: Equatable {
    /// The buffer is full.
    case filled
    /// The stream ended before the buffer was full.
    case ended
    /// The input ended before the stream.
    case truncated
    /// The input is not a deflate stream, or the checksum at its end is wrong.
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
  ///   - pieces: ranges of the input, in order; together they are one stream.
  ///   - isRaw: a stream without zlib's header and checksum, as in Apple's CgBI.
  /// - Returns: nil when zlib cannot allocate memory.
  package init?(_ input: UnsafeBufferPointer<UInt8>, pieces: [Range<Int>], isRaw: Bool) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    (self.input, self.pieces) = (input, pieces)
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

  /// The number of bytes at the end of the last buffer that were not filled.
  package var unfilledCount: Int { Int(stream.pointee.avail_out) }

  /// Fills the buffer, or a part of it if the stream ends.
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
      // zlib does not write to its input; its C type only lacks `const`.
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

/// zlib's deflate over bytes in memory.
package enum Deflater {
  /// The result is a few percent larger than at the best level, in a third of the time.
  private static let level: Int32 = 5

  /// Returns a stream with zlib's header and checksum; nil when zlib cannot allocate memory.
  package static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    let output = [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, used in
      let status = compress2(buffer.baseAddress, &count, bytes, UInt(bytes.count), level)
      used = status == Z_OK ? Int(count) : 0
    }
    return output.isEmpty ? nil : output
  }
}

/// Unpacks the run lengths of compiled catalogs: rows of runs, each a repeated pixel or a number of literal pixels.
package enum RunLengths {
  /// - Parameters:
  ///   - output: rows of `rowBytes` bytes; bytes that a row lacks stay unchanged.
  ///   - pixelBytes: bytes of a pixel.
  /// - Throws: a problem if the header is that of another picture, or if runs leave their row or the input.
  package static func unpack(
    _ input: UnsafeBufferPointer<UInt8>, into output: UnsafeMutableBufferPointer<UInt8>, width: Int, rows: Int,
    rowBytes: Int, pixelBytes: Int
  ) throws(CompressionProblem) {
    let bytes = UnsafeRawBufferPointer(input)
    func word(_ place: Int) throws(CompressionProblem) -> Int {
      guard place >= 0, place <= input.count - 4 else {
        throw CompressionProblem(position: min(max(place, 0), input.count), message: "run lengths are cut off")
      }
      return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
    }
    // The first number distinguishes formats: 4 for colours, 3 for greys. The rendition has the same information.
    let (ownWidth, ownRows) = (try word(4), try word(8))
    guard ownWidth == width, ownRows == rows, rowBytes >= width * pixelBytes, output.count >= rows * rowBytes else {
      throw CompressionProblem(
        position: 4, message: "the run lengths are for \(ownWidth) × \(ownRows) pixels instead of \(width) × \(rows)")
    }
    for row in 0..<rows {
      var place = try word(12 + 4 * row)
      var target = row * rowBytes
      let end = target + width * pixelBytes
      while target < end {
        let run = try word(place)
        let count = run & 0x7FFF_FFFF
        let isRepeated = run & 0x8000_0000 != 0
        place += 4
        let taken = isRepeated ? pixelBytes : count * pixelBytes
        guard count > 0, count <= (end - target) / pixelBytes, taken <= input.count - place else {
          throw CompressionProblem(position: place - 4, message: "a run of \(count) pixels exceeds its row or its data")
        }
        if isRepeated {
          for pixel in 0..<count {
            for byte in 0..<pixelBytes { output[target + pixel * pixelBytes + byte] = input[place + byte] }
          }
        } else {
          for index in 0..<taken { output[target + index] = input[place + index] }
        }
        place += taken
        target += count * pixelBytes
      }
    }
  }
}

import CZlib

/// Writes ZIP archives for tests, valid and invalid ones.
public struct ZIPWriter {
  /// A file, a folder (its name ends with a slash) or a symbolic link (its contents are the target).
  public struct File {
    /// The bytes of the name.
    public var name: [UInt8]
    /// The uncompressed contents.
    public var content: [UInt8]
    /// Whether it is deflated and not stored.
    public var isDeflated = true
    /// The upper half of the attributes, as in `stat`.
    public var mode = 0o100644
    /// Whether the sizes follow the contents and are 0 before them.
    public var hasDescriptor = false
    /// Whether sizes and offsets are in the zip64 field.
    public var isWide = false
    /// Bit 11: the name is UTF-8.
    public var saysUTF8 = false
    /// Changes the record in the directory.
    public var alteration: (inout Record) -> Void = { _ in }

    /// Creates a valid file.
    public init(_ name: String, _ content: [UInt8]) {
      self.name = Array(name.utf8)
      self.content = content
    }

    /// Creates a valid file with the UTF-8 of a text.
    public init(_ name: String, _ content: String) { self.init(name, Array(content.utf8)) }

    /// Creates a symbolic link.
    public static func link(_ name: String, to target: String) -> File {
      var file = File(name, target)
      file.mode = 0o120755
      file.isDeflated = false
      return file
    }

    /// The file after a change.
    public func with(_ change: (inout File) -> Void) -> File {
      var file = self
      change(&file)
      return file
    }
  }

  /// The numbers of a directory record.
  public struct Record {
    /// The general flags: 1 for a password, 8 for sizes after the contents, 0x800 for a UTF-8 name.
    public var flags: Int
    /// 0 for stored, 8 for deflate.
    public var method: Int
    /// CRC-32 of the uncompressed contents.
    public var checksum: Int
    /// The compressed size.
    public var packedSize: Int
    /// The uncompressed size.
    public var size: Int
    /// The offset of the file, without the prefix.
    public var start: Int
  }

  /// The files in order.
  public var files: [File]
  /// Bytes before the archive.
  public var prefix: [UInt8] = []
  /// The comment at its end.
  public var comment: [UInt8] = []
  /// Whether the end record is zip64.
  public var isWide = false
  /// The file count in the end record; nil for the real count.
  public var count: Int?

  /// An archive of some files.
  public init(_ files: [File]) { self.files = files }

  /// Every file below a folder on disk, under the name of another folder.
  public init(folder: String, as name: String) {
    self.init(
      Files.paths(below: folder).map { File("\(name)/\($0)", Files.bytes("\(folder)/\($0)") ?? []) })
  }

  /// The archive.
  public var bytes: [UInt8] {
    var bytes = prefix
    var directory: [UInt8] = []
    for file in files {
      let packed = file.isDeflated ? Self.deflate(file.content) : file.content
      let checksum = file.content.withUnsafeBufferPointer { Int(crc32(0, $0.baseAddress, UInt32($0.count))) }
      let actual = Record(
        flags: (file.hasDescriptor ? 8 : 0) | (file.saysUTF8 ? 0x800 : 0), method: file.isDeflated ? 8 : 0,
        checksum: checksum, packedSize: packed.count, size: file.content.count, start: bytes.count - prefix.count)
      let isKnown = !file.hasDescriptor
      bytes += Self.number(0x0403_4B50, 4) + Self.number(20, 2) + Self.number(actual.flags, 2)
      bytes += Self.number(actual.method, 2) + Self.number(0, 4) + Self.number(isKnown ? checksum : 0, 4)
      bytes += Self.number(isKnown ? packed.count : 0, 4) + Self.number(isKnown ? file.content.count : 0, 4)
      // A field that only this header has.
      bytes += Self.number(file.name.count, 2) + Self.number(7, 2) + file.name + Self.number(0xCAFE, 2)
      bytes += Self.number(3, 2) + [1, 2, 3] + packed
      if file.hasDescriptor {
        bytes += Self.number(0x0807_4B50, 4) + Self.number(checksum, 4) + Self.number(packed.count, 4)
        bytes += Self.number(file.content.count, 4)
      }
      var entry = actual
      file.alteration(&entry)
      directory += Self.record(of: file, entry)
    }
    let place = bytes.count - prefix.count
    bytes += directory
    let count = count ?? files.count
    if isWide {
      let end = bytes.count
      bytes += Self.number(0x0606_4B50, 4) + Self.number(44, 8) + Self.number(45, 2) + Self.number(45, 2)
      bytes += Self.number(0, 4) + Self.number(0, 4) + Self.number(count, 8) + Self.number(count, 8)
      bytes += Self.number(directory.count, 8) + Self.number(place, 8)
      bytes += Self.number(0x0706_4B50, 4) + Self.number(0, 4) + Self.number(end, 8) + Self.number(1, 4)
    }
    let short = isWide ? 0xFFFF : count
    bytes += Self.number(0x0605_4B50, 4) + Self.number(0, 4) + Self.number(short, 2) + Self.number(short, 2)
    bytes += Self.number(isWide ? 0xFFFF_FFFF : directory.count, 4) + Self.number(isWide ? 0xFFFF_FFFF : place, 4)
    return bytes + Self.number(comment.count, 2) + comment
  }

  private static func record(of file: File, _ entry: Record) -> [UInt8] {
    let extra =
      file.isWide
      ? number(1, 2) + number(24, 2) + number(entry.size, 8) + number(entry.packedSize, 8) + number(entry.start, 8)
      : []
    func narrow(_ value: Int) -> [UInt8] { number(file.isWide ? 0xFFFF_FFFF : value, 4) }
    // Made by Unix, so that the attributes are those of `stat`.
    var bytes = number(0x0201_4B50, 4) + [45, 3] + number(20, 2) + number(entry.flags, 2) + number(entry.method, 2)
    bytes += number(0, 4) + number(entry.checksum, 4) + narrow(entry.packedSize) + narrow(entry.size)
    bytes += number(file.name.count, 2) + number(extra.count, 2) + number(0, 2) + number(0, 2) + number(0, 2)
    bytes += number(file.mode << 16, 4) + narrow(entry.start)
    return bytes + file.name + extra
  }

  /// The lowest `size` bytes of a number in little-endian order.
  public static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A raw deflate stream, without the zlib header.
  public static func deflate(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let status = deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        precondition(CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END)
        return output.count - Int(stream.avail_out)
      }
    }
    return Array(output[..<count])
  }
}

import Platform

/// The header of a picture, read from its first bytes; pixels are not decoded.
public struct ImageHeader: Sendable, Equatable {
  /// The format, recognised by content instead of by name.
  public enum Format: String, Sendable, CaseIterable {
    case png, jpeg, webP, heic, gif, pdf, svg, tiff, icns, bmp

    /// The name for messages.
    public var title: String {
      switch self {
      case .png: "PNG"
      case .jpeg: "JPEG"
      case .webP: "WebP"
      case .heic: "HEIC"
      case .gif: "GIF"
      case .pdf: "PDF"
      case .svg: "SVG"
      case .tiff: "TIFF"
      case .icns: "ICNS"
      case .bmp: "BMP"
      }
    }

    /// The extensions of the format, in lower case.
    public var extensions: [String] {
      switch self {
      case .png: ["png"]
      case .jpeg: ["jpg", "jpeg"]
      case .webP: ["webp"]
      case .heic: ["heic", "heif"]
      case .gif: ["gif"]
      case .pdf: ["pdf"]
      case .svg: ["svg"]
      case .tiff: ["tif", "tiff"]
      case .icns: ["icns"]
      case .bmp: ["bmp"]
      }
    }
  }

  /// The colour type of a PNG, by its number in the file.
  public enum ColourType: UInt8, Sendable {
    case greyscale = 0
    case rgb = 2
    case palette = 3
    case greyscaleWithAlpha = 4
    case rgbWithAlpha = 6
  }

  /// The format of the data, whatever the file's name; see ``nameProblem(for:)``.
  public var format: Format
  /// The width in pixels; 0 for formats without pixels (PDF, SVG) or without a parsed size (TIFF, ICNS, BMP).
  public var width: Int
  /// The height in pixels; see ``width``.
  public var height: Int
  /// The bits per channel; 0 if the format does not specify it.
  public var bitDepth: Int
  /// The colour type; PNG only.
  public var colourType: ColourType?
  /// Whether pixels *can* be transparent (PNG: colour type 4 or 6, or `tRNS`). Only decoding shows whether any is.
  public var hasAlphaChannel: Bool
  /// Whether a PNG is interlaced (Adam7).
  public var isInterlaced: Bool
  /// Whether this is Apple's variant of PNG that Xcode writes into built apps: a leading `CgBI` chunk, and BGRA pixels.
  public var isCgBI: Bool
  /// Whether the file ends before its last chunk: an incomplete copy of a PNG. False if only a prefix was read.
  public var isCutOff = false

  /// Creates a header; the defaults describe an opaque picture with 8 bits per channel.
  public init(
    format: Format, width: Int, height: Int, bitDepth: Int = 8, colourType: ColourType? = nil,
    hasAlphaChannel: Bool = false, isInterlaced: Bool = false, isCgBI: Bool = false
  ) {
    (self.format, self.width, self.height, self.bitDepth) = (format, width, height, bitDepth)
    (self.colourType, self.hasAlphaChannel, self.isInterlaced) = (colourType, hasAlphaChannel, isInterlaced)
    self.isCgBI = isCgBI
  }

  /// Whether width and height are known.
  public var hasPixelSize: Bool { width > 0 && height > 0 }

  /// Whether iOS shows the picture as an icon outside of a catalog (ICON-121).
  package var canBeIcon: Bool { format == .png && hasPixelSize }

  /// The largest side in pixels; icons and screens are smaller.
  public static let maximumDimension = 32_768

  /// Returns the problem of a picture with a readable header.
  func problem(ofFile name: String) -> ImageProblem? {
    guard isCutOff else { return nameProblem(for: name) }
    return ImageProblem(
      kind: .truncated, message: "the \(format.title) is cut off: it ends before its last chunk",
      hint: "was the copy interrupted? Fetch or export the picture again")
  }

  /// Returns the problem of a file name with another format's extension, such as WebP data in `icon.png`.
  public func nameProblem(for fileName: String) -> ImageProblem? {
    let ending = FileTreePath.lowercasedExtension(of: fileName)
    guard !ending.isEmpty, !format.extensions.contains(ending),
      let claimed = Format.allCases.first(where: { $0.extensions.contains(ending) })
    else { return nil }
    return ImageProblem(
      kind: .wrongExtension, message: "the file extension is for \(claimed.title), but the data is \(format.title)",
      hint: "export the picture as \(claimed.title); renaming does not convert it")
  }
}

extension ImageHeader {
  /// Reads the header of a picture.
  ///
  /// - Parameter bytes: the file or a prefix. 64 bytes are enough for the size of a PNG; a `tRNS` chunk, or the size of
  ///   a JPEG or HEIC, may be some hundred kilobytes into the file.
  /// - Throws: ``ImageProblem`` for an unknown format, data that ends before the size, or contradictory data.
  public static func read(_ bytes: [UInt8]) throws(ImageProblem) -> ImageHeader {
    guard let format = ImageSniffer.format(of: bytes) else { throw ImageSniffer.refusal(bytes) }
    let reader = ByteReader(bytes)
    return switch format {
    case .png: try PNGHeaderReader(reader).read()
    case .jpeg: try JPEGHeaderReader.read(reader)
    case .webP: try WebPHeaderReader.read(reader)
    case .heic: try HEICHeaderReader.read(reader)
    case .gif: try GIFHeaderReader.read(reader)
    case .pdf, .svg, .tiff, .icns, .bmp: ImageHeader(format: format, width: 0, height: 0, bitDepth: 0)
    }
  }
}

/// Recognises pictures by their first bytes.
enum ImageSniffer {
  static func format(of bytes: [UInt8]) -> ImageHeader.Format? {
    let reader = ByteReader(bytes)
    // The first byte above 127 and the line ends after it reveal a text conversion of the PNG.
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return .webP }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return .gif }
    if reader.matches("%PDF", at: 0) { return .pdf }
    if reader.matches("icns", at: 0) { return .icns }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) { return .tiff }
    if reader.matches("ftyp", at: 4), isHEICBrand(reader) { return .heic }
    if reader.matches("BM", at: 0), bytes.count >= 14, bytes[6..<10].allSatisfy({ $0 == 0 }) { return .bmp }
    return isSVG(reader) ? .svg : nil
  }

  private static func isHEICBrand(_ reader: ByteReader) -> Bool {
    reader.matches("heic", at: 8) || reader.matches("heix", at: 8) || reader.matches("heim", at: 8)
      || reader.matches("hevc", at: 8) || reader.matches("mif1", at: 8) || reader.matches("msf1", at: 8)
      || reader.matches("avif", at: 8)
  }

  /// Finds `<svg` in the first KiB, possibly after an XML declaration, comments or a document type.
  private static func isSVG(_ reader: ByteReader) -> Bool {
    var position = reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let end = min(reader.count, 1024)
    while position < end, [0x20, 0x09, 0x0A, 0x0D].contains(reader.bytes[position]) { position += 1 }
    guard position < end, reader.bytes[position] == UInt8(ascii: "<") else { return false }
    while position < end {
      if reader.matches("<svg", at: position) { return true }
      position += 1
    }
    return false
  }

  /// Describes data that is not a picture, if possible by its kind.
  static func refusal(_ bytes: [UInt8]) -> ImageProblem {
    let reader = ByteReader(bytes)
    if bytes.isEmpty { return ImageProblem(kind: .empty, message: "the file is empty") }
    if reader.matches("version https://git-lfs", at: 0) {
      return .pointer
    }
    if reader.matches("<!DOCTYPE html", at: 0) || reader.matches("<html", at: 0) {
      return ImageProblem(
        kind: .notAnImage, message: "this is an HTML page, not a picture", hint: "fetch the raw file instead")
    }
    return ImageProblem(kind: .notAnImage, message: "the data is not a picture in a known format")
  }
}

extension ImageHeader {
  /// The bytes that are read first: enough for the chunks of nearly every PNG up to its pixels.
  private static let shortPrefix = 4 * 1024
  /// The bytes that are read if needed: enough for the profiles, previews and metadata of JPEG, HEIC and PNG.
  private static let longPrefix = 1024 * 1024

  /// Reads the header of a picture in a file tree: the first kilobytes, and more only if needed.
  ///
  /// - Parameter size: the size of the whole file in bytes, as listed in its folder.
  /// - Throws: ``ImageProblem``, of kind `unreadable` when the file cannot be read.
  static func read(_ path: String, in tree: any FileTree, size: Int) throws(ImageProblem) -> ImageHeader {
    let prefix = try readPrefix(path, tree, shortPrefix)
    do throws(ImageProblem) {
      let header = try ImageHeader.read(prefix, ofFileOf: size)
      guard prefix.count < size, PNGHeaderReader.needsMore(prefix, header) else { return header }
    } catch {
      guard error.kind == .truncated || error.kind == .badHeader, prefix.count < size else { throw error }
    }
    return try ImageHeader.read(try readPrefix(path, tree, longPrefix), ofFileOf: size)
  }

  static func read(_ prefix: [UInt8], ofFileOf size: Int) throws(ImageProblem) -> ImageHeader {
    var header = try ImageHeader.read(prefix)
    header.isCutOff = header.format == .png && PNGHeaderReader.isCutOff(prefix, ofFileOf: size)
    return header
  }

  private static func readPrefix(_ path: String, _ tree: any FileTree, _ count: Int) throws(ImageProblem) -> [UInt8] {
    do throws(FileTreeError) {
      return try tree.readPrefix(path, count: count)
    } catch {
      throw ImageProblem(kind: .unreadable, message: error.message, hint: error.hint)
    }
  }
}

/// A problem with a picture.
public struct ImageProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem.
  public enum Kind: String, Sendable, CaseIterable {
    case empty
    /// The format is unknown.
    case notAnImage
    /// The data ends before the size is known.
    case truncated
    /// A field has an impossible value: a size of zero, a colour type that does not exist.
    case badHeader
    /// The checksum of the header, or of a chunk that the pixels need, does not match.
    case badChecksum
    /// The file name has the extension of another format.
    case wrongExtension
    /// The file cannot be read.
    case unreadable
    /// The pixels cannot be decoded: they are damaged or contradict the header.
    case badData
    /// The picture has more pixels than the limit.
    case tooLarge
    /// The format's pixels cannot be decoded.
    case unsupported
  }

  /// The kind, for programs; ``message`` is for people.
  public var kind: Kind
  /// The description of the problem, without the file name and without a full stop.
  public var message: String
  /// The advice for fixing the problem.
  public var hint: String?

  /// Creates a problem; the message does not name the picture.
  public init(kind: Kind, message: String, hint: String? = nil) {
    (self.kind, self.message, self.hint) = (kind, message, hint)
  }

  /// Whether the picture is stored elsewhere and missing from this copy of the project.
  public var isNotInCopy: Bool { self == .pointer }

  /// A placeholder of Git LFS for a file that was not fetched.
  static let pointer = ImageProblem(
    kind: .notAnImage, message: "this is a Git LFS pointer, not the picture itself",
    hint: "fetch the real content with `git lfs pull`")

  /// The message, with the hint on a second line.
  public var description: String { hint.map { "\(message)\n  hint: \($0)" } ?? message }
}

/// Reads bytes by position; throws "truncated" past the end.
struct ByteReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(_ position: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position < bytes.count else { throw Self.truncated(bytes.count) }
    return Int(bytes[position])
  }

  func bigEndian(_ position: Int, _ size: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position <= bytes.count - size else { throw Self.truncated(bytes.count) }
    return bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
  }

  func littleEndian(_ position: Int, _ size: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position <= bytes.count - size else { throw Self.truncated(bytes.count) }
    return bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func matches(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position >= 0, position <= bytes.count - length else { return false }
    for index in 0..<length where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  static func truncated(_ count: Int) -> ImageProblem {
    ImageProblem(
      kind: .truncated, message: "the picture ends after \(count) bytes, before its size is known",
      hint: "was the copy interrupted, or is the file still in Git LFS?")
  }
}

/// Reads the header of a PNG, standard or Apple's CgBI variant, including a `tRNS` chunk before the pixels.
struct PNGHeaderReader {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let reader: ByteReader

  init(_ reader: ByteReader) { self.reader = reader }

  func read() throws(ImageProblem) -> ImageHeader {
    guard reader.count >= 8 else { throw ByteReader.truncated(reader.count) }
    guard reader.bytes.starts(with: Self.signature) else {
      throw ImageProblem(
        kind: .badHeader, message: "the signature of the PNG is damaged",
        hint: "it looks as if line endings were converted; copy the file as binary")
    }
    var position = 8
    let isCgBI = reader.matches("CgBI", at: position + 4)
    if isCgBI {
      guard try reader.bigEndian(position, 4) == 4 else { throw bad("the CgBI chunk of the PNG needs four bytes") }
      position += 16
    }
    return try readHeaderChunk(at: position, isCgBI: isCgBI)
  }

  private func readHeaderChunk(at position: Int, isCgBI: Bool) throws(ImageProblem) -> ImageHeader {
    let length = try reader.bigEndian(position, 4)
    guard reader.matches("IHDR", at: position + 4) else {
      if reader.count < position + 8 { throw ByteReader.truncated(reader.count) }
      throw bad("the PNG does not start with its header chunk IHDR")
    }
    guard length == 13 else { throw bad("the PNG's header has a length of \(length) bytes instead of 13") }
    let first = position + 8
    let stored = try reader.bigEndian(first + 13, 4)
    guard stored == Int(Checksum.crc32(reader.bytes[position + 4..<first + 13])) else {
      throw ImageProblem(
        kind: .badChecksum, message: "the checksum of the PNG's header is wrong",
        hint: "the file is damaged, or its size was changed by hand; export it again")
    }
    let width = try reader.bigEndian(first, 4)
    let height = try reader.bigEndian(first + 4, 4)
    let depth = try reader.byte(first + 8)
    let type = try reader.byte(first + 9)
    guard width > 0, height > 0 else { throw bad("the PNG claims to have \(width) × \(height) pixels: it is empty") }
    guard width <= ImageHeader.maximumDimension, height <= ImageHeader.maximumDimension else {
      throw bad("the PNG claims to have \(width) × \(height) pixels, which is impossible")
    }
    guard let colourType = ImageHeader.ColourType(rawValue: UInt8(type)), Self.depths(of: colourType).contains(depth)
    else { throw bad("the PNG has colour type \(type) with \(depth) bits, which is not a valid combination") }
    guard try reader.byte(first + 10) == 0, try reader.byte(first + 11) == 0, try reader.byte(first + 12) <= 1 else {
      throw bad("the PNG has an unknown compression, filter or interlace method")
    }
    return ImageHeader(
      format: .png, width: width, height: height, bitDepth: depth, colourType: colourType,
      hasAlphaChannel: colourType == .greyscaleWithAlpha || colourType == .rgbWithAlpha
        || hasTransparencyChunk(from: first + 17),
      isInterlaced: try reader.byte(first + 12) == 1, isCgBI: isCgBI)
  }

  private func hasTransparencyChunk(from start: Int) -> Bool {
    var position = start
    while let length = try? reader.bigEndian(position, 4), length < 1 << 31 {
      if reader.matches("tRNS", at: position + 4) { return true }
      if reader.matches("IDAT", at: position + 4) || reader.matches("IEND", at: position + 4) { return false }
      position += length + 12
    }
    return false
  }

  /// Returns whether `bytes` is a prefix of a PNG with a possible `tRNS` chunk further on.
  static func needsMore(_ bytes: [UInt8], _ header: ImageHeader) -> Bool {
    guard header.format == .png, !header.hasAlphaChannel else { return false }
    let reader = ByteReader(bytes)
    var position = 8
    while let length = try? reader.bigEndian(position, 4), length < 1 << 31 {
      if reader.matches("IDAT", at: position + 4) || reader.matches("IEND", at: position + 4) { return false }
      position += length + 12
    }
    return true
  }

  /// Returns whether a PNG ends before its last chunk, judged by its prefix: always if the pixels are in one chunk,
  /// otherwise only if the end is near.
  static func isCutOff(_ bytes: [UInt8], ofFileOf size: Int) -> Bool {
    let reader = ByteReader(bytes)
    var position = 8
    while position + 12 <= size {
      guard let length = try? reader.bigEndian(position, 4), length < 1 << 31, position + 8 <= bytes.count,
        !reader.matches("IEND", at: position + 4)
      else { return false }
      position += length + 12
    }
    return true
  }

  private static func depths(of type: ImageHeader.ColourType) -> [Int] {
    switch type {
    case .greyscale: [1, 2, 4, 8, 16]
    case .palette: [1, 2, 4, 8]
    case .rgb, .greyscaleWithAlpha, .rgbWithAlpha: [8, 16]
    }
  }

  private func bad(_ message: String) -> ImageProblem {
    ImageProblem(kind: .badHeader, message: message, hint: "the file is damaged; export it again")
  }
}

/// Finds the frame header of a JPEG, which follows thumbnails and colour profiles.
enum JPEGHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    var position = 2
    while true {
      guard try reader.byte(position) == 0xFF else {
        throw ImageProblem(kind: .badHeader, message: "the JPEG has no marker where one is expected")
      }
      let marker = try reader.byte(position + 1)
      switch marker {
      case 0xFF:  // fill byte
        position += 1
      case 0x01, 0xD0...0xD8:  // no content
        position += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let height = try reader.bigEndian(position + 5, 2)
        let width = try reader.bigEndian(position + 7, 2)
        guard width > 0, height > 0 else {
          throw ImageProblem(
            kind: .badHeader, message: "the JPEG claims to have \(width) × \(height) pixels: it is empty")
        }
        return ImageHeader(
          format: .jpeg, width: width, height: height, bitDepth: try reader.byte(position + 4),
          isInterlaced: marker == 0xC2)
      case 0xD9, 0xDA:
        throw ImageProblem(kind: .badHeader, message: "the JPEG has no frame header")
      default:
        let length = try reader.bigEndian(position + 2, 2)
        guard length >= 2 else { throw ImageProblem(kind: .badHeader, message: "a segment of the JPEG has no length") }
        position += 2 + length
      }
    }
  }
}

/// Reads the largest `ispe` property of an HEIF container; tiles and thumbnails have smaller ones.
enum HEICHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    guard let meta = box("meta", reader, 0..<reader.count) else { throw ByteReader.truncated(reader.count) }
    var header = ImageHeader(format: .heic, width: 0, height: 0)
    // The boxes in `meta` follow four bytes of version and flags.
    if let properties = box("iprp", reader, meta.lowerBound + 4..<max(meta.upperBound, meta.lowerBound + 4)),
      let container = box("ipco", reader, properties)
    {
      var position = container.lowerBound
      while let next = nextBox(reader, position, container.upperBound) {
        if reader.matches("ispe", at: position + 4) {
          let width = try reader.bigEndian(next.content.lowerBound + 4, 4)
          let height = try reader.bigEndian(next.content.lowerBound + 8, 4)
          if width > header.width || height > header.height { (header.width, header.height) = (width, height) }
        }
        position = next.end
      }
    }
    guard header.hasPixelSize, max(header.width, header.height) <= ImageHeader.maximumDimension else {
      throw ImageProblem(kind: .badHeader, message: "the HEIC has no usable size")
    }
    return header
  }

  private static func box(_ name: StaticString, _ reader: ByteReader, _ range: Range<Int>) -> Range<Int>? {
    var position = range.lowerBound
    while let next = nextBox(reader, position, range.upperBound) {
      if reader.matches(name, at: position + 4) { return next.content }
      position = next.end
    }
    return nil
  }

  /// Returns a box that ends after `position`, so that walks end.
  private static func nextBox(_ reader: ByteReader, _ position: Int, _ end: Int) -> (content: Range<Int>, end: Int)? {
    guard position + 8 <= min(end, reader.count), var size = try? reader.bigEndian(position, 4) else { return nil }
    if size == 0 { size = end - position }
    guard size >= 8 else { return nil }
    let boxEnd = min(position + size, end)
    return (position + 8..<boxEnd, boxEnd)
  }
}

/// Reads the three variants of WebP: lossy, lossless, and extended with a leading canvas size.
enum WebPHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    guard reader.count >= 16 else { throw ByteReader.truncated(reader.count) }
    if reader.matches("VP8X", at: 12) {
      let flags = try reader.byte(20)
      return ImageHeader(
        format: .webP, width: try reader.littleEndian(24, 3) + 1, height: try reader.littleEndian(27, 3) + 1,
        hasAlphaChannel: flags & 0x10 != 0)
    }
    if reader.matches("VP8L", at: 12) {
      let bits = try reader.littleEndian(21, 4)
      return ImageHeader(
        format: .webP, width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1, hasAlphaChannel: bits >> 28 & 1 == 1)
    }
    guard reader.matches("VP8 ", at: 12) else {
      throw ImageProblem(kind: .badHeader, message: "the WebP starts with an unknown chunk")
    }
    return ImageHeader(
      format: .webP, width: try reader.littleEndian(26, 2) & 0x3FFF,
      height: try reader.littleEndian(28, 2) & 0x3FFF)
  }
}

/// Reads the logical screen of a GIF.
enum GIFHeaderReader {
  static func read(_ reader: ByteReader) throws(ImageProblem) -> ImageHeader {
    let width = try reader.littleEndian(6, 2)
    let height = try reader.littleEndian(8, 2)
    guard width > 0, height > 0 else {
      throw ImageProblem(kind: .badHeader, message: "the GIF claims to have \(width) × \(height) pixels: it is empty")
    }
    return ImageHeader(format: .gif, width: width, height: height)
  }
}

/// A property list with its format and the locations of all its values.
public struct PropertyList: Sendable {
  /// The root value, usually a dictionary.
  public var root: PropertyListValue
  /// The location of the root value.
  public var rootLocation: SourceLocation?
  /// The format of the file, or of the file to write.
  public var format: PropertyListFormat
  /// The name given to ``parse(_:file:limits:)``.
  public var file: String
  /// Keys that occur twice in one dictionary, in the whole tree, innermost dictionaries first.
  public var duplicateKeys: [DuplicateKey]
  /// The source, for saving without changes to unedited parts; nil for a list created in code.
  package var source: PropertyListSource?

  /// Creates a list without a file.
  ///
  /// - Parameter file: the name in messages.
  public init(root: PropertyListValue, format: PropertyListFormat = .xml, file: String = "property list") {
    (self.root, self.format, self.file) = (root, format, file)
    self.duplicateKeys = []
  }

  /// Reads a property list of any format, determined by its content instead of its name.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: the name in messages and locations.
  /// - Throws: one error with a location and a hint. Nothing is repaired: the result is exactly what the file contains.
  public static func parse(
    _ bytes: [UInt8], file: String, limits: PropertyListLimits = .default
  ) throws(PropertyListError) -> PropertyList {
    guard bytes.count <= limits.effectiveBytes else {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: .tooLarge,
        message: "the file has \(bytes.count) bytes; the limit is \(limits.effectiveBytes)")
    }
    if try PropertyListSniffer.isBinary(bytes, file: file) {
      let source = SourceText(file: file, bytes: bytes, isBinary: true)
      var reader = BinaryPropertyListReader(source: source, limits: limits)
      return try PropertyList(reader.read(), source, format: .binary, file: file)
    }
    return try parse(try TextDecoding.decode(bytes, file: file), limits: limits)
  }

  /// Reads a property list from decoded text, which may be composed of several files.
  package static func parse(
    _ source: SourceText, limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyList {
    let file = source.file
    switch try PropertyListSniffer.textFormat(of: source) {
    case .xml:
      var reader = XMLPropertyListReader(source: source, limits: limits)
      return try PropertyList(reader.read(), source, format: .xml, file: file)
    case .openStep:
      var reader = OpenStepPropertyListReader(source: source, limits: limits)
      let builder = try reader.read()
      return try PropertyList(builder, source, format: reader.isStringsFile ? .strings : .openStep, file: file)
    }
  }

  /// Reads a property list from any collection of bytes.
  public static func parse(
    _ bytes: some Collection<UInt8>, file: String, limits: PropertyListLimits = .default
  ) throws(PropertyListError) -> PropertyList {
    try parse(Array(bytes), file: file, limits: limits)
  }

  private init(
    _ builder: PropertyListBuilder, _ source: SourceText, format: PropertyListFormat, file: String
  ) throws(PropertyListError) {
    guard let root = builder.root else {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: .empty, message: "the property list has no value")
    }
    self.root = root.value
    self.rootLocation = root.location
    (self.format, self.file) = (format, file)
    self.duplicateKeys = builder.duplicates
    self.source = source.isComposed ? nil : PropertyListSource(text: source, root: root, format: format)
  }
}

/// The source of a property list and its original content.
package struct PropertyListSource: Sendable {
  let text: SourceText
  /// The list as it was read; every node has a location in ``text``.
  let root: PropertyListNode
  let format: PropertyListFormat

  /// The bytes of the file.
  var bytes: [UInt8] {
    let content = Array(text.bytes.dropLast())
    return text.isBinary ? content : text.encoding.encode(content)
  }
}

/// The file formats of property lists.
public enum PropertyListFormat: String, Sendable, CaseIterable {
  /// `<plist><dict>…`, UTF-8 or UTF-16.
  case xml
  /// `bplist00`, the format in built apps.
  case binary
  /// `{ key = value; }`, the format of Xcode projects.
  case openStep
  /// `"key" = "value";` without braces, the format of `InfoPlist.strings`.
  case strings
}

/// Determines the format of a file by its first bytes, or what kind of file it is if it is not a property list.
enum PropertyListSniffer {
  enum TextFormat {
    case xml
    /// OpenStep or `.strings`, which their common reader distinguishes.
    case openStep
  }

  /// Returns whether the file is a binary property list; throws for other recognisable binary files.
  static func isBinary(_ bytes: [UInt8], file: String) throws(PropertyListError) -> Bool {
    guard !bytes.isEmpty else { throw empty(file) }
    if bytes.starts(with: "bplist".utf8) {
      guard bytes.count >= 8, bytes[6] == UInt8(ascii: "0") else {
        throw PropertyListError(
          location: SourceLocation(file: file, offset: 0), kind: bytes.count < 8 ? .truncated : .notAPropertyList,
          message: bytes.count < 8
            ? "the binary property list ends after \(bytes.count) bytes"
            : "this is a binary property list of an unknown version; only bplist00 is supported")
      }
      return true
    }
    for (magic, name) in knownBinaryFiles where bytes.starts(with: magic) {
      throw PropertyListError(
        location: SourceLocation(file: file, offset: 0), kind: .notAPropertyList,
        message: "this is \(name), not a property list")
    }
    return false
  }

  private static let knownBinaryFiles: [([UInt8], String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xCF, 0xFA, 0xED, 0xFE], "a Mach-O executable"),
    ([0xCA, 0xFE, 0xBA, 0xBE], "a universal Mach-O executable"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("BOMStore".utf8), "a BOM file such as Assets.car"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("NIBArchive".utf8), "a compiled nib"),
  ]

  static func textFormat(of source: SourceText) throws(PropertyListError) -> TextFormat {
    let bytes = source.bytes
    let start = skipWhitespace(bytes, from: 0)
    guard start < source.count else { throw empty(source.file) }

    if hasPrefix("version https://git-lfs", bytes, start) {
      throw refusal(
        source, start, "this is a Git LFS pointer, not the file itself",
        "fetch the real content with `git lfs pull`")
    }
    switch bytes[start] {
    case UInt8(ascii: "<"):
      if hasPrefix("<!doctype html", bytes, start) || hasPrefix("<html", bytes, start) {
        throw refusal(
          source, start, "this is an HTML page, not a property list",
          "was the file downloaded from a web page? Fetch the raw file instead")
      }
      if hasPrefix("<<<<<<<", bytes, start) { throw conflict(source, start) }
      return isOpenStepData(bytes, start, source.count) ? .openStep : .xml
    case UInt8(ascii: "["):
      throw refusal(source, start, "this is JSON, not a property list", jsonHint)
    case UInt8(ascii: "{") where isJSONObject(bytes, start):
      throw refusal(source, start, "this is JSON, not a property list", jsonHint)
    case UInt8(ascii: "-") where hasPrefix("---", bytes, start):
      throw refusal(source, start, "this looks like YAML, not a property list", nil)
    default:
      return .openStep
    }
  }

  private static let jsonHint = "convert it: `plutil -convert xml1 FILE` on a Mac"

  static func conflict(_ source: SourceText, _ position: Int) -> PropertyListError {
    PropertyListError(
      location: source.location(at: position), kind: .syntax, message: "the file has an unresolved merge conflict",
      hint: "choose one side and remove the lines with <<<<<<<, ======= and >>>>>>>")
  }

  /// Returns whether the line at `position` starts like a conflict marker of version control.
  static func isConflictMarker(_ source: SourceText, _ position: Int) -> Bool {
    let bytes = source.bytes
    var start = min(position, source.count)
    while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
    return hasPrefix("<<<<<<<", bytes, start) || hasPrefix("=======", bytes, start)
      || hasPrefix(">>>>>>>", bytes, start)
  }

  private static func empty(_ file: String) -> PropertyListError {
    PropertyListError(
      location: SourceLocation(file: file), kind: .empty, message: "the file is empty",
      hint: "a property list has at least `<plist><dict/></plist>`")
  }

  private static func refusal(
    _ source: SourceText, _ position: Int, _ message: String, _ hint: String?
  ) -> PropertyListError {
    PropertyListError(location: source.location(at: position), kind: .notAPropertyList, message: message, hint: hint)
  }

  private static func skipWhitespace(_ bytes: [UInt8], from start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) { position += 1 }
    return position
  }

  /// Compares bytes with a lower-case `prefix`, ignoring letter case.
  private static func hasPrefix(_ prefix: StaticString, _ bytes: [UInt8], _ start: Int) -> Bool {
    guard start + prefix.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<prefix.utf8CodeUnitCount {
      var byte = bytes[start + index]
      if (0x41...0x5A).contains(byte) { byte |= 0x20 }
      if byte != prefix.utf8Start[index] { return false }
    }
    return true
  }

  /// Returns whether the text is `<0fbd 77>`: only hexadecimal digits and blanks up to the `>`.
  private static func isOpenStepData(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Bool {
    var position = start + 1
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: ">"): return true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"), 0x20, 0x09...0x0D:
        position += 1
      default: return false
      }
    }
    return false
  }

  /// Returns whether the text is `{ "key" :`; OpenStep has `=` there.
  private static func isJSONObject(_ bytes: [UInt8], _ start: Int) -> Bool {
    var position = skipWhitespace(bytes, from: start + 1)
    guard bytes[position] == UInt8(ascii: "\"") else { return false }
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = skipWhitespace(bytes, from: position + 1)
    return position < bytes.count && bytes[position] == UInt8(ascii: ":")
  }
}

import PropertyLists

/// The directory at the end of a ZIP archive, the only authority on its files and their sizes.
///
/// An archive with a directory that contradicts its contents is refused as a whole, with the offset: no tool builds
/// such an archive, and two programs that read it would see two apps.
package struct ZIPDirectory: Sendable {
  /// The entries in the order of their offsets in the archive.
  package let entries: [ZIPEntry]

  package init(_ archive: any ArchiveBytes, limits: FileTreeLimits) throws(FileTreeError) {
    let end = try ZIPEnd(archive)
    guard end.count <= limits.maximumEntries else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: archive.name, path: "",
        message: "the archive contains \(end.count) files; the limit is \(limits.maximumEntries)",
        offset: end.place)
    }
    guard end.directory.count <= ZIPEntry.Limits.directorySize else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: archive.name, path: "",
        message: "the directory of the archive has \(end.directory.count) bytes; the limit is "
          + "\(ZIPEntry.Limits.directorySize)", offset: end.place)
    }
    let bytes = try archive.read(end.directory)
    Work.count(bytes.count * FileTreeLimits.costOfReadByte)
    var reader = ZIPRecordReader(bytes, archive: archive.name, end: end)
    var entries: [ZIPEntry] = []
    entries.reserveCapacity(min(end.count, bytes.count / ZIPRecordReader.minimumSize))
    while let entry = try reader.next() { entries.append(entry) }
    guard entries.count == end.count else {
      throw reader.damaged(
        "the directory has \(Counted.text(entries.count, "file")), but its end record says \(end.count)", at: end.place)
    }
    entries.sort { $0.start < $1.start }
    try Self.checkPlaces(&entries, end, reader)
    try Self.checkSizes(entries, archive, reader)
    self.entries = entries
  }

  /// Refuses entries that share bytes. A ZIP bomb needs them: it lists the same content a thousand times at no cost.
  private static func checkPlaces(
    _ entries: inout [ZIPEntry], _ end: ZIPEnd, _ reader: ZIPRecordReader
  ) throws(FileTreeError) {
    var next = end.directory.lowerBound
    for index in entries.indices.reversed() {
      let entry = entries[index]
      // Neither number can be larger than the file.
      guard entry.start >= 0, entry.packedSize <= next,
        entry.start + ZIPContent.headerSize + entry.packedSize <= next
      else {
        let isLast = index == entries.count - 1
        throw reader.damaged(
          isLast
            ? "\(TreeText.short(entry.path)) would reach into the directory of the archive"
            : "\(TreeText.short(entry.path)) and \(TreeText.short(entries[index + 1].path)) overlap", at: entry.place)
      }
      entries[index].end = next
      next = entry.start
    }
  }

  private static func checkSizes(
    _ entries: [ZIPEntry], _ archive: any ArchiveBytes, _ reader: ZIPRecordReader
  ) throws(FileTreeError) {
    var total = 0
    let limit = min(
      ZIPEntry.Limits.unpackedSize, max(ZIPEntry.Limits.sizeWithAnyRatio, archive.count * ZIPEntry.Limits.ratio))
    for entry in entries {
      total += entry.size
      guard total <= limit else {
        throw FileTreeError(
          kind: .tooLarge, tree: archive.name, path: "",
          message: "the archive of \(archive.count) bytes unpacks to more than \(limit), too much for an app",
          hint: "the limit is \(ZIPEntry.Limits.ratio) times the size of the archive, and 16 GiB",
          offset: entry.place)
      }
      let isPossible =
        switch entry.method {
        case .stored: entry.packedSize == entry.size
        // A packer stores a file that it cannot make smaller; deflate then adds only a few bytes.
        case .deflated:
          entry.packedSize <= entry.size + entry.size / 8 + 1024
            && entry.size <= (entry.packedSize + 16) * ZIPEntry.Limits.ratioOfDeflate
        case nil: true
        }
      guard isPossible || entry.isEncrypted else {
        throw reader.damaged(
          "the sizes of \(TreeText.short(entry.path)) are impossible: \(entry.packedSize) bytes packed, \(entry.size) unpacked",
          at: entry.place)
      }
    }
  }
}

/// Names for messages.
package enum TreeText {
  /// Shortens a name. Names in an unknown file can be very long, and can contain line breaks.
  package static func short(_ name: String) -> String {
    let start = name.unicodeScalars.prefix(100)
    let shown = start.map { ControlCharacters.contains($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    return "“\(shown)\(start.endIndex < name.unicodeScalars.endIndex ? "…" : "")”"
  }
}

/// The end record of a ZIP archive, which says where the directory is and how many files it lists.
package struct ZIPEnd {
  package private(set) var directory: Range<Int>
  /// The number of files in the directory.
  package private(set) var count: Int
  /// The offset of the end record.
  package let place: Int
  /// The bytes before the archive, such as a self-extractor; offsets in the archive do not count them.
  package let prefix: Int

  private static let size = 22, locatorSize = 20, wideSize = 56
  private static let longestComment = 65_535

  package init(_ archive: any ArchiveBytes) throws(FileTreeError) {
    let tailStart = max(0, archive.count - Self.size - Self.longestComment - Self.locatorSize)
    let tail = LittleEndianBytes(try archive.read(tailStart..<archive.count)[...])
    guard
      let position = stride(from: tail.count - Self.size, through: 0, by: -1).first(where: { position in
        tail.number32(position) == 0x0605_4B50 && tail.number16(position + 20) == tail.count - position - Self.size
      })
    else { throw try Self.missing(archive) }
    place = tailStart + position
    func damaged(_ message: String) -> FileTreeError {
      FileTreeError(
        kind: .damaged, tree: archive.name, path: "", message: message, hint: Self.hint, offset: tailStart + position)
    }
    var disks = (tail.number16(position + 4) ?? 0, tail.number16(position + 6) ?? 0)
    var count = tail.number16(position + 10) ?? 0
    var size = tail.number32(position + 12) ?? 0
    var offset = tail.number32(position + 16) ?? 0
    var end = place
    // The numbers of zip64 replace numbers that do not fit here.
    let locator = position - Self.locatorSize
    if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF, tail.number32(locator) == 0x0706_4B50 {
      guard let start = tail.number64(locator + 8), start <= place - Self.locatorSize - Self.wideSize,
        case let wide = LittleEndianBytes(try archive.read(start..<start + Self.wideSize)[...]),
        wide.number32(0) == 0x0606_4B50, let wideCount = wide.number64(32), let wideSize = wide.number64(40),
        let wideOffset = wide.number64(48)
      else { throw damaged("the end of the archive (zip64) is not where it should be") }
      disks = (wide.number32(16) ?? 0, wide.number32(20) ?? 0)
      (count, size, offset) = (wideCount, wideSize, wideOffset)
      end = start
    }
    guard disks == (0, 0) else { throw damaged("this is one part of a multi-part archive") }
    guard size <= end, offset <= end - size else {
      throw damaged("the directory of the archive would have \(size) bytes from \(offset), beyond the end of the file")
    }
    directory = end - size..<end
    prefix = end - size - offset
    self.count = count
  }

  package static let hint = "download, copy or build it again"

  /// Returns why the end record is missing.
  private static func missing(_ archive: any ArchiveBytes) throws(FileTreeError) -> FileTreeError {
    let start = try archive.read(0..<min(archive.count, 64))
    let kinds: [(beginning: String, message: String, hint: String)] = [
      ("PK\u{3}\u{4}", "the archive is cut off: the directory at its end is missing", hint),
      ("version https://git-lfs", "this is a Git LFS pointer, not the archive itself", "git lfs pull"),
      ("<", "this is text, not a ZIP archive", "was a login page saved instead?"),
    ]
    let kind = kinds.first { start.starts(with: $0.beginning.utf8) }
    return FileTreeError(
      kind: .damaged, tree: archive.name, path: "",
      message: archive.count == 0 ? "the file is empty" : kind?.message ?? "this is not a ZIP archive",
      hint: kind?.hint ?? hint, offset: archive.count)
  }
}

/// Reads numbers by offset. A number that is missing, or larger than any file, is nil.
package struct LittleEndianBytes {
  package let bytes: ArraySlice<UInt8>

  package init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package var count: Int { bytes.count }

  package func number16(_ position: Int) -> Int? { number(position, 2) }
  package func number32(_ position: Int) -> Int? { number(position, 4) }
  package func number64(_ position: Int) -> Int? { number(position, 8) }

  private func number(_ position: Int, _ size: Int) -> Int? {
    guard position >= 0, position <= count - size else { return nil }
    var number: UInt64 = 0
    for index in (0..<size).reversed() { number = number << 8 | UInt64(bytes[bytes.startIndex + position + index]) }
    return number < 1 << 62 ? Int(number) : nil
  }
}

/// The directory record of one file in a ZIP archive.
package struct ZIPEntry: Sendable {
  /// The compression method of a file; the raw values are those of the format.
  package enum Method: UInt16, Sendable {
    case stored = 0
    case deflated = 8
  }

  /// The kind of an entry.
  package enum Kind: Sendable {
    case file
    case folder
    /// A symbolic link; the content of the entry is its target.
    case link
  }

  /// The path without `.` and double slashes, never absolute, never with `..`.
  package let path: String
  package let kind: Kind
  /// The number in the archive; ``method`` is the known method with that number.
  package let methodNumber: UInt16
  package let isEncrypted: Bool
  /// The CRC-32 of the unpacked content.
  package let checksum: UInt32
  /// The size in the archive, in bytes.
  package let packedSize: Int
  /// The unpacked size that the directory declares, in bytes.
  package let size: Int
  /// The offset of the header before the content.
  package var start: Int
  /// The offset of the next entry, or of the directory: the content ends before it.
  package var end = 0
  /// The offset of the entry's record in the directory.
  package let place: Int

  package var method: Method? { Method(rawValue: methodNumber) }

  /// The limits of reading an archive, in addition to ``FileTreeLimits``.
  package enum Limits {
    /// The maximum size of the directory in bytes; 100 000 files need a tenth of it.
    package static let directorySize = 64 * 1024 * 1024
    /// The maximum size of all files together in bytes, unpacked; the App Store takes 4 GB.
    package static let unpackedSize = 16 * 1024 * 1024 * 1024
    /// The maximum ratio of unpacked to packed size, for files above a minimum size; that of apps is three or four.
    package static let ratio = 100
    package static let sizeWithAnyRatio = 64 * 1024 * 1024
    /// The best ratio that deflate can reach.
    package static let ratioOfDeflate = 1032
    /// The maximum size of the target of a symbolic link, in bytes.
    package static let linkSize = FileTreePath.maximumLength
  }
}

/// Reads the records of a ZIP archive's directory, one for each file.
package struct ZIPRecordReader {
  /// The size of the shortest record, which has no name.
  package static let minimumSize = 46

  private let bytes: LittleEndianBytes
  private let archive: String
  private let end: ZIPEnd
  private var position = 0

  /// - Parameter archive: the name of the archive in messages.
  package init(_ bytes: [UInt8], archive: String, end: ZIPEnd) {
    self.bytes = LittleEndianBytes(bytes[...])
    (self.archive, self.end) = (archive, end)
  }

  /// - Parameter place: an offset in the archive.
  package func damaged(_ message: String, at place: Int) -> FileTreeError {
    FileTreeError(kind: .damaged, tree: archive, path: "", message: message, hint: ZIPEnd.hint, offset: place)
  }

  /// Returns the next file; nil after the last one.
  package mutating func next() throws(FileTreeError) -> ZIPEntry? {
    guard position < bytes.count else { return nil }
    let place = end.directory.lowerBound + position
    guard bytes.number32(position) == 0x0201_4B50, let version = bytes.number16(position + 4),
      let flags = bytes.number16(position + 8), let method = bytes.number16(position + 10),
      let checksum = bytes.number32(position + 16), let packed = bytes.number32(position + 20),
      let size = bytes.number32(position + 24), let nameLength = bytes.number16(position + 28),
      let extraLength = bytes.number16(position + 30), let commentLength = bytes.number16(position + 32),
      let attributes = bytes.number32(position + 38), let start = bytes.number32(position + 42),
      position + Self.minimumSize + nameLength + extraLength + commentLength <= bytes.count
    else { throw damaged("the directory of the archive is damaged", at: place) }
    let nameStart = position + Self.minimumSize
    let name = bytes.bytes[nameStart..<nameStart + nameLength]
    let extra = LittleEndianBytes(bytes.bytes[nameStart + nameLength..<nameStart + nameLength + extraLength])
    position = nameStart + nameLength + extraLength + commentLength
    guard let wide = Self.wide(size, packed, start, in: extra) else {
      throw damaged("a size in the directory of the archive (zip64) is missing, or larger than any file", at: place)
    }
    return ZIPEntry(
      path: try path(name, isUTF8: flags & 0x800 != 0, place),
      kind: Self.kind(name, madeBy: version >> 8, attributes), methodNumber: UInt16(method),
      isEncrypted: flags & 1 != 0, checksum: UInt32(truncatingIfNeeded: checksum), packedSize: wide.packed,
      size: wide.size, start: wide.start + end.prefix, place: place)
  }

  /// Returns the numbers that are too large for 32 bits, from the separate field that contains them in this order.
  private static func wide(
    _ size: Int, _ packed: Int, _ start: Int, in extra: LittleEndianBytes
  ) -> (size: Int, packed: Int, start: Int)? {
    var numbers = [size, packed, start]
    guard numbers.contains(0xFFFF_FFFF) else { return (size, packed, start) }
    var position = 0
    while let kind = extra.number16(position), let length = extra.number16(position + 2) {
      position += 4
      guard kind == 1 else {
        position += length
        continue
      }
      let fieldEnd = position + length
      for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
        guard position + 8 <= fieldEnd, let number = extra.number64(position) else { return nil }
        numbers[index] = number
        position += 8
      }
      // The limit keeps their sums from overflowing.
      guard numbers.allSatisfy({ $0 < 1 << 48 }) else { return nil }
      return (numbers[0], numbers[1], numbers[2])
    }
    return nil
  }

  // MARK: Names

  private func path(_ name: ArraySlice<UInt8>, isUTF8: Bool, _ place: Int) throws(FileTreeError) -> String {
    // Apple's own tools write UTF-8 without the flag for it.
    let text = String(validating: name, as: UTF8.self) ?? (isUTF8 ? nil : OldCodePage.text(name))
    guard let text else { throw damaged("a name in the archive is marked as UTF-8 but is not valid", at: place) }
    do throws(FileTreeError) {
      return try FileTreePath.normalise(text, in: archive)
    } catch {
      throw damaged("the archive contains \(error.message): \(TreeText.short(text))", at: place)
    }
  }

  private static func kind(_ name: ArraySlice<UInt8>, madeBy system: Int, _ attributes: Int) -> ZIPEntry.Kind {
    // Unix and macOS write the mode of `stat` into the upper half.
    let mode = [3, 19].contains(system) ? attributes >> 16 & 0o170000 : 0
    if mode == 0o120000 { return .link }
    return name.last == UInt8(ascii: "/") || mode == 0o040000 ? .folder : .file
  }
}

/// The character set of the original IBM PC, in which old archives encode their names.
package enum OldCodePage {
  private static let upper = Array(
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
      .unicodeScalars)

  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 128 ? UnicodeScalar(byte) : upper[Int(byte) - 128]) }
    return String(text)
  }
}

/// The bytes of an archive, read in parts on demand.
package protocol ArchiveBytes: Sendable {
  /// The name in messages: `Paint.ipa`.
  var name: String { get }
  /// The size of the whole file, in bytes.
  var count: Int { get }

  /// Returns the bytes of a range inside the file.
  func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8]
}

package struct DiskArchive: ArchiveBytes {
  package let name: String
  package let count: Int
  private let path: String
  private let machine: any Machine

  /// - Parameter path: the path of a file; links are followed.
  package init(_ path: String) throws(FileTreeError) {
    name = FileTreePath.lastComponent(path)
    machine = CurrentMachine.value
    let status: PathStatus
    do throws(MachineRefusal) {
      self.path = try machine.realPath(path)
      status = try machine.status(self.path, followsLink: false)
    } catch {
      throw FileTreeError(error.number, tree: name, path: "", operation: .read)
    }
    if let error = FileTreeError.noFile(status, tree: name, path: "") { throw error }
    count = status.size
  }

  package func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] {
    let content: FileContent
    do throws(MachineRefusal) {
      content = try machine.read(path, .part(range))
    } catch {
      throw FileTreeError(error.number, tree: name, path: "", operation: .read)
    }
    guard content.bytes.count == range.count else {
      throw FileTreeError(
        kind: .unreadable, tree: name, path: "", message: "the file shrank while it was being read",
        hint: "wait until the file is written, and try again", offset: range.lowerBound + content.bytes.count)
    }
    return content.bytes
  }
}

/// An archive in memory: made by a test, or packed into another one.
package struct MemoryArchive: ArchiveBytes {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  package var count: Int { bytes.count }

  package func read(_ range: Range<Int>) throws(FileTreeError) -> [UInt8] { Array(bytes[range]) }
}

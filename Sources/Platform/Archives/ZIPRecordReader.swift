/// Reads the records of a ZIP archive's directory, one for each file.
package struct ZIPRecordReader {
  /// The shortest record, with no name.
  package static let minimumSize = 46

  private let bytes: LittleEndianBytes
  private let archive: String
  private let end: ZIPEnd
  private var position = 0

  /// - Parameter archive: what messages call it.
  package init(_ bytes: [UInt8], archive: String, end: ZIPEnd) {
    self.bytes = LittleEndianBytes(bytes[...])
    self.archive = archive
    self.end = end
  }

  /// - Parameter place: in the archive.
  package func damaged(_ message: String, at place: Int) -> FileTreeError {
    FileTreeError(
      kind: .damaged, tree: archive, path: "", message: message, hint: ZIPEnd.hint, offset: place)
  }

  /// The next file; nil behind the last one.
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

  /// What is too large for 32 bits stands in a field of its own, in this order.
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
      // Sums of them stay numbers.
      guard numbers.allSatisfy({ $0 < 1 << 48 }) else { return nil }
      return (numbers[0], numbers[1], numbers[2])
    }
    return nil
  }

  // MARK: Names

  private func path(_ name: ArraySlice<UInt8>, isUTF8: Bool, _ place: Int) throws(FileTreeError) -> String {
    // Apple's own tools write UTF-8 and do not say so.
    let text = String(validating: name, as: UTF8.self) ?? (isUTF8 ? nil : OldCodePage.text(name))
    guard let text else { throw damaged("a name in the archive is not UTF-8, although it says so", at: place) }
    do throws(FileTreeError) {
      return try FileTreePath.normalise(text, in: archive)
    } catch {
      throw damaged("the archive contains \(error.message): \(TreeText.short(text))", at: place)
    }
  }

  private static func kind(_ name: ArraySlice<UInt8>, madeBy system: Int, _ attributes: Int) -> ZIPEntry.Kind {
    // Of Unix and of macOS: the upper half is what `stat` says.
    let mode = [3, 19].contains(system) ? attributes >> 16 & 0o170000 : 0
    if mode == 0o120000 { return .link }
    return name.last == UInt8(ascii: "/") || mode == 0o040000 ? .folder : .file
  }
}

/// Names of old archives, in the letters of the first PC.
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

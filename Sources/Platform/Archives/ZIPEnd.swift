/// The end of a ZIP archive, which says where its directory is, and how many files that has.
package struct ZIPEnd {
  /// Where the directory lies.
  package private(set) var directory: Range<Int>
  /// How many files it has.
  package private(set) var count: Int
  /// Where the end itself begins.
  package let place: Int
  /// What stands before the archive, such as a program that unpacks it: places are counted without it.
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
    // The numbers of zip64, where these are too small for them.
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
    guard disks == (0, 0) else { throw damaged("this is one part of an archive in several parts") }
    guard size <= end, offset <= end - size else {
      throw damaged("the directory of the archive would have \(size) bytes from \(offset), which do not exist")
    }
    directory = end - size..<end
    prefix = end - size - offset
    self.count = count
  }

  package static let hint = "download, copy or build it again"

  /// Why there is no end.
  private static func missing(_ archive: any ArchiveBytes) throws(FileTreeError) -> FileTreeError {
    let start = try archive.read(0..<min(archive.count, 64))
    let kinds: [(beginning: String, message: String, hint: String)] = [
      ("PK\u{3}\u{4}", "the archive is cut off: the directory at its end is missing", hint),
      ("version https://git-lfs", "this is a pointer of Git LFS, not the archive itself", "git lfs pull"),
      ("<", "this is text, not a ZIP archive", "was a login page of a web server saved instead?"),
    ]
    let kind = kinds.first { start.starts(with: $0.beginning.utf8) }
    return FileTreeError(
      kind: .damaged, tree: archive.name, path: "",
      message: archive.count == 0 ? "the file is empty" : kind?.message ?? "this is not a ZIP archive",
      hint: kind?.hint ?? hint, offset: archive.count)
  }
}

/// Looks at numbers by position; what is not there is nil, and so is what no file can be as large as.
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

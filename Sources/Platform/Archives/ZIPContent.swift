import PropertyLists

/// The files of a ZIP archive, unpacked in memory when somebody asks for one.
package struct ZIPContent: Sendable {
  /// Of the header before the content, without its name and what follows that.
  package static let headerSize = 30

  package let archive: any ArchiveBytes
  package let limits: FileTreeLimits

  /// - Parameters:
  ///   - tree: what messages call the tree, and `path` the file in it.
  ///   - maximum: how many bytes are wanted; nil for all, which are then compared with their checksum.
  package func read(
    _ entry: ZIPEntry, _ tree: String, _ path: String, upTo maximum: Int? = nil
  ) throws(FileTreeError) -> [UInt8] {
    Work.count(Self.costOfFile)
    func damaged(_ message: String) -> FileTreeError {
      FileTreeError(
        kind: .damaged, tree: tree, path: path, message: "\(message) (byte \(entry.start) of \(archive.name))",
        hint: ZIPEnd.hint)
    }
    if entry.isEncrypted {
      throw FileTreeError(
        kind: .unreadable, tree: tree, path: path, message: "the file is packed with a password",
        hint: "pack the app without one; devices do not accept such an archive")
    }
    guard let method = entry.method else {
      throw FileTreeError(
        kind: .unreadable, tree: tree, path: path,
        message: "the file is packed by method \(entry.methodNumber), which is not supported",
        hint: "pack the app again, as `zip -r` does")
    }
    guard maximum != nil || entry.size <= limits.maximumFileSize else {
      throw FileTreeError(
        kind: .tooLarge, tree: tree, path: path,
        message: "the file has \(entry.size) bytes; files are read up to \(limits.maximumFileSize)")
    }
    let wanted = maximum.map { min($0, entry.size) } ?? entry.size
    let bytes: [UInt8]
    switch method {
    case .stored:
      guard let piece = try packed(entry, wanted) else { throw damaged(Self.noHeader) }
      bytes = piece.count == wanted ? piece : Array(piece.prefix(wanted))
    case .deflated:
      bytes = try inflate(entry, wanted, isWhole: maximum == nil, damaged)
    }
    if maximum == nil, Checksum.crc32(bytes[...]) != entry.checksum {
      throw damaged("the file is damaged: its checksum is wrong")
    }
    Work.count(bytes.count * FileTreeLimits.costOfReadByte)
    return bytes
  }

  /// Steps (``Work``) of finding and opening a file.
  private static let costOfFile = 200
  private static let noHeader = "the file is not where the directory of the archive says"
  /// For the name and what follows it, which stand once more before the content.
  private static let headerRoom = 512
  /// Up to this size a file is read with its header in one go.
  private static let largePiece = 1024 * 1024

  /// The first bytes of a packed file, at least as many as are wanted, if it has them; nil without a header.
  private func packed(_ entry: ZIPEntry, _ wanted: Int) throws(FileTreeError) -> [UInt8]? {
    let wanted = min(wanted, entry.packedSize)
    let content = wanted <= Self.largePiece ? wanted : 0
    let guess = min(entry.end, entry.start + Self.headerSize + Self.headerRoom + content)
    let head = try archive.read(entry.start..<guess)
    let header = LittleEndianBytes(head.prefix(Self.headerSize))
    guard header.number32(0) == 0x0403_4B50, let name = header.number16(26), let extra = header.number16(28) else {
      return nil
    }
    let start = entry.start + Self.headerSize + name + extra
    guard start + entry.packedSize <= entry.end else { return nil }
    if start + wanted <= guess { return Array(head[start - entry.start..<start - entry.start + wanted]) }
    return try archive.read(start..<start + wanted)
  }

  private func inflate(
    _ entry: ZIPEntry, _ wanted: Int, isWhole: Bool, _ damaged: (String) -> FileTreeError
  ) throws(FileTreeError) -> [UInt8] {
    var packedCount = isWhole ? entry.packedSize : min(entry.packedSize, wanted + wanted / 8 + 1024)
    while true {
      guard let packed = try packed(entry, packedCount) else { throw damaged(Self.noHeader) }
      // One more than there should be, so that a content that goes on is seen.
      var bytes = [UInt8](repeating: 0, count: isWhole ? wanted + 1 : wanted)
      let result = Self.inflate(packed, into: &bytes)
      guard let result else { throw damaged("out of memory to unpack the file") }
      switch result.outcome {
      case .filled where !isWhole: return bytes
      case .ended where bytes.count - result.unfilledCount == wanted:
        bytes.removeLast(bytes.count - wanted)
        return bytes
      case .truncated where packedCount < entry.packedSize:
        packedCount = min(entry.packedSize, packedCount * 4)
      case .filled: throw damaged("the file is longer than the \(entry.size) bytes that it should have")
      case .ended: throw damaged("the file ends before the \(entry.size) bytes that it should have")
      case .truncated, .damaged: throw damaged("the file is damaged: it cannot be unpacked")
      }
    }
  }

  private static func inflate(
    _ packed: [UInt8], into bytes: inout [UInt8]
  ) -> (outcome: Inflater.Outcome, unfilledCount: Int)? {
    packed.withUnsafeBufferPointer { input in
      guard var inflater = Inflater(input, pieces: [0..<input.count], isRaw: true) else { return nil }
      let outcome = bytes.withUnsafeMutableBufferPointer { inflater.fill($0) }
      return (outcome, inflater.unfilledCount)
    }
  }
}

import PropertyLists

/// The directory at the end of a ZIP archive: the only place that says which files there are, and how large.
///
/// What contradicts itself is refused as a whole, with its place: nobody builds such an archive, and two programs that read
/// it would see two apps.
package struct ZIPDirectory: Sendable {
  /// In the order of their places in the archive.
  package let entries: [ZIPEntry]

  package init(_ archive: any ArchiveBytes, limits: FileTreeLimits) throws(FileTreeError) {
    let end = try ZIPEnd(archive)
    guard end.count <= limits.maximumEntries else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: archive.name, path: "",
        message: "the archive contains \(end.count) files; archives are read up to \(limits.maximumEntries)",
        offset: end.place)
    }
    guard end.directory.count <= ZIPEntry.Limits.directorySize else {
      throw FileTreeError(
        kind: .tooManyEntries, tree: archive.name, path: "",
        message: "the directory of the archive has \(end.directory.count) bytes; directories are read up to "
          + "\(ZIPEntry.Limits.directorySize)", offset: end.place)
    }
    let bytes = try archive.read(end.directory)
    Work.count(bytes.count * FileTreeLimits.costOfReadByte)
    var reader = ZIPRecordReader(bytes, archive: archive.name, end: end)
    var entries: [ZIPEntry] = []
    entries.reserveCapacity(min(end.count, bytes.count / ZIPRecordReader.minimumSize))
    while let entry = try reader.next() { entries.append(entry) }
    guard entries.count == end.count else {
      throw reader.damaged("the directory has \(entries.count) files, but its end says \(end.count)", at: end.place)
    }
    entries.sort { $0.start < $1.start }
    try Self.checkPlaces(&entries, end, reader)
    try Self.checkSizes(entries, archive, reader)
    self.entries = entries
  }

  /// Two entries that share bytes are what a bomb is made of: it costs nothing to name one content a thousand times.
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
          message: "the archive of \(archive.count) bytes unpacks to more than \(limit), which no app does",
          hint: "archives are read up to \(ZIPEntry.Limits.ratio) times their own size, and up to 16 GiB",
          offset: entry.place)
      }
      let isPossible =
        switch entry.method {
        case .stored: entry.packedSize == entry.size
        // A packer stores what it cannot make smaller; what it adds then is little.
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
  /// Names of a stranger's file can be very long, and have lines.
  package static func short(_ name: String) -> String {
    let start = name.unicodeScalars.prefix(100)
    let shown = start.map { ControlCharacters.contains($0) ? $0.escaped(asASCII: true) : String($0) }.joined()
    return "“\(shown)\(start.endIndex < name.unicodeScalars.endIndex ? "…" : "")”"
  }
}

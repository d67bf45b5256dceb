/// The lines of a file that runs ahead of its turn: kept in memory, and beyond that on the disk.
///
/// Reports get the files of a run in their order, however many run at the same time.
struct EventSpool {
  private var bytes: [UInt8] = []
  /// What is on the disk, in order, before what is in memory.
  private var extents: [SpoolFile.Extent] = []

  /// How much of it is in memory.
  var bytesInMemory: Int { bytes.count }

  /// Adds a line, with its end.
  mutating func add(_ line: ArraySlice<UInt8>) { bytes += line }

  /// Moves everything to the disk; what it does not take stays in memory, slower but whole.
  mutating func move(to file: SpoolFile) {
    if !bytes.isEmpty, file.write(bytes, addingTo: &extents) { bytes = [] }
  }

  /// Gives all lines, in order, and forgets them.
  /// - Returns: false when some could not be read any more; what follows them is not given.
  mutating func drain(from file: SpoolFile, _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    var rest: [UInt8] = []
    var isWhole = true
    for extent in extents {
      // What cannot be read is forgotten, too.
      isWhole = file.read(extent) { if isWhole { rest = Self.lines(of: rest + $0, take) } } && isWhole
    }
    if isWhole { _ = Self.lines(of: rest + bytes, take) }
    extents = []
    bytes = []
    return isWhole
  }

  /// - Returns: what has no end yet.
  private static func lines(of bytes: [UInt8], _ take: (ArraySlice<UInt8>) -> Void) -> [UInt8] {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      take(rest[...end])
      rest = rest[(end + 1)...]
    }
    return Array(rest)
  }
}

internal import Platform

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
    var lines = LineBuffer()
    var isWhole = true
    for extent in extents {
      // What cannot be read is forgotten, too.
      isWhole = file.read(extent) { if isWhole { lines.take($0, take) } } && isWhole
    }
    if isWhole { lines.take(bytes[...], take) }
    extents = []
    bytes = []
    return isWhole
  }
}

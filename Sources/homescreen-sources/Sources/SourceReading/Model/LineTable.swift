/// The starts of a file's lines, and its bytes that continue a character: enough to convert an offset to line and
/// column without the file.
struct LineTable: Sendable {
  /// The offset of the first byte of each line.
  var starts: [UInt32] = [0]
  /// The offsets of all bytes that are not the first of a Unicode scalar.
  var continuations: [UInt32] = []

  init() {}

  /// Creates a table; lines end with LF, CRLF or CR.
  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if byte == 10 {
          starts.append(UInt32(index))
        } else if byte == 13 {
          if index == bytes.count || bytes[index] != 10 { starts.append(UInt32(index)) }
        } else if byte & 0xC0 == 0x80 {
          continuations.append(UInt32(index - 1))
        }
      }
    }
  }

  /// Returns the position, 1-based; the column is in Unicode scalars.
  func position(of offset: UInt32) -> (line: Int, column: Int) {
    let line = LineTable.count(in: starts, below: offset &+ 1)
    let start = line > 0 ? starts[line - 1] : 0
    let skipped = LineTable.count(in: continuations, below: offset) - LineTable.count(in: continuations, below: start)
    return (max(line, 1), Int(offset - start) - skipped + 1)
  }

  /// Returns how many of the sorted numbers are below the limit.
  private static func count(in numbers: [UInt32], below limit: UInt32) -> Int {
    var low = 0
    var high = numbers.count
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

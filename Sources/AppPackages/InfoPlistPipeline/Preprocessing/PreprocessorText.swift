import PropertyLists

/// The bytes of one file as the preprocessor reads them: lines that end with a backslash are joined with the next.
struct PreprocessorText {
  let source: SourceText
  /// With a zero at the end.
  let bytes: [UInt8]
  /// Where bytes were taken out, and how many until there.
  private let joints: [(position: Int, removed: Int)]

  init(_ source: SourceText) {
    self.source = source
    guard source.bytes.contains(UInt8(ascii: "\\")) else {
      (bytes, joints) = (source.bytes, [])
      return
    }
    (bytes, joints) = Self.joinLines(source.bytes)
  }

  var count: Int { bytes.count - 1 }

  /// Where a byte stands in its file.
  func offset(of position: Int) -> Int {
    let behind = joints.partitioningIndex { $0.position > position }
    return position + (behind == 0 ? 0 : joints[behind - 1].removed)
  }

  func location(at position: Int) -> SourceLocation { source.location(at: offset(of: position)) }

  /// Blanks between the backslash and the end of its line go with it.
  private static func joinLines(_ bytes: [UInt8]) -> ([UInt8], [(position: Int, removed: Int)]) {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var joints: [(position: Int, removed: Int)] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        result.append(bytes[index])
        index += 1
        continue
      }
      var next = index + 1
      while bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
      guard bytes[next] == 0x0A || bytes[next] == 0x0D else {
        result += bytes[index..<next]
        index = next
        continue
      }
      if bytes[next] == 0x0D, bytes[next + 1] == 0x0A { next += 1 }
      index = next + 1
      joints.append((result.count, index - result.count))
    }
    return (result, joints)
  }
}

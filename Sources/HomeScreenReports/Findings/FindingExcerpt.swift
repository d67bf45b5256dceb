import AppPackages
import Platform
import PropertyLists

/// As much of a line as is shown of it, around the place that a finding is about.
struct FindingExcerpt: Sendable, Equatable {
  /// What stands before the place, without the white space in front of the line.
  let before: String
  /// What begins at the place; more than is shown where the line goes on.
  let rest: String
  /// Whether more stands before it.
  let isCut: Bool

  /// Characters of a line that are shown.
  static let width = 120
  /// What stands in front of the place in a line that is cut off.
  fileprivate static let context = 40
}

/// The lines of a file, from which excerpts are cut. A line may be as long as the file, and hold thousands of findings:
/// none of them walks through it.
struct SourceLines: Sendable {
  /// Of a longer file nobody reads a line.
  private static let maximumBytes = 8 << 20
  private static let blockSize = 512

  private let bytes: [UInt8]
  private let starts: [Int]
  private let hasLineFeeds: Bool
  /// How many characters begin before each block.
  private let charactersBefore: [Int]
  private var known: [Int: Line] = [:]

  private struct Line {
    let range: Range<Int>
    /// White space in front of everything says nothing.
    let indentEnd: Int
    let isBlank: Bool
  }

  /// nil for what is no file, no text, or too large.
  init?(_ path: String) {
    guard
      let content = try? CurrentMachine.value.readFollowingLinks(path, .all(maximum: Self.maximumBytes)),
      content.status.kind == .file,
      let source = try? TextDecoding.decode(content.bytes, file: path)
    else { return nil }
    // The last byte is a zero of the decoder.
    bytes = source.bytes.dropLast()
    // As everywhere, the old Mac's return counts where there is no line feed.
    hasLineFeeds = bytes.contains(0x0A)
    let end: UInt8 = hasLineFeeds ? 0x0A : 0x0D
    var starts = [0]
    var charactersBefore: [Int] = []
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      if offset % Self.blockSize == 0 { charactersBefore.append(count) }
      if Self.beginsCharacter(byte) { count += 1 }
      if byte == end { starts.append(offset + 1) }
    }
    self.starts = starts
    self.charactersBefore = charactersBefore
  }

  /// - Parameters:
  ///   - number: of the line, from 1 on.
  ///   - column: in characters, from 1 on; the begin of the line when not given.
  /// - Returns: nil for a line that is not there, or that holds white space only.
  mutating func excerpt(of number: Int, column: Int?) -> FindingExcerpt? {
    guard let line = line(number), !line.isBlank else { return nil }
    let place = offset(ofColumn: max(0, (column ?? 1) - 1), in: line.range)
    var start = place
    var count = 0
    var cutStart = place
    while start > line.indentEnd, count <= FindingExcerpt.width - FindingExcerpt.context {
      start -= 1
      guard Self.beginsCharacter(bytes[start]) else { continue }
      count += 1
      if count == FindingExcerpt.context { cutStart = start }
    }
    let isCut = count > FindingExcerpt.width - FindingExcerpt.context
    if isCut { start = cutStart }
    var end = place
    var shown = 0
    while end < line.range.upperBound {
      if Self.beginsCharacter(bytes[end]) {
        // One more than is shown tells that the line goes on.
        guard shown <= FindingExcerpt.width else { break }
        shown += 1
      }
      end += 1
    }
    return FindingExcerpt(before: text(start..<place), rest: text(place..<end), isCut: isCut)
  }

  private mutating func line(_ number: Int) -> Line? {
    if let line = known[number] { return line }
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if hasLineFeeds, end > start, bytes[end - 1] == 0x0D { end -= 1 }
    let indentEnd = bytes[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
    let line = Line(
      range: start..<end, indentEnd: indentEnd, isBlank: text(indentEnd..<end).allSatisfy(\.isWhitespace))
    known[number] = line
    return line
  }

  /// Where a character of a line begins; the end of the line for one behind it.
  private func offset(ofColumn column: Int, in range: Range<Int>) -> Int {
    let (wanted, overflow) = characters(before: range.lowerBound).addingReportingOverflow(column)
    guard !overflow else { return range.upperBound }
    var low = range.lowerBound / Self.blockSize
    var high = range.upperBound / Self.blockSize + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if middle < charactersBefore.count, charactersBefore[middle] <= wanted { low = middle } else { high = middle }
    }
    guard low < charactersBefore.count else { return range.upperBound }
    var count = charactersBefore[low]
    var offset = low * Self.blockSize
    while offset < range.upperBound {
      if Self.beginsCharacter(bytes[offset]) {
        if count == wanted { break }
        count += 1
      }
      offset += 1
    }
    return min(max(offset, range.lowerBound), range.upperBound)
  }

  private func characters(before offset: Int) -> Int {
    let block = offset / Self.blockSize
    guard block < charactersBefore.count else { return charactersBefore.last ?? 0 }
    return bytes[block * Self.blockSize..<offset].reduce(charactersBefore[block]) {
      $0 + (Self.beginsCharacter($1) ? 1 : 0)
    }
  }

  /// The bytes of UTF-8 that continue a character have these bits.
  private static func beginsCharacter(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
}

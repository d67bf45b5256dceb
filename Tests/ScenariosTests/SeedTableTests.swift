import TestSupport
import Testing

/// The table of the five documents: each paragraph has a scenario, or a reason why it has none.
@Suite struct SeedTableTests {
  private struct Row {
    let document: String
    let paragraphs: ClosedRange<Int>
    let scenario: String
  }

  private static func rows() throws -> [Row] {
    try Repository.text("Tests/Calibration/Seeds.md").split(separator: "\n").filter { $0.hasPrefix("| 00") }.map {
      line in
      let cells = line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
      try #require(cells.count == 3, "\(line)")
      let ends = cells[1].split(separator: "–").compactMap { Int($0) }
      let first = try #require(ends.first, "\(line)")
      let last = try #require(ends.last)
      try #require(first <= last, "\(line)")
      return Row(document: cells[0], paragraphs: first...last, scenario: cells[2])
    }
  }

  @Test func paragraphsFollowEachOtherAndScenariosExist() throws {
    var next: [String: Int] = [:]
    for row in try Self.rows() {
      #expect(row.paragraphs.lowerBound == next[row.document, default: 1], "\(row)")
      next[row.document] = row.paragraphs.upperBound + 1
      let parts = row.scenario.split(separator: ":", maxSplits: 1)
      try #require(parts.count == 2, "\(row) names no scenario and no reason")
      let title = parts[1].dropFirst()
      guard parts[0] != "none" else {
        #expect(title.count > 5, "\(row)")
        continue
      }
      let script = try Repository.text("lua/scenarios/seeds/\(parts[0]).lua")
      #expect(script.contains("  it(\"\(title)"), "\(row)")
    }
    #expect(next.keys.sorted() == ["000", "001", "002", "003", "004"])
  }

  /// The documents are next to the repository on some machines.
  @Test func tableHasEveryParagraph() throws {
    let folder = "\(Repository.root)/../shared/seeds"
    let files = Files.paths(below: folder)
    if files.isEmpty { print("skipped: the five documents are not in \(folder)") }
    let rows = try Self.rows()
    for file in files {
      let text = try #require(Files.text("\(folder)/\(file)"))
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.contains { !$0.isWhitespace }
      }
      let blocks = zip([false] + lines, lines).count { !$0 && $1 }
      let count = blocks > 1 ? blocks : lines.count { $0 }
      let last = rows.last { file.hasPrefix($0.document) }?.paragraphs.upperBound
      #expect(last == count, "\(file)")
    }
  }
}

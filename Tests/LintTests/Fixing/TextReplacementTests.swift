import AppPackages
import Events
import Lint
import PropertyLists
import TestSupport
import Testing

/// Fixes as text replacements: they give the file that `--fix` writes.
@Suite struct TextReplacementTests {
  private static let file = "Paint/Info.plist"

  /// The text after a replacement at line and column.
  private static func applied(_ replacement: TextReplacement, to text: String) -> String {
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let (start, end) = (replacement.start, replacement.end)
    let head = lines[start.line - 1][..<(start.column - 1)]
    let tail = lines[end.line - 1][(end.column - 1)...]
    lines.replaceSubrange(
      (start.line - 1)...(end.line - 1), with: [Array(head) + Array(replacement.text.unicodeScalars) + Array(tail)])
    return lines.map { line in String(String.UnicodeScalarView(line)) }.joined(separator: "\n")
  }

  private static let edits: [[Fix.Edit]] = [
    [.set([.key("CFBundleName")], "Farbe ä", file: file)], [.set([.key("New")], ["a": ["b"]], file: file)],
    [.remove([.key("CFBundleName")], file: file)], [.remove([.key("List"), .index(1)], file: file)],
    [.remove([.key("CFBundleIdentifier")], file: file), .set([.key("Last")], "z", file: file)],
  ]

  @Test(arguments: edits, ["\n", "\r\n"]) func replacementsGiveTheSameFile(edits: [Fix.Edit], end: String) throws {
    let text = FixFixture.plist(
      """
      <key>CFBundleName</key>
      <string>Paint ä</string>
      <key>List</key>
      <array>
        <string>a</string>
        <string>b</string>
      </array>
      <key>Last</key> <true/>
      """
    ).split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
    let fixture = FixFixture(["Info.plist": text])
    let package = try fixture.package()
    var replacements = FixReplacements(of: [package])
    let fix = Fix(.safe, "Mend it", edits)
    for _ in 0..<2 {
      let replacements = replacements.replacements(of: fix)
      let found = try #require(replacements)
      #expect(found.map(\.file) == [Self.file])
      let change = try #require(fixture.plan([fix]).changes.first)
      #expect(Self.applied(found[0], to: text).utf8.elementsEqual(change.after))
    }
  }

  @Test func binaryFilesHaveNoReplacements() throws {
    let fixture = FixFixture([:])
    let list = try PropertyList.parse(
      Array(FixFixture.plist("<key>CFBundleName</key><string>a</string>").utf8), file: "a")
    fixture.folder.write("Paint/Info.plist", try PropertyList(root: list.root, format: .binary).serialised())
    var replacements = FixReplacements(of: [try fixture.package()])
    for edit in [
      Fix.Edit.set([.key("CFBundleName")], "b", file: Self.file), .remove([.key("Absent")], file: Self.file),
    ] {
      let found = replacements.replacements(of: Fix(.safe, "x", [edit]))
      #expect(found == nil)
    }
  }
}

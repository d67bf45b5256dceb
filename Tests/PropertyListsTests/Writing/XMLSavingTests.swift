import PropertyLists
import TestSupport
import Testing

/// Saving a list read from XML: only edited lines change.
@Suite struct XMLSavingTests {
  static let info = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- made by hand -->
    <plist version="1.0">
    <dict>
      <!-- who we are -->
      <key>CFBundleName</key>
      <string>Paint &#38; Draw</string> <!-- never change -->

      <key>CFBundleIcons</key>
      <dict>
        <key>CFBundleAlternateIcons</key>
        <dict>
          <key>CFBundleIconFiles</key>
          <array>
            <string>newicon</string>
          </array>
          <key>UIPrerenderedIcon</key>
          <false/>
        </dict>
      </dict>
      <key>Empty</key>
      <dict/>
      <key>Numbers</key>
      <array>
        <real>1.50</real>
        <integer>0x10</integer>
      </array>
      <!-- the end -->
    </dict>
    </plist>

    """

  /// The differing lines of the second text, prefixed with `+` and `-`.
  static func difference(_ old: String, _ new: String) -> [String] {
    let (old, new) = (
      Array(old.split(separator: "\n", omittingEmptySubsequences: false)),
      Array(new.split(separator: "\n", omittingEmptySubsequences: false))
    )
    return new.difference(from: old).map { change in
      switch change {
      case .insert(_, let line, _): "+" + line
      case .remove(_, let line, _): "-" + line
      }
    }.sorted()
  }

  static func edited(_ text: String, _ change: (inout PropertyListDictionary) -> Void) throws -> String {
    var list = try parse(text)
    var dictionary = try #require(list.root.dictionary)
    change(&dictionary)
    list.root = .dictionary(dictionary)
    let bytes = try list.serialised()
    let again = try PropertyList.parse(bytes, file: "again")
    #expect(again.root == list.root)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func difference(_ change: (inout PropertyListDictionary) -> Void) throws -> [String] {
    Self.difference(Self.info, try Self.edited(Self.info, change))
  }

  @Test func unchangedListKeepsItsBytes() throws {
    #expect(try Self.edited(Self.info) { _ in } == Self.info)
    // Setting the same value again is not a change.
    #expect(try Self.edited(Self.info) { $0["Numbers"] = [1.5, 16] } == Self.info)
  }

  @Test func changedStringChangesItsLine() throws {
    #expect(
      try difference { $0["CFBundleName"] = "a<b>&c" } == [
        "+  <string>a&lt;b&gt;&amp;c</string> <!-- never change -->",
        "-  <string>Paint &#38; Draw</string> <!-- never change -->",
      ])
  }

  @Test func newKeyFollowsTheLastOne() throws {
    let text = try Self.edited(Self.info) { $0["Added"] = ["x": [true]] }
    #expect(
      Self.difference(Self.info, text) == [
        "+      <true/>", "+    </array>", "+    <array>", "+    <key>x</key>", "+  </dict>", "+  <dict>",
        "+  <key>Added</key>",
      ])
    #expect(text.contains("  </array>\n  <key>Added</key>\n  <dict>\n    <key>x</key>\n"))
    #expect(text.contains("  </dict>\n  <!-- the end -->\n</dict>"))
  }

  @Test func newKeyFollowsTheCommentOfItsNeighbour() throws {
    let text = try Self.edited(Self.info) { dictionary in
      let old = dictionary
      dictionary = ["CFBundleName": "Paint & Draw", "B": "b"]
      for (key, node) in old.entries where key != "CFBundleName" { dictionary[key] = node.value }
    }
    #expect(text.contains("<!-- never change -->\n  <key>B</key>\n  <string>b</string>\n\n  <key>CFBundleIcons"))
  }

  @Test func removedKeyLeavesComments() throws {
    #expect(
      try difference { $0["CFBundleName"] = nil } == [
        "+  <!-- never change -->", "-  <key>CFBundleName</key>",
        "-  <string>Paint &#38; Draw</string> <!-- never change -->",
      ])
    #expect(
      try difference { $0["Numbers"] = nil } == [
        "-    <integer>0x10</integer>", "-    <real>1.50</real>", "-  </array>", "-  <array>", "-  <key>Numbers</key>",
      ])
  }

  /// ICON-034.
  @Test func flatShapeGetsItsLevelOfNames() throws {
    let text = try Self.edited(Self.info) { dictionary in
      let flat = dictionary.value(at: "CFBundleIcons", "CFBundleAlternateIcons") ?? ""
      dictionary["CFBundleIcons"] = ["CFBundleAlternateIcons": ["newicon": flat]]
    }
    #expect(
      Self.difference(Self.info, text) == [
        "+          <string>newicon</string>", "+        </array>", "+        <array>", "+        <false/>",
        "+        <key>CFBundleIconFiles</key>", "+        <key>UIPrerenderedIcon</key>", "+      </dict>",
        "+      <dict>", "+      <key>newicon</key>", "-        <string>newicon</string>", "-      </array>",
        "-      <array>", "-      <false/>", "-      <key>CFBundleIconFiles</key>",
        "-      <key>UIPrerenderedIcon</key>",
      ])
  }

  @Test func emptyElementIsOpened() throws {
    let text = try Self.edited(Self.info) { $0["Empty"] = ["a": "b"] }
    #expect(text.contains("<key>Empty</key>\n  <dict>\n    <key>a</key>\n    <string>b</string>\n  </dict>\n"))
    #expect(Self.difference(Self.info, text).count == 5)
  }

  @Test func arraysChangePerElement() throws {
    #expect(try difference { $0["Numbers"] = [0, 1.5, 16] } == ["+    <integer>0</integer>"])
    #expect(try difference { $0["Numbers"] = [1.5, "x", 16] } == ["+    <string>x</string>"])
    #expect(try difference { $0["Numbers"] = [1.5, 16, 17] } == ["+    <integer>17</integer>"])
    #expect(try difference { $0["Numbers"] = [16] } == ["-    <real>1.50</real>"])
    #expect(
      try difference { $0["Numbers"] = [2, 16] } == ["+    <integer>2</integer>", "-    <real>1.50</real>"])
    #expect(try difference { $0["Numbers"] = [] } == ["-    <integer>0x10</integer>", "-    <real>1.50</real>"])
  }

  @Test func lineEndingsTabsAndByteOrderMarkAreKept() throws {
    let text = "\u{FEFF}<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\r\n</plist>"
    #expect(
      try Self.edited(text) { $0["b"] = ["c"] }
        == "\u{FEFF}<plist>\r\n<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<array>\r\n"
        + "\t\t<string>c</string>\r\n\t</array>\r\n</dict>\r\n</plist>")
  }

  @Test(arguments: [true, false], [true, false]) func utf16IsKept(_ isBigEndian: Bool, _ hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + "<plist><dict><key>a</key><string>漢😀</string></dict></plist>"
    var list = try PropertyList.parse(utf16(text, isBigEndian: isBigEndian), file: "x")
    #expect(try list.serialised() == utf16(text, isBigEndian: isBigEndian))
    list.root = ["a": "ü😀"]
    let expected = (hasMark ? "\u{FEFF}" : "") + "<plist><dict><key>a</key><string>ü😀</string></dict></plist>"
    #expect(try list.serialised() == utf16(expected, isBigEndian: isBigEndian))
  }

  @Test func otherDeclaredEncodingUsesCharacterReferences() throws {
    let head = "<?xml version='1.0' encoding='ISO-8859-1'?>\n"
    let text = try Self.edited(head + xml("<dict><key>a</key><string>b</string></dict>")) { $0["ü"] = "漢" }
    #expect(text == head + xml("<dict><key>a</key><string>b</string><key>&#252;</key><string>&#28450;</string></dict>"))
  }

  @Test func listOnOneLineStaysOnOneLine() throws {
    let text = xml("<dict> <key>a</key> <true/> <key>b</key> <false/> </dict>")
    #expect(
      try Self.edited(text) { $0["c"] = 1 }
        == xml("<dict> <key>a</key> <true/> <key>b</key> <false/> <key>c</key> <integer>1</integer> </dict>"))
    #expect(try Self.edited(text) { $0["a"] = nil } == xml("<dict> <key>b</key> <false/> </dict>"))
    #expect(try Self.edited(text) { $0 = ["c": 1] } == xml("<dict> <key>c</key> <integer>1</integer> </dict>"))
    #expect(
      try Self.edited(xml("<dict></dict>")) { $0["c"] = 1 }
        == xml("<dict>\n\t<key>c</key>\n\t<integer>1</integer>\n</dict>"))
    #expect(
      try Self.edited(xml("<dict><!-- x --></dict>")) { $0["c"] = 1 }
        == xml("<dict>\n\t<key>c</key>\n\t<integer>1</integer>\n<!-- x --></dict>"))
  }

  @Test func lastOfDuplicateKeysCountsAndBothAreRemoved() throws {
    let text = xml(
      "<dict>\n<key>a</key>\n<string>lost</string>\n<key>b</key>\n<true/>\n<key>a</key>\n<string>kept</string>\n</dict>"
    )
    #expect(try Self.edited(text) { $0["b"] = false } == text.replacing("<true/>", with: "<false/>"))
    #expect(try Self.edited(text) { $0["a"] = "new" } == text.replacing("kept", with: "new"))
    #expect(try Self.edited(text) { $0["a"] = nil } == xml("<dict>\n<key>b</key>\n<true/>\n</dict>"))
  }

  @Test func keyInAnotherUnicodeFormIsAnotherKey() throws {
    // ICON-026
    let text = xml("<dict>\n<key>\u{E9}</key>\n<true/>\n</dict>")
    #expect(
      try Self.edited(text) { $0["e\u{301}"] = false }
        == xml("<dict>\n<key>\u{E9}</key>\n<true/>\n<key>e\u{301}</key>\n<false/>\n</dict>"))
    let composed = xml("<string>\u{E9}</string>")
    var list = try parse(composed)
    list.root = "e\u{301}"
    #expect(try list.serialised() == Array(xml("<string>e\u{301}</string>").utf8))
  }

  @Test func rootMayChangeItsType() throws {
    var list = try parse("<!-- a -->\n" + xml("<true/>") + "<!-- b -->")
    list.root = ["x"]
    let text = String(decoding: try list.serialised(), as: UTF8.self)
    #expect(text == "<!-- a -->\n" + xml("<array>\n\t<string>x</string>\n</array>") + "<!-- b -->")
  }
}

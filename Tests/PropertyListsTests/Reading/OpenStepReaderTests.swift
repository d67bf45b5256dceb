import PropertyLists
import TestSupport
import Testing

@Suite struct OpenStepReaderTests {
  @Test func readsAProject() throws {
    let list = try parse(
      """
      // !$*UTF8*$!
      {
        archiveVersion = 1; /* a comment; with = signs */
        "quoted key" = ( one, "two, 2", { three = 3; }, );
        INFOPLIST_FILE = Sources/App-Info.plist; data = <0fbd 77 1C>; // to the end
        url = http://x; empty = ""; nested = { };
      }
      """)
    #expect(list.format == .openStep)
    #expect(
      list.root
        == [
          "archiveVersion": "1", "quoted key": ["one", "two, 2", ["three": "3"]],
          "INFOPLIST_FILE": "Sources/App-Info.plist", "data": .data([0x0F, 0xBD, 0x77, 0x1C]), "url": "http://x",
          "empty": "", "nested": [:],
        ])
    #expect(list.root.dictionary?.keyLocation(for: "quoted key")?.description == "Info.plist:4:3")
    #expect(list.root.dictionary?.node(for: "INFOPLIST_FILE")?.location?.description == "Info.plist:5:20")
  }

  @Test func resolvesEscapes() throws {
    let list = try parse(#"( "\n\t\"\\\a\q", "\344\101\0", '\'x"', "\U00e4\U6f22", "\Ud83d\Ude00", "\U41" )"#)
    #expect(list.root == ["\n\t\"\\\u{07}q", "îA\0", "'x\"", "ä漢", "😀", "A"])
  }

  @Test func readsStringsFiles() throws {
    let list = try parse(
      """
      /* Localised */
      "CFBundleDisplayName" = "工具箱";
      NSCameraUsageDescription = "a \\"b\\"";
      "short";
      """)
    #expect(list.format == .strings)
    #expect(
      list.root
        == ["CFBundleDisplayName": "工具箱", "NSCameraUsageDescription": "a \"b\"", "short": "short"])
    #expect(try parse("/* nothing yet */\n").root == [:])
    #expect(try parse("/* nothing yet */\n").format == .strings)
    let wide = [0xFF, 0xFE] + utf16("\"a\" = \"ä\";", isBigEndian: false)
    #expect(try PropertyList.parse(wide, file: "x").root == ["a": "ä"])
  }

  @Test func findsDuplicateKeys() throws {
    let list = try parse("a = 1;\nb = 2;\na = 3;\n")
    #expect(list.root == ["a": "3", "b": "2"])
    #expect(list.duplicateKeys.first?.later?.description == "Info.plist:3:1")
  }

  @Test(arguments: [
    ("{ a = 1 }", 1, 8, "“;” is missing after the value of “a”"),
    ("a = \"x\"\nb = 2;", 1, 8, "“;” is missing after the value of “a”"),
    ("a = \"x\"", 1, 8, "“;” is missing after the value of “a”"),
    ("{ a 1; }", 1, 5, "“=” is missing after the key “a”"),
    ("( a b )", 1, 4, "“,” or “)” is missing after an element of an array"),
    ("{ a = ; }", 1, 7, "“;” instead of the value of “a”"),
    ("{ a = $(X); }", 1, 8, "“;” is missing after the value of “a”"),
    ("{ a = \"never closed; }", 1, 7, "this text has no closing quote"),
    ("{ a = <12 3>; }", 1, 12, "the data has an odd number of digits"),
    ("{ a = <1g>; }", 1, 9, "“g” is not a hexadecimal digit"),
    ("{ a = <*I5>; }", 1, 8, "“*” is not a hexadecimal digit"),
    ("{ a = 1; } x", 1, 12, "there is content after the end of the property list"),
    ("just some words", 1, 6, "this is plain text, not a property list"),
    ("{ a = 1;\n/* open", 2, 1, "this comment is never closed"),
    ("{\n( = 1; }", 2, 1, "“(” instead of a key"),
    ("{ a = \"\\Ud83d\"; }", 1, 8, "a \\U escape is half of a surrogate pair"),
    ("{ a = 1;", 1, 9, "the file ends inside the “{” on line 1"),
    ("a = ", 1, 5, "the file ends before the value of “a”"),
    ("{\n<<<<<<< HEAD\na = 1;", 2, 1, "the file has an unresolved merge conflict"),
    ("#include \"a\"", 1, 1, "“#” instead of a property list"),
  ])
  func errorsHaveAReasonAndALocation(_ text: String, _ line: Int, _ column: Int, _ message: String) throws {
    let error = try #require(parseError(text))
    #expect(error.message == message)
    #expect(error.location == SourceLocation(file: "Info.plist", line: line, column: column))
  }

  @Test(arguments: [
    ("a = \"x\"\nb = 2;", "add “;” at the end of this line"),
    ("a = \"x\" y\";", "write a quote inside a string as \\\""),
  ])
  func missingSemicolonHasTheRightCure(_ text: String, _ hint: String) {
    #expect(parseError(text)?.hint == hint)
  }

  @Test func everyPrefixOfAFileIsAnErrorOrAValue() {
    let bytes = Array("{ \"ä\\n\" = ( a, <0f>, { b; } ); /* c */ }".utf8)
    for length in 0..<bytes.count { #expect(parseError(Array(bytes[..<length])) != nil) }
    #expect(parseError(bytes) == nil)
  }
}

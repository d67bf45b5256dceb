import PropertyLists
import TestSupport
import Testing

@Suite struct LenientJSONTests {
  private func read(_ text: String, limits: PropertyListLimits = .json) throws -> LenientJSON {
    try LenientJSON.parse(Array(text.utf8), file: "Contents.json", limits: limits)
  }

  private func error(_ bytes: [UInt8], limits: PropertyListLimits = .json) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try LenientJSON.parse(bytes, file: "Contents.json", limits: limits)
      return nil
    } catch {
      return error
    }
  }

  private func error(_ text: String, limits: PropertyListLimits = .json) -> PropertyListError? {
    error(Array(text.utf8), limits: limits)
  }

  @Test func readsEveryKindOfValue() throws {
    let json = try read(#"{"a": [1, -2.5e1, 0, true, false, null], "b": {"c": "x"}, "": ""}"#)
    #expect(json.warnings.isEmpty)
    #expect(json.root.object?.keys == ["a", "b", ""])
    let list = try #require(json.root["a"]?.array)
    #expect(list.map(\.number) == [1, -25, 0, nil, nil, nil])
    #expect(list[3].boolean == true && list[4].boolean == false && list[5].value == .null)
    #expect(json.root["b"]?["c"]?.string == "x")
    #expect(json.root["b"]?["d"] == nil && json.root["a"]?["c"] == nil)
    #expect(try read(" 3 ").root.number == 3)
  }

  @Test func readsEscapes() throws {
    #expect(try read(#""\"\\\/\b\f\n\r\tä\u00e4\ud83d\ude00x""#).root.string == "\"\\/\u{8}\u{C}\n\r\tää😀x")
    // Half of a surrogate pair is not a character.
    #expect(try read(#""\ud83d!\ud83d\u0041\ude00""#).root.string == "\u{FFFD}!\u{FFFD}A\u{FFFD}")
  }

  @Test func knowsLocations() throws {
    let json = try read("{\n  \"ä\": [\n    1,\n    {\"key\": \"ü\"}\n  ]\n}")
    let inner = try #require(json.root["ä"]?.array?[1])
    #expect(inner.location == SourceLocation(file: "Contents.json", line: 4, column: 5))
    #expect(inner["key"]?.location?.description == "Contents.json:4:13")
    #expect(inner.object?.keyLocation(for: "key")?.column == 6)
    #expect(json.root.object?.keyLocation(for: "ä")?.line == 2)
  }

  @Test func acceptsTheSyntaxOfXcodeWithAWarning() throws {
    let json = try read("// head\n{\n  \"a\": [1, 2,], /* tail */\n  \"b\": 1,\n}\n")
    #expect(json.root["a"]?.array?.count == 2)
    #expect(json.root["b"]?.number == 1)
    #expect(json.warnings.allSatisfy { $0.kind == .lenient && !$0.hint.isEmpty })
    #expect(
      json.warnings.map(\.description.firstLine) == [
        "Contents.json:1:1: a comment", "Contents.json:3:13: a comma follows the last element",
        "Contents.json:3:17: a comment", "Contents.json:4:9: a comma follows the last element",
      ])
    #expect(try read("{}").warnings.isEmpty)
    let many = try read("[" + String(repeating: "[1,],", count: 100) + "1]")
    #expect(many.warnings.count == LenientJSON.maximumWarnings)
  }

  @Test func acceptsByteOrderMarksAndUTF16() throws {
    let marked = try LenientJSON.parse([0xEF, 0xBB, 0xBF] + Array("{\"a\": 1}".utf8), file: "x")
    #expect(marked.root["a"]?.number == 1)
    #expect(marked.warnings.map(\.message) == ["the text begins with a byte order mark"])
    let wide = try LenientJSON.parse([0xFF, 0xFE] + utf16("[\"ä\"]", isBigEndian: false), file: "x")
    #expect(wide.root.array?.first?.string == "ä")
    #expect(error([0x22, 0xC3, 0x22])?.kind == .encoding)
  }

  @Test func warnsAboutDuplicateKeys() throws {
    let json = try read("{\"a\": 1,\n \"a\": 2}")
    #expect(json.root["a"]?.number == 2)
    #expect(json.warnings.map(\.kind) == [.duplicateKey])
    #expect(json.warnings.first?.location?.line == 2)
  }

  @Test(arguments: [
    ("", "empty"), ("  // nothing", "empty"), ("{", "truncated"), ("[1", "truncated"), ("{\"a\"", "truncated"),
    ("{\"a\":", "truncated"), ("\"a", "truncated"), ("\"a\\", "truncated"), ("/* x", "truncated"), ("[1,", "truncated"),
    ("{,}", "syntax"), ("[,]", "syntax"), ("[1 2]", "syntax"), ("{\"a\" 1}", "syntax"), ("{a: 1}", "syntax"),
    ("{'a': 1}", "syntax"), ("[1]]", "syntax"), ("[1,,2]", "syntax"), ("01", "syntax"), ("1.", "syntax"),
    ("-", "syntax"), ("1e", "syntax"), ("1e999", "syntax"), ("NaN", "syntax"), ("+1", "syntax"), ("nul", "syntax"),
    ("\"\\x\"", "syntax"), ("\"\\u12g4\"", "syntax"), ("\"a\nb\"", "syntax"), ("/ 1", "syntax"), ("{\"a\":}", "syntax"),
  ])
  func refusesInvalidJSON(_ text: String, _ kind: String) {
    let error = error(text)
    #expect(error?.kind.rawValue == kind)
    #expect(error?.location.line != nil)
    #expect(error?.message.isEmpty == false)
  }

  @Test func errorsNameTheExpectedToken() {
    #expect(
      error("{\n  \"a\": [1\n")?.description == "Contents.json:3:1: the file ends before the “[” on line 2 is closed")
    #expect(error("{\"a\" 1}")?.message == "expected a colon after the key “a”, not “1”")
    #expect(error("[1 2]")?.message == "expected a comma or “]”, not “2”")
  }

  @Test func staysWithinItsLimits() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(error(deep)?.kind == .tooDeep)
    #expect(error(deep, limits: PropertyListLimits(maximumDepth: .max))?.kind == .tooDeep)
    let levels = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    #expect(try read(levels).root.array?.count == 1)
    #expect(error("[1,2,3]", limits: PropertyListLimits(maximumNodes: 3))?.kind == .tooManyNodes)
    #expect(error("[1,2,3]", limits: PropertyListLimits(maximumBytes: 6))?.kind == .tooLarge)
    #expect(error("[1,2,3]", limits: PropertyListLimits(maximumNodes: 4, maximumBytes: 7)) == nil)
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}

import PropertyLists
import Testing

@Suite struct CodableJSONTests {
  private struct Item: Codable, Equatable {
    enum Kind: String, Codable { case small, large }

    var name: String
    var kind = Kind.small
    var count = 0
    var items: [Item]?
  }

  private func error(_ text: String) -> String? {
    do throws(PropertyListError) {
      _ = try CodableJSON.decode(Item.self, from: Array(text.utf8), file: "a.json")
      return nil
    } catch {
      return error.description
    }
  }

  @Test func valuesAreOneSortedLineWithoutControlCharacters() throws {
    let item = Item(name: "a/b \"\n\u{1B}[2J\u{7F}\u{9B}\u{202E}é", items: [Item(name: "", kind: .large, count: -1)])
    let text = try CodableJSON.text(item)
    #expect(
      text
        == #"{"count":0,"items":[{"count":-1,"kind":"large","name":""}],"kind":"small","#
        + #""name":"a/b \"\n\u001b[2J\u007f\u009b\u202eé"}"#)
    #expect(try CodableJSON.decode(Item.self, from: Array(text.utf8), file: "a.json") == item)
  }

  @Test(arguments: [
    ("{\n \"name\": 5}", "a.json:2:10: expected a string for “name”, not a number"),
    (#"{"name": null}"#, "a.json:1:10: expected a string for “name”, not null"),
    (#"{"name": "", "kind": "huge", "count": 1}"#, "a.json:1:22: kind: "),
    (#"{"name": "", "kind": "small"}"#, "a.json:1:1: “count” is missing"),
    (#"{"name": "", "kind": "small", "count": true}"#, "a.json:1:40: expected a whole number for “count”"),
    (#"{"name": "", "kind": "small", "count": 0, "items": {}}"#, "a.json:1:52: expected an array for “items”"),
    (
      #"{"name": "", "kind": "small", "count": 0, "items": [[]]}"#,
      "a.json:1:53: expected an object for “items”, not"
    ),
    (#"{"name": "", "kind": "small", "count": 0, "items": [{}]}"#, "a.json:1:53: “name” is missing"),
    (#"{"name": "", "kind": "small", "count": 1e400}"#, "a.json:1:40: “1e400” is not a JSON number"),
    (#"{"name": "", "kind": "small", "count": 99999999999999999999}"#, "a.json:1:1: a number does not fit"),
    (#"{"name": "", "kind": "small", "count": 0/**/}"#, "a.json:1:1: a number does not fit its field"),
    ("[]", "a.json:1:1: expected an object, not an array"), ("{\"name\"", "a.json:1:8: the file ends"),
    ("{\"name\": \"\u{1}\"}", "a.json:1:11: a string cannot contain"), ("", "a.json:1:1: the file has no value"),
  ])
  func unreadableValuesAreReportedWithTheirLocation(text: String, message: String) {
    #expect(error(text)?.hasPrefix(message) == true, "\(error(text) ?? "read")")
  }

  @Test func hostileTextsAreReadInBoundedTime() {
    for count in [60, 600, 100_000] {
      let deep = String(repeating: #"{"name":"","kind":"small","count":0,"items":["#, count: count)
      #expect(error(deep)?.isEmpty == false)
      #expect(error(deep + String(repeating: "]}", count: count))?.contains("levels deep") != (count < 64))
    }
    #expect(error("{" + String(repeating: #""count":1,"#, count: 100_000) + #""name":"","kind":"small"}"#) == nil)
  }
}

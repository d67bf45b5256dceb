import PropertyLists
import TestSupport
import Testing

@Suite struct PropertyListDictionaryTests {
  @Test func keepsOrderDuringEdits() {
    var dictionary: PropertyListDictionary = ["b": 1, "a": "x", "c": [1, 2]]
    dictionary["a"] = 2.5
    dictionary["d"] = true
    dictionary["b"] = nil
    #expect(dictionary.keys == ["a", "c", "d"])
    #expect(dictionary.remove("c") == [1, 2])
    #expect(dictionary.remove("c") == nil)
    #expect(dictionary.count == 2)
    #expect(dictionary == ["d": true, "a": 2.5])
    #expect(dictionary != ["d": true, "a": 2])
  }

  @Test func editsKeepOnlyTheLocationOfTheKey() throws {
    var dictionary = try #require(try parse("a = 1;\nb = 2;").root.dictionary)
    dictionary["b"] = "3"
    #expect(dictionary.keyLocation(for: "b")?.line == 2)
    #expect(dictionary.node(for: "b")?.location == nil)
    dictionary.setNode(
      PropertyListNode("4", location: SourceLocation(file: "x.lua", line: 7)), for: "c",
      keyLocation: SourceLocation(file: "x.lua", line: 7))
    #expect(dictionary.node(for: "c")?.location?.description == "x.lua:7")
    #expect(dictionary.keyLocation(for: "c")?.file == "x.lua")
  }

  /// ICON-026.
  @Test func keysInTwoUnicodeFormsAreTwoKeys() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    var dictionary: PropertyListDictionary = [composed: 1, decomposed: 2]
    #expect(dictionary.count == 2)
    #expect(dictionary[composed] == 1 && dictionary[decomposed] == 2)
    dictionary[composed] = nil
    #expect(!dictionary.contains(composed) && dictionary.contains(decomposed))
    #expect(dictionary != [composed: 2])
    let list = try parse(xml("<dict><key>\(composed)</key><true/><key>\(decomposed)</key><false/></dict>"))
    #expect(list.root.dictionary?.count == 2)
    #expect(list.duplicateKeys.isEmpty)
    #expect(list.root.dictionary?[decomposed] == false)
  }

  @Test func readsNestedValues() {
    let dictionary: PropertyListDictionary = ["CFBundleIcons": ["CFBundleAlternateIcons": ["night": [:]]]]
    #expect(dictionary.value(at: "CFBundleIcons", "CFBundleAlternateIcons", "night") == [:])
    #expect(dictionary.value(at: "CFBundleIcons", "missing", "night") == nil)
    #expect(dictionary["CFBundleIcons"]?.typeName == "dictionary")
    #expect(PropertyListValue.unsignedInteger(.max).typeNameWithArticle == "an integer")
  }

  @Test(arguments: [
    (0.0, "2001-01-01T00:00:00Z"), (-1.0, "2000-12-31T23:59:59Z"), (-978_307_200.0, "1970-01-01T00:00:00Z"),
    (252_460_800.5, "2009-01-01T00:00:00Z"), (-63_113_904_000.0, "0001-01-01T00:00:00Z"),
    (Double.nan, "nan s after 2001-01-01"), (1e300, "1e+300 s after 2001-01-01"),
  ])
  func datesAlwaysHaveAText(_ seconds: Double, _ text: String) {
    #expect(PropertyListDate(secondsSinceReferenceDate: seconds).iso8601 == text)
  }
}

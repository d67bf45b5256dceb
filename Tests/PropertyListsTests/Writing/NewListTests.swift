import PropertyLists
import TestSupport
import Testing

/// Writing new lists, and values that formats refuse.
@Suite struct NewListTests {
  @Test func xmlLooksLikeAppleXML() throws {
    let list = PropertyList(root: [
      "CFBundleName": "A & B", "real": 0.5, "one": 1.0, "flag": true, "none": [], "nothing": [:], "text": "",
      "data": .data(Array(0...70)), "date": .date(try #require(PropertyListDate(iso8601: "2017-03-27T09:15:00Z"))),
      "list": [1, ["x"]],
    ])
    #expect(
      String(decoding: try list.serialised(), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \t<key>CFBundleName</key>
        \t<string>A &amp; B</string>
        \t<key>real</key>
        \t<real>0.5</real>
        \t<key>one</key>
        \t<real>1</real>
        \t<key>flag</key>
        \t<true/>
        \t<key>none</key>
        \t<array/>
        \t<key>nothing</key>
        \t<dict/>
        \t<key>text</key>
        \t<string></string>
        \t<key>data</key>
        \t<data>
        \tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEy
        \tMzQ1Njc4OTo7PD0+P0BBQkNERUY=
        \t</data>
        \t<key>date</key>
        \t<date>2017-03-27T09:15:00Z</date>
        \t<key>list</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<array>
        \t\t\t<string>x</string>
        \t\t</array>
        \t</array>
        </dict>
        </plist>

        """)
  }

  @Test func oldStylesAreWritten() throws {
    let list = PropertyList(root: ["a b": ["x", "y z", [:]], "d": .data([1, 0xAB, 3, 4, 5])])
    #expect(
      String(decoding: try list.serialised(as: .openStep), as: UTF8.self)
        == "{\n\t\"a b\" = (\n\t\tx,\n\t\t\"y z\",\n\t\t{},\n\t);\n\td = <01ab0304 05>;\n}\n")
    #expect(
      String(decoding: try PropertyList(root: ["a": "b"]).serialised(as: .strings), as: UTF8.self) == "\"a\" = \"b\";\n"
    )
    #expect(try PropertyList.parse(PropertyList(root: [:]).serialised(as: .strings), file: "x").format == .strings)
    for text in ["NIBArchive", "", "---", "version https://git-lfs", "//"] {
      let bytes = try PropertyList(root: .string(text)).serialised(as: .openStep)
      #expect(try PropertyList.parse(bytes, file: "x").root == .string(text))
    }
  }

  @Test(arguments: Array(0..<40) as [UInt64])
  func allValuesSurviveARoundTrip(_ seed: UInt64) throws {
    var generator = PropertyListGenerator(seed: seed)
    let list = PropertyList(root: .dictionary(generator.dictionary()))
    for format in [PropertyListFormat.xml, .binary] {
      let bytes = try list.serialised(as: format)
      let again = try PropertyList.parse(bytes, file: "again")
      #expect(again.root == list.root)
      #expect(again.format == format)
      try Oracle.compare(bytes, with: list.root)
    }
  }

  @Test func binaryWritesEachScalarOnce() throws {
    let long = String(repeating: "same ", count: 100)
    let list = PropertyList(root: .array(of: Array(repeating: .string(long), count: 1000)))
    #expect(try list.serialised(as: .binary).count < 4000)
    let values: PropertyListValue = [
      .unsignedInteger(.max), .integer(.min), .uid(7), .uid(.max), 255, 256, 65536, .integer(1 << 33), -1, 1.0, 1, true,
      .real(.nan), .date(PropertyListDate(secondsSinceReferenceDate: 0.25)), .data([UInt8](repeating: 1, count: 300)),
    ]
    let again = try PropertyList.parse(PropertyList(root: values).serialised(as: .binary), file: "x").root
    #expect(again.array?.count == 15)
    #expect(again.array?[12].value.real?.isNaN == true)
    for (left, right) in zip(again.array ?? [], values.array ?? []) where left.value.real?.isNaN != true {
      #expect(left == right)
    }
  }

  private func refusal(_ root: PropertyListValue, _ format: PropertyListFormat) -> PropertyListWriteError? {
    do throws(PropertyListWriteError) {
      _ = try PropertyList(root: root).serialised(as: format)
      return nil
    } catch {
      return error
    }
  }

  @Test func unsupportedValuesAreRefusedWithTheirLocation() throws {
    let nul = try #require(refusal(["CFBundleIcons": ["a", "b\0"]], .xml))
    #expect(nul.place == "plist.CFBundleIcons[2]")
    #expect(nul.kind == .badCharacter)
    #expect(nul.message == "the string has U+0000, which cannot be in XML")
    #expect(refusal(["a": ["b\0c": 1]], .xml)?.description.hasPrefix("plist.a.b\\u{0}c: the key has U+0000") == true)
    #expect(refusal(["\u{FFFE}"], .xml)?.kind == .badCharacter)
    #expect(refusal(["\u{85}\t\r\n\u{FFFD}"], .xml) == nil)
    #expect(refusal(["u": .uid(1)], .xml)?.kind == .unsupportedType)
    #expect(refusal(.date(PropertyListDate(secondsSinceReferenceDate: 0.5)), .xml)?.kind == .badDate)
    #expect(refusal(.date(PropertyListDate(secondsSinceReferenceDate: 1e300)), .xml)?.kind == .badDate)
    for value: PropertyListValue in [1, 0.5, true, .date(PropertyListDate(secondsSinceReferenceDate: 0)), .uid(1)] {
      #expect(refusal(["a": ["b": value]], .openStep)?.place == "plist.a.b")
      #expect(refusal(["a": value], .strings)?.kind == .unsupportedType)
    }
    #expect(refusal([], .strings)?.kind == .badRoot)
    #expect(refusal(["a\0": "\0"], .openStep) == nil)
    #expect(refusal(["a\0": .uid(1)], .binary) == nil)
  }

  @Test func unsupportedEditWritesNothing() throws {
    var list = try parse("a = 1;")
    list.root = ["a": true]
    #expect(throws: PropertyListWriteError.self) { try list.serialised() }
    #expect(try PropertyList.parse(list.serialised(as: .xml), file: "x").root == ["a": true])
  }

  @Test(arguments: PropertyListFormat.allCases)
  func tenThousandLevelsAreRefused(_ format: PropertyListFormat) throws {
    var value: PropertyListValue = "x"
    for _ in 0..<10_000 { value = ["a": value] }
    let error = try #require(refusal(value, format))
    #expect(error.kind == .tooDeep)
    #expect(error.place.utf8.count < 200)
    var deep: PropertyListValue = "x"
    for _ in 0..<511 { deep = .array(of: [deep]) }
    deep = ["a": deep]
    #expect(try PropertyList.parse(PropertyList(root: deep).serialised(as: format), file: "x").root == deep)
  }

  @Test func manyAndLargeValuesAreWritten() throws {
    let many = PropertyList(root: .array(of: Array(repeating: 1, count: 100_000)))
    for format in [PropertyListFormat.xml, .binary] {
      #expect(try PropertyList.parse(many.serialised(as: format), file: "x").root.array?.count == 100_000)
    }
    #expect(throws: PropertyListWriteError.self) {
      try many.serialised(as: .binary, limits: PropertyListLimits(maximumNodes: 100_000))
    }
    for format in [PropertyListFormat.xml, .binary] {
      #expect(throws: PropertyListWriteError.self) {
        try many.serialised(as: format, limits: PropertyListLimits(maximumBytes: 10_000))
      }
    }
  }

  @Test func binaryIsRewrittenOnlyIfEdited() throws {
    var dictionary = PropertyListDictionary()
    for number in 0..<50 { dictionary["key \(number % 40)"] = .string("é \(number % 3)") }
    let bytes = BinaryPropertyListWriter.write(.dictionary(dictionary))
    var list = try PropertyList.parse(bytes, file: "x")
    #expect(try list.serialised() == bytes)
    dictionary["new"] = 1
    list.root = .dictionary(dictionary)
    let again = try PropertyList.parse(list.serialised(), file: "x")
    #expect(again.format == .binary)
    #expect(again.root.dictionary?.keys == dictionary.keys)
    #expect(again.root == list.root)
  }
}

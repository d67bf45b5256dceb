import PropertyLists
import TestSupport
import Testing

@Suite struct XMLReaderTests {
  @Test func readsEveryType() throws {
    let list = try parse(
      xml(
        """
        <dict><key>s</key><string>a &lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; &#228;&#x1F600;</string>
        <key>c</key><string>x<![CDATA[<raw> & ]]>y</string><key>e</key><string/>
        <key>i</key><integer> -42 </integer><key>h</key><integer>0x1F</integer>
        <key>u</key><integer>18446744073709551615</integer><key>r</key><real>1.5e3</real><key>n</key><real>-inf</real>
        <key>t</key><true/><key>f</key><false></false><key>d</key><date>2017-03-27T09:15:00Z</date>
        <key>b</key><data> AAEC
          /w== </data><key>a</key><array><string>1</string><array/></array><key>o</key><dict/></dict>
        """))
    #expect(list.format == .xml)
    #expect(
      list.root
        == [
          "s": "a <b> & \"c\" 'd' ä😀", "c": "x<raw> & y", "e": "", "i": -42, "h": 31,
          "u": .unsignedInteger(.max), "r": 1500.0, "n": .real(-.infinity), "t": true, "f": false,
          "d": .date(PropertyListDate(secondsSinceReferenceDate: 512_298_900)), "b": .data([0, 1, 2, 255]),
          "a": ["1", []], "o": [:],
        ])
    #expect(list.root.dictionary?.keys == ["s", "c", "e", "i", "h", "u", "r", "n", "t", "f", "d", "b", "a", "o"])
    #expect(list.root.dictionary?["d"]?.date?.iso8601 == "2017-03-27T09:15:00Z")
  }

  @Test(
    arguments: [
      ("", []), ("=", []), ("A", []), ("AA", [0]), ("AB==", [0]), ("AAE", [0, 1]), ("AAEC/", [0, 1, 2]),
      ("A A\tE\nC", [0, 1, 2]),
    ] as [(String, [UInt8])])
  func dataMayLackPadding(_ text: String, _ bytes: [UInt8]) throws {
    #expect(try parse(xml("<data>\(text)</data>")).root == .data(bytes))
  }

  @Test func knowsAllLocations() throws {
    let text =
      "<?xml version=\"1.0\"?>\n<plist>\n<dict>\r\n\t<key>ä漢</key> <string>x</string><key>list</key>\n  <array>\n    <true/></array>\n</dict></plist>"
    let list = try parse(text)
    let dictionary = try #require(list.root.dictionary)
    #expect(list.rootLocation?.description == "Info.plist:3:1")
    #expect(dictionary.keyLocation(for: "ä漢")?.description == "Info.plist:4:2")
    #expect(dictionary.node(for: "ä漢")?.location?.description == "Info.plist:4:16")
    #expect(dictionary.keyLocation(for: "list")?.description == "Info.plist:4:34")
    #expect(dictionary["list"]?.array?.first?.location?.description == "Info.plist:6:5")
    let range = try #require(dictionary.node(for: "ä漢")?.byteRange)
    #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == "<string>x</string>")
    let keyRange = try #require(dictionary.keyByteRange(for: "list"))
    #expect(String(decoding: Array(text.utf8)[keyRange], as: UTF8.self) == "<key>list</key>")
    let arrayRange = try #require(dictionary.node(for: "list")?.byteRange)
    #expect(String(decoding: Array(text.utf8)[arrayRange], as: UTF8.self).hasSuffix("<true/></array>"))
  }

  @Test func findsDuplicateKeysAtAnyDepthAndKeepsTheLast() throws {
    let list = try parse(
      xml(
        """
        <dict><key>a</key><integer>1</integer><key>b</key><dict><key>x</key><true/>
        <key>x</key><false/></dict>
        <key>a</key><integer>2</integer></dict>
        """))
    #expect(list.root == ["a": 2, "b": ["x": false]])
    #expect(list.root.dictionary?.keys == ["a", "b"])
    #expect(list.duplicateKeys.map(\.key) == ["x", "a"])
    let duplicate = try #require(list.root.dictionary?.duplicates.first)
    #expect(duplicate.first?.line == 1)
    #expect(duplicate.later?.description == "Info.plist:3:1")
    #expect(list.root.dictionary?.keyLocation(for: "a")?.line == 3)
  }

  @Test func neverResolvesDTDEntities() throws {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE plist [ <!ENTITY a "aaaa>"> <!-- ] > --> <!ENTITY b "&a;&a;&a;"> ]>
      <plist><string>&b;</string></plist>
      """
    let error = try #require(parseError(bomb))
    #expect(error.kind == .badValue)
    #expect(error.message == "the entity &b; is unknown")
    #expect(error.location.line == 2)
    #expect(try parse("<!DOCTYPE plist [ <!ENTITY a \"x\"> ]><plist><string>y</string></plist>").root == "y")
  }

  @Test(arguments: ["utf-8", "UTF-8 BOM", "UTF-16 LE", "UTF-16 BE", "UTF-16 BE without mark"])
  func readsUnicodeEncodings(_ encoding: String) throws {
    let text = xml("<string>äß 漢 😀</string>")
    let bytes: [UInt8] =
      switch encoding {
      case "UTF-8 BOM": [0xEF, 0xBB, 0xBF] + Array(text.utf8)
      case "UTF-16 LE": [0xFF, 0xFE] + utf16(text, isBigEndian: false)
      case "UTF-16 BE": [0xFE, 0xFF] + utf16(text, isBigEndian: true)
      case "UTF-16 BE without mark": utf16(text, isBigEndian: true)
      default: Array(text.utf8)
      }
    let list = try PropertyList.parse(bytes, file: "x")
    #expect(list.root == "äß 漢 😀")
    #expect(list.rootLocation?.description == "x:1:22")
  }

  @Test(arguments: [
    ("<dict><key>a</key></dict>", 1, 40, "the key “a” has no value"),
    ("<dict><key>a</key><key>b</key></dict>", 1, 40, "the key “a” has no value: another <key> follows"),
    ("<dict><string>a</string></dict>", 1, 28, "<string> instead of a <key>"),
    ("<array><key>a</key></array>", 1, 29, "<key> outside of a <dict>"),
    ("<dict></array>", 1, 28, "</array> instead of </dict>"),
    ("<strng>x</strng>", 1, 22, "<strng> is not an element of a property list"),
    ("<string>a</sting>", 1, 31, "</string> is missing"),
    ("<string>a<b>c</b></string>", 1, 31, "markup inside <string>"),
    ("<string>a & b</string>", 1, 32, "“&” is not followed by the name of an entity"),
    ("<string>&copy;</string>", 1, 30, "the entity &copy; is unknown"),
    ("<string>&#xD800;</string>", 1, 30, "&#xD800; is not a character"),
    ("<integer>1.5</integer>", 1, 22, "“1.5” is not an integer"),
    ("<integer>99999999999999999999</integer>", 1, 22, "the integer 99999999999999999999 does not fit in 64 bits"),
    ("<integer/>", 1, 22, "“” is not an integer"),
    ("<real>1,5</real>", 1, 22, "“1,5” is not a number"),
    ("<date>2017-02-30T00:00:00Z</date>", 1, 22, "“2017-02-30T00:00:00Z” is not a date"),
    ("<date>yesterday</date>", 1, 22, "“yesterday” is not a date"),
    ("<data>AA*A</data>", 1, 30, "“*” is not a Base64 character"),
    ("<data>AA==\n A</data>", 2, 2, "there is more data after the “=” that ends Base64"),
    ("<true>yes</true>", 1, 28, "</true> is missing"),
    ("<dict/><dict/>", 1, 29, "<dict> is a second value inside <plist>"),
    ("text", 1, 22, "there is text “t” between the elements"),
    ("<dict>\n#ifdef X", 2, 1, "there is text “#” between the elements"),
    ("", 1, 1, "the <plist> element has no value"),
    ("<dict>\n<<<<<<< HEAD\n</dict>", 2, 1, "the file has an unresolved merge conflict"),
    ("<!-- never closed", 1, 22, "this comment is never closed"),
    ("<plist/>", 1, 22, "<plist> inside <plist>"),
  ])
  func errorsHaveAReasonAndALocation(_ content: String, _ line: Int, _ column: Int, _ message: String) throws {
    let error = try #require(parseError(xml(content)))
    #expect(error.message == message)
    #expect(error.location == SourceLocation(file: "Info.plist", line: line, column: column))
  }

  @Test func namesTheOpenContainerOfATruncatedFile() throws {
    let error = try #require(parseError("<plist>\n<dict>\n<key>a</key>\n<array>\n<string>x</string>\n"))
    #expect(error.kind == .truncated)
    #expect(error.description.contains("Info.plist:6:1: the file ends inside the <array> on line 4"))
    #expect(parseError("<plist><dict><key>abc")?.kind == .truncated)
    #expect(parseError("<plist><dict></dict>")?.message == "the file ends before </plist>")
    #expect(parseError("<plist><dict attr=\"")?.kind == .truncated)
  }

  @Test func everyPrefixOfAFileIsAnErrorOrAValue() {
    let bytes = Array(
      xml("<!--c--><dict a='>'><key>ä</key><array><data>AAA=</data><date>2001-01-01T00:00:00Z</date></array></dict>")
        .utf8)
    for length in 0..<bytes.count { #expect(parseError(Array(bytes[..<length])) != nil) }
    #expect(parseError(bytes) == nil)
  }

  @Test func suggestsTheIntendedElement() {
    #expect(parseError(xml("<Dict/>"))?.hint == "did you mean <dict>?")
    #expect(parseError(xml("<arry/>"))?.hint == "did you mean <array>?")
    #expect(parseError(xml("<bool/>"))?.hint == "did you mean <true/> or <false/>?")
    #expect(parseError(xml("<frobnicate/>"))?.hint?.hasPrefix("use dict") == true)
  }

  @Test func refusesOtherEncodingsOnlyIfTheyMatter() {
    #expect(parseError("<?xml version='1.0' encoding='ISO-8859-1'?><plist><true/></plist>") == nil)
    let latin = parseError("<?xml version='1.0' encoding='ISO-8859-1'?><plist><string>ä</string></plist>")
    #expect(latin?.kind == .encoding)
    var invalid = Array(xml("<string>a</string>").utf8)
    invalid[30] = 0xE4
    #expect(
      parseError(invalid)?.description
        == "Info.plist, byte 30: byte 0xE4 is not valid UTF-8\n  hint: save the file as UTF-8")
  }
}

import PropertyLists
import TestSupport
import Testing

/// The reader of FoundationEssentials must find the same values.
@Suite struct OracleTests {
  @Test(arguments: 0..<40)
  func agreesOnGeneratedLists(_ seed: Int) throws {
    var generator = PropertyListGenerator(seed: UInt64(seed))
    let value = PropertyListValue.dictionary(generator.dictionary())

    let xml = XMLPropertyListWriter.write(value)
    let fromXML = try PropertyList.parse(xml, file: "xml")
    #expect(fromXML.root == value)
    try Oracle.compare(xml, with: fromXML.root)

    let binary = BinaryPropertyListWriter.write(value)
    let fromBinary = try PropertyList.parse(binary, file: "binary")
    #expect(fromBinary.root == value)
    try Oracle.compare(binary, with: fromBinary.root)

    let text = OpenStepPropertyListWriter.asText(value)
    let openStep = OpenStepPropertyListWriter.write(value)
    let fromOpenStep = try PropertyList.parse(openStep, file: "openStep")
    #expect(fromOpenStep.root == text)
    try Oracle.compare(openStep, with: fromOpenStep.root)

    guard let dictionary = text.dictionary, !dictionary.isEmpty else { return }
    let strings = OpenStepPropertyListWriter.writeStrings(dictionary)
    let fromStrings = try PropertyList.parse(strings, file: "strings")
    #expect(fromStrings.format == .strings)
    #expect(fromStrings.root == text)
    try Oracle.compare(strings, with: fromStrings.root)
  }

  @Test(arguments: [
    "<dict><key>a</key><string>1</string><key>a</key><string>2</string></dict>",
    "<plist><string>line\r\nline\rend &#13; </string></plist>", "<plist><real>nan</real></plist>",
    "<plist><integer>+7</integer></plist>", "<plist><integer>-9223372036854775808</integer></plist>",
    "<plist><!-- c --><?pi x?><data>\n\tAA ECAw==\n</data></plist>", "<plist><real>-1.5E-3</real></plist>",
    "<plist><date>1965-07-04T12:00:01Z</date></plist>", "<plist><date>1600-02-29T00:00:00Z</date></plist>",
    "{ a = 1; a = 2; }", "\"a b\" = c;\nd;", "(a,(b),{c=d;},<0f 1e>)", "'single'", "{ a = \"\\U00e9\\n\\\"\"; }",
  ])
  func agreesOnUnusualLists(_ text: String) throws {
    let list = try parse(text)
    try Oracle.compare(Array(text.utf8), with: list.root)
  }

  @Test func agreesOnNextStepCharacters() throws {
    let octal = (128...253).map { "\\" + String($0, radix: 8) }.joined()
    let text = "( \"\(octal)\" )"
    try Oracle.compare(Array(text.utf8), with: try parse(text).root)
  }

  @Test(arguments: [
    "<plist><dict><key>a</key></dict></plist>", "<plist><integer>x</integer></plist>",
    "<plist><string>a<!-- c --></string></plist>",
    "<plist><string>&foo;</string></plist>", "<plist><dict>", "{ a = 1 }", "{ a = $(X); }", "( a b )",
  ])
  func refusesWhatTheOracleRefuses(_ text: String) {
    #expect(parseError(text) != nil)
    #expect(throws: (any Error).self) { try Oracle.compare(Array(text.utf8), with: "") }
  }
}

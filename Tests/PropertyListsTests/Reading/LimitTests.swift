import PropertyLists
import TestSupport
import Testing

@Suite struct LimitTests {
  private static func nested(_ format: PropertyListFormat, _ levels: Int) -> [UInt8] {
    switch format {
    case .xml:
      let open = String(repeating: "<array>", count: levels)
      return Array(xml(open + String(repeating: "</array>", count: levels)).utf8)
    case .openStep:
      return Array((String(repeating: "(", count: levels) + String(repeating: ")", count: levels)).utf8)
    case .strings:
      return Array(
        ("a = " + String(repeating: "{b=", count: levels) + "c" + String(repeating: ";}", count: levels) + ";").utf8)
    case .binary:
      let objects = (1..<levels).map { [0xA1] + BinaryPropertyListWriter.bigEndian(UInt64($0), 2) } + [[0xA0]]
      return BinaryPropertyListWriter.file(objects: objects, top: 0)
    }
  }

  @Test(arguments: PropertyListFormat.allCases)
  func tenThousandLevelsAreAnError(_ format: PropertyListFormat) {
    let error = parseError(Self.nested(format, 10_000))
    #expect(error?.kind == .tooDeep)
    #expect(error?.message == "containers are nested more than 512 levels deep")
    #expect(parseError(Self.nested(format, 500)) == nil)
  }

  @Test(arguments: PropertyListFormat.allCases)
  func raisedLimitDoesNotCrash(_ format: PropertyListFormat) throws {
    let limits = PropertyListLimits(maximumDepth: .max)
    #expect(parseError(Self.nested(format, 60_000), limits: limits)?.kind == .tooDeep)
    let deep = Self.nested(format, PropertyListLimits.hardMaximumDepth - 2)
    let list = try PropertyList.parse(deep, file: "x", limits: limits)
    let again = try PropertyList.parse(deep, file: "x", limits: limits)
    #expect(list.root == again.root)
  }

  @Test func countsValuesAndBytes() {
    let list = xml("<array>" + String(repeating: "<true/>", count: 100) + "</array>")
    #expect(parseError(list, limits: PropertyListLimits(maximumNodes: 101)) == nil)
    #expect(parseError(list, limits: PropertyListLimits(maximumNodes: 100))?.kind == .tooManyNodes)
    #expect(parseError(list, limits: PropertyListLimits(maximumBytes: 100))?.kind == .tooLarge)
  }
}

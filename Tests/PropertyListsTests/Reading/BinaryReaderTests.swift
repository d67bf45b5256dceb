import PropertyLists
import TestSupport
import Testing

@Suite struct BinaryReaderTests {
  typealias Writer = BinaryPropertyListWriter

  @Test func readsEveryType() throws {
    let value: PropertyListValue = [
      "text": "plain", "unicode": "äß 漢 😀", "one": 1, "big": 5_000_000_000, "negative": -7, "min": .integer(.min),
      "unsigned": .unsignedInteger(.max), "real": 0.1, "yes": true, "no": false,
      "date": .date(PropertyListDate(secondsSinceReferenceDate: -0.5)), "data": .data(Array(0...255)), "uid": .uid(7),
      "list": .array(of: (0..<20).map { .integer($0) }), "empty": [:], "none": [],
    ]
    let list = try PropertyList.parse(Writer.write(value), file: "Info.plist")
    #expect(list.format == .binary)
    #expect(list.root == value)
    #expect(list.root.dictionary?.keys == value.dictionary?.keys)
  }

  @Test func readsAllIntegerSizesAndFloats() throws {
    let objects: [[UInt8]] = [
      [0xA6, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6], [0x10, 0xFF], [0x11, 0xFF, 0xFF], [0x12, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x13] + Array(repeating: 0xFF, count: 8), [0x14] + Array(repeating: 0xFF, count: 16), [0x22, 0x3F, 0xC0, 0, 0],
    ]
    let list = try PropertyList.parse(Writer.file(objects: objects, top: 0), file: "x")
    #expect(list.root == [255, 65535, 4_294_967_295, -1, -1, 1.5])
    #expect(list.root.array?[1].location?.description == "x, byte 23")
  }

  @Test func refusesCycles() {
    let own = Writer.file(objects: [[0xA1, 0, 0]], top: 0)
    #expect(parseError(own)?.kind == .cyclic)
    let pair = Writer.file(objects: [[0xA1, 0, 1], [0xD1, 0, 2, 0, 0], [0x51, 0x61]], top: 0)
    #expect(parseError(pair)?.kind == .cyclic)
    #expect(parseError(pair)?.location.offset != nil)
  }

  @Test func sharedObjectsAreLimited() throws {
    let shared = Writer.file(objects: [[0xA3, 0, 1, 0, 1, 0, 1], [0x53, 0x61, 0x62, 0x63]], top: 0)
    #expect(try PropertyList.parse(shared, file: "x").root == ["abc", "abc", "abc"])

    // Thirty levels, each with the next one twice: two to the thirty leaves.
    var objects: [[UInt8]] = (1...30).map { [0xA2, 0, UInt8($0), 0, UInt8($0)] }
    objects.append([0x09])
    let error = parseError(Writer.file(objects: objects, top: 0), limits: PropertyListLimits(maximumNodes: 10_000))
    #expect(error?.kind == .tooManyNodes)
    #expect(error?.hint?.contains("many references to the same objects") == true)
  }

  @Test func overlappingObjectsAreLimited() {
    // A thousand data objects that share the same hundred kilobytes.
    var bytes = Array("bplist00".utf8)
    let first = bytes.count
    bytes += Array(repeating: 0x4F, count: 1) + [0x12] + Writer.bigEndian(100_000, 4)
    bytes += Array(repeating: 0, count: 100_000)
    let array = bytes.count
    bytes += [0xAF, 0x11, 0x03, 0xE8] + (1...1000).flatMap { Writer.bigEndian($0, 2) }
    let table = bytes.count
    bytes += Writer.bigEndian(UInt64(array), 4) + (0..<1000).flatMap { _ in Writer.bigEndian(UInt64(first), 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 2] + Writer.bigEndian(1001, 8) + Writer.bigEndian(0, 8)
    bytes += Writer.bigEndian(UInt64(table), 8)
    #expect(parseError(bytes)?.message == "the objects of the file overlap each other")
  }

  @Test(arguments: [
    ([0xC1, 0, 0] as [UInt8], PropertyListError.Kind.unsupported), ([0xB1, 0, 0], .unsupported), ([0x00], .unsupported),
    ([0x0C], .malformed), ([0x53, 0x61], .malformed),
    ([0xAF, 0x13, 0x7F] + Array(repeating: 0xFF, count: 7), .malformed),
    ([0x5F, 0x51], .malformed), ([0x52, 0x61, 0xE4], .encoding), ([0x61, 0xD8, 0x00], .encoding),
    ([0xD1, 0, 0, 0, 0], .malformed), ([0xA1, 0, 9], .malformed), ([0x14] + Array(repeating: 1, count: 16), .badValue),
    ([0x15] + Array(repeating: 1, count: 32), .malformed), ([0x23, 0], .malformed),
  ])
  func refusesInvalidObjects(_ object: [UInt8], _ kind: PropertyListError.Kind) {
    let error = parseError(Writer.file(objects: [object], top: 0))
    #expect(error?.kind == kind, "\(error?.description ?? "no error")")
    #expect(error?.location.offset != nil)
  }

  @Test func refusesDamagedTrailers() {
    let good = Writer.write(["a": 1])
    for index in good.count - 26..<good.count {
      var bad = good
      bad[index] = 0xFF
      #expect(parseError(bad) != nil, "trailer byte \(index)")
    }
    for length in 6..<good.count { #expect(parseError(Array(good[..<length])) != nil) }
    #expect(parseError(Array("bplist15aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8))?.kind == .notAPropertyList)
  }

  @Test func duplicateKeysHaveOffsets() throws {
    let objects: [[UInt8]] = [[0xD2, 0, 1, 0, 1, 0, 2, 0, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]]
    let list = try PropertyList.parse(Writer.file(objects: objects, top: 0), file: "x")
    #expect(list.root == ["a": 2])
    #expect(
      list.duplicateKeys == [
        DuplicateKey(
          key: "a", first: SourceLocation(file: "x", offset: 17), later: SourceLocation(file: "x", offset: 17))
      ])
  }
}

import Platform
import TestSupport
import Testing

/// Line files of any size and at any path.
@Suite struct RecordFileTests {
  private let folder = TemporaryFolder()

  private func lines(_ file: RecordFile) throws -> [String] {
    var lines: [String] = []
    while let line = try file.next() { lines.append(String(decoding: line.bytes, as: UTF8.self)) }
    return lines
  }

  @Test func linesHaveAnyLength() throws {
    let texts = ["", "a", String(repeating: "b", count: 65_535), "", String(repeating: "c", count: 300_000), "end"]
    for text in [texts.joined(separator: "\n"), texts.joined(separator: "\n") + "\n"] {
      let file = try RecordFile(folder.write("lines", text))
      #expect(try lines(file) == texts)
      #expect(try file.next().map(\.start) == nil)
    }
    #expect(try lines(RecordFile(folder.write("empty", ""))) == [])
  }

  @Test func linesKnowTheirNumber() throws {
    let texts = (0..<20_000).map { String(repeating: "x", count: $0 % 40) + "\($0)" }
    let file = try RecordFile(folder.write("lines", texts.joined(separator: "\n")))
    var places: [Int] = []
    var last = 0
    while let line = try file.next() {
      #expect(line.start == last)
      places.append(line.start)
      last = line.end
    }
    for number in [19_999, 0, 7_000, 7_001, 3] {
      try file.seek(to: places[number])
      #expect(try file.next().map { String(decoding: $0.bytes, as: UTF8.self) } == texts[number])
    }
  }

  @Test func unreadableFilesAreReported() throws {
    for path in ["\(folder.path)/nowhere", "", "a\0b"] {
      #expect(throws: UserError.self) { try RecordFile(path) }
    }
    #expect {
      let directory = try RecordFile(folder.path)
      #expect(!directory.isRegular)
      _ = try directory.next()
    } throws: {
      "\($0)" == "\(folder.path): Is a directory"
    }
  }

  @Test func fileIsRecognizedUnderAnyName() throws {
    let path = folder.write("a", "x")
    folder.link("link", to: path)
    let file = try RecordFile(path)
    #expect(file.isRegular && file.isSame(as: "\(folder.path)/link") && file.isSame(as: path))
    #expect(!file.isSame(as: folder.write("b", "x")) && !file.isSame(as: "\(folder.path)/nowhere"))
    #expect(!(try RecordFile("/dev/null")).isSame(as: "/dev/null"))
  }
}

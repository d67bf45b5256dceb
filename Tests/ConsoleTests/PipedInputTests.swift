import Console
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct PipedInputTests {
  private func lines(_ bytes: [UInt8]) throws -> [String] {
    let pipe = Pipe(bytes)
    let input = PipedInput(fileDescriptor: pipe.readingEnd)
    var lines: [String] = []
    while case .line(let line) = try input.readLine() { lines.append(line) }
    return lines
  }

  @Test(arguments: [
    ("", []),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\n\nb\n", ["a", "", "b"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("名字 é\n", ["名字 é"]),
    ("\u{FEFF}print(1)\n\u{FEFF}x\n", ["print(1)", "\u{FEFF}x"]),
    ("\n", [""]),
  ])
  func splitsLines(text: String, expected: [String]) throws {
    #expect(try lines(Array(text.utf8)) == expected)
  }

  @Test func linesMayBeLongerThanTheReadBuffer() throws {
    let folder = TemporaryFolder()
    let long = String(repeating: "字", count: 100_000)
    folder.write("input", long + "\nnext\n")
    let descriptor = open(folder.path + "/input", O_RDONLY)
    defer { close(descriptor) }
    let input = PipedInput(fileDescriptor: descriptor)
    #expect(try input.readLine() == .line(long))
    #expect(try input.readLine() == .line("next"))
    #expect(try input.readLine() == .endOfFile)
  }

  @Test func endlessLineIsRefused() {
    let descriptor = open("/dev/zero", O_RDONLY)
    defer { close(descriptor) }
    let input = PipedInput(fileDescriptor: descriptor)
    #expect(throws: InputError.lineTooLong(line: 1, limit: PipedInput.maximumLineBytes)) { try input.readLine() }
    #expect(throws: Never.self) { try input.readLine() == .endOfFile }
  }

  @Test func longestLineIsAcceptedAndOneMoreByteIsNot() throws {
    let folder = TemporaryFolder()
    let limit = PipedInput.maximumLineBytes
    folder.write("input", [UInt8](repeating: 65, count: limit) + [10] + [UInt8](repeating: 65, count: limit + 1))
    let descriptor = open(folder.path + "/input", O_RDONLY)
    defer { close(descriptor) }
    let input = PipedInput(fileDescriptor: descriptor)
    guard case .line(let line) = try input.readLine() else {
      Issue.record("the longest line was not read")
      return
    }
    #expect(line.utf8.count == limit)
    #expect(throws: InputError.lineTooLong(line: 2, limit: limit)) { try input.readLine() }
  }

  @Test(
    arguments: [
      ([0xFF], 1, 1),
      ([0x61, 0x0A, 0x61, 0xC3, 0xA9, 0xE9, 0x0A, 0x62], 2, 4),
      ([0x61, 0xE5, 0x90], 1, 2),
      ([0xED, 0xA0, 0x80, 0x0A], 1, 1),
    ] as [([UInt8], Int, Int)])
  func invalidTextIsReportedWithItsLocation(bytes: [UInt8], line: Int, column: Int) {
    #expect(throws: InputError.invalidUTF8(line: line, column: column)) { try lines(bytes) }
  }

  @Test func nothingIsReadAfterInvalidText() throws {
    let pipe = Pipe([0xFF, 0x0A, 0x61, 0x0A])
    let input = PipedInput(fileDescriptor: pipe.readingEnd)
    #expect(throws: InputError.self) { try input.readLine() }
    #expect(try input.readLine() == .endOfFile)
  }

  @Test func unreadableDescriptorIsAnError() {
    let folder = TemporaryFolder()
    let descriptor = open(folder.path, O_RDONLY)
    defer { close(descriptor) }
    let input = PipedInput(fileDescriptor: descriptor)
    #expect(throws: InputError.unreadable(line: 1, reason: "Is a directory")) { try input.readLine() }
  }

  @Test func messagesSayWhereAndWhatToDo() {
    let message = InputError.invalidUTF8(line: 2, column: 4).description
    #expect(message.hasPrefix("input:2:4: "))
    #expect(message.contains("UTF-8"))
    #expect(InputError.neverComplete(firstLine: 7, lines: 30).description.contains("input:7:"))
  }
}

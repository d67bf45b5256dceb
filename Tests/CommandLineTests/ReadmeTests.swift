import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  /// The code blocks of a kind.
  private func blocks(_ kind: String) throws -> [[String]] {
    let file = try #require(fopen("\(Self.root)/README.md", "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    var blocks: [[String]] = []
    var current: [String]?
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```\(kind)" {
        current = []
      } else if line == "```", let block = current {
        blocks.append(block)
        current = nil
      } else {
        current?.append(String(line))
      }
    }
    return blocks
  }

  @Test func sessionsAreReal() throws {
    let blocks = try blocks("console")
    #expect(blocks.count == 2)
    for block in blocks {
      let command = try #require(block.first).split(separator: " ").dropFirst(2).map {
        $0.hasPrefix("lua/") ? "\(Self.root)/\($0)" : String($0)
      }
      let input = block.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
      let expected = block.dropFirst().filter { !$0.hasPrefix("> ") }.map { $0 + "\n" }.joined()
      let result = try homescreen(command, stdin: input, timeLimit: 20)
      #expect(result.exitCode == 0, "\(result.stderr)")
      #expect(result.stdout == expected)
    }
  }

  @Test func scenariosPass() throws {
    let blocks = try blocks("lua")
    #expect(!blocks.isEmpty)
    for (index, block) in blocks.enumerated() {
      let path = "/tmp/homescreen-readme-\(getpid())-\(index).lua"
      let file = try #require(fopen(path, "w"))
      fputs(block.joined(separator: "\n"), file)
      fclose(file)
      defer { unlink(path) }
      let result = try homescreen(["run", path], timeLimit: 20)
      #expect(result.exitCode == 0, "\(result.stdout)")
    }
  }
}

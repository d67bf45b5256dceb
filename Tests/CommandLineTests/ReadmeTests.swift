import TestSupport
import Testing

/// What the README shows is what happens.
@Suite struct ReadmeTests {
  /// The code blocks of a kind.
  private func blocks(_ kind: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var current: [String]?
    for line in try Repository.text("README.md").split(separator: "\n", omittingEmptySubsequences: false) {
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
    #expect(blocks.count == 3)
    for block in blocks {
      let command = try #require(block.first).split(separator: " ").dropFirst(2).map {
        $0.hasPrefix("lua/") ? "\(Repository.root)/\($0)" : String($0)
      }
      let input = block.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
      let expected = block.dropFirst().filter { !$0.hasPrefix("> ") }
      let result = try homescreen(command, stdin: input, timeLimit: 20)
      // `why` tells by its exit code whether the icon changes.
      #expect(result.exitCode == (command.first == "why" ? 1 : 0), "\(result.stderr)")
      #expect(Self.matches(result.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast(), expected))
    }
  }

  /// Whether the lines are those of a block, in which `…` stands for any number of lines.
  private static func matches(_ lines: ArraySlice<Substring>, _ block: [String]) -> Bool {
    var rest = lines
    for part in block.split(separator: "…", omittingEmptySubsequences: false) {
      let isFirst = part.startIndex == block.startIndex
      while !rest.starts(with: part, by: { $0 == $1 }) {
        if isFirst || rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.isEmpty || block.last == "…"
  }

  @Test func scenariosPass() throws {
    let blocks = try blocks("lua")
    #expect(!blocks.isEmpty)
    for block in blocks {
      let folder = TemporaryFolder()
      let path = folder.write("readme.lua", block.joined(separator: "\n"))
      let result = try homescreen(["run", path], timeLimit: 20)
      #expect(result.exitCode == 0, "\(result.stdout)")
    }
  }
}

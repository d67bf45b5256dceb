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
    #expect(blocks.count == 2)
    for block in blocks {
      let command = try #require(block.first).split(separator: " ").dropFirst(2).map {
        $0.hasPrefix("lua/") ? "\(Repository.root)/\($0)" : String($0)
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
    for block in blocks {
      let folder = TemporaryFolder()
      let path = folder.write("readme.lua", block.joined(separator: "\n"))
      let result = try homescreen(["run", path], timeLimit: 20)
      #expect(result.exitCode == 0, "\(result.stdout)")
    }
  }
}

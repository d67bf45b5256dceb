import TestSupport
import Testing

/// The README and the articles show real output.
@Suite struct ReadmeTests {
  /// The documents whose examples can run unchanged.
  private static let documents = [
    "README.md", "Sources/LuaAPI/LuaAPI.docc/Scenarios.md", "Sources/LuaAPI/LuaAPI.docc/PropertyListEditing.md",
    "Sources/LuaAPI/LuaAPI.docc/Facts.md",
  ]

  /// The code blocks of a language.
  private func blocks(_ kind: String, in document: String = "README.md") throws -> [[String]] {
    var blocks: [[String]] = []
    var current: [String]?
    for line in try Repository.text(document).split(separator: "\n", omittingEmptySubsequences: false) {
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

  @Test func sessionsInTheReadmeAreReal() throws {
    let blocks = try blocks("console")
    #expect(blocks.count == 4)
    let folder = TemporaryFolder()
    for block in blocks {
      let command = try #require(block.first).split(separator: " ").dropFirst(2).map {
        $0.hasPrefix("lua/") ? "\(Repository.root)/\($0)" : String($0)
      }
      let input = block.filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
      let expected = block.dropFirst().filter { !$0.hasPrefix("> ") }
      // Answers go to standard error and are shown among the results.
      let result = try ChildProcess.run(
        "/bin/sh",
        [
          "-c", "cd \"$0\" && exec \"$@\" 2>&1", command.first == "repl" ? folder.path : Repository.root,
          try BuiltExecutable.path(),
        ] + command,
        stdin: input, timeLimit: 20)
      // The exit codes of these commands report the result.
      #expect(result.exitCode == (["why", "check"].contains(command.first) ? 1 : 0), "\(result.stderr)")
      let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(ArticleExamples.matches(Array(lines), expected))
    }
  }

  @Test(arguments: documents) func scenariosInTheReadmePass(document: String) throws {
    let blocks = try blocks("lua", in: document)
    #expect(!blocks.isEmpty)
    for block in blocks {
      let folder = TemporaryFolder()
      let path = folder.write("readme.lua", block.joined(separator: "\n"))
      let result = try homescreen(["run", path], timeLimit: 20)
      #expect(result.exitCode == 0, "\(result.stdout)")
    }
  }
}

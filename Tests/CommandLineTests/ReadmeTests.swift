import TestSupport
import Testing

/// What the README and the articles show is what happens.
@Suite struct ReadmeTests {
  /// Those whose examples can be run as they stand.
  private static let documents = [
    "README.md", "Sources/LuaAPI/LuaAPI.docc/Scenarios.md", "Sources/LuaAPI/LuaAPI.docc/PropertyListEditing.md",
    "Sources/LuaAPI/LuaAPI.docc/Facts.md",
  ]

  /// The code blocks of a kind.
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
      // A person sees answers, which go to standard error, among the results.
      let result = try ChildProcess.run(
        "/bin/sh",
        [
          "-c", "cd \"$0\" && exec \"$@\" 2>&1", command.first == "repl" ? folder.path : Repository.root,
          try BuiltExecutable.path(),
        ] + command,
        stdin: input, timeLimit: 20)
      // These tell by their exit code whether all is well.
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

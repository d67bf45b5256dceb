import TestSupport
import Testing

/// The commands in the tutorials and in similar articles print what the articles show.
@Suite struct ArticleExampleTests {
  private func check(_ article: String, after tutorials: [String] = []) throws {
    let examples = try ArticleExamples(article)
    let folder = TemporaryFolder()
    folder.makeFolder("bin")
    folder.makeFolder("work")
    folder.link("bin/homescreen", to: try BuiltExecutable.path())
    var environment = ["PATH": "\(folder.path)/bin:/usr/bin:/bin", "HOME": folder.path]
    if let reader = SourceCorpus.reader { environment["HOMESCREEN_READER"] = reader }
    let setup = try tutorials.map { try ArticleExamples($0).setup }.joined(separator: "")
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "cd '\(folder.path)/work'\n" + setup + examples.script], environment: environment,
      timeLimit: 180)
    #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(result.stderr)")
    let outputs = ArticleExamples.outputs(in: result.stdout)
    try #require(outputs.count == examples.commands.count, "\(result.stdout)")
    #expect(!outputs.isEmpty)
    for (command, output) in zip(examples.commands, outputs) {
      #expect(
        ArticleExamples.matches(output, command.output),
        "\(article): \(command.text)\n\(output.joined(separator: "\n"))")
    }
  }

  @Test func sessionsOfTheIconTutorialAreReal() throws { try check("DeadIcon") }

  @Test(.enabled(if: SourceCorpus.reader != nil, "homescreen-sources is not built (HOMESCREEN_READER)"))
  func sessionsOfTheQuickActionTutorialAreReal() throws { try check("LostQuickAction") }

  @Test func sessionsOfTroubleshootingAreReal() throws {
    try check("Troubleshooting", after: ["DeadIcon", "LostQuickAction"])
  }

  @Test func sessionsOfTheGlossaryAreReal() throws { try check("Glossary") }

  @Test func everyArticleWithSessionsIsChecked() throws {
    let names = try Repository.files(under: ArticleExamples.folder, endings: [".md"])
      .filter { $0.text.contains("\n```console\n$ homescreen") }.map { String($0.path.dropLast(3)) }
    #expect(names.sorted() == ["DeadIcon", "Glossary", "LostQuickAction", "Troubleshooting"])
  }

  /// The commands of the workflow are those whose output the tutorial shows.
  @Test func commandsOfTheWorkflowAreRun() throws {
    let article = try Repository.text("\(ArticleExamples.folder)/DeadIcon.md")
    let steps = article.matches(of: /- run: (homescreen .*)/).map { String($0.1) }
    #expect(steps.count == 2)
    let commands = try ArticleExamples("DeadIcon").commands.map(\.text)
    #expect(steps.filter { !commands.contains($0) } == [])
  }

  @Test(
    arguments: [
      (["a", "b"], ["a", "b"], true), (["a", "b"], ["a"], false), (["a", "b"], ["a", "…"], true),
      (["a", "b", "c"], ["…", "c"], true), (["a", "b", "c"], ["b", "…"], false), (["a", "b"], ["a", "…", "b"], true),
      (["a b"], ["a …"], true), (["a b"], ["b …"], false), ([], [], true), ([], ["…"], true),
    ] as [([String], [String], Bool)])
  func linesAreCompared(lines: [String], example: [String], isMatch: Bool) {
    #expect(ArticleExamples.matches(lines.map { $0[...] }, example) == isMatch)
  }

  @Test func blocksAreRead() throws {
    let files = "```sh\nmkdir a\n```\n```lua\n-- a/b.lua\none\n```\n```lua\ntwo\n```\n"
    let examples = ArticleExamples(text: files + "```console\n$ cat\n> c\nd\n$ e\n```\n")
    #expect(examples.commands.map(\.text) == ["cat", "e"])
    #expect(examples.commands.map(\.input) == [["c"], []])
    #expect(examples.commands.map(\.output) == [["d"], []])
    #expect(examples.setup.contains("mkdir a\n") && examples.setup.contains("cat >'a/b.lua'"))
    #expect(!examples.script.contains("two"))
    #expect(ArticleExamples.outputs(in: "x\n<<<begin\na\n\n\n<<<end\n<<<begin\n<<<end\n") == [["a"], []])
  }
}

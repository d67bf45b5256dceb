import HomeScreenReports
import Platform
import TestSupport
import Testing

/// The program's description of itself, and the same version everywhere.
@Suite struct VersionTests {
  private let folder = TemporaryFolder()

  @Test func versionIsTheNumberAlone() throws {
    #expect(try homescreen(["--version"]).stdout == Homescreen.version + "\n")
    let json = try homescreen(["version", "--json"]).stdout
    #expect(json.hasPrefix("{\"version\":\"\(Homescreen.version)\",\"build\":{\"configuration\":\""), "\(json)")
    #expect(try homescreen(["--version", "--json"]).stdout == json)
    #expect(try homescreen(["--json", "--version"]).stdout == json)
  }

  @Test func unknownFormatIsReportedFirst() throws {
    let result = try homescreen(["version", "--json", "--format", "x"])
    #expect(result.exitCode == 64 && result.stderr.contains("unknown format “x”"), "\(result)")
    #expect(try homescreen(["version", "--json", "--format", "terminal"]).stderr.contains("would both go to"))
  }

  @Test func decidingFilesAndVariablesAreListed() throws {
    folder.write("a/homescreen.lua", "return {}")
    folder.makeFolder("a/.git")
    folder.write("a/b/.busted", "return {}")
    func shown(_ variables: [String: String], _ arguments: [String]) throws -> String {
      try ChildProcess.run(
        "/bin/sh",
        ["-c", "cd \"$0\" && exec \"$@\"", "\(folder.path)/a/b", BuiltExecutable.path(), "version"] + arguments,
        environment: variables
      ).stdout
    }
    let some = try shown(["NO_COLOR": "1", "CLICOLOR_FORCE": "1", "XDG_STATE_HOME": "/s", "COLUMNS": "99"], ["--json"])
    for text in [
      #""homescreen.lua":""#, #"/a/homescreen.lua""#, #"/a/b/.busted""#, #""history":"/s/homescreen/history""#,
      #""stream":"standard output","isTerminal":false,"styles":false,"columns":99"#, #""NO_COLOR":"1""#,
    ] { #expect(some.contains(text), "\(text) in \(some)") }
    #expect(!some.contains(#""cache""#))
    let forced = try shown(["CLICOLOR_FORCE": "1", "TERM": "\u{1B}[31m"], [])
    #expect(forced.contains("standard output  no terminal, with styles\n"), "\(forced)")
    #expect(forced.contains("cache            none (neither XDG_CACHE_HOME nor HOME names a folder)\n"), "\(forced)")
    #expect(forced.contains("TERM             \\u{1B}[31m\n"), "\(forced)")
    // A folder that does not belong to the user is ignored.
    for (variables, reason) in [
      (["HOME": "."], "HOME is ignored: . is not an absolute path"),
      (["XDG_CACHE_HOME": "/tmp"], "XDG_CACHE_HOME is ignored: every user can write to /tmp"),
    ] { #expect(try shown(variables, []).contains("cache            none (\(reason))\n"), "\(reason)") }
    let own = try shown(["XDG_CACHE_HOME": "cache", "HOME": folder.path], [])
    #expect(own.contains("cache            \(folder.path)/.cache\n"), "\(own)")
  }

  @Test func kernelFeaturesAreListed() throws {
    let json = try homescreen(["version", "--json"]).stdout
    #expect(json.contains(#""confinement":{"landlock":"#), "\(json)")
    #expect(try homescreen(["version"]).stdout.contains("\nconfinement "))
  }

  /// New variables must be listed here.
  @Test func allReadVariablesAreListed() throws {
    let reads = /(?:ProcessEnvironment\.value|environment|input|variable|isOn|OwnFolder)\("([A-Z][A-Z0-9_]+)"[,)]/
    let read = Set(
      try Repository.swiftFiles(under: "Sources").flatMap { file in file.text.matches(of: reads).map { String($0.1) } })
    #expect(read.count > 10)
    #expect(read.subtracting(ProgramDescription.variableNames) == [])
    #expect(Set(ProgramDescription.variableNames).subtracting(read) == [])
  }

  @Test func changelogStartsWithTheVersion() throws {
    let heading = try #require(try Repository.text("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading.split(separator: " ").dropFirst().first == Homescreen.version[...])
  }

  @Test func releaseNotesAreTheSectionOfTheVersion() throws {
    func shown(_ arguments: [String]) throws -> ProcessResult {
      try ChildProcess.run(
        "/bin/sh", ["\(Repository.root)/scripts/release-notes"] + arguments,
        environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
    }
    let notes = try shown([])
    #expect(notes.exitCode == 0, "\(notes)")
    #expect(notes.stdout.split(separator: "\n").count > 3)
    let changelog = try Repository.text("CHANGELOG.md")
    #expect(changelog.contains("\n\n\(notes.stdout)"), "\(notes)")
    #expect(!notes.stdout.contains("\n## "))
    let missing = try shown(["9.9"])
    #expect(missing.exitCode == 1 && missing.stderr.contains("no heading “## 9.9”"), "\(missing)")
  }
}

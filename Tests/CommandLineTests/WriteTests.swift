import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--write DIR`: where scripts may write.
@Suite struct WriteTests {
  private let folder = TemporaryFolder()
  private let out = TemporaryFolder()
  private let scenario = """
    it("saves", function()
      plist.parse 'a = "b";':save "PATH"
    end)
    """

  private func run(_ path: String, _ options: [String] = []) throws -> ProcessResult {
    let script = folder.write("save.lua", scenario.replacing("PATH", with: path))
    return try homescreen(["run", script] + options)
  }

  @Test func belowTheScriptWithoutAnOption() throws {
    #expect(try run("build/a.strings").exitCode == 0)
    #expect(folder.read("build/a.strings") == "a = \"b\";")
  }

  @Test func elsewhereOnlyWithTheOption() throws {
    let refused = try run("\(out.path)/a.strings")
    #expect(refused.exitCode == 1)
    #expect(refused.stdout.contains("lies outside of the folders that may be written"))
    #expect(refused.stdout.contains("--write DIR"))
    #expect(out.names.isEmpty)
    let other = TemporaryFolder()
    #expect(try run("\(out.path)/b/a.strings", ["--write", other.path, "--write", out.path]).exitCode == 0)
    #expect(out.read("b/a.strings") == "a = \"b\";")
    #expect(try run("\(out.path)/../a.strings", ["--write", out.path]).exitCode == 1)
  }

  @Test func nothingIsWrittenForVersionControlToRun() throws {
    out.makeFolder(".git/hooks")
    for path in [".git/hooks/a.strings", "\(out.path)/.git/hooks/a.strings", "a/.GIT/a.strings", ".git", "pre-commit"] {
      let result = try run(path, ["--write", out.path])
      #expect(result.exitCode == 1, "\(path): \(result)")
    }
    #expect(folder.names == ["save.lua"] && Files.names(in: "\(out.path)/.git/hooks").isEmpty)
  }

  @Test func theFolderMustBeThere() throws {
    for command in ["run", "repl"] {
      let result = try homescreen([command, "--write", "\(out.path)/missing"])
      #expect(result.exitCode == 64)
      #expect(result.stderr.contains("there is no such file or folder"))
    }
  }

  @Test func aKillInASaveLeavesNothingBehind() throws {
    let script = folder.write(
      "save.lua",
      """
      local list = plist.parse '{ a = "b"; }'
      list:add("text", ("x"):rep(1000000))
      list:save "a.plist"
      """)
    folder.write("a.plist", "old")
    // In the middle of the file, where the limit is reached, the system kills the process that runs the script.
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "ulimit -f 1000; exec \"$0\" run \"$1\"", BuiltExecutable.path(), script])
    #expect(result.exitCode == 3, "\(result)")
    #expect(result.stdout.contains("crashed (signal \(SIGXFSZ))"), "\(result)")
    #expect(folder.read("a.plist") == "old")
    // Where a file cannot be without a name, the next save removes what was left.
    #expect(try run("a.plist").exitCode == 0)
    #expect(folder.names == ["a.plist", "save.lua"])
  }

  @Test func theREPLWritesToo() throws {
    let script = "plist.parse('{a=b;}'):save '\(out.path)/a.plist'\n"
    #expect(try homescreen(["repl"], stdin: script).exitCode == 1)
    #expect(try homescreen(["repl", "--write", out.path], stdin: script).exitCode == 0)
    #expect(out.read("a.plist") == "{a=b;}")
  }
}

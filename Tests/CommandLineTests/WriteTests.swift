import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--write DIR`: folders that scripts may write.
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

  @Test func filesBelowTheScriptAreWrittenWithoutAnOption() throws {
    #expect(try run("build/a.strings").exitCode == 0)
    #expect(folder.read("build/a.strings") == "a = \"b\";")
  }

  @Test func otherFoldersNeedTheWriteOption() throws {
    let refused = try run("\(out.path)/a.strings")
    #expect(refused.exitCode == 1)
    #expect(refused.stdout.contains("is outside of the folders that can be written"))
    #expect(refused.stdout.contains("--write DIR"))
    #expect(out.names.isEmpty)
    let other = TemporaryFolder()
    #expect(try run("\(out.path)/b/a.strings", ["--write", other.path, "--write", out.path]).exitCode == 0)
    #expect(out.read("b/a.strings") == "a = \"b\";")
    #expect(try run("\(out.path)/../a.strings", ["--write", out.path]).exitCode == 1)
  }

  @Test func filesThatVersionControlRunsAreNotWritten() throws {
    out.makeFolder(".git/hooks")
    for path in [".git/hooks/a.strings", "\(out.path)/.git/hooks/a.strings", "a/.GIT/a.strings", ".git", "pre-commit"] {
      let result = try run(path, ["--write", out.path])
      #expect(result.exitCode == 1, "\(path): \(result)")
    }
    #expect(folder.names == ["save.lua"] && Files.names(in: "\(out.path)/.git/hooks").isEmpty)
  }

  @Test func writableFolderMustExist() throws {
    for command in ["run", "repl"] {
      let result = try homescreen([command, "--write", "\(out.path)/missing"])
      #expect(result.exitCode == 64)
      #expect(result.stderr.contains("there is no such file or folder"))
    }
  }

  @Test func killedSaveLeavesNoFiles() throws {
    let script = folder.write(
      "save.lua",
      """
      local list = plist.parse '{ a = "b"; }'
      list:add("text", ("x"):rep(1000000))
      list:save "a.plist"
      """)
    folder.write("a.plist", "old")
    // At the limit, in the middle of the file, the system kills the process that runs the script.
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "ulimit -f 1000; exec \"$0\" run \"$1\"", BuiltExecutable.path(), script])
    #expect(result.exitCode == 3, "\(result)")
    #expect(result.stdout.contains("crashed (signal \(SIGXFSZ))"), "\(result)")
    #expect(folder.read("a.plist") == "old")
    // If a file needs a name on this system, the next save removes the leftover.
    #expect(try run("a.plist").exitCode == 0)
    #expect(folder.names == ["a.plist", "save.lua"])
  }

  private static let kernelConfines =
    (try? homescreen(["version", "--json"]).stdout.contains(#""confinement":{"landlock":0"#)) == false

  // A process without new privileges is confined; ConfinementTests checks the details.
  @Test(.enabled(if: kernelConfines, "the kernel has no Landlock"))
  func onlyTheWorkerIsConfined() throws {
    let script = folder.write("endless.lua", "while true do end")
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        """
        "$0" run "$1" --budget 100000000000 >/dev/null & run=$!
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
          for worker in $(cat /proc/$run/task/$run/children); do
            grep -q 'NoNewPrivs:.1' /proc/$worker/status && echo confined && break 2
          done
          sleep 0.1
        done
        grep 'NoNewPrivs:' /proc/$run/status
        kill $run
        """, BuiltExecutable.path(), script,
      ], environment: ["PATH": "/bin:/usr/bin"])
    #expect(result.stdout == "confined\nNoNewPrivs:\t0\n", "\(result)")
  }

  // Files that commands write themselves are allowed.
  @Test func lintWritesItsReportsBaselineAndFixes() throws {
    let list = folder.write(
      "Info.plist",
      """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>CFBundleName</key><string>Paint </string></dict></plist>
      """)
    let plugin = folder.write(
      "names.lua",
      """
      return homescreen.plugin { name = "names", api = 1, rules = { ["name-blanks"] = { summary = "Blanks.", fix = "safe",
        check = function(package)
          local name = package.plist.CFBundleName
          if not name:find "%s$" then return end
          return { message = "blanks", fix = { { set = { "CFBundleName" }, value = name:match "^(.-)%s*$" } } }
        end } } }
      """)
    let select = ["--plugin", plugin, "--select", "name-blanks", list]
    out.makeFolder("reports")
    let report = try homescreen(["lint", "--format", "json=\(out.path)/reports/a.json"] + select)
    #expect(out.read("reports/a.json")?.contains("name-blanks") == true, "\(report)")
    _ = try homescreen(["lint", "--write-baseline", "\(out.path)/known.txt"] + select)
    #expect(out.read("known.txt")?.contains("name-blanks") == true)
    let check = try homescreen(["check", "--format", "json=\(out.path)/check.json", "--no-sources", list])
    #expect(out.read("check.json") != nil, "\(check)")
    let fix = try homescreen(["lint", "--fix"] + select)
    #expect(folder.read("Info.plist")?.contains("<string>Paint</string>") == true, "\(fix)")
  }

  @Test func replWritesFiles() throws {
    let script = "plist.parse('{a=b;}'):save '\(out.path)/a.plist'\n"
    #expect(try homescreen(["repl"], stdin: script).exitCode == 1)
    #expect(try homescreen(["repl", "--write", out.path], stdin: script).exitCode == 0)
    #expect(out.read("a.plist") == "{a=b;}")
  }
}

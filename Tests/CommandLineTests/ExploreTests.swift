import Events
import TestSupport
import Testing

/// `homescreen explore`.
@Suite struct ExploreTests {
  private let folder = TemporaryFolder()

  private static let head = """
    local explore = require "homescreen.explore"
    local museum = require "homescreen.museum"
    return explore {
      app = museum.item_package { { "new", "New note" } }, install = { lifecycle = "scene" }, devices = { { os = "17.5" } },
    """
  private static let broken = """
    \(head) code = function(app)
        function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
          app:didHandle(item)
          completion(true)
        end
      end,
    }
    """
  private static let fixed = """
    \(head) code = function(app) require "homescreen.delegates.apple_sample" (app) end }
    """
  private static let options = ["--depth", "3", "--walks", "5"]

  @Test func scenarioFailsUntilTheAppIsFixed() throws {
    let app = folder.write("notes.lua", Self.broken)
    let minimized = "\(folder.path)/minimized.lua"
    let found = try homescreen(["explore", app, "--minimized", minimized] + Self.options, timeLimit: 60)
    #expect(found.exitCode == 1, "\(found)")
    #expect(found.stdout.contains("✗ reaches the app (LAUNCH-013), fails on iPhone 17.5"))
    #expect(found.stdout.contains("1. quick action “New note”"))
    #expect(found.stdout.contains(/stories reached \d+ of the \d+ facts of the model, most of them in:/))
    #expect(!found.stdout.contains(/\d+ of \d+ not reached/))
    let verbose = try homescreen(["explore", app, "--verbose"] + Self.options, timeLimit: 60)
    #expect(verbose.stdout.contains(/: \d+ of \d+ not reached, LAUNCH-\d+/))
    #expect(verbose.stdout.contains("  none reached in: "))
    let failing = try homescreen(["run", minimized], timeLimit: 20)
    #expect(failing.exitCode == 1, "\(failing)")
    #expect(failing.stdout.contains("which the app lacks"))
    folder.write("notes.lua", Self.fixed)
    let passing = try homescreen(["run", minimized], timeLimit: 20)
    #expect(passing.exitCode == 0, "\(passing)")
    let clean = try homescreen(["explore", app] + Self.options, timeLimit: 60)
    #expect(clean.exitCode == 0, "\(clean)")
    #expect(clean.stdout.contains("nothing failed: all stories of up to 3 steps"))
  }

  /// The scenario may be anywhere in the project, and the app next to its definition.
  @Test func scenarioIsInAnotherFolder() throws {
    folder.makeFolder(".git")
    folder.write(".busted", "return {}")
    folder.write(
      "definitions/App/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.notes</string>
        <key>UIApplicationShortcutItems</key><array><dict>
        <key>UIApplicationShortcutItemType</key><string>new</string>
        <key>UIApplicationShortcutItemTitle</key><string>New</string></dict></array></dict>
        """))
    func define(_ code: String) {
      folder.write(
        "definitions/notes.lua",
        "return require \"homescreen.explore\" { app = \"App\", install = { lifecycle = \"scene\" }, \(code) }")
    }
    define("code = function() end")
    let minimized = folder.write("found/minimized.lua", "")
    let found = try homescreen(
      ["explore", "\(folder.path)/definitions/notes.lua", "--minimized", minimized] + Self.options, timeLimit: 60)
    #expect(found.exitCode == 1, "\(found)")
    let failing = try homescreen(["run", minimized], timeLimit: 20)
    #expect(failing.exitCode == 1 && failing.stdout.contains("which the app lacks"), "\(failing)")
    define("code = function(app) require \"homescreen.delegates.apple_sample\" (app) end")
    let passing = try homescreen(["run", minimized], timeLimit: 20)
    #expect(passing.exitCode == 0, "\(passing)")
    let elsewhere = TemporaryFolder()
    let outside = elsewhere.write("minimized.lua", try #require(folder.read("found/minimized.lua")))
    let refused = try homescreen(["run", outside], timeLimit: 20)
    #expect(refused.stdout.contains("so put it into that project"), "\(refused)")
  }

  /// One process and several confirm and report earlier findings.
  @Test(arguments: ["1", "2"], ["INT", "TERM"]) func stoppedSearchReportsItsFindings(jobs: String, signal: String)
    throws
  {
    // SIGTERM ends a single process immediately.
    guard jobs != "1" || signal != "TERM" else { return }
    let app = folder.write(
      "long.lua",
      """
      \(Self.head) code = function(app, story)
          story.count = 0
          function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler()
            print "just before"
            plist.parse('"seen" = "1";'):save("crash.plist", { format = "xml" })
            error "boom"
          end
        end,
        actions = { count = { run = function(_, story) print "counted" story.count = story.count + 1 end } },
      }
      """)
    // Of three crashes one process has seen two, so it has reported the first.
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        """
        "$1" explore "$2" --depth 100 --walks 0 --jobs $3 &
        for crash in 1 2 3; do until rm "$5" 2>/dev/null; do sleep 0.02; done; done
        kill -$4 $!; wait $!
        """, "sh", try BuiltExecutable.path(), app, jobs, signal, "\(folder.path)/crash.plist",
      ], timeLimit: 120)
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("✗ no crash"))
    #expect(result.stdout.contains("boom"))
    #expect(result.stdout.contains("it printed: just before"))
    #expect(result.stdout.contains("The exploration ended early"))
    #expect(result.stderr == "")
  }

  @Test func jobsAndPartsFindTheSame() throws {
    let app = folder.write("notes.lua", Self.broken)
    func findings(_ arguments: [String]) throws -> [String] {
      let result = try homescreen(["explore"] + arguments, timeLimit: 60)
      #expect(result.exitCode == 1, "\(result)")
      return result.stdout.matches(of: /"findings":(\[.*?\]),"isExhausted"/).map { String($0.1) }
    }
    let whole = try findings([app, "--json"] + Self.options)
    #expect(whole.count == 1)
    #expect(try findings([app, "--json", "--jobs", "3"] + Self.options) == whole)
    let parts = try (1...4).map { part in
      let path = "\(folder.path)/part-\(part).json"
      _ = try homescreen(
        ["explore", app, "--shard", "\(part)/4", "--format", "json=\(path)"] + Self.options, timeLimit: 60)
      return path
    }
    #expect(try findings(["--merge", "--json"] + parts.reversed()) == whole)
  }

  /// Machines of a matrix may differ in cores: jobs divide shards without changing them.
  @Test func shardsMayHaveDifferentNumbersOfJobs() throws {
    let app = folder.write(
      "steps.lua",
      """
      \(Self.head) code = function(_, story) story.done = "" end,
        without = {
          "tap the icon", "quick action", "Home", "open in the switcher", "wait", "press the icon", "tap the row", "jetsam",
          "quit in the switcher", "lock", "unlock", "change the language to", "update the app", "offload the app", "reboot",
        },
        actions = (function()
          local all = {}
          for name in ("abcd"):gmatch "." do
            all[name] = {
              run = function(_, story) story.done = story.done .. name end, when = function() return true end,
            }
          end
          return all
        end)(),
        invariants = (function()
          local all = {}
          for one in ("abcd"):gmatch "." do
            for two in ("abcd"):gmatch "." do
              for three in ("abcd"):gmatch "." do
                local name = one .. two .. three
                all[name] = function(_, story) return story.done ~= name end
              end
            end
          end
          return all
        end)(),
      }
      """)
    let parts = try [("1/2", "1"), ("2/2", "3")].map { shard, jobs in
      let path = "\(folder.path)/part-of-\(jobs).json"
      _ = try homescreen(
        [
          "explore", app, "--depth", "3", "--walks", "0", "--shard", shard, "--jobs", jobs, "--format", "json=\(path)",
        ], timeLimit: 60)
      return path
    }
    let merged = try homescreen(["explore", "--merge"] + parts)
    #expect(merged.exitCode == 1, "\(merged)")
    #expect(merged.stdout.contains("64 failed: all stories of up to 3 steps"), "\(merged.stdout.suffix(500))")
  }

  @Test func missingPartsAreListed() throws {
    let app = folder.write("notes.lua", Self.fixed)
    let part = "\(folder.path)/part.json"
    let alone = try homescreen(
      [
        "explore", app, "--depth", "1", "--walks", "0", "--shard", "2/4", "--format", "terminal", "--format",
        "json=\(part)",
      ],
      timeLimit: 60)
    #expect(alone.exitCode == 0, "\(alone)")
    #expect(alone.stdout.contains("nothing failed: the stories of part 2/4 of up to 1 step"), "\(alone)")
    let merged = try homescreen(["explore", "--merge", part])
    #expect(merged.exitCode == 66, "\(merged)")
    #expect(merged.stderr.contains("homescreen: parts 1/4, 3/4, 4/4 of this exploration are missing"), "\(merged)")
    #expect(merged.stdout.contains("nothing failed: the stories of part 2/4 of up to 1 step"), "\(merged)")
  }

  /// Inputs are not overwritten, and no file is written twice.
  @Test(
    arguments: [
      (["--minimized", "app.lua"], "--minimized would overwrite app.lua, which is read"),
      (["--format", "json=./app.lua"], "--format json would overwrite app.lua, which is read"),
      (
        ["--minimized", "out.txt", "--format", "json=out.txt"], "--format json and --minimized would both write out.txt"
      ),
    ])
  func outputsDoNotOverwriteInputs(options: [String], message: String) throws {
    folder.write("app.lua", Self.broken)
    let result = try homescreen(["explore", "app.lua", "--depth", "1"] + options, in: folder)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stderr.contains(message), "\(result)")
    #expect(folder.read("app.lua") == Self.broken)
    #expect(folder.names == ["app.lua"])
  }

  @Test func mergingDoesNotOverwriteParts() throws {
    folder.write("a.json", "{}")
    let result = try homescreen(["explore", "--merge", "a.json", "--format", "json=a.json"], in: folder)
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.stderr.contains("--format json would overwrite a.json, which is read"), "\(result)")
    #expect(folder.read("a.json") == "{}")
  }

  /// Stories of crashed processes are played again; without time for it the search fails.
  @Test func lostOutputIsNotASuccess() throws {
    let app = folder.write(
      "long.lua",
      """
      \(Self.head) code = function(app) require "homescreen.delegates.apple_sample" (app) end,
        actions = { count = function(_, story) story.count = (story.count or 0) + 1 end },
      }
      """)
    // They are halted until the time is up.
    let result = try ChildProcess.run(
      "/bin/sh",
      [
        "-c",
        """
        "$1" explore "$2" --depth 1000 --walks 0 --jobs 2 --for 3 & parent=$!
        while [ "$(pgrep -P $parent | wc -l)" -lt 2 ]; do sleep 0.05; done
        workers=$(pgrep -P $parent); kill -STOP $workers; sleep 4; kill -KILL $workers; wait $parent
        """, "sh", try BuiltExecutable.path(), app,
      ], timeLimit: 120)
    #expect(result.exitCode == 2, "\(result)")
    #expect(
      result.stdout.contains("part 1 of 2 was lost with its process, and there was no time to play it again"),
      "\(result)")
    #expect(result.stdout.contains("part 2 of 2 was lost"), "\(result)")
  }

  @Test(
    arguments: [
      (["explore"], 64, "Missing expected argument"), (["explore", "a.lua", "b.lua"], 64, "explore takes one path"),
      (["explore", "a.lua", "--depth", "-1"], 64, "--depth"), (["explore", "a.lua", "--for", "0"], 64, "--for"),
      (["explore", "a.lua", "--shard", "5/4"], 64, "--shard"), (["explore", "/proc/nowhere/none.lua"], 66, "none.lua"),
      (["explore", "--merge", "/proc/nowhere/part.json"], 66, "part.json"),
    ] as [([String], Int32, String)])
  func unexplorableInputIsReported(arguments: [String], code: Int32, message: String) throws {
    let result = try homescreen(arguments)
    #expect(result.exitCode == code, "\(result)")
    #expect(result.stderr.contains(message), "\(result)")
  }

  @Test func runWithoutTimeIsNotASuccess() throws {
    let result = try homescreen(["explore", folder.write("notes.lua", Self.fixed), "--for", "0.000001"])
    #expect(result.stdout.contains("no story was played"), "\(result)")
    #expect(!result.stdout.contains("nothing failed"))
    #expect(result.exitCode == 4, "\(result)")
  }

  @Test func scriptWithoutAnAppIsAnError() throws {
    let result = try homescreen(["explore", folder.write("empty.lua", "return nil")])
    #expect(result.exitCode == 4, "\(result)")
    #expect(result.stderr.contains("defines no app to explore"))
  }

  @Test func junitHasACaseForEachFinding() throws {
    let app = folder.write("notes.lua", Self.broken)
    let result = try homescreen(["explore", app, "--format", "junit"] + Self.options, timeLimit: 60)
    #expect(result.stdout.contains("failures=\"1\""))
    #expect(result.stdout.contains("<testcase name=\"reaches the app (LAUNCH-013)\""))
    #expect(result.stdout.hasSuffix("</testsuites>\n"))
  }

  @Test func twoProcessesReportTheSame() throws {
    let path = "\(Repository.root)/lua/scenarios/museum/launches/link-before-the-listener.lua"
    let reports = try (1...3).map { _ in
      try homescreen(["explore", path, "--depth", "2", "--walks", "0", "--json"], timeLimit: 120)
    }
    #expect(reports[0].exitCode == 1, "\(reports[0])")
    #expect(reports.allSatisfy { $0.stdout == reports[0].stdout })
  }

  /// Versions split the stories differently, so together they would omit some.
  @Test(arguments: [(1, "an older homescreen"), (ExplorationReport.schemaVersion + 1, "a newer homescreen")])
  func partsOfAnotherVersionAreRefused(version: Int, message: String) throws {
    let app = folder.write("notes.lua", Self.broken)
    let part = try homescreen(["explore", app, "--json"] + Self.options, timeLimit: 60).stdout
    let mark = "\"schemaVersion\":\(ExplorationReport.schemaVersion)"
    #expect(part.contains(mark))
    let other = folder.write("other.json", part.replacing(mark, with: "\"schemaVersion\":\(version)"))
    let result = try homescreen(["explore", "--merge", folder.write("part.json", part), other])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains(message) && result.stderr.contains("other.json"), "\(result)")
  }
}

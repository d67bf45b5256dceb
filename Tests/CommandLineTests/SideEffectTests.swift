import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Side effects that were not requested do not happen, and the harmless half still works.
@Suite struct SideEffectTests {
  private let folder = TemporaryFolder()

  private func run(
    _ arguments: String, in path: String = "", environment: [String: String] = [:]
  ) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$1\" \(arguments)", "\(folder.path)/\(path)", BuiltExecutable.path()],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path + "/home"].merging(environment) { $1 })
  }

  @Test func filesDoNotReplaceCommands() throws {
    for name in ["help", "rules", "hlp", "tool"] { folder.write(name, "#!/usr/bin/env homescreen\nprint('ran')") }
    for name in ["help", "rules --help", "hlp", "tool"] {
      #expect(!(try run(name).stdout.hasPrefix("ran")), "\(name)")
    }
    #expect(try run("./tool").stdout.hasPrefix("ran\n"))
  }

  @Test func settingsOpenOnlyApps() throws {
    folder.makeFolder("mine/.git")
    folder.write("mine/private/token.txt", "SECRET")
    folder.write("mine/vendor/homescreen.lua", "return { app = '../private/token.txt' }")
    folder.write(
      "mine/vendor/s.lua",
      """
      pcall(function() return app.bundleIdentifier end)
      print(io.open("../private/token.txt") and "leaked" or "refused")
      print(io.open("s.lua") and "open")
      """)
    let result = try run("run s.lua", in: "mine/vendor")
    #expect(result.exitCode == 0 && result.stdout.hasPrefix("refused\nopen\n"), "\(result)")
  }

  @Test func appOfAFolderReadsNothingAboveItForAScript() throws {
    let project = try Repository.text("lua/scenarios/seeds/fixtures/ChangeIcon.app/Info.plist")
    folder.makeFolder("mine/.git")
    folder.write("mine/private/Info.plist", project)
    for (name, path) in [("vendor", "../private/Info.plist"), ("own", "Info.plist")] {
      folder.write("mine/\(name)/App.xcodeproj/project.pbxproj", CheckoutBoundaryTests.project(path))
      folder.write("mine/\(name)/s.lua", "print(app.bundleIdentifier)")
    }
    folder.write("mine/own/Info.plist", project)
    let refused = try run("run s.lua", in: "mine/vendor").stdout
    #expect(refused.contains("com.example.paint\n") && refused.contains("is outside of"), "\(refused)")
    #expect(try run("run s.lua", in: "mine/own").stdout.hasPrefix("com.example.iconchange\n"))
  }

  @Test func reportsKeepPermissions() throws {
    folder.write("a_spec.lua", "it('fails', function() error 'x' end)")
    _ = try run("run --os 17.5 a_spec.lua --format json=r.jsonl")
    let events = try #require(folder.read("r.jsonl"))
    let hostile = [
      "--app", "/secret", "--format=json=/tmp/x", "--trust", "--plugin",
      "/tmp/evil.lua",
      "--read", "--read", "/", "/etc/x.lua", "--device", "--write", "/", "--lua-path", "--os", "17.5",
    ].map { "\"\($0)\"" }.joined(separator: ",")
    folder.write("m.jsonl", events.replacing("[\"--os\",\"17.5\"]", with: "[\(hostile)]"))
    #expect(try #require(folder.read("m.jsonl")).contains("evil"))
    for command in ["report m.jsonl", "merge m.jsonl"] {
      let result = try run(command)
      #expect(result.stdout.contains("repeat homescreen run --os 17.5 a_spec.lua --filter '=fails'\n"), "\(result)")
    }
    let json = try run("merge m.jsonl --json").stdout
    #expect(json.contains("17.5") && !json.contains("--trust") && !json.contains("evil"), "\(json)")
  }

  @Test func homeFolderIsNotAProject() throws {
    folder.write("home/.ssh/id", "SECRET")
    folder.write("home/down/x/s.lua", "print(io.open '../../.ssh/id' and 'leaked' or 'refused', io.open 's.lua' and 1)")
    for (path, script) in [("home", "down/x/s.lua"), ("", "home/down/x/s.lua")] {
      #expect(try run("run \(script)", in: path).stdout.hasPrefix("refused\t1\n"), "\(path)")
    }
    // Elsewhere the working directory is the project.
    folder.write("work/data.txt", "data")
    folder.write("work/x/s.lua", "print(io.open '../data.txt' and 'open')")
    #expect(try run("run x/s.lua", in: "work").stdout.hasPrefix("open\n"))
  }

  @Test func filesThatOthersCanChangeDoNotRunAtStartup() throws {
    folder.write("cfg/homescreen/init.lua", "print 'init ran' return homescreen.plugin { name = 'mine' }")
    let environment = ["XDG_CONFIG_HOME": folder.path + "/cfg"]
    #expect(try run("-e 'print(1)'", environment: environment).stdout == "init ran\n1\n")
    chmod(folder.path + "/cfg/homescreen/init.lua", 0o666)
    let result = try run("-e 'print(1)'", environment: environment)
    #expect(result.stdout == "1\n" && result.stderr.contains("init.lua does not run"), "\(result)")
  }

  @Test(arguments: ["TF_BUILD", "TEAMCITY_VERSION"]) func gitHubFormatIsHarmlessElsewhere(variable: String) throws {
    folder.write("a_spec.lua", "it('##vso[task.setvariable]x', function() error('##teamcity[y]') end)")
    let result = try run("run a_spec.lua --format github", environment: [variable: "1"])
    #expect(result.exitCode == 1 && result.stdout.contains("task.setvariable"), "\(result)")
    #expect(!result.stdout.contains("##vso[") && !result.stdout.contains("##teamcity["), "\(result)")
    folder.write(
      "##vso[y]/##teamcity[z]/A.app/Info.plist",
      xml("<dict><key>UIApplicationShortcutItems</key><array><string>x</string></array></dict>"))
    for command in ["lint", "check"] {
      let result = try run("\(command) '##vso[y]/##teamcity[z]/A.app' --format github", environment: [variable: "1"])
      #expect(result.stdout.contains(":error") && result.stdout.contains("teamcity"), "\(result)")
      #expect(!result.stdout.contains("##vso[") && !result.stdout.contains("##teamcity["), "\(result)")
    }
  }

  /// A single process: no supervisor reports what ran last.
  @Test func lastMessageOfTheWatchdogIsEscaped() throws {
    folder.write(
      "w.lua",
      #"""
      local t = setmetatable({}, {}) local meta = getmetatable(t) meta.__index, meta.__call = t, t
      load("t()", "=\27[31m##vso[task.x]y\r::error::z", "t", { t = t })()
      """#)
    let result = try run("repl --watchdog 1 -e 'dofile \"w.lua\"'")
    #expect(result.exitCode == 124 && result.stderr.contains("at ?[31m##vso?task.x]y?::error::z"), "\(result)")
  }

  @Test(arguments: ["../victim", ".git"]) func linkedAppIsNotUsed(place: String) throws {
    folder.makeFolder("clone/.git")
    folder.write(
      "clone/\(place)/V.app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>SECRET</string></dict>"))
    folder.link("clone/Mine.app", to: "\(place)/V.app")
    for command in ["init", "init --write", "-e 'print(app.bundleIdentifier)'"] {
      let result = try run(command, in: "clone")
      #expect((result.stdout + result.stderr).contains("this link leads"), "\(result)")
      #expect(!(result.stdout + result.stderr).contains("SECRET"), "\(result)")
    }
    #expect(folder.read("clone/homescreen.lua") == nil)
    // A named app is an explicit request.
    #expect(try run("init Mine.app", in: "clone").exitCode == 0)
  }

  @Test func shardsOfDifferentAppsAreNotMerged() throws {
    folder.write("a_spec.lua", "it('passes', function() end)")
    folder.write("b_spec.lua", "it('passes', function() end)")
    for name in ["A", "B"] {
      folder.write(
        "\(name).app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>\(name)</string></dict>"))
    }
    for (part, app) in [(1, "A"), (2, "A"), (3, "B")] {
      let shard = part == 3 ? 2 : part
      let result = try run("run . --shard \(shard)/2 --app \(app).app --format json=\(part).jsonl")
      #expect(result.exitCode == 0, "\(result)")
    }
    #expect(try run("merge 1.jsonl 2.jsonl").exitCode == 0)
    let result = try run("merge 1.jsonl 3.jsonl")
    #expect(result.exitCode == 64 && result.stderr.contains("the request is"), "\(result)")
  }
}

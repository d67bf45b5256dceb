import TestSupport
import Testing

/// `--read DIR`: files that scripts, lines and plugins may read.
@Suite struct ReadTests {
  private let folder = TemporaryFolder()
  private let elsewhere = TemporaryFolder()

  private static let infoPlist = """
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.paint</string></dict></plist>
    """

  private func makeApp(_ name: String, in folder: TemporaryFolder) {
    folder.write("\(name)/Info.plist", Self.infoPlist)
  }

  private func run(_ line: String, _ options: [String] = []) throws -> ProcessResult {
    let script = folder.write("a_spec.lua", "it('reads', function() \(line) end)")
    return try homescreen(["run", script] + options)
  }

  private func expectRefusal(_ result: ProcessResult, of path: String) {
    #expect(result.exitCode != 0, "\(result)")
    #expect(result.stdout.contains("is outside of the project’s folder"), "\(result)")
    #expect(result.stdout.contains("--read DIR"), "\(result)")
    #expect(result.stdout.contains("\(path): "), "\(result)")
  }

  @Test func appsAndPropertyListsOfTheProjectAreRead() throws {
    makeApp("build/Paint.app", in: folder)
    #expect(try run("AppPackage 'build/Paint.app' plist.load 'build/Paint.app/Info.plist'").exitCode == 0)
    #expect(try run("Device {}:install('\(folder.path)/build/Paint.app')").exitCode == 0)
  }

  @Test func otherFoldersNeedTheOption() throws {
    makeApp("Paint.app", in: elsewhere)
    let app = "\(elsewhere.path)/Paint.app"
    for line in [
      "AppPackage '\(app)'", "Device {}:install('\(app)')", "plist.load '\(app)/Info.plist'",
      "assert(io.open '\(app)/Info.plist')", "for _ in io.lines '\(app)/Info.plist' do end",
    ] {
      if !line.contains("lines") { expectRefusal(try run(line), of: line.contains("Info") ? "\(app)/Info.plist" : app) }
      #expect(try run(line, ["--read", elsewhere.path]).exitCode == 0)
      #expect(try run(line, ["--write", elsewhere.path]).exitCode == 0)
    }
  }

  // Errors do not reveal whether a file exists.
  @Test func pathsDoNotLeaveTheProject() throws {
    makeApp("Paint.app", in: elsewhere)
    folder.link("out", to: elsewhere.path)
    folder.link("Paint.app", to: "\(elsewhere.path)/Paint.app")
    let up = String(repeating: "../", count: 40)
    for path in [
      "out/Paint.app", "Paint.app", "out/missing", "..", "\(up)etc/passwd", "/etc/missing", "/", "x/../../y",
    ] {
      expectRefusal(try run("AppPackage '\(path)'"), of: path)
      expectRefusal(try run("plist.load '\(path)'"), of: path)
    }
  }

  @Test func linksInsideTheProjectAreFollowed() throws {
    makeApp("build/17/Paint.app", in: folder)
    folder.link("build/current", to: "17")
    folder.link("Info.plist", to: "build/current/Paint.app/Info.plist")
    #expect(try run("AppPackage 'build/current/Paint.app' plist.load 'Info.plist'").exitCode == 0)
  }

  // A project reads files it names in the surrounding checkout, but only those that the script may read.
  @Test func projectDoesNotReadItsCheckoutForAScript() throws {
    let project = "ios/Paint.xcodeproj/project.pbxproj"
    let inner = TemporaryFolder()
    inner.makeFolder(".git")
    inner.write("Shared/Info.plist", Self.infoPlist)
    inner.write(
      project,
      """
      { archiveVersion = 1; objectVersion = 56; rootObject = A; objects = {
        A = { isa = PBXProject; buildConfigurationList = B; mainGroup = G; targets = (T); };
        G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
        B = { isa = XCConfigurationList; buildConfigurations = (C); defaultConfigurationName = Debug; };
        C = { isa = XCBuildConfiguration; name = Debug; buildSettings = { SDKROOT = iphoneos; }; };
        T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
          buildConfigurationList = D; buildPhases = (); };
        D = { isa = XCConfigurationList; buildConfigurations = (E); defaultConfigurationName = Debug; };
        E = { isa = XCBuildConfiguration; name = Debug; buildSettings = {
          INFOPLIST_FILE = "../Shared/Info.plist"; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint; }; };
      }; }
      """)
    let script = inner.write("ios/a_spec.lua", "it('reads', function() AppPackage 'Paint.xcodeproj' end)")
    let refused = try homescreen(["run", script])
    #expect(refused.exitCode != 0, "\(refused)")
    #expect(refused.stdout.contains("--read DIR"), "\(refused)")
    let read = try homescreen(["run", script, "--read", inner.path])
    #expect(read.exitCode == 0, "\(read)")
  }

  @Test func pathsOnTheCommandLineAreRead() throws {
    makeApp("Paint.app", in: elsewhere)
    let app = "\(elsewhere.path)/Paint.app"
    #expect(
      try run("Device {}:install() AppPackage '\(app)' plist.load '\(app)/Info.plist'", ["--app", app]).exitCode == 0)
    // Its folder is not readable.
    expectRefusal(try run("AppPackage '\(elsewhere.path)'", ["--app", app]), of: elsewhere.path)
  }

  @Test func settingsForOtherFoldersNeedTrustInBoth() throws {
    makeApp("Paint.app", in: elsewhere)
    let app = "\(elsewhere.path)/Paint.app"
    folder.write("homescreen.lua", "return { app = '\(app)' }")
    let user = TemporaryFolder()
    try withExtendedLifetime(user) {
      let environment = ["XDG_CONFIG_HOME": user.path]
      func read(_ options: [String] = []) throws -> ProcessResult {
        let script = folder.write("a_spec.lua", "it('reads', function() AppPackage '\(app)' end)")
        return try homescreen(["run", script] + options, environment: environment)
      }
      #expect(try read().exitCode != 0)
      let once = try read(["--trust"])
      #expect(once.exitCode != 0 && once.stdout.contains("homescreen trust PATH"), "\(once)")
      #expect(try homescreen(["trust", elsewhere.path], environment: environment).exitCode == 0)
      #expect(try read().exitCode != 0)
      #expect(try read(["--trust"]).exitCode == 0)
    }
  }

  @Test func repeatCommandKeepsTheReadOptions() throws {
    let result = try run("error 'x'", ["--read", elsewhere.path, "--write", elsewhere.path])
    #expect(result.stdout.contains("--read \(elsewhere.path) --write \(elsewhere.path)"), "\(result)")
  }

  @Test func readableFolderMustExist() throws {
    for command in [["run"], ["repl"], ["explore", "a.lua"], ["plugin", "a", "b"]] {
      let result = try homescreen(command + ["--read", "\(elsewhere.path)/missing"])
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.stderr.contains("there is no such file or folder"), "\(result)")
    }
  }

  // MARK: Lines and plugins

  @Test func pathsInTypedLinesAreRead() throws {
    makeApp("Paint.app", in: elsewhere)
    let module = folder.write(
      "module.lua", "return function(path) return AppPackage(path or '\(elsewhere.path)/Paint.app') end")
    let load = "local open = dofile '\(module)' "
    func type(_ line: String) throws -> ProcessResult {
      try ChildProcess.run(
        "/bin/sh", ["-c", "cd \"$0\" && exec \"$1\" repl", folder.path, BuiltExecutable.path()], stdin: line + "\n",
        environment: [:])
    }
    #expect(try type("AppPackage '\(elsewhere.path)/Paint.app'").exitCode == 0)
    #expect(try type("\(load) open [[\(elsewhere.path)/Paint.app]]").exitCode == 0)
    #expect(try type("\(load) open(\"\(elsewhere.path)\" .. '/Paint.app')").exitCode == 0)
    let refused = try type("\(load) open()")
    #expect(refused.exitCode == 1 && refused.stderr.contains("--read DIR"), "\(refused)")
    // A slash is ordinary text.
    #expect(try type("local s = '/' \(load) open()").exitCode == 1)
    // Paths in a file were not typed.
    folder.write("lines.lua", "AppPackage '\(elsewhere.path)/Paint.app'")
    #expect(try type(":load lines.lua").exitCode == 1)
  }

  @Test(arguments: [
    "AppPackage(root .. '/Paint.app')", "Device {}:install(root .. '/Paint.app')",
    "plist.load(root .. '/Paint.app/Info.plist')",
    "plist.parse('a = \"b\";'):save(root .. '/x.strings')", "package.plist:save(root .. '/x.plist')",
  ])
  func pluginRulesCannotReadFiles(_ call: String) throws {
    makeApp("Paint.app", in: folder)
    let plugin = folder.write(
      "rule.lua",
      """
      local root = "\(folder.path)"
      return homescreen.plugin { name = "curious", rules = { curious = { summary = "Looks.", check = function(package)
        local fine, failure = pcall(function() \(call) end)
        return { message = fine and "fine" or failure.message }
      end } } }
      """)
    let before = folder.names
    let result = try homescreen(["lint", "--plugin", plugin, "--select", "curious", "\(folder.path)/Paint.app"])
    #expect(result.stdout.contains("plugins cannot read files in lint and check"), "\(result)")
    #expect(folder.names == before)
  }

  @Test func pluginsCannotReadFilesWhileLintLoadsThem() throws {
    makeApp("Paint.app", in: folder)
    let plugin = folder.write(
      "rule.lua", "AppPackage '\(folder.path)/Paint.app' return homescreen.plugin { name = 'early' }")
    for command in [
      ["lint", "\(folder.path)/Paint.app"], ["check", "\(folder.path)/Paint.app", "\(folder.path)/Paint.app"],
    ] {
      let result = try homescreen(command + ["--plugin", plugin])
      #expect(
        result.exitCode == 2 && result.stderr.contains("plugins cannot read files in lint and check"), "\(result)")
    }
  }

  @Test func reportersCannotWriteFiles() throws {
    let plugin = folder.write(
      "dots.lua",
      """
      return homescreen.plugin { name = "dots", reporters = { dots = function(event, write)
        local fine, failure = pcall(function() plist.parse('a = "b";'):save("\(folder.path)/x.strings") end)
        write(tostring(fine or failure.message))
      end } }
      """)
    let result = try run("assert(true)", ["--plugin", plugin, "--format", "dots"])
    #expect(result.stdout.contains("a reporter cannot write files"), "\(result)")
    #expect(!folder.names.contains("x.strings"))
  }
}

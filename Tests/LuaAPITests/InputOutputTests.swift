import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// `io` and `os`: writes go to the console, reads stay in the project, and nothing else happens.
@Suite struct InputOutputTests {
  private let folder = TemporaryFolder()

  private func session() throws -> TestSession {
    folder.makeFolder(".git")
    folder.write("homescreen.lua", "return {}")
    folder.write("spec/fixture.txt", "one\ntwo\n\n0x1F 3.5e2 +7 abc\nlast")
    return try TestSession(at: .folder("\(folder.path)/spec"))
  }

  @Test func writtenPiecesBecomeLines() throws {
    let test = try session()
    try test.run(
      """
      io.write("a", 1, " ", 2.5, " ", 2.0, "\\n", "begun ")
      print("ended")
      io.stdout:write("two\\nlines\\nand "):write("more")
      io.stderr:write(" of it\\n")
      io.output():write("rest")
      """)
    #expect(
      test.printed
        == ["a1 2.5 2", "begun ended", "two\\nlines", "and more of it"].map { $0.replacing("\\n", with: "\n") })
    test.session.deliverWaitingEvents()
    #expect(test.printed.last == "rest")
    test.session.deliverWaitingEvents()
    #expect(test.printed.count == 5)
  }

  @Test func splitBytesAreOneCharacter() throws {
    let test = try session()
    try test.run(#"io.write("\xE2") io.write("\x82") io.write("\xAC\n", "\xFF\n")"#)
    #expect(test.printed == ["€", "\u{FFFD}"] || test.printed == ["€\n\u{FFFD}"])
  }

  @Test func filesAreRead() throws {
    let test = try session()
    let values = try test.run(
      """
      local f <close> = assert(io.open("spec/fixture.txt", "rb"))
      local one, two, empty, hex, float, signed, none = f:read("l", "L", "l", "n", "n", "n", "n")
      local rest = f:read("a")
      local results = table.pack(one, two, empty, hex, float, signed, none, rest, f:read("a"), f:read("l"), f:read(0),
        f:seek("set", 1), f:read(2), f:seek("cur", 1), f:seek("end"))
      local lines = {}
      for line in io.lines("fixture.txt") do lines[#lines + 1] = line end
      for a, b in io.lines("fixture.txt", 1, "L") do lines[#lines + 1] = a .. b break end
      return results.n, results[1], results[2], results[3], results[4], results[5], results[6], results[7], results[8],
        results[9], results[10], results[11], results[12], results[13], results[14], results[15], table.concat(lines, "|")
      """)
    #expect(values[0].integer == 15)
    #expect(values[1...3].map(\.string) == ["one", "two\n", ""])
    #expect(values[4...6].map(\.number) == [31, 350, 7])
    #expect(values[7].isNil)
    #expect(values[8].string == "bc\nlast" || values[8].string == "abc\nlast")
    #expect(values[9].string == "")
    #expect(values[10].isNil && values[11].isNil)
    #expect(values[12].integer == 1)
    #expect(values[13].string == "ne")
    #expect(values[14].integer == 4)
    #expect(values[15].integer == 31)
    #expect(values[16].string == "one|two||0x1F 3.5e2 +7 abc|last|one\n")
  }

  /// A negative number of bytes is nearly the whole range of sizes. The memory in use is not added to it.
  @Test(arguments: ["-1", "-15", "math.mininteger", "math.maxinteger"]) func impossibleCountsAreAnError(count: String)
    throws
  {
    let test = try session()
    let values = try test.run(
      """
      local file = assert(io.open("spec/fixture.txt"))
      local done, message = pcall(file.read, file, \(count))
      local input = table.pack(pcall(io.read, \(count)))
      return done, message, input[1], file:read(3)
      """)
    #expect(values[0].boolean == false && values[2].boolean == false, "\(values)")
    #expect(values[1].string?.contains("not enough memory") == true, "\(values)")
    #expect(values[3].string == "one")
  }

  private static let infoPlist =
    #"<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>%</string></dict></plist>"#

  /// One rule for apps, property lists and files: next to the script first, then in the root.
  @Test func pathsAreRelativeToTheScriptAndThenToTheRoot() throws {
    let test = try session()
    for (place, name) in [("", "root"), ("spec/", "spec")] {
      for app in name == "root" ? ["Both", "Root"] : ["Both"] {
        folder.write("\(place)\(app).app/Info.plist", Self.infoPlist.replacing("%", with: "com.\(name)"))
      }
    }
    let values = try test.run(
      """
      local results = {}
      for _, name in ipairs { "Both", "Root", "spec/Both" } do
        local path = name .. ".app/Info.plist"
        results[#results + 1] = table.concat({
          plist.load(path).CFBundleIdentifier, AppPackage(name .. ".app").plist.CFBundleIdentifier,
          Device {}:install(name .. ".app").bundleIdentifier, io.open(path):read("a"):match("com%.%w+"),
        }, " ")
      end
      return table.unpack(results)
      """)
    #expect(
      values.map(\.string)
        == ["spec", "root", "spec"].map { Array(repeating: "com.\($0)", count: 4).joined(separator: " ") })
    // Files read from the root are not written there or next to the script.
    let root = folder.read("Root.app/Info.plist")
    for call in ["plist.load 'Root.app/Info.plist':save()", "AppPackage('Root.app').plist:save()"] {
      #expect(test.error(call)?.code == "write-refused", "\(call)")
    }
    #expect(folder.read("Root.app/Info.plist") == root && folder.read("spec/Root.app/Info.plist") == nil)
    try test.run("plist.load 'Both.app/Info.plist':save()")
  }

  @Test func missingFileErrorListsSearchedAndNearPaths() throws {
    let test = try session()
    folder.write("spec/between/Near.app/Info.plist", Self.infoPlist)
    folder.write("spec/between/deep/x", "")
    let opened = TemporaryFolder()
    opened.write("Far.app/Info.plist", Self.infoPlist)
    let inner = try TestSession(at: .folder("\(folder.path)/spec/between/deep"))
    inner.session.files.readableFolders = [try ReadableFolder(opened.path)]
    func hint(_ source: String) -> String? { inner.error(source)?.failure?.hint }
    for (name, place) in [("Near", "spec/between/Near.app"), ("Far", "\(opened.path)/Far.app"), ("No", nil)] {
      for call in ["Device {}:install '\(name).app'", "plist.load '\(name).app/Info.plist'"] {
        let hint = try #require(hint(call), "\(call)")
        #expect(hint.contains("relative to the script, otherwise to the project’s root"), "\(hint)")
        #expect(place.map { hint.contains("there is \($0)") } ?? !hint.contains("there is"), "\(hint)")
      }
      let said = try inner.run("return select(2, io.open '\(name).app/Info.plist')")[0].string
      let more = place.map { "; there is \($0)/Info.plist" } ?? ""
      #expect(said == "\(name).app/Info.plist: No such file or directory\(more)")
    }
    _ = test
  }

  /// A folder without an app may be meant from the root, and a folder is opened itself.
  @Test func folderWithoutAnAppNamesTheRoot() throws {
    let test = try session()
    let hint = try #require(test.error("Device {}:install '.'")?.failure?.hint)
    #expect(hint.hasPrefix("paths are relative to the script: the project’s root is “..”; "), "\(hint)")
    let opened = TemporaryFolder()
    opened.makeFolder("elsewhere")
    for app in ["elsewhere", "elsewhere/A.app"] {
      let outside = try #require(test.error("Device {}:install '\(opened.path)/\(app)'")?.failure?.hint)
      #expect(outside.hasSuffix("\(opened.path)/elsewhere"), "\(outside)")
    }
  }

  /// Each answer matches Lua 5.4.
  @Test func mistakesMatchLua() throws {
    let test = try session()
    let values = try test.run(
      """
      local results = {}
      local function try(...)
        local all = table.pack(pcall(...))
        for index = 1, all.n do all[index] = tostring(all[index]) end
        results[#results + 1] = table.concat(all, " ")
      end
      try(io.open, "missing") try(io.open, "spec") try(io.open, "x", "rw") try(io.lines, "missing")
      try(io.close) try(io.stdin.write, io.stdin, "x") try(io.stdout.read, io.stdout) try(io.stdout.seek, io.stdout)
      local f = io.open("fixture.txt")
      try(f.read, f, "x") try(f.read, f, {}) try(f.seek, f, "set", -1) try(f.write, f, "x") try(f.setvbuf, f, "no")
      try(f.close, f) try(f.read, f) try(tostring, f) try(io.type, f) try(io.type, 5) try(io.type, io.stdout)
      try(io.input, "missing") try(io.read) try(io.read, "a") try(io.read, "x") try(f.read, {}) try(io.write, {})
      return table.unpack(results)
      """)
    #expect(
      values.map { $0.string ?? "" } == [
        "true nil missing: No such file or directory 2", "true nil spec: Is a directory 21",
        "false bad argument #2 to 'io.open' (invalid mode)",
        "false cannot open file 'missing' (No such file or directory)",
        "true nil cannot close standard file", "true nil Bad file descriptor 9", "true nil Bad file descriptor 9",
        "true nil Illegal seek 29", "false bad argument #2 to '?' (invalid format)",
        "false bad argument #2 to '?' (string expected, got table)", "true nil Invalid argument 22",
        "true nil Bad file descriptor 9", "true true", "true true", "false attempt to use a closed file",
        "true file (closed)", "true closed file", "true nil", "true file",
        "false cannot open file 'missing' (No such file or directory)", "true nil", "true ",
        "false bad argument #1 to 'io.read' (invalid format)",
        "false bad argument #1 to '?' (FILE* expected, got table)",
        "false bad argument #1 to 'io.write' (string expected, got table)",
      ])
  }

  @Test func writesAndOutsideReadsAreRefused() throws {
    let test = try session()
    for call in [
      "open('x', 'w')", "open('x', 'a+')", "open('x', 'r+b')", "open('/etc/passwd')", "open('../../x')", "tmpfile()",
    ] {
      let values = try test.run("return io.\(call)")
      #expect(values[0].isNil && values[1].string != nil && values[2].integer == 13, "\(call)")
    }
    for call in ["io.output('x')", "io.popen('ls')", "os.exit()", "os.remove('x')", "io.lines('/etc/passwd')"] {
      #expect(test.error(call) != nil, "\(call)")
    }
    #expect(folder.read("x") == nil)
  }

  @Test func onlyPassedEnvironmentVariablesAreVisible() throws {
    let test = try session()
    test.session.surroundings.environment = ["GIVEN": "yes"]
    test.session.surroundings.scriptName = "spec/a_spec.lua"
    let values = try test.run("return os.getenv 'GIVEN', os.getenv 'PATH', arg[0], #arg, os.setlocale(), os.execute()")
    #expect(values[0].string == "yes")
    #expect(values[1].isNil)
    #expect(values[2].string == "spec/a_spec.lua")
    #expect(values[3].integer == 0)
    #expect(values[4].string == "C")
    #expect(values[5].boolean == false)
  }

  /// A handle is a userdata that no API function accepts as an object.
  @Test func fileHandleIsNotAnAPIObject() throws {
    let test = try session()
    #expect(try test.run("return type(io.stdout)")[0].string == "userdata")
    #expect(test.error("Device(io.stdout)")?.message.contains("a file of io") == true)
    #expect(test.error("Device { os = '17.5' }:launch(io.stdout)") != nil)
    #expect(test.error("error(io.stdout)")?.message.contains("file (0x") == true)
    #expect(try test.run("return io.stdout")[0].typeName != "nil")
    // Its metatable is unreachable: functions set there would run for the host's handles.
    #expect(try test.run("return getmetatable(io.stdout)")[0].boolean == false)
    try test.run("if pcall(io.stdout.read, setmetatable({}, { __index = io.stdout })) then error() end")
  }

  @Test(arguments: [
    "while true do io.write 'x' end", "while true do io.write('x\\n') end",
    "while true do io.open('fixture.txt') end", "for _ in io.lines('fixture.txt', 0) do end",
    "while true do io.stdout:write(('x'):rep(10000)) end",
  ])
  func endlessReadingUsesTheBudget(source: String) throws {
    folder.write("fixture.txt", "text")
    let test = try TestSession(at: .folder(folder.path), options: LuaOptions(budget: 1_000_000))
    #expect(try #require(test.error(source)).stop == .budget)
  }
}

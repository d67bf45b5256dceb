import LuaAPI
import LuaEngine
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Unusual edits, and the folders where files may be written.
extension PropertyListTests {
  @Test func unusualValuesAreSavedFaithfully() throws {
    try test.run(
      """
      local info = plist.load "Info.plist"
      info.CFBundleIcons = "no dictionary"
      info:save()
      assert.equal("no dictionary", plist.load "Info.plist".CFBundleIcons)
      """)
  }

  @Test func unsupportedValuesChangeNothing() throws {
    let nul = try #require(test.error("local l = plist.load 'Info.plist'; l['a\\0b'] = 1; l:save()"))
    #expect(nul.code == "plist-write")
    #expect(nul.message == "plist.a\\u{0}b: the key has U+0000, which cannot be in XML")
    #expect(
      test.error("local l = plist.load 'Info.plist'; l:save('x.plist', { format = 'openStep' })")?.message
        .contains("plist.CFBundleIcons.CFBundleAlternateIcons.UIPrerenderedIcon: an OpenStep property list has only")
        == true)
    #expect(
      test.error("plist.load 'Info.plist':save('x.plist', { format = 'json' })")?.message.contains(
        "format cannot be \"json\"")
        == true)
    #expect(test.error("plist.load 'Info.plist':save('x.plist', { fromat = 'xml' })")?.code == "unknown-field")
    #expect(folder.names == ["Info.plist"])
    #expect(folder.read("Info.plist") == Self.flat)
  }

  @Test func depthIsBounded() throws {
    let error = try #require(test.error("local l = plist.parse '{}'; for i = 1, 10000 do l.a = { b = l } end"))
    #expect(error.message.contains("too deep or too large"))
    // A deep file can be edited at its lowest level and saved.
    try test.run(
      """
      local list = plist.parse(("("):rep(510) .. "x" .. (")"):rep(510))
      local inner = list
      for _ = 1, 509 do inner = inner[1] end
      inner[1] = "y"
      list:save "deep.plist"
      """)
    #expect(folder.read("deep.plist")?.contains("y") == true)
    #expect(folder.read("deep.plist")?.contains("x") == false)
  }

  @Test func manyAssignmentsAreFastAndCounted() throws {
    let test = try TestSession(at: .folder(folder.path), options: LuaOptions(budget: 12_000_000))
    try test.run(
      """
      local list = plist.parse "{}"
      for i = 1, 1000 do list["key" .. i] = i end
      for i = 1, 1000 do list["key" .. i] = nil end
      assert.equal(0, #list)
      """)
  }

  // MARK: Writable folders

  @Test func pathsStayBelowTheScript() throws {
    let outside = TemporaryFolder()
    folder.link("out", to: outside.path)
    folder.link("out.plist", to: outside.path)
    for path in ["../x.plist", outside.path + "/x.plist", "out/x.plist", "/x.plist", "a/../../x.plist"] {
      let error = try #require(test.error("plist.load 'Info.plist':save '\(path)'"), "\(path)")
      #expect(error.code == "write-refused", "\(path)")
      #expect(error.message.hasPrefix("\(path): "))
      #expect(error.failure?.hint?.contains("--write DIR") == true)
    }
    #expect(outside.names.isEmpty)
    test.session.files.writableFolders = [try WritableFolder(outside.path)]
    try test.run("plist.load 'Info.plist':save '\(outside.path)/a/b/x.plist'")
    #expect(outside.read("a/b/x.plist") == Self.flat)
    // Its absolute path is below the script's folder too.
    try test.run("plist.load '\(folder.path)/Info.plist':save()")
    #expect(test.error("plist.load 'Info.plist':save 'out.plist'")?.code == "write-refused")
    folder.makeFolder("folder.plist")
    #expect(test.error("plist.load 'Info.plist':save 'folder.plist'")?.code == "unwritable")
    #expect(test.error("plist.load 'Info.plist'.CFBundleIcons:save 'x.plist'")?.code == "argument")
    #expect(test.error("plist.parse '{}':save()")?.message.contains("does not come from a file") == true)
  }

  @Test(arguments: [
    ".git/hooks/x.plist", ".git/x.plist", "a/.GIT/x.plist", ".Hg/x.plist", "a/b/.svn/x.plist", ".jj/x.plist",
    "GIT~1/x.plist", ".git./x.plist", ".g\u{200C}it/x.plist", ".git:x/x.plist", ".\u{17F}vn/x.plist", "hg~1/x.plist",
    "SVN~2/x.plist", "GI7D29~1/x.plist", ".bzr . /x.plist", "a/CVS/x.plist", ".git::$INDEX_ALLOCATION/x.plist",
  ])
  func versionControlIsNotWritten(_ path: String) throws {
    folder.makeFolder(".git/hooks")
    for command in ["plist.load 'Info.plist':save '\(path)'", "plist.load 'Info.plist':save '\(folder.path)/\(path)'"] {
      let error = try #require(test.error(command), "\(path)")
      #expect(error.code == "write-refused" && error.message.contains("scripts cannot write into"), "\(error)")
    }
    #expect(folder.names == [".git", "Info.plist"])
    // Also if a link leads there, or if the opened folder is inside.
    folder.link("data", to: ".git/hooks")
    #expect(test.error("plist.load 'Info.plist':save 'data/x.plist'")?.code == "write-refused")
    test.session.files.writableFolders = [try WritableFolder("\(folder.path)/.git/hooks")]
    #expect(test.error("plist.load 'Info.plist':save '\(folder.path)/.git/hooks/x.plist'")?.code == "write-refused")
    #expect(Files.names(in: "\(folder.path)/.git/hooks").isEmpty)
  }

  @Test(arguments: ["git", "github", ".github", ".gitignored", "svn-1", "hg1", "git~x", "CVSApp", "\u{17F}vn"])
  func otherFoldersAreWritable(_ name: String) throws {
    try test.run("plist.load 'Info.plist':save '\(name)/x.plist'")
    #expect(folder.read("\(name)/x.plist") == Self.flat)
  }

  @Test(arguments: [
    ".git", "hooks/pre-commit", "x.sh", "Makefile", "package.json", "run.lua", "x.plist.sh", "x.snap", "x.svg",
    ".plist",
  ])
  func onlyPropertyListsAreSaved(_ path: String) throws {
    let error = try #require(test.error("plist.load 'Info.plist':save '\(path)'"))
    #expect(error.code == "write-refused" && error.failure?.hint?.contains(".plist, .strings") == true, "\(error)")
    #expect(folder.names == ["Info.plist"])
  }

  @Test(arguments: ["plist", "strings", "stringsdict", "loctable", "xcprivacy", "entitlements", "xcent", "PLIST"])
  func allPropertyListsAreSaved(_ ending: String) throws {
    try test.run("plist.load 'Info.plist':save 'sub/x.\(ending)'")
    #expect(folder.read("sub/x.\(ending)") == Self.flat)
  }

  @Test func programsAndLinksAreNotOverwritten() throws {
    folder.write("run.plist", "#!/bin/sh")
    chmod("\(folder.path)/run.plist", 0o755)
    let program = try #require(test.error("plist.load 'Info.plist':save 'run.plist'"))
    #expect(program.code == "write-refused" && program.message.contains("executable file"), "\(program)")
    #expect(folder.read("run.plist") == "#!/bin/sh")
    folder.write("kept.plist", "kept")
    folder.link("link.plist", to: "kept.plist")
    let link = try #require(test.error("plist.load 'Info.plist':save 'link.plist'"))
    #expect(link.code == "write-refused" && link.message.contains("symbolic link"), "\(link)")
    #expect(folder.read("kept.plist") == "kept")
    // A file that is not executable is replaced and stays so.
    try test.run("plist.load 'Info.plist':save 'kept.plist'")
    #expect(folder.read("kept.plist") == Self.flat)
    chmod("\(folder.path)/run.plist", 0o644)
    try test.run("plist.load 'Info.plist':save 'run.plist'")
    #expect(folder.read("run.plist") == Self.flat)
  }

  @Test func builtInScriptsNeedAFolder() throws {
    let bundled = try TestSession()
    let script = "AppPackage 'fixtures/ChangeIcon.app'.plist:save 'build/Info.plist'"
    let error = try #require(bundled.error(script))
    #expect(error.code == "write-refused")
    #expect(error.message == "build/Info.plist: a built-in script has no folder to write to")
    #expect(error.failure?.hint?.contains("--write DIR") == true)
    #expect(bundled.error("AppPackage 'fixtures/ChangeIcon.app'.plist:save()")?.code == "argument")
    bundled.session.files.writableFolders = [try WritableFolder(folder.path)]
    try bundled.run(script)
    try bundled.run("plist.load 'fixtures/ChangeIcon.app/Info.plist':save 'build/Loaded.plist'")
    let bytes = try #require(BundledFiles.bytes("scenarios/seeds/fixtures/ChangeIcon.app/Info.plist"))
    #expect(folder.read("build/Info.plist") == String(decoding: bytes, as: UTF8.self))
    #expect(folder.read("build/Loaded.plist") == String(decoding: bytes, as: UTF8.self))
  }

  @Test func packagesSaveTheirInfoPlist() throws {
    folder.write("App/Info.plist", Self.flat)
    try test.run(
      """
      local package = AppPackage "App/Info.plist"
      package.plist.CFBundleDisplayName = "Renamed"
      package.plist:save()
      package.plist:save("Other.plist", { format = "binary" })
      assert.equal("Renamed", plist.load "Other.plist".CFBundleDisplayName)
      """)
    #expect(folder.read("App/Info.plist") == Self.flat.replacing("iconChange", with: "Renamed"))
    // A package made from a table is rewritten.
    try test.run("AppPackage { plist = { CFBundleIdentifier = 'a.b' } }.plist:save 'New.plist'")
    #expect(folder.read("New.plist")?.contains("\t<key>CFBundleIdentifier</key>\n\t<string>a.b</string>\n") == true)
  }
}

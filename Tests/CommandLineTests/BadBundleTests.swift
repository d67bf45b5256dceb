import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Invalid bundles that a script installs.
@Suite struct BadBundleTests {
  private let run = ScriptRun()

  /// The script that installs `Bad.app` on line 4.
  private static let script = """
    local device = Device { os = "17.5" }
    for _, name in ipairs { "Bad.app" } do

      local app = device:install(name)
      device:launch(app)
      print("installed " .. app.label)
    end
    """

  private func plist(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>com.example.bad</string>
    <key>CFBundleName</key><string>Bad</string>\(content)</dict></plist>
    """
  }

  private func expectRefusal(
    _ message: String, hint: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try run.run(Self.script)
    #expect(result.endedCleanly, "\(result)", sourceLocation: sourceLocation)
    #expect(result.exitCode == 2, "\(result)", sourceLocation: sourceLocation)
    #expect(result.stdout.contains(message), "\(result)", sourceLocation: sourceLocation)
    #expect(
      result.stdout.contains("      at \(run.folder.path)/script.lua:4:\n"), "\(result)", sourceLocation: sourceLocation
    )
    #expect(result.stdout.contains("      hint \(hint)"), "\(result)", sourceLocation: sourceLocation)
    #expect(!result.lines.contains { $0.hasPrefix("installed") }, "\(result)", sourceLocation: sourceLocation)
  }

  @Test func missingBundleIsReported() throws {
    try expectRefusal("Bad.app: there is no such file or folder", hint: "check the spelling")
  }

  @Test func misspelledBundleIsReportedWithItsName() throws {
    run.folder.makeFolder("Bda.app")
    try expectRefusal("Bad.app: there is no such file or folder", hint: "did you mean \(run.folder.path)/Bda.app?")
  }

  @Test func emptyBundleIsReported() throws {
    run.folder.makeFolder("Bad.app")
    try expectRefusal("Bad.app: the folder is empty", hint: "was the build cleaned?")
  }

  @Test func truncatedInfoPlistIsReported() throws {
    run.folder.write("Bad.app/Info.plist", String(plist("").prefix(120)))
    try expectRefusal("Bad.app/Info.plist:2:", hint: "the <string> on line 2 is still open")
  }

  @Test func infoPlistWithoutADictionaryIsReported() throws {
    run.folder.write("Bad.app/Info.plist", "<plist version=\"1.0\"><array/></plist>")
    try expectRefusal(
      "Info.plist:1:22: the Info.plist is an array, not a dictionary", hint: "make its outermost value a <dict>")
  }

  @Test func deepInfoPlistIsReported() throws {
    let arrays = String(repeating: "<array>", count: 10_000) + String(repeating: "</array>", count: 10_000)
    run.folder.write("Bad.app/Info.plist", plist("<key>x</key>\(arrays)"))
    try expectRefusal("containers are nested more than 512 levels deep", hint: "no real app needs this")
  }

  @Test func cyclicInfoPlistIsReported() throws {
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0xD1, 1, 0, 0x51, 0x61, 8, 11] + [0, 0, 0, 0, 0, 0, 1, 1]
      + [0, 0, 0, 0, 0, 0, 0, 2] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 13]
    run.folder.write("Bad.app/Info.plist", bytes)
    try expectRefusal("Info.plist, byte 10: object 0 contains itself", hint: "property lists cannot be cyclic")
  }

  @Test func keysOfTheWrongTypeAreReported() throws {
    run.folder.write("Bad.app/Info.plist", "<plist><dict>\n<key>CFBundleIdentifier</key>\n<array/></dict></plist>")
    try expectRefusal(
      "Info.plist:3:1: CFBundleIdentifier is an array, not a string", hint: "write a reverse domain name")
  }

  @Test func otherKeysOfTheWrongTypeAreWarnings() throws {
    run.folder.write(
      "Bad.app/Info.plist", plist("<key>CFBundleIcons</key><string>none</string><key>UIDeviceFamily</key><true/>"))
    let result = try run.run(Self.script + "\nfor _, text in ipairs(AppPackage('Bad.app').warnings) do print(text) end")
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("installed Bad"))
    #expect(result.stdout.contains("CFBundleIcons"), "\(result)")
  }

  @Test func circularLinksAreReported() throws {
    run.folder.write("Bad.app/Info.plist", plist(""))
    run.folder.link("Bad.app/up", to: ".")
    run.folder.link("Bad.app/around", to: "../Bad.app")
    run.folder.link("Bad.app/a", to: "b")
    run.folder.link("Bad.app/b", to: "a")
    run.folder.link("Bad.app/out", to: "/")
    let result = try run.run(Self.script + "\nfor _, text in ipairs(AppPackage('Bad.app').warnings) do print(text) end")
    #expect(result.endedCleanly)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("installed Bad\n"))
    for text in [
      "Bad.app/up: this symbolic link leads back", "Bad.app/around: this symbolic link leads back",
      "Bad.app/a: symbolic links point to each other", "Bad.app/out: this symbolic link leaves Bad.app",
    ] {
      #expect(result.stdout.contains(text), "\(result)")
    }
  }

  @Test func bundleThatLinksToItselfIsReported() throws {
    run.folder.link("Bad.app", to: "Bad.app")
    let result = try run.run(Self.script)
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("script.lua:4"), "\(result)")
  }

  @Test(.enabled(if: geteuid() != 0, "root can read everything")) func unreadableInfoPlistIsReported() throws {
    let path = run.folder.write("Bad.app/Info.plist", plist(""))
    chmod(path, 0)
    let result = try run.run(Self.script)
    #expect(result.exitCode == 2, "\(result)")
    #expect(result.stdout.contains("Bad.app/Info.plist"))
    #expect(result.stdout.contains("script.lua:4"))
  }

  @Test func picturesWithFalseHeadersAreReported() throws {
    run.folder.write(
      "Bad.app/Info.plist",
      plist(
        """
        <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>night</key><dict>
        <key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict>
        """))
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    run.folder.write(
      "Bad.app/night@2x.png",
      signature + [0, 0, 0, 13] + Array("IHDR".utf8) + [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 8, 6, 0, 0, 0] + [
        0, 0, 0, 0,
      ])
    run.folder.write("Bad.app/night@3x.png", "GIF89a")
    let result = try run.run(
      Self.script + """

        for _, text in ipairs(AppPackage("Bad.app").warnings) do print(text) end
        local app = device:install "Bad.app"
        device:launch(app)
        app:run(function() UIApplication.shared:setAlternateIconName("night", function(e) print("error", e) end) end)
        device.alert:tap "OK"
        print("placeholder", device.springboard:icon(app):picture().placeholder)
        """)
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("installed Bad\n"))
    #expect(result.stdout.contains("Bad.app/night@2x.png: the checksum of the PNG's header is wrong"), "\(result)")
    #expect(result.stdout.contains("Bad.app/night@3x.png: the picture ends after 6 bytes"), "\(result)")
    #expect(result.stdout.contains("error\tnil\n"), "\(result)")
  }

  @Test func appOnTheCommandLineIsCheckedTheSameWay() throws {
    let result = try run.run("Device {}:install()", options: ["--app", "\(run.folder.path)/None.app"])
    #expect(result.exitCode == 66, "\(result)")
    #expect(result.stderr.contains("None.app: there is no such file or folder"))
    let none = try run.run("Device {}:install()")
    #expect(none.stdout.contains("no app is named"), "\(none)")
    #expect(none.stdout.contains("--app PATH"))
  }
}

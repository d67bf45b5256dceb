import TestSupport
import Testing

/// CI builds, in every command that opens an app.
@Suite struct ArchiveTests {
  private let folder = TemporaryFolder()

  private static let fixtures = Repository.root + "/lua/scenarios/seeds/fixtures"

  /// An `.ipa` of an app in the seeds.
  private func archive(_ app: String, named name: String? = nil) -> String {
    let writer = ZIPWriter(folder: "\(Self.fixtures)/\(app).app", as: "Payload/\(app).app")
    return folder.write(name ?? "\(app).ipa", writer.bytes)
  }

  /// Every command prints the same for an archive as for the folder, except paths.
  @Test(arguments: [
    ["inspect"], ["inspect", "--json"], ["inspect", "--plist"], ["why"], ["lint", "--format", "json"], ["check"],
    ["why", "--json"],
  ])
  func commandsAcceptArchives(command: [String]) throws {
    for app in ["ChangeIcon", "FlatShape", "ToolBox"] {
      let packed = try homescreen(command + [archive(app)], timeLimit: 60)
      let unpacked = try homescreen(command + ["\(Self.fixtures)/\(app).app"], timeLimit: 60)
      #expect(packed.exitCode == unpacked.exitCode && packed.stderr == unpacked.stderr, "\(packed)")
      #expect(Self.withoutPaths(packed.stdout) == Self.withoutPaths(unpacked.stdout), "\(command) \(app)")
    }
  }

  /// Output without differing paths: prefixes of the app, archive-only lines, and file lines.
  private static func withoutPaths(_ text: String) -> [String] {
    let plain = text.replacing(/"container":\{[^}]*\},/, with: "").replacing(/[^ "]*\/(?=\w+\.app)/, with: "")
      .replacing(/"fingerprint":"[^"]*"/, with: "")
    return plain.split(separator: "\n").map(String.init).filter { line in
      line.firstMatch(of: /^ +\d* \|/) == nil && !line.contains("--fix")
    }
  }

  @Test func runAndREPLAcceptArchives() throws {
    let path = archive("ChangeIcon")
    let script = """
      it("changes the icon", function()
        local device = Device { os = "17.5" }
        local app = device:install()
        device:launch(app)
        app:run(function() UIApplication.shared:setAlternateIconName "newicon" end)
        device.alert:tap "OK"
        assert.equal("newicon", app.iconName)
        assert.equal("newicon@3x.png", device.springboard:icon(app):picture().file)
        assert.equal("ToolBox", AppPackage("\(archive("ToolBox", named: "T.zip"))").name)
      end)
      """
    let run = try ScriptRun().run(script, options: ["--app", path, "--read", folder.path])
    #expect(run.exitCode == 0, "\(run)")
    let repl = try homescreen(["repl", path], stdin: "print(app.bundleIdentifier)\n")
    #expect(repl.exitCode == 0 && repl.stdout.contains("com.example.iconchange"), "\(repl)")
  }

  @Test func archivesAreNotUnpackedOrFixed() throws {
    let path = archive("FlatShape")
    let before = Files.bytes(path)
    let result = try homescreen(["lint", "--fix", path])
    #expect(result.exitCode == 74 && result.stderr.contains("this is not a file on the disk"), "\(result)")
    #expect(Files.bytes(path) == before && folder.names == ["FlatShape.ipa"])
  }

  @Test func damagedArchivesAreReportedOnOneLine() throws {
    let bytes = Files.bytes(archive("ChangeIcon")) ?? []
    let cut = folder.write("cut.ipa", Array(bytes.dropLast(30)))
    for command in [["inspect"], ["why"], ["repl"]] {
      let result = try homescreen(command + [cut])
      #expect(result.exitCode == 1, "\(result)")
      #expect(
        result.stderr.contains("cut.ipa, byte \(bytes.count - 30): the archive is cut off"), "\(result)")
    }
    let lint = try homescreen(["lint", cut])
    #expect(lint.exitCode == 1 && lint.stdout.contains("the archive is cut off"), "\(lint)")
  }

  /// The tools, the distribution and the extra contents of a build.
  @Test func buildIsReported() throws {
    let place = "Payload/Paint.app"
    let writer = ZIPWriter([
      ZIPWriter.File(
        "\(place)/Info.plist",
        "{ CFBundleIdentifier = \"com.example.paint\"; DTXcode = 1640; DTXcodeBuild = 16F6; DTSDKName = \"iphoneos18.5\"; "
          + "MinimumOSVersion = \"15.0\"; }"),
      ZIPWriter.File("\(place)/PlugIns/Widget.appex/Info.plist", "{ CFBundleIdentifier = \"com.example.widget\"; }"),
      ZIPWriter.File(
        "\(place)/embedded.mobileprovision",
        "0\u{1}<?xml version=\"1.0\"?><plist><dict><key>Name</key><string>Any &#x9B;31m</string><key>ProvisionedDevices</key>"
          + "<array><string>1</string></array></dict></plist>\u{0}"),
    ])
    let path = folder.write("Paint.ipa", writer.bytes)
    let text = try homescreen(["inspect", path])
    for line in [
      "  built by Xcode 16.4 (16F6) · SDK iphoneos18.5 · iOS 15.0 and later · signed for ad hoc distribution (“Any ",
      "  contains PlugIns/Widget.appex (extension)\n", "/Paint.ipa/Payload/Paint.app/Info.plist\n",
    ] {
      #expect(text.exitCode == 0 && text.stdout.contains(line), "\(text)")
    }
    #expect(!text.stdout.unicodeScalars.contains("\u{9B}"))
    let json = try homescreen(["inspect", path, "--json"])
    for part in [
      "\"xcode\":\"16.4\"", "\"xcodeBuild\":\"16F6\"", "\"sdk\":\"iphoneos18.5\"", "\"deploymentTarget\":\"15.0\"",
      "\"distribution\":\"ad-hoc\"",
      "\"container\":{\"app\":\"Payload/Paint.app\",\"kind\":\"ipa\",\"name\":\"Paint.ipa\"}",
      "\"bundles\":[{\"bundleIdentifier\":\"com.example.widget\",\"kind\":\"extension\",\"path\":\"PlugIns/Widget.appex\"}]",
    ] {
      #expect(json.stdout.contains(part), "\(part): \(json)")
    }
  }

  // MARK: inspect --against

  /// A project and its build, and a build that lost something.
  @Test func buildIsComparedWithItsSource() throws {
    folder.write(
      "Paint/Info.plist",
      "{ CFBundleIdentifier = \"com.example.paint\"; CFBundleName = Paint; CFBundleIcons = {\n"
        + "CFBundleAlternateIcons = {\nnight = { CFBundleIconFiles = (night); }; }; }; }")
    folder.write("Paint/night@2x.png", [])
    let same = ZIPWriter(folder: "\(folder.path)/Paint", as: "Payload/Paint.app").bytes
    let built = folder.write("Same.ipa", same)
    let fine = try homescreen(["inspect", "\(folder.path)/Paint", "--against", built])
    #expect(fine.exitCode == 0 && fine.stdout.contains("no difference"), "\(fine)")
    folder.write(
      "Paint.app/Info.plist",
      "{ CFBundleIdentifier = \"com.example.paint\"; CFBundleName = Paint; CFBundleIcons = {}; }")
    let lost = try homescreen(["inspect", "\(folder.path)/Paint", "--against", "\(folder.path)/Paint.app"])
    #expect(lost.exitCode == 1, "\(lost)")
    #expect(
      lost.stdout.contains(
        "Paint/Info.plist:3:9: error: the alternate icon “night” is missing: "), "\(lost)"
    )
    #expect(lost.stdout.contains("1 difference: 1 error"))
    let json = try homescreen(["inspect", "\(folder.path)/Paint", "--against", "\(folder.path)/Paint.app", "--json"])
    #expect(json.exitCode == 1 && JSONChecker.isObject(json.stdout.dropLast()), "\(json)")
    #expect(json.stdout.contains("\"kind\":\"icon-lost\"") && json.stdout.contains("\"line\":3"))
  }

  /// The configuration with the identifier of the build, as the Xcode version of the build makes it.
  @Test func comparedSourceIsTheBuiltOne() throws {
    let project = "\(Self.fixtures)/ChangeIcon.xcodeproj"
    let writer = ZIPWriter([
      ZIPWriter.File(
        "Payload/A.app/Info.plist",
        "{ CFBundleIdentifier = \"com.example.iconchange\"; DTXcode = 1640; CFBundleName = A; }")
    ])
    let built = folder.write("A.ipa", writer.bytes)
    let result = try homescreen(["inspect", project, "--against", built])
    #expect(result.exitCode == 1 && result.stdout.contains("as Xcode 16.4 builds it"), "\(result)")
    let other = try homescreen(["inspect", project, "--against", built, "--xcode", "26.1"])
    #expect(other.stdout.contains("as Xcode 26.1 builds it"), "\(other)")
  }

  @Test func impossibleComparisonsAreReported() throws {
    let path = archive("ChangeIcon")
    let cases: [(arguments: [String], code: Int32, message: String)] = [
      ([path, path], 64, "--against takes one PATH"), ([path, "--plist"], 64, "unknown format “plist”"),
      ([path, "--device", "iPad"], 64, "cannot be used with --device, --os or --locale"),
      (["/proc/nowhere"], 66, "/proc/nowhere"),
    ]
    for (arguments, code, message) in cases {
      let result = try homescreen(["inspect"] + arguments + ["--against", path])
      #expect(result.exitCode == code && result.stderr.contains(message), "\(result)")
    }
    #expect(try homescreen(["inspect", path, "--against", "/proc/nowhere"]).exitCode == 66)
    let source = try homescreen(["inspect", path, "--against", "\(Self.fixtures)/ChangeIcon.xcodeproj"])
    #expect(source.exitCode == 66 && source.stderr.contains("this is not a built app"), "\(source)")
  }
}

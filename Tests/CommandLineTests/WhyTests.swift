import TestSupport
import Testing

/// `homescreen why`, and where facts live.
@Suite struct WhyTests {
  private static let app = Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  @Test func aChangeThatWorks() throws {
    let result = try homescreen(["why", Self.app, "newicon", "--os", "17.5"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stderr == "")
    for text in [
      "The icon “newicon” of iconChange", "✓ 1 alternate icons are supported (ICON-044)", "✓ 9 the name is declared",
      "home: ✓ newicon@3x.png, 180 px", "The icon changes.",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
  }

  @Test func aNameThatIsNotDeclared() throws {
    let result = try homescreen(["why", Self.app, "newIcon", "--device", "iPad", "--os", "26.1"])
    #expect(result.exitCode == 1, "\(result)")
    for text in [
      "on iPad, iOS 26.1", "✗ 9 the name is declared in it (ICON-039)", "Code=-105",
      "CFBundleIcons declares “newicon”, “leaf”, “ghost”", "Did you mean “newicon”?", "(ICON-026)",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
  }

  @Test func thePrimaryIcon() throws {
    let result = try homescreen(["why", Self.app, "--primary", "--device", "iPhone"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.hasPrefix("The primary icon of iconChange"))
    #expect(result.stdout.contains("AppIcon60x60@3x.png"))
    #expect(try homescreen(["why", Self.app, "newicon", "--primary"]).exitCode == 64)
  }

  @Test func withoutANameEveryAlternateIsJudgedOnEveryDevice() throws {
    let result = try homescreen(["why", Self.app])
    #expect(result.exitCode == 1, "\(result)")
    for text in [
      "3 alternate icons of iconChange (com.example.iconchange), iOS 27.0", "newicon  ✓ changes",
      "ghost    ✗ placeholder: no picture", "1 of 3 does not change on iPhone and iPad. What to do:",
      "Add ghost@3x.png, 180 × 180 px", "homescreen why APP NAME shows every check",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
    #expect(!result.stdout.contains("in order"))
    let json = try homescreen(["why", Self.app, "--json"])
    #expect(json.exitCode == 1 && json.lines.count == 6, "\(json)")
    let tablet = try homescreen(["why", Self.app, "--device", "iPad", "--json"])
    #expect(tablet.lines.count == 3 && !tablet.stdout.contains("\"device\":\"iPhone"), "\(tablet)")
  }

  @Test func alternatesThatAreAllDeadOnIPadAreNotInOrder() throws {
    let folder = TemporaryFolder()
    let png = try #require(Files.bytes(Self.app + "/newicon@3x.png"))
    func write(_ alternates: String) {
      folder.write(
        "Paint.app/Info.plist",
        xml(
          """
          <dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
          <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
          <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
          <key>day</key><dict><key>CFBundleIconFiles</key><array><string>day</string></array></dict>
          <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict>
          <key>CFBundleIcons~ipad</key><dict><key>CFBundleAlternateIcons</key><dict>\(alternates)</dict></dict></dict>
          """))
    }
    for name in ["day@3x.png", "night@3x.png", "day@2x~ipad.png", "night@2x~ipad.png"] {
      folder.write("Paint.app/\(name)", png)
    }
    write("")
    let result = try homescreen(["why", "\(folder.path)/Paint.app"])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("2 of 2 do not change on iPad. What to do:"), "\(result)")
    #expect(result.stdout.contains("Repeat “day” in CFBundleAlternateIcons of CFBundleIcons~ipad"), "\(result)")
    #expect(result.stdout.contains("the same for “night”") && !result.stdout.contains("in order"), "\(result)")
    #expect(try homescreen(["why", "\(folder.path)/Paint.app", "day"]).exitCode == 1)
    #expect(try homescreen(["why", "\(folder.path)/Paint.app", "day", "--device", "iPhone"]).exitCode == 0)
    write(
      ["day", "night"].map {
        "<key>\($0)</key><dict><key>CFBundleIconFiles</key><array><string>\($0)</string></array></dict>"
      }.joined())
    let mended = try homescreen(["why", "\(folder.path)/Paint.app"])
    #expect(mended.exitCode == 0, "\(mended)")
    #expect(mended.stdout.contains("All of them change on iPhone and iPad: the package is in order."), "\(mended)")
  }

  @Test func theNameOfThePrimaryIconMeansNil() throws {
    let result = try homescreen(["why", Self.app, "primary", "--device", "iPhone"])
    #expect(result.exitCode == 1)
    let advice = result.stdout.split(separator: "\n").filter { $0.hasPrefix("  • ") }
    #expect(
      advice == ["  • Pass nil for the primary icon: “primary” has no meaning of its own. (ICON-030)"], "\(result)")
    #expect(!result.stdout.contains("Did you mean"))
  }

  @Test func missingArtwork() throws {
    let result = try homescreen(["why", Self.app, "ghost"])
    #expect(result.exitCode == 1)
    #expect(result.stdout.contains("home: ✗ placeholder"))
    #expect(result.stdout.contains("Add ghost@3x.png, 180 × 180 px, to the root of the bundle. (ICON-112)"))
  }

  @Test(arguments: ["newicon", "nobody", "", "\u{1B}[31m"])
  func json(name: String) throws {
    let result = try homescreen(["why", Self.app, name, "--json", "--device", "iPhone", "--os", "26.1"])
    #expect(result.exitCode == (name == "newicon" ? 0 : 1))
    #expect(result.lines.count == 1)
    #expect(JSONChecker.isObject(result.lines.first ?? ""), "\(result)")
    #expect(result.stdout.contains("\"schemaVersion\":1"))
    #expect(result.stdout.contains("\"app\":\"com.example.iconchange\""))
    #expect(result.stdout.contains("\"changes\":\(name == "newicon")"))
    #expect(result.stdout.contains("\"near\":") && result.stdout.contains("\"checks\":[{\"fact\":"))
  }

  @Test func nothingOfAFileReachesTheTerminalAsACommand() throws {
    let result = try homescreen(["why", Self.app, "\u{1B}[31mred"])
    #expect(!result.stdout.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["/nowhere/at-all"], 66, "there is no such file or folder"), ([app, "x", "--device", "iPhon"], 64, "iPhone"),
    ([app, "x", "--os", "3"], 64, "iOS 3.0 is not known"), ([app, "x", "--os", "9.3"], 1, ""),
    ([app, "x", "--device", "iPhone 17", "--os", "12.0"], 64, "does not run"),
    ([app, "x", "--locale", "?"], 64, "language tag"),
  ])
  func whatCannotBeAsked(arguments: [String], code: Int32, text: String) throws {
    let result = try homescreen(["why"] + arguments)
    #expect(result.exitCode == code, "\(result)")
    #expect(result.stderr.contains(text), "\(result)")
  }

  @Test func aVersionWithoutTheFeature() throws {
    let result = try homescreen(["why", Self.app, "newicon", "--os", "10.2"])
    #expect(result.exitCode == 1)
    #expect(result.stdout.contains("ICON-009"))
  }

  @Test func factsHaveAStatus() throws {
    let result = try homescreen(["facts", "--area", "ICON", "--status"])
    #expect(result.exitCode == 0)
    let lines = result.lines
    for line in lines.dropLast() {
      let words = ["simulator", "package", "scenario", "lint", "not modelled"]
      #expect(words.contains { line.dropFirst(12).hasPrefix($0) }, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("ICON-039    simulator") })
    #expect(lines.contains { $0.hasPrefix("ICON-143    not modelled") && $0.contains("(a fault of a beta") })
    #expect(lines.last?.contains(" facts: ") == true && lines.last?.contains(" simulator") == true)
  }
}

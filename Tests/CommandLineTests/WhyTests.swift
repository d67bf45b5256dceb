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
    let result = try homescreen(["why", Self.app])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.hasPrefix("The primary icon of iconChange"))
    #expect(result.stdout.contains("AppIcon60x60@3x.png"))
  }

  @Test func missingArtwork() throws {
    let result = try homescreen(["why", Self.app, "ghost"])
    #expect(result.exitCode == 1)
    #expect(result.stdout.contains("home: ✗ placeholder"))
    #expect(result.stdout.contains("Add ghost@3x.png, 180 × 180 px, to the root of the bundle. (ICON-112)"))
  }

  @Test(arguments: ["newicon", "nobody", "", "\u{1B}[31m"])
  func json(name: String) throws {
    let result = try homescreen(["why", Self.app, name, "--json", "--os", "26.1"])
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

import PropertyLists
import TestSupport
import Testing

/// `homescreen why --action`: whether a quick action is in the menu, and the reason if it is not.
@Suite struct WhyActionTests {
  private static func item(_ type: String, _ more: String = "", title: String = "New note") -> String {
    """
    <dict><key>UIApplicationShortcutItemType</key><string>\(type)</string>
    <key>UIApplicationShortcutItemTitle</key><string>\(title)</string>\(more)</dict>
    """
  }

  private static func icon(_ key: String, _ name: String) -> String {
    "<key>UIApplicationShortcutItem\(key)</key><string>\(name)</string>"
  }

  /// Writes a built app with these items and returns its path.
  private static func write(
    _ items: [String], _ further: String = "", oldest: String = "9.0", to folder: TemporaryFolder
  ) -> String {
    folder.write(
      "Exhibit.app/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.exhibit</string>
        <key>CFBundleName</key><string>Exhibit</string><key>MinimumOSVersion</key><string>\(oldest)</string>
        <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
        <key>UIApplicationShortcutItems</key><array>\(items.joined())</array>\(further)</dict>
        """))
    return "\(folder.path)/Exhibit.app"
  }

  private static let png = Files.bytes(
    Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app/newicon@3x.png")

  // MARK: Reported problems (lua/scenarios/museum/quick-actions)

  @Test func pictureInAFolderIsReported() throws {
    let folder = TemporaryFolder()
    folder.write("Exhibit.app/icons/pencil@3x.png", try #require(Self.png))
    let app = Self.write([Self.item("new", Self.icon("IconFile", "pencil"))], to: folder)
    let result = try homescreen(["why", app, "--action", "new"])
    #expect(result.exitCode == 0, "it is in the menu: \(result)")
    for text in [
      "picture: ✗ dot: there is no picture “pencil” (QUICK-024, shortcut-icon-file-missing)",
      "The quick action is in the menu, without its picture. What to do:",
      "icons/pencil@3x.png is in a folder: move it to the root",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
  }

  @Test(arguments: [("square.and.pencil", true), ("squarre.and.pencil", false)])
  func misspeltSymbolIsNotKnown(name: String, isKnown: Bool) throws {
    let folder = TemporaryFolder()
    let app = Self.write([Self.item("new", Self.icon("IconSymbolName", name))], oldest: "15.0", to: folder)
    let result = try homescreen(["why", app, "--action", "new"])
    #expect(result.exitCode == 0 && result.stdout.contains("picture: ✓ symbol \(name)\n") == isKnown, "\(result)")
    let doubt = "picture: ? symbol \(name): not known, no known SF Symbol has “squarre” in its name"
    #expect(result.stdout.contains(doubt) == !isKnown)
  }

  @Test func nameWithAnExtensionIsReported() throws {
    let folder = TemporaryFolder()
    folder.write("Exhibit.app/pencil@3x.png", try #require(Self.png))
    let app = Self.write([Self.item("new", Self.icon("IconFile", "pencil.png"))], to: folder)
    let result = try homescreen(["why", app, "--action", "new", "--os", "11.4", "--device", "iPhone"])
    for text in [
      "iPhone, iOS 11.4\n", "picture: ✗ dot", "Write “pencil”: the name alone", "shortcut-icon-file-missing",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
    let fixed = Self.write([Self.item("new", Self.icon("IconFile", "pencil"))], to: folder)
    let fine = try homescreen(["why", fixed, "--action", "new"])
    #expect(fine.stdout.contains("picture: ✓ file pencil@3x.png") && fine.stdout.contains("Note:"), "\(fine)")
  }

  @Test func misspelledIconTypeIsReported() throws {
    let folder = TemporaryFolder()
    let app = Self.write(
      [Self.item("new", Self.icon("IconType", "UIApplicationShortcutIconTypeFavourite"))], to: folder)
    let result = try homescreen(["why", app, "--action", "new"])
    for text in [
      "picture: ✗ dot: UIKit has no icon type “UIApplicationShortcutIconTypeFavourite”",
      "(QUICK-019, shortcut-icon-type-unknown)", "Did you mean “UIApplicationShortcutIconTypeFavorite”?",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
  }

  @Test func fifthItemIsNotShown() throws {
    let folder = TemporaryFolder()
    let app = Self.write(["a", "b", "c", "d", "important"].map { Self.item($0) }, to: folder)
    let result = try homescreen(["why", app, "--action", "important"])
    #expect(result.exitCode == 1, "\(result)")
    for text in [
      "✗ not in the menu: it is number 5 of the items, and the menu shows the first 4 (QUICK-065, shortcut-too-many)",
      "The quick action is not in the menu everywhere. What to do:", "Move the action up",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
    #expect(try homescreen(["why", app, "--action", "d"]).exitCode == 0)
  }

  @Test func partlyTranslatedTitleIsReported() throws {
    let folder = TemporaryFolder()
    folder.write("Exhibit.app/en.lproj/InfoPlist.strings", "NEW_NOTE = \"New note\";")
    folder.write("Exhibit.app/de.lproj/InfoPlist.strings", "other = \"x\";")
    let app = Self.write([Self.item("new", title: "NEW_NOTE")], oldest: "15.0", to: folder)
    let result = try homescreen(["why", app, "--action", "new"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("de: ✓ in the menu, number 1 of at most 4: “NEW_NOTE”"), "\(result)")
    #expect(result.stdout.contains("en: ✓ in the menu, number 1 of at most 4: “New note”"), "\(result)")
    #expect(result.stdout.contains("iPhone and iPad, iOS 15.0 and later"), "\(result)")
    let german = try homescreen(["why", app, "--action", "new", "--locale", "de"])
    #expect(german.stdout.contains("“NEW_NOTE”") && !german.stdout.contains("“New note”"), "\(german)")
  }

  // MARK: Arguments

  @Test func unknownTypeIsReportedWithTheNearest() throws {
    let folder = TemporaryFolder()
    let app = Self.write([Self.item("compose")], to: folder)
    let result = try homescreen(["why", app, "--action", "Compos"])
    #expect(result.exitCode == 1 && result.stdout.isEmpty, "\(result)")
    #expect(
      result.stderr.contains("no static quick action of Exhibit has the type “Compos”; did you mean “compose”?"),
      "\(result)")
    let far = try homescreen(["why", app, "--action", "\u{1B}[31m"])
    #expect(far.exitCode == 1 && far.stderr.contains("The Info.plist declares “compose”."), "\(far)")
    #expect(!far.stderr.contains("\u{1B}"))
    let none = try homescreen(["why", Self.write([], to: folder), "--action", "x"])
    #expect(none.exitCode == 1 && none.stderr.contains("declares no quick actions"), "\(none)")
  }

  @Test func nameThatIsOnlyATypeMeansTheAction() throws {
    let folder = TemporaryFolder()
    let icons =
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>both</key><dict/></dict></dict>"
    let app = Self.write([Self.item("compose"), Self.item("both")], icons, to: folder)
    #expect(try homescreen(["why", app, "compose"]).stdout.hasPrefix("The quick action “compose” of Exhibit"))
    let icon = try homescreen(["why", app, "both", "--os", "17.5"])
    #expect(icon.stdout.hasPrefix("The icon “both”"), "\(icon)")
    #expect(
      icon.stderr.contains("a quick action has this type too") && icon.stderr.contains("--action both"), "\(icon)")
    #expect(try homescreen(["why", app, "both", "--action", "both"]).exitCode == 64)
    #expect(try homescreen(["why", app, "--primary", "--action", "both"]).exitCode == 64)
  }

  @Test func unknownDevicesVersionsAndLanguagesAreRefused() throws {
    let folder = TemporaryFolder()
    let app = Self.write([Self.item("compose")], to: folder)
    for options in [["--os", "12,99"], ["--device", "iPhane"], ["--locale", "de,!"]] {
      #expect(try homescreen(["why", app, "--action", "compose"] + options).exitCode == 64, "\(options)")
    }
    #expect(try homescreen(["why", "\(folder.path)/nothing", "--action", "compose"]).exitCode == 66)
  }

  @Test func jsonHasAnObjectForEachItem() throws {
    let folder = TemporaryFolder()
    let app = Self.write([Self.item("a"), Self.item("a", Self.icon("IconFile", "x"))], oldest: "15.0", to: folder)
    let result = try homescreen(["why", app, "--action", "a", "--json"])
    #expect(result.exitCode == 0 && result.lines.count == 2, "\(result)")
    #expect(result.lines[0].contains(#""codeJudged":false"#) && result.lines[0].contains(#""position":0"#), "\(result)")
    #expect(result.lines[1].contains(#""rule":"shortcut-icon-file-missing""#), "\(result)")
  }
}

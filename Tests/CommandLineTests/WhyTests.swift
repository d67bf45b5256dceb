import TestSupport
import Testing

/// `homescreen why`, and the status of facts.
@Suite struct WhyTests {
  private static let app = Repository.root + "/lua/scenarios/seeds/fixtures/ChangeIcon.app"

  @Test func workingChangeIsExplained() throws {
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

  @Test func undeclaredNameIsExplained() throws {
    let result = try homescreen(["why", Self.app, "newIcon", "--device", "iPad", "--os", "26.1"])
    #expect(result.exitCode == 1, "\(result)")
    for text in [
      "on iPad, iOS 26.1", "✗ 9 the name is declared in it (ICON-039)", "Code=-105",
      "CFBundleIcons declares “newicon”, “leaf”, “ghost”", "Did you mean “newicon”?", "(ICON-026)",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
  }

  /// The name of an icon's file is not the name of the icon, even if a catalog has an image set of that name.
  @Test(arguments: ["icon-rose", "icon-rose@2x", "icon-rose.png", "icon-rose@3x.png"])
  func fileOfAnIconLeadsToItsName(file: String) throws {
    let folder = TemporaryFolder()
    Self.writeProject(
      ["One"], to: folder,
      plist: """
        <dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>Rose</key><dict><key>CFBundleIconFiles</key><array><string>icon-rose</string></array></dict></dict></dict></dict>
        """)
    folder.write("Assets.xcassets/icon-rose.imageset/Contents.json", #"{"images":[],"info":{"version":1}}"#)
    folder.write("Assets.xcassets/other.imageset/Contents.json", #"{"images":[],"info":{"version":1}}"#)
    let result = try homescreen(["why", folder.path, file])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("“\(file)” is a file of the icon “Rose”: pass “Rose”. (ICON-025)"), "\(result)")
    #expect(!result.stdout.contains("is an image set"), "\(result)")
    let other = try homescreen(["why", folder.path, "other"])
    #expect(other.stdout.contains("“other” of the catalog is an image set"), "\(other)")
  }

  /// Paths in advice work from the current folder.
  @Test func adviceNamesPathsFromTheCurrentFolder() throws {
    let folder = TemporaryFolder()
    let plist = xml("<dict><key>CFBundleIdentifier</key><string>com.example.a</string></dict>")
    folder.write("App/Code/Files/Info.plist", plist)
    let alone = try homescreen(["why", "App/Code"], in: folder)
    #expect(alone.stderr.contains("hint: open App/Code/Files/Info.plist\n"), "\(alone)")
    Self.writeProject(["One"], to: folder)
    let below = try homescreen(["why", "App/Code"], in: folder)
    #expect(below.stderr.contains("hint: open App.xcodeproj, the Xcode project above this folder\n"), "\(below)")
  }

  /// Icons declared only for the other device fail on this one and are still checked.
  @Test(arguments: ["iPad", "iPhone"]) func alternatesOfTheOtherDeviceAreChecked(device: String) throws {
    let folder = TemporaryFolder()
    let (own, others) =
      device == "iPad" ? ("CFBundleIcons~ipad", "CFBundleIcons") : ("CFBundleIcons", "CFBundleIcons~ipad")
    folder.write(
      "Paint.app/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
        <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
        <key>\(own)</key><dict><key>CFBundlePrimaryIcon</key><dict/></dict>
        <key>\(others)</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict>
        </dict></dict></dict>
        """))
    let app = "\(folder.path)/Paint.app"
    let result = try homescreen(["why", app, "--device", device, "--os", "17.5"])
    #expect(result.exitCode == 1, "\(result)")
    #expect(result.stdout.contains("night  ✗ NSCocoaErrorDomain 4"), "\(result)")
    #expect(!result.stdout.contains("declares no alternate icons"))
    let json = try homescreen(["why", app, "--device", device, "--json"])
    #expect(json.exitCode == 1 && json.stdout.contains("\"changes\":false"), "\(json)")
    let other = device == "iPad" ? "iPhone" : "iPad"
    let misspelt = try homescreen(["why", app, "nihgt", "--device", device])
    #expect(
      misspelt.stdout.contains("Did you mean “night”? It is declared for \(other) only, in \(others)"), "\(misspelt)")
  }

  @Test func primaryIconIsExplained() throws {
    let result = try homescreen(["why", Self.app, "--primary", "--device", "iPhone"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.hasPrefix("The primary icon of iconChange"))
    #expect(result.stdout.contains("AppIcon60x60@3x.png"))
    #expect(try homescreen(["why", Self.app, "newicon", "--primary"]).exitCode == 64)
  }

  @Test func everyAlternateIsCheckedOnEveryDevice() throws {
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

  /// An app for both families, with two alternates in the iPhone's dictionary.
  private static func writeDayAndNight(_ further: String = "", to folder: TemporaryFolder) {
    folder.write(
      "Paint.app/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.paint</string>
        <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
        <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>day</key><dict><key>CFBundleIconFiles</key><array><string>day</string></array></dict>
        <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict>
        \(further)</dict>
        """))
  }

  @Test func alternatesThatFailOnIPadAreReported() throws {
    let folder = TemporaryFolder()
    let png = try #require(Files.bytes(Self.app + "/newicon@3x.png"))
    func write(_ alternates: String) {
      Self.writeDayAndNight(
        "<key>CFBundleIcons~ipad</key><dict><key>CFBundleAlternateIcons</key><dict>\(alternates)</dict></dict>",
        to: folder)
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
    write("<key>day</key><dict><key>CFBundleIconFiles</key><array><string>day</string></array></dict>")
    folder.write(
      "Paint.app/Info.plist",
      try #require(folder.read("Paint.app/Info.plist")).replacing(
        "<key>day</key><dict><key>CFBundleIconFiles</key><array><string>day</string>",
        with: "<key>day</key><dict><key>CFBundleIconFiles</key><array><string>dai</string>", maxReplacements: 1))
    let differing = try homescreen(["why", "\(folder.path)/Paint.app"])
    #expect(differing.stdout.contains("iPhone: 1 of 2, iPad: 1 of 2 fail. What to do:"), "\(differing)")
    write(
      ["day", "night"].map {
        "<key>\($0)</key><dict><key>CFBundleIconFiles</key><array><string>\($0)</string></array></dict>"
      }.joined())
    let fixed = try homescreen(["why", "\(folder.path)/Paint.app"])
    #expect(fixed.exitCode == 0, "\(fixed)")
    #expect(fixed.stdout.contains("All of them change on iPhone and iPad: the package is correct."), "\(fixed)")
  }

  @Test func unfetchedPicturesAreReportedOncePerDevice() throws {
    let folder = TemporaryFolder()
    Self.writeDayAndNight(to: folder)
    for name in ["day@3x.png", "night@3x.png", "day@2x~ipad.png", "night@2x~ipad.png"] {
      folder.write("Paint.app/\(name)", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    }
    let lines = try homescreen(["why", "\(folder.path)/Paint.app"]).lines
    let start = try #require(lines.firstIndex { $0.hasSuffix("What to do:") })
    let pointer = "this is a Git LFS pointer, not the picture itself; fetch the real content with `git lfs pull`."
    #expect(lines[start + 1] == "  • day@3x.png: \(pointer) (ICON-121) [bad-image]")
    #expect(lines[start + 2] == "    on iPad: day@2x~ipad.png: \(pointer)")
    #expect(lines[start + 3] == "    the same for “night”")
  }

  /// The output must name the app and unreadable files.
  @Test func remarksAboutTheCheckedIconComeFirst() throws {
    let folder = TemporaryFolder()
    Self.writeProject(["One", "Two"], to: folder)
    // Without the catalog, it is not known whether the primary icon is shown.
    for (arguments, exitCode, code, hint) in [
      (["why", folder.path], 0, "several-apps", "--target"),
      (["why", folder.path, "Night"], 1, "several-apps", "--target"),
      (["why", "\(folder.path)/One.plist", "--primary"], 0, "part-of-project", "open \(folder.path)/App.xcodeproj"),
    ] {
      let result = try homescreen(arguments)
      #expect(result.exitCode.map(Int.init) == exitCode, "\(result)")
      #expect(result.lines.first == "1 remark" && result.lines[1].hasSuffix("[\(code)]"), "\(result)")
      #expect(result.lines[2].hasPrefix("    ") && result.lines[2].contains(hint), "\(result)")
      let json = try homescreen(arguments + ["--json"])
      #expect(json.lines.allSatisfy { $0.contains("\"remarks\":[{\"code\":\"\(code)\"") }, "\(json)")
      #expect(json.lines.allSatisfy { JSONChecker.isObject($0) })
    }
    let chosen = try homescreen(["why", folder.path, "--target", "One"])
    #expect(!chosen.stdout.contains("remark"), "\(chosen)")
  }

  private static func writeProject(
    _ targets: [String], _ settings: String = "", to folder: TemporaryFolder, plist: String = "<dict/>"
  ) {
    let objects = targets.map { name in
      """
      \(name) = { isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.application";
        buildConfigurationList = C\(name); buildPhases = (R); };
      C\(name) = { isa = XCConfigurationList; buildConfigurations = (R\(name)); };
      R\(name) = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
        TARGETED_DEVICE_FAMILY = 1; GENERATE_INFOPLIST_FILE = YES; INFOPLIST_FILE = \(name).plist;
        PRODUCT_BUNDLE_IDENTIFIER = "com.example.\(name)"; \(settings) }; };
      """
    }
    folder.write(
      "App.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { objects = { P = { isa = PBXProject; buildConfigurationList = CP; mainGroup = G;
        targets = (\(targets.joined(separator: ", "))); };
      CP = { isa = XCConfigurationList; buildConfigurations = (PR); };
      PR = { isa = XCBuildConfiguration; name = Release; buildSettings = { }; };
      G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };
      F = { isa = PBXFileReference; path = Assets.xcassets; sourceTree = "<group>"; };
      R = { isa = PBXResourcesBuildPhase; files = (B); }; B = { isa = PBXBuildFile; fileRef = F; };
      \(objects.joined(separator: "\n")) }; rootObject = P; }
      """)
    for name in targets { folder.write("\(name).plist", xml(plist)) }
  }

  private static func writeCatalog(_ sets: [String], to folder: TemporaryFolder) throws {
    let png = try #require(Files.bytes(app + "/newicon@3x.png"))
    for set in sets {
      folder.write("Assets.xcassets/\(set).appiconset/icon.png", png)
      folder.write(
        "Assets.xcassets/\(set).appiconset/Contents.json",
        #"{"images":[{"filename":"icon.png","idiom":"iphone","size":"60x60","scale":"3x"}],"info":{"version":1}}"#)
    }
  }

  @Test func unreferencedSetIsNotThePrimaryIcon() throws {
    let folder = TemporaryFolder()
    Self.writeProject(["One"], "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;", to: folder)
    try Self.writeCatalog(["AppIcon", "Default"], to: folder)
    let found = try homescreen(["why", folder.path, "Default"])
    #expect(found.exitCode == 1 && found.stdout.contains("The catalog has an app icon “Default”"), "\(found)")
    #expect(!found.stdout.contains("ICON-030"))
    for name in ["AppIcon", "primary"] {
      #expect(try homescreen(["why", folder.path, name]).stdout.contains("Pass nil for the primary icon"))
    }
  }

  @Test func deletedPictureOfASetIsNamed() throws {
    let folder = TemporaryFolder()
    let settings = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "
    Self.writeProject(["One"], settings + "Night;", to: folder)
    try Self.writeCatalog(["AppIcon", "Night"], to: folder)
    let text = "The app icon set “Night” has no picture for iPhone: icon.png is missing."
    #expect(try !homescreen(["why", folder.path, "Night"]).stdout.contains(text))
    folder.delete("Assets.xcassets/Night.appiconset/icon.png")
    let result = try homescreen(["why", folder.path, "Night"])
    #expect(result.stdout.contains(text) && !result.stdout.contains("names no picture"), "\(result)")
  }

  @Test func alternateMissingFromTheBuildIsChecked() throws {
    let folder = TemporaryFolder()
    let settings = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = "
    Self.writeProject(["One"], settings + "\"Night Missing\";", to: folder)
    try Self.writeCatalog(["AppIcon", "Night"], to: folder)
    let result = try homescreen(["why", folder.path])
    #expect(result.exitCode == 1, "\(result)")
    for text in [
      "[alternate-name-unknown]", "name one of the app icon sets: AppIcon, Night", "Night    ✓ changes",
      "Missing  ✗ NSCocoaErrorDomain 4",
      "names “Missing”, but the build has no such icon",
    ] {
      #expect(result.stdout.contains(text), "\(text): \(result)")
    }
    let night = try homescreen(["why", folder.path, "Night"])
    #expect(night.exitCode == 0 && !night.stdout.contains("Xcode cannot build the app as it is"), "\(night)")
    #expect(!night.stdout.contains("in order") && !night.stdout.replacing("../", with: "").contains(".."), "\(night)")
    Self.writeProject(
      ["One"], settings + "Night;", to: folder,
      plist: "<dict><key>CFBundleIcons</key><string>icons</string></dict>")
    let kept = try homescreen(["why", folder.path])
    #expect(
      kept.exitCode == 1 && kept.stdout.contains("but CFBundleIcons of the Info.plist, which is written by hand"),
      "\(kept)"
    )
    Self.writeProject(["One"], settings + "Night;", to: folder)
    let fixed = try homescreen(["why", folder.path])
    #expect(fixed.exitCode == 0 && fixed.stdout.contains("the package is correct"), "\(fixed)")
  }

  @Test func nameOfThePrimaryIconMeansNil() throws {
    let result = try homescreen(["why", Self.app, "primary", "--device", "iPhone"])
    #expect(result.exitCode == 1)
    let advice = result.stdout.split(separator: "\n").filter { $0.hasPrefix("  • ") }
    #expect(
      advice == ["  • Pass nil for the primary icon: “primary” has no special meaning. (ICON-030)"], "\(result)")
    #expect(!result.stdout.contains("Did you mean"))
  }

  /// A picture that a target copies is not reported, and neither is one that the project does not have.
  @Test func pictureOutsideOfTheTargetIsNamed() throws {
    let advice =
      "ChangeIcon/newicon@3x.png exists, but the target does not copy it: add it to Copy Bundle Resources."
    for (isCopied, exists) in [(true, true), (false, true), (false, false)] {
      let folder = TemporaryFolder()
      for file in ["ChangeIcon.xcodeproj/project.pbxproj", "ChangeIcon/Info.plist", "ChangeIcon/newicon@3x.png"] {
        let bytes = try #require(Files.bytes("\(Repository.root)/lua/scenarios/seeds/fixtures/\(file)"))
        if exists || !file.hasSuffix("png") { folder.write(file, bytes) }
      }
      let project = try #require(folder.read("ChangeIcon.xcodeproj/project.pbxproj"))
      let lines = project.split(separator: "\n").filter { isCopied || !$0.hasSuffix("newicon@3x.png in Resources */,") }
      folder.write("ChangeIcon.xcodeproj/project.pbxproj", lines.joined(separator: "\n"))
      let result = try homescreen(
        ["why", "\(folder.path)/ChangeIcon.xcodeproj", "newicon", "--target", "ChangeIcon", "--device", "iPhone"])
      #expect(result.stdout.contains(advice) == (exists && !isCopied), "\(result)")
    }
  }

  @Test func missingArtworkIsExplained() throws {
    let result = try homescreen(["why", Self.app, "ghost"])
    #expect(result.exitCode == 1)
    #expect(result.stdout.contains("home: ✗ placeholder"))
    #expect(result.stdout.contains("Add ghost@3x.png, 180 × 180 px, and ghost@2x.png, 120 × 120 px, to"))
    let folder = TemporaryFolder()
    let names = ["night": "night@2x", "ghost": "ghost@2x.png"].map { name, file in
      "<key>\(name)</key><dict><key>CFBundleIconFiles</key><array><string>\(file)</string></array></dict>"
    }.joined()
    folder.write(
      "P.app/Info.plist",
      xml(
        "<dict><key>CFBundleIdentifier</key><string>a.b</string><key>CFBundleIcons</key><dict>"
          + "<key>CFBundleAlternateIcons</key><dict>\(names)</dict></dict></dict>"))
    let sample = "\(Repository.root)/lua/samples/Paint.app"
    for name in Files.names(in: sample) where name.hasPrefix("night@3x") {
      folder.write("P.app/\(name)", try #require(Files.bytes("\(sample)/\(name)")))
    }
    let night = try homescreen(["why", "P.app", "night", "--device", "iPhone"], in: folder).stdout
    #expect(
      night.contains("Write “night”: a name without @2x and .png means the files of all scales."), "\(night)")
    let ghost = try homescreen(["why", "P.app", "ghost", "--device", "iPhone"], in: folder).stdout
    #expect(ghost.contains("Write “ghost”. Add ghost@3x.png"), "\(ghost)")
  }

  @Test(arguments: ["newicon", "nobody", "", "\u{1B}[31m"])
  func jsonIsWritten(name: String) throws {
    let result = try homescreen(["why", Self.app, name, "--json", "--device", "iPhone", "--os", "26.1"])
    #expect(result.exitCode == (name == "newicon" ? 0 : 1))
    #expect(result.lines.count == 1)
    #expect(JSONChecker.isObject(result.lines.first ?? ""), "\(result)")
    #expect(result.stdout.contains("\"schemaVersion\":1"))
    #expect(result.stdout.contains("\"app\":\"com.example.iconchange\""))
    #expect(result.stdout.contains("\"changes\":\(name == "newicon")"))
    #expect(result.stdout.contains("\"near\":") && result.stdout.contains("\"checks\":[{\"fact\":"))
  }

  @Test func fileContentsAreEscapedOnTheTerminal() throws {
    let result = try homescreen(["why", Self.app, "\u{1B}[31mred"])
    #expect(!result.stdout.contains("\u{1B}"))
  }

  @Test(arguments: [
    (["/proc/nowhere/at-all"], 66, "there is no such file or folder"), ([app, "x", "--device", "iPhon"], 64, "iPhone"),
    ([app, "x", "--os", "3"], 64, "Unknown iOS version 3.0"), ([app, "x", "--os", "9.3"], 1, ""),
    ([app, "x", "--device", "iPhone 17", "--os", "12.0"], 64, "does not run"),
    ([app, "x", "--locale", "?"], 64, "language tag"),
  ])
  func impossibleQuestionsAreRefused(arguments: [String], code: Int32, text: String) throws {
    let result = try homescreen(["why"] + arguments)
    #expect(result.exitCode == code, "\(result)")
    #expect(result.stderr.contains(text), "\(result)")
  }

  @Test func versionWithoutTheFeatureIsExplained() throws {
    let result = try homescreen(["why", Self.app, "newicon", "--os", "10.2"])
    #expect(result.exitCode == 1)
    #expect(result.stdout.contains("ICON-009"))
  }

  @Test func factsHaveAStatus() throws {
    let result = try homescreen(["facts", "--area", "ICON", "--status"])
    #expect(result.exitCode == 0)
    let lines = result.lines
    for line in lines.dropLast(2) {
      let words = ["simulator", "package", "scenario", "lint", "not modelled"]
      #expect(words.contains { line.dropFirst(12).hasPrefix($0) }, "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("ICON-039    simulator") })
    #expect(lines.contains { $0.hasPrefix("ICON-143    not modelled") && $0.contains("(a fault of a beta") })
    let counts = lines.dropLast().last
    #expect(counts?.contains(" facts: ") == true && counts?.contains(" simulator") == true)
  }
}

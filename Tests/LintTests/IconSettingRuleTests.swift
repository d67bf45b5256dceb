import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Rules about build settings, which need a project.
@Suite struct IconSettingRuleTests {
  /// A project with one target, one configuration, single-size sets, and perhaps a loose picture.
  ///
  /// - Parameters:
  ///   - uncopied: a picture of 180 px that only the project has.
  ///   - copiesCatalog: false if only the project has the catalog.
  ///   - code: the text of a source file.
  private func package(
    _ settings: [String: String], sets: [String] = ["AppIcon", "Night", "Day"], info: String = "<dict/>",
    picture: String = "", uncopied: String = "", copiesCatalog: Bool = true, code: String = "", others: [String] = []
  ) throws -> AppPackage {
    let written = settings.sorted { $0.key < $1.key }.map { "        \($0.key) = \"\($0.value)\";\n" }.joined()
    let project = """
      // !$*UTF8*$!
      {
        archiveVersion = 1; objectVersion = 56; rootObject = P;
        objects = {
          P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
          G = { isa = PBXGroup; children = (F, A\(picture.isEmpty ? "" : ", O")\(uncopied.isEmpty ? "" : ", U")); sourceTree = "<group>"; };
          F = { isa = PBXFileReference; path = Media.xcassets; sourceTree = "<group>"; };
          O = { isa = PBXFileReference; path = "\(picture)"; sourceTree = "<group>"; };
          A = { isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
          BA = { isa = PBXBuildFile; fileRef = A; };
          S = { isa = PBXSourcesBuildPhase; files = (\(code.isEmpty ? "" : "BA")); };
          U = { isa = PBXFileReference; path = "\(uncopied)"; sourceTree = "<group>"; };
          B = { isa = PBXBuildFile; fileRef = F; };
          BO = { isa = PBXBuildFile; fileRef = O; };
          R = { isa = PBXResourcesBuildPhase; files = (\(copiesCatalog ? "B" : "")\(picture.isEmpty ? "" : ", BO")); };
          T = {
            isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
            buildConfigurationList = L; buildPhases = (R, S);
          };
          L = { isa = XCConfigurationList; buildConfigurations = (C); };
          C = { isa = XCBuildConfiguration; name = Release; buildSettings = {
            INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint; SDKROOT = iphoneos;
            TARGETED_DEVICE_FAMILY = "1,2";
      \(written)    }; };
        };
      }
      """
    var files = [
      "Paint.xcodeproj/project.pbxproj": Array(project.utf8), "Info.plist": Array(xml(info).utf8),
    ]
    if !picture.isEmpty { files[picture] = TestPictures.png(120) }
    if !code.isEmpty { files["App.swift"] = Array(code.utf8) }
    for file in [uncopied] + others where !file.isEmpty { files[file] = TestPictures.png(180) }
    for set in sets {
      files["Media.xcassets/\(set).appiconset/Contents.json"] = Array(
        #"{"images": [{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#.utf8)
      files["Media.xcassets/\(set).appiconset/i.png"] = CatalogPictures.png(side: 1024, alphas: [])
    }
    return try AppPackage(projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", files))
  }

  private func findings(_ code: String, in package: AppPackage) throws -> [Finding] {
    Linter([try #require(Rules.named(code))]).findings(in: package)
  }

  /// The setting of ICON-137 adds an alternate to the key of the iPad, too.
  @Test(arguments: [
    ("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES", "Night", nil),
    ("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS", "YES", Finding.Severity.error),
    ("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS", "NO", .error),
  ])
  func generatedAlternateIsNotMissingOnAnIPad(setting: String, value: String, severity: Finding.Severity?) throws {
    func entries(_ names: [String]) -> String {
      "<dict><key>CFBundleAlternateIcons</key><dict>"
        + names.map { "<key>\($0)</key><dict><key>CFBundleIconName</key><string>\($0)</string></dict>" }.joined()
        + "</dict></dict>"
    }
    let info =
      "<dict><key>CFBundleIcons</key>\(entries(["Night", "Day"]))<key>CFBundleIcons~ipad</key>\(entries(["Day"]))</dict>"
    let found = try findings(
      "ipad-alternates-partial", in: package([primary: "AppIcon", setting: value], info: info))
    #expect(found.map(\.severity) == [severity].compactMap(\.self), "\(found)")
    // To list the set as well makes Xcode 26 write a second entry (ICON-140).
    #expect(
      found.allSatisfy { $0.help?.hasSuffix("Declare “Night” in its CFBundleAlternateIcons too.") == true }, "\(found)")
  }

  @Test(arguments: [
    ("ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSET", "ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"),
    ("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAME", "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"),
    ("ASSETCATALOG_COMPILER_APP_ICON_NAME", "ASSETCATALOG_COMPILER_APPICON_NAME"),
    ("ASSETCATALOG_COMPILER_LAUNCHIMAGE_NAME", nil), ("ASSETCATALOG_COMPILER_COMPLICATION_NAME", nil),
    ("ASSETCATALOG_COMPILER_APPICON_NAME_BETA", nil), ("MY_APPICON_NAMES", nil),
  ])
  func misspeltSettingIsReported(name: String, meant: String?) throws {
    let found = try findings("icon-setting", in: package([primary: "AppIcon", name: "YES"]))
    #expect(found.map(\.help) == [meant].compactMap { $0.map { "did you mean \($0)?" } }, "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning && $0.location?.file.hasSuffix("project.pbxproj") == true })
  }

  private let primary = "ASSETCATALOG_COMPILER_APPICON_NAME"
  private let alternates = "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"

  @Test func undefinedVariableIsReported() throws {
    let missing = try findings("icon-setting-variable", in: package([primary: "AppIcon$(KIND).beta"]))
    #expect(
      missing.map(\.message) == ["\(primary) uses $(KIND), which is undefined: the rest is “AppIcon.beta”"])
    #expect(missing.map(\.severity) == [.warning] && missing[0].location?.line != nil)
    let harmless = try findings("icon-setting-variable", in: package([primary: "AppIcon${KIND}"]))
    #expect(harmless.map(\.severity) == [.note])
    #expect(try findings("icon-setting-variable", in: package([primary: "AppIcon$(KIND)", "KIND": ""])).isEmpty)
  }

  @Test func letterCaseIsFixedInTheSetting() throws {
    let package = try package([primary: "AppIcon", alternates: "night DAY"])
    let found = try findings("alternate-name-case", in: package)
    #expect(found.count == 1 && found[0].subjects == ["DAY", "night"])
    let fix = try #require(found.first?.fix)
    let place = try #require(package.build?.settings.location(of: alternates))
    #expect(
      fix.safety == .safe
        && fix.edits == [.replace("night", with: "Night", at: place), .replace("DAY", with: "Day", at: place)])
    #expect(found.allSatisfy { $0.location == place })
  }

  /// ICON-026: a fix of the setting alone would break the call, which is right now.
  @Test func nameThatTheCodeSpellsIsNotFixed() throws {
    func finding(_ code: String, _ rule: String, _ names: String) throws -> Finding {
      let package = try package([primary: "AppIcon", alternates: names], code: code)
      return try #require(findings(rule, in: package).first)
    }
    let wrong = try finding(#"setAlternateIconName("night")"#, "alternate-name-case", "night")
    #expect(wrong.fix == nil && wrong.help?.hasSuffix("; App.swift has “night” too: change both") == true)
    let right = try finding(#"setAlternateIconName("Night") // night"#, "alternate-name-case", "night")
    #expect(right.fix?.safety == .safe && right.help == "write “Night”: letter case matters")
    #expect(try finding(#"let names = ["Nihgt"]"#, "alternate-name-unknown", "Nihgt").fix == nil)
    #expect(try finding(#"let names = ["Night"]"#, "alternate-name-unknown", "Nihgt").fix?.safety == .unsafe)
  }

  @Test func nameIsFixedInEveryFile() throws {
    for value in ["$(KIND) Day", "'night' Day", "night   Day"] {
      let found = try findings(
        "alternate-name-case", in: package([primary: "AppIcon", alternates: value, "KIND": "night"]))
      #expect(found.count == 1 && found[0].fix != nil, "\(value): \(found)")
    }
    let twins = try findings(
      "alternate-name-case",
      in: package([primary: "AppIcon", alternates: "NIGHT"], sets: ["AppIcon", "Night", "night"]))
    #expect(twins.count == 1 && twins[0].fix == nil)
  }

  @Test func primaryIconIsFixed() throws {
    let found = try findings("primary-icon-set-missing", in: package([primary: "appicon"]))
    #expect(found.count == 1 && found[0].fix?.safety == .safe, "\(found)")
    #expect(
      found.first?.fix?.edits == [
        .replace("appicon", with: "AppIcon", at: try #require(found[0].location))
      ])
    for name in ["AppIcon.beta", "NIGHT"] {
      let sets = ["AppIcon", "Night", "night"]
      let guess = try findings("primary-icon-set-missing", in: package([primary: name], sets: sets))
      #expect(guess.count == 1 && guess[0].fix == nil, "\(guess)")
    }
  }

  @Test func unknownAlternateIsGuessed() throws {
    let found = try findings("alternate-name-unknown", in: package([primary: "AppIcon", alternates: "Nigt"]))
    #expect(found.count == 1 && found[0].fix?.safety == .unsafe, "\(found)")
    #expect(
      found.first?.fix?.edits == [.replace("Nigt", with: "Night", at: try #require(found[0].location))])
    // A set that is already an icon is not suggested.
    for names in ["Nigt Night", "Appicn", "Rocket"] {
      let none = try findings("alternate-name-unknown", in: package([primary: "AppIcon", alternates: names]))
      #expect(none.count == 1 && none[0].fix == nil, "\(names): \(none)")
    }
  }

  /// A list with commas is one cause, and the hand-written declaration says what to do.
  @Test func unknownNamesWithMarksAreOneFinding() throws {
    func icons(_ names: String...) -> String {
      let all = names.map {
        "<key>\($0)</key><dict><key>CFBundleIconFiles</key><array><string>\($0)</string></array></dict>"
      }
      return """
        <dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>\(all.joined())</dict></dict></dict>
        """
    }
    let settings = [primary: "AppIcon", alternates: "og, joy"]
    for declared in [icons("og", "joy"), icons("og")] {
      let found = try findings("alternate-name-unknown", in: package(settings, info: declared))
      #expect(found.map(\.subjects) == [["joy", "og,"]], "\(found)")
      // Without a picture, the entry explains nothing.
      #expect(found.first?.help?.contains("by hand") == false, "\(found)")
      let drawn = try findings(
        "alternate-name-unknown", in: package(settings, info: declared, picture: "og@2x.png"))
      #expect(drawn.first?.help?.contains("CFBundleAlternateIcons declares “og” by hand") == true, "\(drawn)")
    }
    let other = try findings("alternate-name-unknown", in: package(settings, info: icons("Night")))
    #expect(other.map(\.subjects) == [["joy", "og,"]] && other[0].help?.contains("by hand") == false, "\(other)")
    #expect(try findings("alternate-name-punctuation", in: package(settings, info: icons("og"))).isEmpty)
    let mark = try findings("alternate-name-punctuation", in: package([primary: "AppIcon", alternates: "Night, Day"]))
    #expect(mark.count == 1 && mark[0].help?.hasPrefix("write “Night”: ") == true, "\(mark)")
  }

  // MARK: Files that the target does not copy

  @Test func catalogThatIsNotInTheTargetIsNamed() throws {
    func help(_ code: String, _ settings: [String: String], sets: [String] = ["AppIcon", "Night"]) throws -> String? {
      try findings(code, in: package(settings, sets: sets, copiesCatalog: false)).first?.help
    }
    let both = [primary: "AppIcon", alternates: "Night"]
    let text = "Media.xcassets has “AppIcon”, but the target does not compile this catalog"
    #expect(try help("primary-icon-missing", both)?.hasPrefix(text) == true)
    // No catalog of the project has the set.
    #expect(try help("primary-icon-missing", both, sets: ["Day"])?.hasPrefix("add an app icon set") == true)
    #expect(try findings("primary-icon-missing", in: package(both)).isEmpty)
  }

  @Test func pictureThatIsNotInTheTargetIsNamed() throws {
    let info = """
      <dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict>
      <key>CFBundleIconFiles</key><array><string>Night</string></array></dict></dict></dict></dict>
      """
    func help(_ uncopied: String, others: [String] = []) throws -> String? {
      let package = try package([:], info: info, picture: "Night@2x.png", uncopied: uncopied, others: others)
      return try #require(findings("iphone-sizes-missing", in: package).first).help
    }
    let text = "Night@3x.png exists, but the target does not copy it: add it to Copy Bundle Resources; "
    #expect(try help("Night@3x.png")?.hasPrefix(text) == true)
    // It is next to a picture of the project.
    #expect(try help("", others: ["Night@3x.png"])?.hasPrefix(text) == true)
    #expect(try help("Dusk@3x.png")?.hasPrefix("add files of 180 px") == true)
  }
}

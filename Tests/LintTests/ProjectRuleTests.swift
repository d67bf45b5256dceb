import AppPackages
import Events
import Lint
import Platform
import PropertyLists
import TestSupport
import Testing

/// Project-wide icon problems: references, extensions, and missing catalogs.
@Suite struct ProjectRuleTests {
  /// A project of one app, with the tested parts.
  struct Project: Sendable {
    /// The resource files of the app with their types, or none if empty.
    var references: [(path: String, type: String)] = [("Media.xcassets", "folder.assetcatalog")]
    var projectSettings = "SDKROOT = iphoneos;"
    var targetSettings = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;"
    /// The settings of an extension with the catalog `Widget.xcassets`, or nil without an extension.
    var widgetSettings: String?
    var hasWatchApp = false
    /// Whether there is a second app, without resources.
    var hasHelper = false
    var configuration = "Release"
    /// The xcconfig file of the app, which is not written.
    var missingXcconfig: String?
    var script: String?
    /// The output file of the script.
    var outputs = ""
    var files: [String: [UInt8]] = [:]

    func setting(_ change: (inout Project) -> Void) -> Project {
      var project = self
      change(&project)
      return project
    }

    /// Adds a single-size set to a catalog.
    func adding(_ set: String, _ picture: [UInt8] = ProjectRuleTests.picture, file: String = "i.png") -> Project {
      setting { project in
        project.files["\(set).appiconset/Contents.json"] = Array(
          "{\"images\": [{\"filename\": \"\(file)\", \"idiom\": \"universal\", \"size\": \"1024x1024\"}]}".utf8)
        project.files["\(set).appiconset/\(file)"] = picture
      }
    }

    /// Adds an Icon Composer icon next to the project, with extra keys for the icon and its group.
    func composing(_ name: String, _ keys: String = "", group: String = "") -> Project {
      setting {
        $0.files["\(name).icon/icon.json"] = Array(
          "{\(keys)\"groups\": [{\(group)\"layers\": [{\"image-name\": \"a.svg\"}]}]}".utf8)
        $0.files["\(name).icon/Assets/a.svg"] = Array("<svg/>".utf8)
      }
    }

    private var text: String {
      let all = references + (widgetSettings == nil ? [] : [("Widget.xcassets", "folder.assetcatalog")])
      let objects = all.enumerated().map { index, reference in
        let type = reference.type.isEmpty ? "" : "lastKnownFileType = \(reference.type); "
        return
          "F\(index) = { isa = PBXFileReference; \(type)path = \"\(reference.path)\"; sourceTree = \"<group>\"; };\n"
          + "B\(index) = { isa = PBXBuildFile; fileRef = F\(index); };\n"
      }.joined()
      let builds = references.indices.map { "B\($0)" }.joined(separator: ", ")
      let phases = script == nil ? "R" : "R, S"
      return """
        // !$*UTF8*$!
        {
          archiveVersion = 1; objectVersion = 56; rootObject = P;
          objects = {
            P = {
              isa = PBXProject; buildConfigurationList = LP; mainGroup = G;
              targets = (T\(widgetSettings == nil ? "" : ", W")\(hasWatchApp ? ", A" : "")\(hasHelper ? ", H" : ""));
            };
            X = { isa = PBXFileReference; path = "\(missingXcconfig ?? "")"; sourceTree = "<group>"; };
            H = {
              isa = PBXNativeTarget; name = Helper; productType = "com.apple.product-type.application";
              buildConfigurationList = LH; buildPhases = ();
            };
            LH = { isa = XCConfigurationList; buildConfigurations = (CH); };
            CH = { isa = XCBuildConfiguration; name = \(configuration); buildSettings = {
              INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.example.helper;
            }; };
            G = { isa = PBXGroup; children = (\((["X"] + all.indices.map { "F\($0)" }).joined(separator: ", "))); sourceTree = "<group>"; };
        \(objects)
            R = { isa = PBXResourcesBuildPhase; files = (\(builds)); };
            S = { isa = PBXShellScriptBuildPhase; name = Icons; shellScript = "\(script ?? "")"; outputPaths = ("\(outputs)"); };
            T = {
              isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
              buildConfigurationList = LT; buildPhases = (\(phases)); dependencies = (\(hasWatchApp ? "D" : ""));
            };
            D = { isa = PBXTargetDependency; target = A; };
            A = {
              isa = PBXNativeTarget; name = "Paint Watch"; productType = "com.apple.product-type.application.watchapp2";
              buildConfigurationList = LP; buildPhases = ();
            };
            W = {
              isa = PBXNativeTarget; name = Widget; productType = "com.apple.product-type.app-extension";
              buildConfigurationList = LW; buildPhases = (RW);
            };
            RW = { isa = PBXResourcesBuildPhase; files = (B\(all.count - 1)); };
            LP = { isa = XCConfigurationList; buildConfigurations = (CP); };
            CP = { isa = XCBuildConfiguration; name = \(configuration); buildSettings = { \(projectSettings) }; };
            LT = { isa = XCConfigurationList; buildConfigurations = (CT); };
            CT = { isa = XCBuildConfiguration; name = \(configuration); \(missingXcconfig == nil ? "" : "baseConfigurationReference = X; ")buildSettings = {
              INFOPLIST_FILE = Info.plist; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint;
              TARGETED_DEVICE_FAMILY = "1,2"; \(targetSettings)
            }; };
            LW = { isa = XCConfigurationList; buildConfigurations = (CW); };
            CW = { isa = XCBuildConfiguration; name = \(configuration); buildSettings = { \(widgetSettings ?? "") }; };
          };
        }
        """
    }

    /// All files, including the project and an Info.plist.
    var allFiles: [String: [UInt8]] {
      var all = ["Info.plist": Array(xml("<dict/>").utf8)]
      all.merge(files) { $1 }
      all["Paint.xcodeproj/project.pbxproj"] = Array(text.utf8)
      return all
    }

    func package(xcode: XcodeVersion = .latest, settings: StringTable = [:]) throws -> AppPackage {
      try AppPackage(
        projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", allFiles),
        options: PackageOptions(settings: settings, xcodeVersion: xcode))
    }

    func findings(xcode: XcodeVersion = .latest, settings: StringTable = [:], isPedantic: Bool = false) throws
      -> [Finding]
    {
      Linter(isPedantic: isPedantic).findings(in: try package(xcode: xcode, settings: settings))
    }
  }

  fileprivate static let picture = CatalogPictures.png(side: 1024, alphas: [])
  private static let app = Project().adding("Media.xcassets/AppIcon")
  /// A catalog without an app icon set.
  private static let empty = Project(files: ["Media.xcassets/Contents.json": Array("{}".utf8)])

  private func lines(_ findings: [Finding]) -> [String] { findings.map { "\($0.code) \($0.severity.rawValue)" } }

  // MARK: No catalog

  /// ICON-259
  @Test func buildSucceedsWithoutACatalog() throws {
    for references: [(path: String, type: String)] in [[], [("a.txt", "text")]] {
      let project = Project(references: references, files: ["a.txt": []])
      #expect(lines(try project.findings()) == ["primary-icon-missing warning"])
      #expect(try project.findings()[0].location?.line != nil)
    }
    #expect(lines(try Self.empty.findings()) == ["primary-icon-set-missing error"])
    // Xcode 16 does not treat a .icon as a catalog.
    let icon = Project(references: [("AppIcon.icon", "folder.iconcomposer.icon")]).composing("AppIcon")
    #expect(try icon.findings().isEmpty)
    #expect(lines(try icon.findings(xcode: XcodeVersion(16, 4))) == ["primary-icon-missing warning"])
  }

  @Test func filesThatAScriptMayGenerateAreNotes() throws {
    let script = "cp -R Brand/AppIcon.appiconset Media.xcassets/"
    for project in [Self.empty, Project(references: [])] {
      let found = try project.setting { $0.script = script }.findings()
      #expect(found.map(\.severity) == [.note], "\(found)")
      #expect(found.first?.help?.contains("“Icons” may write the file") == true)
      #expect(AppCheck(try project.setting { $0.script = script }.package()).holds)
      #expect(!AppCheck(try project.package()).holds)
    }
    #expect(lines(try Self.empty.setting { $0.script = "echo hello" }.findings()) == ["primary-icon-set-missing error"])
  }

  /// ICON-274
  @Test func alternateSetsThatThisCopyMayLackAreNotes() throws {
    let project = Self.app.setting {
      $0.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = \"Night\";"
    }
    let ignored: (String) -> Project = { line in project.setting { $0.files[".gitignore"] = Array(line.utf8) } }
    for other in [
      project, ignored("/Media.xcassets/Day.appiconset/\n"), project.setting { $0.script = "echo hello" },
      ignored("Night*\n![nN]ight[.a-z]*\n"), ignored("[!N]ight.appiconset\n"),
    ] {
      #expect(lines(try other.findings()) == ["alternate-name-unknown warning"])
    }
    let script = project.setting { $0.script = "cp -R Brand/Night.appiconset Media.xcassets/" }
    for (other, hint) in [
      (ignored("/Media.xcassets/Night.appiconset/\n"), "Git ignores"),
      (ignored("[A-Z]ight.app*\n"), "Git ignores"), (script, "may write the file"),
    ] {
      let found = try other.findings()
      #expect(lines(found) == ["alternate-name-unknown note"])
      #expect(found.first?.help?.contains(hint) == true)
    }
  }

  @Test func catalogIgnoredByGitIsANote() throws {
    let project = Self.empty.setting {
      $0.files[".gitignore"] = Array("# made by a tool\n/Media.xcassets/App*.appiconset/\n".utf8)
    }
    #expect(lines(try project.findings()) == ["primary-icon-set-missing note"])
    let gone = Project(files: [".gitignore": Array("*.xcassets".utf8)])
    #expect(lines(try gone.findings()) == ["primary-icon-set-missing note"])
    let all = try gone.findings(isPedantic: true).map(\.code)
    #expect(Set(all) == ["resource-file-absent", "primary-icon-set-missing"], "\(all)")
  }

  /// ICON-214
  @Test func developmentAssetsAreReported() throws {
    let found = try Self.app.setting { $0.targetSettings += "DEVELOPMENT_ASSET_PATHS = Media.xcassets;" }
      .findings(settings: ["ACTION": "install"])
    // The catalog itself is a folder, of which only the content would be left out.
    #expect(!found.contains { $0.code == "primary-icon-missing" }, "\(found)")
  }

  // MARK: What this copy cannot know

  @Test func theNameMayBeInAMissingXcconfig() throws {
    let project = Project().adding("Media.xcassets/AppIcon_Live").setting {
      $0.targetSettings = ""
      $0.missingXcconfig = "Secret.xcconfig"
    }
    let found = try project.findings()
    #expect(lines(found) == ["primary-icon-missing note"], "\(found)")
    #expect(found.first?.help?.contains("Secret.xcconfig, which may name the icon, is missing") == true)
    #expect(AppCheck(try project.package()).holds)
    let known = try project.setting { $0.missingXcconfig = nil }.findings()
    #expect(lines(known).contains("primary-icon-missing warning"), "\(known)")
  }

  @Test func aHelperNeedsNoIcon() throws {
    func findings(_ project: Project) throws -> [Finding] {
      let package = try AppPackage(
        projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", project.allFiles),
        options: PackageOptions(target: "Helper"))
      #expect(package.build?.target == "Helper")
      return Linter().findings(in: package).filter { $0.code == "primary-icon-missing" }
    }
    let helper = Self.app.setting { $0.hasHelper = true }
    #expect(lines(try findings(helper)) == ["primary-icon-missing note"])
    // Without a set of that name the other app has no icon, either.
    #expect(lines(try findings(Self.empty.setting { $0.hasHelper = true })) == ["primary-icon-missing warning"])
  }

  @Test func setsOfOneNameForTwoSystemsAreNoPair() throws {
    let mac = #"{"images": [{"filename": "m.png", "idiom": "mac", "size": "512x512", "scale": "1x"}]}"#
    let project = Project().adding("Media.xcassets/Phone/AppIcon").setting {
      $0.files["Media.xcassets/AppIcon.appiconset/Contents.json"] = Array(mac.utf8)
      $0.files["Media.xcassets/AppIcon.appiconset/m.png"] = CatalogPictures.png(side: 512, alphas: [])
    }
    #expect(try project.findings().filter { $0.severity != .note }.isEmpty)
    #expect(AppCheck(try project.package()).holds)
    let two = try Self.app.adding("Media.xcassets/Phone/AppIcon").findings().filter { $0.code == "duplicate-set" }
    #expect(two.count == 1 && two[0].otherLocations.count == 1 && two[0].help?.hasPrefix("rename this set: ") == true)
  }

  @Test(arguments: [("Release", Finding.Severity.warning), ("Debug Internal", .note)])
  func aBuildForDevelopersNeedsNoPictureForTheStore(configuration: String, severity: Finding.Severity) throws {
    let slots =
      #"{"images": [{"filename": "i.png", "idiom": "iphone", "size": "60x60", "scale": "3x"}, {"idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"}]}"#
    let project = Self.app.setting {
      $0.configuration = "\"\(configuration)\""
      $0.targetSettings += "TARGETED_DEVICE_FAMILY = 1;"
      $0.files["Media.xcassets/AppIcon.appiconset/Contents.json"] = Array(slots.utf8)
      $0.files["Media.xcassets/AppIcon.appiconset/i.png"] = CatalogPictures.png(side: 180, alphas: [])
    }
    let found = try project.findings().filter { $0.code == "appiconset-slot-empty" }
    #expect(found.map(\.severity) == [severity])
  }

  // MARK: References

  /// ICON-260
  @Test(arguments: [
    ("folder.iconcomposer.icon", nil), ("wrapper.icon", Finding.Severity.warning), ("folder", .warning),
    ("text", .warning),
    ("", .note),
  ])
  func onlyOneReferenceTypeReachesTheCompiler(type: String, severity: Finding.Severity?) throws {
    let project = Self.app.composing("Night").composing("Dusk").setting {
      $0.references += [("Night.icon", type), ("Dusk.icon", type)]
      $0.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = \"Night Dusk\";"
    }
    let found = try project.findings()
    #expect(lines(found) == [severity.map { "icon-file-type \($0.rawValue)" }].compactMap(\.self), "\(found)")
    #expect(found.allSatisfy { $0.message.contains("“Night.icon” and “Dusk.icon”") && $0.otherLocations.count == 1 })
    let alternates = try project.package().build?.alternateIcons
    #expect(alternates == (severity == .warning ? [] : ["Night", "Dusk"]))
    #expect(try project.findings(xcode: XcodeVersion(16, 4)).allSatisfy { $0.code != "icon-file-type" })
  }

  @Test func nameOfTheIconMayBeAnUnknownSetting() throws {
    let settings: StringTable = ["ASSETCATALOG_COMPILER_APPICON_NAME": "$BUILD_ICON"]
    let doubt = try Self.app.package(settings: settings).build?.iconDoubt
    #expect(doubt?.text.contains("the build setting BUILD_ICON") == true && doubt?.isSure == false)
    let found = try Self.app.findings(settings: settings).filter { $0.code == "primary-icon-missing" }
    #expect(found.map(\.severity) == [.note], "\(found)")
    #expect(try Self.app.package(settings: ["ASSETCATALOG_COMPILER_APPICON_NAME": ""]).build?.iconDoubt == nil)
  }

  @Test func anAppIsNoHelperOfOneWithATemplate() throws {
    func doubt(_ contents: Project) throws -> XcodeBuild.IconDoubt? {
      let project = contents.setting { $0.hasHelper = true }
      return try AppPackage(
        projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", project.allFiles),
        options: PackageOptions(target: "Helper")
      ).build?.iconDoubt
    }
    #expect(try doubt(Self.app)?.text.contains("has an icon, so this app may be a helper") == true)
    let template = Self.empty.setting { $0.files["Media.xcassets/AppIcon.appiconset/Contents.json"] = Array("{}".utf8) }
    #expect(try doubt(template) == nil)
  }

  @Test func iconOfTheProjectThatIsNotInTheTargetIsNamed() throws {
    let project = Self.empty.composing("AppIcon").setting {
      $0.references += [("AppIcon.icon", "folder.iconcomposer.icon")]
    }
    var files = project.allFiles
    let text = String(decoding: try #require(files["Paint.xcodeproj/project.pbxproj"]), as: UTF8.self)
    files["Paint.xcodeproj/project.pbxproj"] = Array(text.replacing("files = (B0, B1)", with: "files = (B0)").utf8)
    let package = try AppPackage(projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", files))
    let found = Linter().findings(in: [package])
    #expect(lines(found) == ["primary-icon-set-missing error"])
    #expect(found.first?.help?.hasPrefix("AppIcon.icon is in the project, but not in the target") == true, "\(found)")
  }

  @Test func pluginThatChangesIconsNeedsAnAlternate() throws {
    let app = Self.app.setting {
      $0.files["package.json"] = Array(#"{"dependencies": {"react-native-change-icon": "5"}}"#.utf8)
    }
    let words = "changes the icon, but the app declares no alternate icon"
    #expect(try app.findings().map(\.code) == ["wrapper-plugin"])
    #expect(try app.findings().first?.message.hasSuffix(words) == true)
    let other = app.adding("Media.xcassets/Night").setting {
      $0.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;"
    }
    #expect(try other.findings().allSatisfy { !$0.message.hasSuffix(words) })
  }

  /// ICON-109
  @Test func emptyMisnestedKeyIsANote() throws {
    let rule = try #require(Rules.named("misnested-ipad-key"))
    let night: PropertyListValue = ["Night": ["CFBundleIconFiles": ["Night"]]]
    let empty: PropertyListValue = .dictionary([:])
    for (content, severity) in [(empty, Finding.Severity.note), (night, .error)] {
      let icons: PropertyListValue = ["CFBundleAlternateIcons~ipad": content]
      let package = try AppPackage(name: "Paint", infoPlist: ["CFBundleIcons": icons])
      #expect(rule.check(LintSubject(package)).map(\.severity) == [severity])
    }
  }

  @Test(arguments: [nil, "Gone.xcconfig"])
  func cycleMayEndInAMissingFile(missing: String?) throws {
    let project = Self.app.setting {
      $0.missingXcconfig = missing
      $0.targetSettings += "ONE = \"$(TWO)\"; TWO = \"$(ONE)\";"
      $0.files["Info.plist"] = Array(xml("<dict><key>CFBundleName</key><string>$(ONE)</string></dict>").utf8)
    }
    #expect(try project.findings().contains { $0.code == "bad-macro" } == (missing == nil))
  }

  /// ICON-260: XcodeGen writes this type, and released apps have such a primary icon.
  @Test func primaryIconOfXcodeGenIsCompiled() throws {
    func project(_ type: String) -> Project {
      Self.empty.composing("AppIcon").setting { $0.references += [("AppIcon.icon", type)] }
    }
    #expect(lines(try project("wrapper.icon").findings()) == ["icon-file-type note"])
    #expect(try project("wrapper.icon").package().catalog?.set(named: "AppIcon", kind: .appIcon) != nil)
    #expect(lines(try project("text").findings()) == ["icon-file-type warning"])
    let alternate = Self.app.composing("Night").setting { $0.references += [("Night.icon", "wrapper.icon")] }
    #expect(try alternate.findings().first?.message.contains("in one report, but does in others") == true)
  }

  @Test func iconSplitIntoFilesIsReported() throws {
    let parts = [("AppIcon.icon/icon.json", "text.json"), ("AppIcon.icon/Assets/a.svg", "text")]
    let primary = try Self.empty.composing("AppIcon").setting { $0.references += parts }.findings()
    #expect(lines(primary) == ["primary-icon-set-missing error"])
    #expect(primary.first?.help?.contains("“AppIcon.icon” is added in pieces") == true)
    let other = try Self.app.composing("Night").setting {
      $0.references += [("Night.icon/icon.json", "text.json"), ("Night.icon/Assets/a.svg", "text")]
    }.findings()
    #expect(lines(other) == ["icon-file-type warning"])
  }

  /// ICON-261
  @Test func iconComposer27KeysFailInXcode26() throws {
    let keys = "\"features\": [\"specular-location\"], "
    let project = Project(references: [("AppIcon.icon", "folder.iconcomposer.icon")])
    let both = project.composing("AppIcon", keys, group: "\"specular\": \"inside\", ")
    #expect(lines(try both.findings()) == ["icon-needs-newer-xcode error"])
    #expect(
      try both.findings(xcode: XcodeVersion(27)).allSatisfy {
        ["scene-manifest-missing", "launch-screen-missing"].contains($0.code)
      })
    for one in [
      project.composing("AppIcon", keys), project.composing("AppIcon", "\"features\": [\"refractivity\"], "),
      project.composing("AppIcon", group: "\"specular\": \"inside\", "),
    ] {
      #expect(lines(try one.findings()) == ["icon-needs-newer-xcode note"])
    }
    #expect(try project.composing("AppIcon", group: "\"specular\": true, ").findings().isEmpty)
    let texts = project.composing("AppIcon", "\"specular\": \"outside\", ", group: "\"specular\": \"inside\", ")
    #expect(lines(try texts.findings()).allSatisfy { !$0.hasSuffix("error") }, "ICON-261")
    #expect(lines(try project.composing("AppIcon", group: "\"specular\": 1, ").findings()) == ["bad-catalog warning"])
  }

  // MARK: Other targets

  /// ICON-262
  @Test func extensionInheritsTheIconName() throws {
    let colour = ["Widget.xcassets/Accent.colorset/Contents.json": Array("{}".utf8)]
    let setting = "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon;"
    func project(_ ofProject: String, _ ofWidget: String) -> Project {
      Self.app.setting {
        $0.projectSettings += ofProject
        $0.widgetSettings = ofWidget
        $0.files.merge(colour) { $1 }
      }
    }
    for faulty in [project(setting, ""), project("", setting)] {
      let found = try faulty.findings()
      #expect(lines(found) == ["extension-icon-set-missing error"])
      #expect(found.first?.message.contains("“Widget”") == true && found.first?.location?.line != nil)
    }
    for correct in [
      project("", ""), project(setting, "ASSETCATALOG_COMPILER_APPICON_NAME = \"\";"),
      project(setting, "SDKROOT = watchos;"), project(setting, "").adding("Widget.xcassets/AppIcon"),
      project(setting, "").setting { $0.files = $0.files.filter { !$0.key.hasPrefix("Widget") } },
    ] {
      #expect(try correct.findings().isEmpty)
    }
  }

  /// STORE-043
  @Test func watchAppIsNotChecked() throws {
    let found = try Self.app.setting { $0.hasWatchApp = true }.findings()
    #expect(lines(found) == ["watch-app note"])
    #expect(found.first?.message.contains("“Paint Watch”") == true)
  }

  /// ICON-213
  @Test func targetSDKOverridesThePlatformsOfTheProject() throws {
    let platforms = "SUPPORTED_PLATFORMS = \"iphoneos iphonesimulator macosx\";"
    let mac = Self.app.setting {
      $0.projectSettings = platforms
      $0.targetSettings += "SDKROOT = macosx;"
    }
    #expect(throws: AppPackageError.self) { try mac.package() }
    for correct in [
      Self.app.setting { $0.projectSettings = platforms + "SDKROOT = macosx;" },
      Self.app.setting { $0.targetSettings += platforms + "SDKROOT = macosx;" },
      mac.setting { $0.targetSettings = $0.targetSettings.replacing("SDKROOT = macosx;", with: "SDKROOT = auto;") },
    ] {
      #expect(try correct.findings().isEmpty)
    }
  }

  // MARK: A committed catalog

  @Test func unreadableCommittedCatalogMakesIconsUnknown() throws {
    let plist =
      "<dict><key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconName</key>"
      + "<string>AppIcon</string></dict></dict></dict>"
    let project = Project(
      references: [("Assets.car", "file")],
      files: ["Assets.car": Array("BOMStore".utf8), "Info.plist": Array(xml(plist).utf8)])
    #expect(lines(try project.findings()) == ["bad-compiled-catalog warning"])
    #expect(AppCheck(try project.package()).holds)
  }

  @Test func committedCatalogIsReadLikeThatOfABuiltApp() throws {
    let place = "\(Repository.root)/lua/facts/alternate-icons/fixtures/Built.app/Assets.car"
    let catalog = try #require(Files.bytes(place))
    func project(_ name: String) -> Project {
      let plist =
        "<dict><key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconName</key>"
        + "<string>\(name)</string></dict></dict></dict>"
      return Project(
        references: [("Assets.car", "file")], files: ["Assets.car": catalog, "Info.plist": Array(xml(plist).utf8)])
    }
    #expect(try project("Night").findings().isEmpty)
    #expect(lines(try project("Dusk").findings()) == ["primary-icon-missing warning"])
  }

  // MARK: Unused sets

  @Test func setReplacedByAnIconIsNotChecked() throws {
    let project = Project(references: [
      ("Media.xcassets", "folder.assetcatalog"), ("AppIcon.icon", "folder.iconcomposer.icon"),
    ])
    .composing("AppIcon").adding("Media.xcassets/AppIcon", CatalogPictures.png(side: 1024, alphas: [9]))
    .setting { $0.files["Media.xcassets/AppIcon.appiconset/old.png"] = Self.picture }
    #expect(lines(try project.findings()) == ["icon-and-appiconset-same-name note"])
    let old = try project.findings(xcode: XcodeVersion(16, 4)).map(\.code)
    #expect(Set(old) == ["unassigned-child", "appiconset-1024-transparent"])
  }

  @Test func olderSystemsDoNotUseASetOfAnotherName() throws {
    let project = Project(references: [
      ("Media.xcassets", "folder.assetcatalog"), ("Glass.icon", "folder.iconcomposer.icon"),
    ])
    .composing("Glass").adding("Media.xcassets/AppIcon")
    .setting {
      $0.targetSettings =
        "ASSETCATALOG_COMPILER_APPICON_NAME = Glass; ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS = YES;"
    }
    let found = try project.findings(settings: ["IPHONEOS_DEPLOYMENT_TARGET": "16.0"])
    #expect(lines(found) == ["icon-composer-fallback note"], "\(found)")
    #expect(try project.findings(settings: ["IPHONEOS_DEPLOYMENT_TARGET": "26.0"]).isEmpty)
  }

  @Test func xcodeTemplateIsANote() throws {
    let slots = #"{"images": [{"idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#
    let project = Project(files: ["Media.xcassets/AppIcon.appiconset/Contents.json": Array(slots.utf8)])
    #expect(lines(try project.findings()) == ["icon-set-empty note"])
    #expect(AppCheck(try project.package()).holds)
  }

  @Test func opaqueAlphaChannelsAreOneNote() throws {
    let alpha = CatalogPictures.png(side: 1024, alphas: [255])
    let found = try withAlternate(alpha, primary: alpha)
    #expect(lines(found) == ["appiconset-1024-alpha-channel note"])
    #expect(found.first?.otherLocations.count == 1)
  }

  /// STORE-025.
  @Test(arguments: [
    ([255], ["appiconset-1024-alpha-channel note"]), ([9], ["appiconset-1024-transparent warning"]), ([], []),
    ([254], ["appiconset-1024-alpha-channel note"]),
  ])
  func storePictureOfAnAlternateIsJudgedToo(alphas: [UInt8], expected: [String]) throws {
    let found = try withAlternate(CatalogPictures.png(side: 1024, alphas: alphas))
    #expect(lines(found) == expected, "\(found)")
    #expect(found.allSatisfy { $0.message.contains("“Night”") })
    #expect(found.allSatisfy { $0.message.contains("nearly opaque") == (alphas == [254]) })
  }

  /// A build for developers is not uploaded.
  @Test(arguments: [("Release", "warning"), ("Beta", "warning"), ("Debug (Store)", "note")])
  func transparentIconOfADebugBuildIsANote(configuration: String, severity: String) throws {
    let project = Project().adding("Media.xcassets/AppIcon", CatalogPictures.png(side: 1024, alphas: [9]))
      .setting { $0.configuration = "\"\(configuration)\"" }
    #expect(lines(try project.findings()) == ["appiconset-1024-transparent \(severity)"])
  }

  /// The build makes the entries of app icon sets; the entries of other icons belong in CFBundleIcons.
  @Test(arguments: [
    ("Dusk", "Remove the key, list “Dusk” in ASSETCATALOG_"), ("Other", "Move the key into the dictionary"),
  ])
  func misplacedAlternatesGetTheirOwnHelp(file: String, help: String) throws {
    let project = Self.app.adding("Media.xcassets/Dusk").setting {
      $0.files["Info.plist"] = Array(
        xml(
          """
          <dict><key>CFBundlePrimaryIcon</key><dict/><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict>
          <key>CFBundleIconFiles</key><array><string>\(file)</string></array></dict></dict></dict>
          """
        ).utf8)
    }
    let found = try project.findings().filter { $0.code == "icon-keys-misplaced" }
    #expect(Set(lines(found)) == ["icon-keys-misplaced error", "icon-keys-misplaced warning"])
    #expect(found.first { $0.severity == .error }?.help?.hasPrefix(help) == true, "\(found)")
  }

  /// A set whose pictures are all missing shows nothing that is known; one that has a picture is drawn from it.
  @Test(arguments: [([], CheckCell.Verdict.holds), (["AppIcon"], .unknown), (["Night"], .holds)])
  func iconWithoutAnyPictureIsNotKnown(missing: [String], verdict: CheckCell.Verdict) throws {
    let project = Self.app.adding("Media.xcassets/Night").setting { project in
      project.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;"
      for set in missing { project.files["Media.xcassets/\(set).appiconset/i.png"] = nil }
    }
    let rows = AppCheck(try project.package()).rows
    let verdicts = rows.first?.spans.flatMap { $0.map(\.cell.verdict) } ?? []
    #expect(!verdicts.isEmpty && verdicts.allSatisfy { $0 == verdict }, "\(verdicts)")
  }

  /// The script declares the files of the set as its outputs.
  @Test func picturesOfACatalogThatAScriptWritesAreNotes() throws {
    let project = Self.app.adding("Media.xcassets/Night").setting { project in
      project.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;"
      project.files["Media.xcassets/Night.appiconset/i.png"] = nil
    }
    #expect(lines(try project.findings()) == ["catalog-file-missing warning"])
    let written = project.setting {
      ($0.script, $0.outputs) = ("make-icons", "$(SRCROOT)/Media.xcassets/Night.appiconset/i.png")
    }
    let found = try written.findings()
    #expect(lines(found) == ["catalog-file-missing note"])
    #expect(found.first?.message.hasSuffix("a script writes it") == true)
    #expect(lines(try written.setting { $0.outputs = "Other/j.png" }.findings()) == ["catalog-file-missing warning"])
  }

  private func withAlternate(_ picture: [UInt8], primary: [UInt8] = ProjectRuleTests.picture) throws -> [Finding] {
    try Project().adding("Media.xcassets/AppIcon", primary).adding("Media.xcassets/Night", picture)
      .setting { $0.targetSettings += "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = Night;" }.findings()
  }

  @Test(arguments: ["i.jpg", "i.png"])
  func jpegDataIsANote(file: String) throws {
    let project = Project().adding("Media.xcassets/AppIcon", CatalogPictures.jpeg(side: 1024), file: file)
    #expect(lines(try project.findings()) == ["appiconset-file-format note"])
  }

  // MARK: Configurations

  /// A target without settings, and one without files.
  @Test(arguments: [
    ("", "X", "empty-configuration note"),
    (#"PRODUCT_NAME = Preview; INFOPLIST_FILE = "";"#, "", "empty-configuration note"),
    (#"PRODUCT_NAME = Preview; INFOPLIST_FILE = "";"#, "X", "unreadable-input error"),
  ])
  func emptyTargetsAreOneNote(settings: String, files: String, expected: String) throws {
    let all = Self.app.allFiles
    var text = String(decoding: try #require(all["Paint.xcodeproj/project.pbxproj"]), as: UTF8.self)
    text = text.replacing("targets = (T", with: "targets = (E, T").replacing(
      "RW = {",
      with: """
        E = {
          isa = PBXNativeTarget; name = Preview; productType = "com.apple.product-type.application";
          buildConfigurationList = LE; buildPhases = (ES);
        };
        ES = { isa = PBXSourcesBuildPhase; files = (\(files)); };
        LE = { isa = XCConfigurationList; buildConfigurations = (CE, CF); };
        CE = { isa = XCBuildConfiguration; name = Debug; buildSettings = { \(settings) }; };
        CF = { isa = XCBuildConfiguration; name = Release; buildSettings = { \(settings) }; };
        RW = {
        """)
    let folder = TemporaryFolder()
    for (path, bytes) in all { folder.write("Paint/\(path)", bytes) }
    folder.write("Paint/Paint.xcodeproj/project.pbxproj", text)
    let input = Linter().lint("\(folder.path)/Paint")
    #expect(Set(lines(input.findings)) == [expected], "\(input.findings)")
    #expect(input.findings.first?.message.contains("“Preview”") == true)
    folder.write("Paint/Paint.xcodeproj/project.pbxproj", text.replacing("targets = (E, T", with: "targets = (E"))
    #expect(Linter().lint("\(folder.path)/Paint").findings.allSatisfy { $0.code == "unreadable-input" })
  }

  /// The folders moved, and the settings of all targets name the old ones.
  @Test func infoPlistsThatMovedAreOneFinding() throws {
    let folder = TemporaryFolder()
    let targets = ["A", "B"].map { name in
      """
      \(name) = { isa = PBXNativeTarget; name = \(name); productType = "com.apple.product-type.application";
        buildConfigurationList = L\(name); buildPhases = (); };
      L\(name) = { isa = XCConfigurationList; buildConfigurations = (C\(name)); };
      C\(name) = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
        INFOPLIST_FILE = "\(name)/Info.plist"; }; };
      """
    }
    folder.write(
      "Paint/Paint.xcodeproj/project.pbxproj",
      """
      { rootObject = P; objects = { P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (A, B); };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = {}; };
      G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
      \(targets.joined()) }; }
      """)
    for name in ["A", "B"] { folder.write("Paint/Sources/\(name)/Info.plist", "") }
    let found = Linter().lint("\(folder.path)/Paint").findings
    #expect(
      found.map(\.message) == ["INFOPLIST_FILE names “A/Info.plist”, which is missing; also “B/Info.plist”"], "\(found)"
    )
    #expect(found.first?.builds.map(\.target) == ["A", "B"] && found.first?.help?.contains("folder Sources") == true)
  }
}

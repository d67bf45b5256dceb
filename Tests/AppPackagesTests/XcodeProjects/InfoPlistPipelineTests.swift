import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The Info.plist that a build produces.
@Suite struct InfoPlistPipelineTests {
  private static func catalog(_ sets: [String]) -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for set in sets {
      files["App/Assets.xcassets/\(set).appiconset/Contents.json"] = .init(
        text: """
          {"images":[{"filename":"i.png","idiom":"universal","platform":"ios","size":"1024x1024"}],\
          "info":{"author":"xcode","version":1}}
          """)
      files["App/Assets.xcassets/\(set).appiconset/i.png"] = PNGMaker.picture(width: 1024, height: 1024)
    }
    return files
  }

  private static func project(_ plist: String, sets: [String] = []) -> ProjectMaker {
    var project = ProjectMaker()
    project.files["App/Info.plist"] = .init(text: xml("<dict>\(plist)</dict>"))
    if !sets.isEmpty {
      project.add("App/Assets.xcassets")
      project.files.merge(catalog(sets)) { $1 }
      project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    }
    return project
  }

  private static let handWritten = """
    <key>CFBundleIcons</key><dict>
      <key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array><string>old</string></array></dict>
      <key>CFBundleAlternateIcons</key><dict>
        <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict>
      </dict>
    </dict>
    """

  /// ICON-111.
  @Test func buildAddsAnIPadKeyWithoutTheHandWrittenAlternates() throws {
    let package = try Self.project(Self.handWritten, sets: ["AppIcon"]).package()
    let phone = package.infoDictionary(for: .iPhone)["CFBundleIcons"]?.dictionary
    #expect(phone?["CFBundleAlternateIcons"]?.dictionary?.keys == ["night"])
    let tablet = package.infoDictionary(for: .iPad)["CFBundleIcons"]?.dictionary
    #expect(tablet?.keys == ["CFBundlePrimaryIcon"])
    #expect(package.build?.writtenInfoPlist.contains("CFBundleIcons~ipad") == false)
  }

  /// ICON-091, ICON-092, ICON-136.
  @Test func setOfTheSettingReplacesTheWrittenPrimaryIcon() throws {
    let written = try Self.project(Self.handWritten, sets: ["AppIcon"]).package()
    let primary = written.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon")?.dictionary
    #expect(primary?["CFBundleIconName"] == "AppIcon")
    #expect(primary?["CFBundleIconFiles"]?.strings == ["AppIcon60x60"])
    let missing = try Self.project("", sets: ["AppIcon"]).package()
    #expect(missing.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconName") == "AppIcon")
    // Generated values have the location of the setting.
    let node = missing.infoPlist["CFBundleIcons"]?.dictionary?.node(for: "CFBundlePrimaryIcon")
    #expect(node?.location?.file == "Repo/Paint.xcodeproj/project.pbxproj")
    #expect(node?.location?.line == missing.build?.settings.location(of: "ASSETCATALOG_COMPILER_APPICON_NAME")?.line)
  }

  /// ICON-172.
  @Test func clearedSettingUsesNoIconSet() throws {
    var project = Self.project(Self.handWritten, sets: ["AppIcon", "Other"])
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = ""
    let package = try project.package()
    #expect(
      package.infoPlist.value(at: "CFBundleIcons", "CFBundlePrimaryIcon", "CFBundleIconFiles")?.strings == ["old"])
    #expect(!package.infoPlist.contains("CFBundleIcons~ipad"))
    #expect(package.catalog?.names(of: .appIcon) == [])
    #expect(package.build?.catalog.names(of: .appIcon) == ["AppIcon", "Other"])
  }

  /// ICON-135, ICON-137, ICON-138.
  @Test func settingsNameSomeOrAllAlternates() throws {
    var project = Self.project("", sets: ["AppIcon", "Day", "Night"])
    project.targetSettings["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"] = "Night"
    var package = try project.package()
    #expect(package.build?.alternateIcons == ["Night"])
    #expect(package.catalog?.names(of: .appIcon) == ["AppIcon", "Night"])
    for key in ["CFBundleIcons", "CFBundleIcons~ipad"] {
      let entry = package.infoPlist.value(at: key, "CFBundleAlternateIcons", "Night")?.dictionary
      #expect(entry == ["CFBundleIconName": "Night"])
    }
    project.targetSettings["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"] = "YES"
    package = try project.package(PackageOptions(xcodeVersion: XcodeVersion(16, 4)))
    #expect(package.build?.alternateIcons == ["Night", "Day"])
    #expect(
      package.infoPlist.value(at: "CFBundleIcons~ipad", "CFBundleAlternateIcons", "Day", "CFBundleIconFiles")?.strings
        == ["Day60x60", "Day76x76"])
    #expect(package.resources["Day76x76@2x~ipad.png"]?.image?.width == 152)
  }

  @Test func generatedKeysOverrideTheFile() throws {
    var project = Self.project(
      "<key>CFBundleDisplayName</key><string>File</string><key>Own</key><string>stays</string>")
    for (key, value) in [
      "GENERATE_INFOPLIST_FILE": "YES", "MARKETING_VERSION": "1.5", "CURRENT_PROJECT_VERSION": "7",
      "INFOPLIST_KEY_CFBundleDisplayName": "Set $(TARGET_NAME)", "INFOPLIST_KEY_UIRequiresFullScreen": "NO",
      "INFOPLIST_KEY_UISupportedInterfaceOrientations_iPad": "UIInterfaceOrientationPortrait X",
      "INFOPLIST_KEY_UIApplicationSceneManifest_Generation": "YES", "INFOPLIST_KEY_UILaunchScreen_Generation": "YES",
      "INFOPLIST_KEY_NSCameraUsageDescription": "For scans.",
    ] { project.targetSettings[key] = .string(value) }
    let info = try project.package().infoPlist
    #expect(info["CFBundleDisplayName"] == "Set Paint")
    #expect(info["Own"] == "stays")
    #expect(info["CFBundleIdentifier"] == "com.example.paint")
    #expect(info["CFBundleShortVersionString"] == "1.5")
    #expect(info["CFBundleVersion"] == "7")
    #expect(info["CFBundleName"] == "Paint")
    #expect(info["UIRequiresFullScreen"] == false)
    #expect(info["UISupportedInterfaceOrientations~ipad"]?.strings == ["UIInterfaceOrientationPortrait", "X"])
    #expect(info.value(at: "UIApplicationSceneManifest", "UIApplicationSupportsMultipleScenes") == true)
    #expect(info["UILaunchScreen"]?.dictionary != nil)
    #expect(info["NSCameraUsageDescription"] == "For scans.")
  }

  @Test func settingsDoNothingWithoutGeneration() throws {
    var project = Self.project("")
    project.targetSettings["INFOPLIST_KEY_CFBundleDisplayName"] = "Set"
    #expect(try project.package().infoPlist["CFBundleDisplayName"] == nil)
  }

  @Test func quickActionsHaveNoSetting() throws {
    var project = Self.project("")
    project.targetSettings["GENERATE_INFOPLIST_FILE"] = "YES"
    project.targetSettings["INFOPLIST_KEY_UIApplicationShortcutItems"] = "x"
    let package = try project.package()
    #expect(package.infoPlist["UIApplicationShortcutItems"] == nil)
    let warning = try #require(package.warnings.first { $0.code == .shortcutInBuildSettings })
    #expect(warning.message.hasPrefix("INFOPLIST_KEY_UIApplicationShortcutItems is ignored"))
    #expect(warning.location?.line != nil)
  }

  @Test func settingsDecideDeviceFamiliesAndIdentifier() throws {
    var project = Self.project(
      """
      <key>UIDeviceFamily</key><array><integer>1</integer></array>
      <key>CFBundleIdentifier</key><string>com.example.other</string>
      """)
    project.targetSettings["TARGETED_DEVICE_FAMILY"] = "1,2,7"
    let package = try project.package()
    #expect(package.deviceFamilies == [.iPhone, .iPad])
    #expect(package.infoPlist["UIDeviceFamily"]?.array?.map(\.value) == [1, 2])
    let messages = package.warnings.filter { $0.code == .infoPlistSetting }.map(\.message)
    #expect(messages.contains("User supplied UIDeviceFamily key in the Info.plist will be overwritten"))
    #expect(
      messages.contains(
        "User-supplied CFBundleIdentifier value 'com.example.other' in the Info.plist must be the same as the "
          + "PRODUCT_BUNDLE_IDENTIFIER build setting value 'com.example.paint'"))
  }

  /// Cordova writes the identifier of its own file into the project.
  @Test(arguments: [("App/Info.plist", "$(PRODUCT_BUNDLE_IDENTIFIER)"), ("platforms/ios/Info.plist", "config.xml")])
  func otherIdentifierHasAPlaceToChangeIt(file: String, words: String) throws {
    var project = ProjectMaker()
    project.files[file] = .init(
      text: xml("<dict><key>CFBundleIdentifier</key><string>com.example.other</string></dict>"))
    project.targetSettings["INFOPLIST_FILE"] = .string(file)
    let hints = try project.package().warnings.filter { $0.code == .infoPlistSetting }.compactMap(\.hint)
    #expect(hints.contains { $0.contains(words) }, "\(hints)")
  }

  /// The build writes some keys itself; others need a file.
  @Test(arguments: [
    ("CFBundleName", true, "remove the setting"), ("MyKey", true, "write the key into a file"),
    ("MyKey", false, "write the key into the Info.plist"),
  ])
  func ignoredSettingHasTheRightHelp(key: String, isGenerated: Bool, hint: String) throws {
    var project = Self.project("<key>CFBundleIdentifier</key><string>com.example.paint</string>")
    project.targetSettings["GENERATE_INFOPLIST_FILE"] = isGenerated ? "YES" : "NO"
    project.targetSettings["INFOPLIST_KEY_\(key)"] = "x"
    let warning = try #require(
      project.package().warnings.first { $0.message.contains("INFOPLIST_KEY_\(key) is ignored") })
    #expect(warning.hint?.hasPrefix(hint) == true, "\(warning)")
  }

  @Test func valuesAreExpandedAndKeysAreNot() throws {
    let package = try Self.project(
      """
      <key>$(TARGET_NAME)</key><array><string>$(PRODUCT_BUNDLE_IDENTIFIER).new</string></array>
      <key>CFBundleName</key><string>$(NOTHING)</string>
      """
    ).package()
    #expect(package.infoPlist["$(TARGET_NAME)"]?.strings == ["com.example.paint.new"])
    #expect(!package.infoPlist.contains("CFBundleName"))
    let node = package.infoPlist["$(TARGET_NAME)"]?.array?.first
    #expect(node?.location?.file == "Repo/App/Info.plist")
    #expect(node?.location?.line != nil)
    let warning = package.warnings.first { $0.code == .unknownSetting }
    #expect(warning?.message.contains("NOTHING") == true)
    #expect(warning?.severity == .warning)
  }

  @Test func mismatchedTypesAreReportedAsByTheBuild() throws {
    let package = try Self.project("<key>CFBundleIcons</key><string>x</string>", sets: ["AppIcon"]).package()
    #expect(package.infoPlist["CFBundleIcons"] == "x")
    let clash = package.warnings.first { $0.code == .plistMerge }
    #expect(clash?.message == "tried to merge dictionary value for key 'CFBundleIcons' onto string value")
  }

  @Test func contentsOfASettingOverrideTheFile() throws {
    var project = Self.project("<key>A</key><string>file</string><key>B</key><string>file</string>")
    project.targetSettings["INFOPLIST_FILE_CONTENTS"] = "{ A = $(TARGET_NAME); }"
    let package = try project.package()
    #expect(package.infoPlist["A"] == "Paint")
    #expect(package.infoPlist["B"] == "file")
    project.targetSettings["INFOPLIST_FILE_CONTENTS"] = "nonsense"
    #expect(try project.package().warnings.contains { $0.message.hasPrefix("contents of INFOPLIST_FILE_CONTENTS") })
  }

  // ICON-212
  @Test(arguments: [
    ("", ["arm64"]), ("<key>UIRequiredDeviceCapabilities</key><array><string>armv7</string></array>", ["arm64"]),
    (
      "<key>UIRequiredDeviceCapabilities</key><array><string>arm64</string><string>gps</string></array>",
      ["arm64", "gps"]
    ),
    ("<key>UIRequiredDeviceCapabilities</key><array><string>gps</string></array>", ["gps", "arm64"]),
  ])
  func buildRequiresItsArchitecture(_ entries: String, _ expected: [String]) throws {
    #expect(try Self.project(entries).package().infoPlist["UIRequiredDeviceCapabilities"]?.strings == expected)
  }

  @Test func architectureMayBeInADictionaryOrOptional() throws {
    var project = Self.project(
      "<key>UIRequiredDeviceCapabilities</key><dict><key>armv7</key><true/><key>gps</key><false/></dict>")
    let capabilities = try project.package().infoPlist["UIRequiredDeviceCapabilities"]?.dictionary
    #expect(capabilities?["arm64"] == true && capabilities?["gps"] == false && capabilities?["armv7"] == nil)
    project.targetSettings["IPHONEOS_DEPLOYMENT_TARGET"] = "7.1"
    #expect(try project.package().infoPlist["UIRequiredDeviceCapabilities"]?.dictionary?["armv7"] == true)
    project.targetSettings["IPHONEOS_DEPLOYMENT_TARGET"] = "12.0"
    project.targetSettings["ARCHS"] = "armv7 arm64"
    #expect(try project.package().infoPlist["UIRequiredDeviceCapabilities"]?.dictionary?["armv7"] == true)
  }

  @Test(arguments: [
    ("13.2", "15.2"), ("13.3", "15.4"), ("15.0", "17.0"), ("15.1", "17.2"), ("15.3", "17.4"), ("16.4", "18.5"),
    ("26.1", "26.1"),
  ])
  func buildNamesTheSDKOfItsXcode(xcode: String, sdk: String) throws {
    let package = try ProjectMaker().package(PackageOptions(xcodeVersion: try #require(XcodeVersion(xcode))))
    #expect(package.infoPlist["DTSDKName"] == .string("iphoneos\(sdk)"))
  }

  @Test func missingFilesAreReported() {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "App/Other.plist"
    #expect(project.failure()?.message == "INFOPLIST_FILE names “App/Other.plist”, which is missing")
    #expect(project.failure()?.location.line != nil)
    #expect(project.failure()?.hint == "is this copy of the project complete?")
    project.files["Sources/App/Other.plist"] = .init(text: "")
    #expect(project.failure()?.hint?.contains("the folder Sources has a file with this path") == true)
    project.targetSettings["INFOPLIST_FILE"] = "$(DERIVED_FILE_DIR)/Info.plist"
    #expect(project.failure()?.message.hasPrefix("INFOPLIST_FILE is generated by the build") == true)
    project.targetSettings.remove("INFOPLIST_FILE")
    #expect(project.failure()?.kind == .noInfoPlist)
    project.targetSettings["GENERATE_INFOPLIST_FILE"] = "YES"
    #expect(project.failure() == nil)
  }

  /// A file that Git ignores comes from a step of the build; any other is a fault of the project or of this copy.
  @Test func ignoredInfoPlistIsMadeByTheBuild() {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "App/Made.plist"
    for (file, text) in [(".gitignore", "App/Made.plist\n"), ("App/.gitignore", "/Made.plist\n")] {
      var ignoring = project
      ignoring.files[file] = .init(text: text)
      let error = ignoring.failure()
      #expect(error?.kind == .madeByBuild && error?.message.contains("and Git ignores it") == true, "\(file)")
      #expect(error?.hint == "run the step that makes the file, then try again")
      ignoring.files["App/InfoBase.plist.template"] = .init(text: "")
      #expect(
        ignoring.failure()?.hint == "run the step that makes the file from InfoBase.plist.template, then try again")
      ignoring.files["App/Made.plist"] = .init(text: "<plist/>")
      #expect(ignoring.failure()?.kind != .madeByBuild)
    }
    project.files[".gitignore"] = .init(text: "App/Other.plist\n!App/Made.plist\n")
    #expect(project.failure()?.kind == .noInfoPlist)
  }

  @Test func appWithoutIdentifierGetsAPlaceholder() throws {
    var project = ProjectMaker()
    project.targetSettings.remove("PRODUCT_BUNDLE_IDENTIFIER")
    let package = try project.package()
    #expect(package.bundleIdentifier == "unknown.paint")
    #expect(package.warnings.contains { $0.code == .noBundleIdentifier })
  }
}

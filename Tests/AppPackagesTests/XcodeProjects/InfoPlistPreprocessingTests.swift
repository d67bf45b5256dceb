import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// The settings that preprocess an Info.plist, and their effect.
@Suite struct InfoPlistPreprocessingTests {
  private static func project(_ plist: String, _ settings: PropertyListDictionary) -> ProjectMaker {
    var project = ProjectMaker()
    for entry in settings.entries { project.targetSettings[entry.key] = entry.node.value }
    project.files["App/Info.plist"] = .init(text: "<plist version=\"1.0\"><dict>\n\(plist)\n</dict></plist>\n")
    return project
  }

  private static func problems(_ package: AppPackage) -> [String] {
    package.warnings.filter { $0.code == .preprocessor }.map { "\($0.severity.rawValue) \($0)" }
  }

  /// As in apps with a free and a paid version. ICON-216.
  @Test(arguments: [
    ("Free", "com.example.free", ["night"], "Ads"), ("Pro", "com.example.pro", ["night", "gold"], nil),
  ])
  func twoTargetsShareOneInfoPlist(
    _ target: String, _ identifier: String, _ icons: [String], _ advertisement: String?
  ) throws {
    var project = Self.project(
      """
      <key>CFBundleIdentifier</key> <string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      <key>CFBundleDisplayName</key>
      #if PRO
      <string>Paint PRO_SUFFIX</string>
      #else
      <string>Paint</string>
      #endif
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>night</key><dict><key>CFBundleIconFiles</key><array><string>night</string></array></dict>
      #ifdef PRO
        <key>gold</key><dict><key>CFBundleIconFiles</key><array><string>gold</string></array></dict>
      #endif
      </dict></dict>
      <key>UIApplicationShortcutItems</key>
      <array>
      #ifndef PRO
        <dict><key>UIApplicationShortcutItemType</key><string>Ads</string></dict>
      #endif
      </array>
      """, [:])
    project.name = "Free"
    project.targetSettings["PRODUCT_BUNDLE_IDENTIFIER"] = "com.example.free"
    project.targetSettings["INFOPLIST_PREPROCESS"] = "YES"
    project.addObject(
      "T2", "PBXNativeTarget",
      [
        "name": "Pro", "productType": "com.apple.product-type.application", "buildConfigurationList": "C2",
        "buildPhases": [],
      ])
    project.addObject(
      "C2", "XCConfigurationList", ["buildConfigurations": ["R2"], "defaultConfigurationName": "Release"])
    var settings = project.targetSettings
    settings["PRODUCT_BUNDLE_IDENTIFIER"] = "com.example.pro"
    settings["INFOPLIST_PREPROCESSOR_DEFINITIONS"] = ["$(inherited)", "PRO", "PRO_SUFFIX=Gold Edition"]
    project.addObject("R2", "XCBuildConfiguration", ["name": "Release", "buildSettings": .dictionary(settings)])
    project.extraTargets = ["T2"]
    let package = try project.package(PackageOptions(target: target))
    #expect(package.bundleIdentifier == identifier)
    #expect(package.infoPlist["CFBundleDisplayName"]?.string == (target == "Pro" ? "Paint Gold Edition" : "Paint"))
    #expect(package.infoPlist.value(at: "CFBundleIcons", "CFBundleAlternateIcons")?.dictionary?.keys == icons)
    let types = package.infoPlist["UIApplicationShortcutItems"]?.array?.compactMap {
      $0.value.dictionary?["UIApplicationShortcutItemType"]?.string
    }
    #expect(types?.first == advertisement)
    #expect(Self.problems(package) == [])
  }

  // MARK: Settings

  @Test(arguments: [
    ("A", "1"), ("A=", ""), ("A=b", "b"), ("\"A=b c\"", "b c"), ("A=\\\"b\\\"", "\"b\""), ("A=1 A=1", "1"),
    ("'A(x)=x'", "A"), ("B=C C=A A=B", "A"), ("$(inherited) A=base", "base"), ("A=$(TARGET_NAME)", "Paint"),
    ("\"A=x // y\"", "x"),
  ])
  func definitionsAreApplied(_ setting: String, _ expected: String) throws {
    let package = try Self.project(
      "<key>V</key><string>A</string>",
      ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREPROCESSOR_DEFINITIONS": .string(setting)]
    ).package()
    #expect(package.infoPlist["V"]?.string == expected)
    #expect(Self.problems(package) == [])
  }

  @Test func definitionsOfLevelsInherit() throws {
    var project = Self.project(
      "<key>V</key><string>A B C</string>",
      ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREPROCESSOR_DEFINITIONS": ["$(inherited)", "B=2"]])
    project.projectSettings = ["INFOPLIST_PREPROCESSOR_DEFINITIONS": "A=1"]
    #expect(try project.package().infoPlist["V"] == "1 2 C")
    let options = PackageOptions(settings: ["INFOPLIST_PREPROCESSOR_DEFINITIONS": "$(inherited) C=3"])
    #expect(try project.package(options).infoPlist["V"] == "1 2 3")
  }

  @Test func badDefinitionsAreReportedAtTheirSetting() throws {
    let package = try Self.project(
      "<key>V</key><true/>", ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREPROCESSOR_DEFINITIONS": "1=2 A=1 A=2"]
    ).package()
    let place = package.build?.settings.location(of: "INFOPLIST_PREPROCESSOR_DEFINITIONS")
    let warnings = package.warnings.filter { $0.code == .preprocessor }
    #expect(warnings.map(\.location) == [place, place])
    #expect(warnings.map(\.severity) == [.error, .warning])
  }

  @Test(arguments: [
    ("-DA=1", "1"), ("-D A=1", "1"), ("-DA=1 -UA", "A"), ("-U A", "A"), ("-Wall -w -P -std=c99 -x c -DA=2", "2"),
    ("-include App/a.h", "3"), ("-include a.h -IApp", "3"), ("-undef", "A"),
  ])
  func flagsAreApplied(_ flags: String, _ expected: String) throws {
    var project = Self.project(
      "<key>V</key><string>A</string>",
      ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_OTHER_PREPROCESSOR_FLAGS": .string(flags)])
    project.files["App/a.h"] = .init(text: "#define A 3\n")
    let package = try project.package()
    #expect(package.infoPlist["V"]?.string == expected)
    #expect(Self.problems(package) == [])
  }

  @Test func predefinedMacrosCanBeDisabled() throws {
    let settings: PropertyListDictionary = [
      "INFOPLIST_PREPROCESS": "YES", "INFOPLIST_OTHER_PREPROCESSOR_FLAGS": "-undef",
    ]
    let package = try Self.project("<key>V</key><string>__APPLE__ TARGET_OS_IOS</string>", settings).package()
    #expect(package.infoPlist["V"] == "__APPLE__ TARGET_OS_IOS")
  }

  @Test(arguments: ["-nonsense", "-D", "-arch"])
  func unknownFlagsAreReported(_ flag: String) throws {
    let package = try Self.project(
      "<key>V</key><true/>", ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_OTHER_PREPROCESSOR_FLAGS": .string(flag)]
    ).package()
    #expect(package.infoPlist["V"] == true)
    let warning = try #require(package.warnings.first { $0.code == .preprocessor })
    #expect(warning.message == "“\(flag)” in INFOPLIST_OTHER_PREPROCESSOR_FLAGS is ignored here")
    #expect(warning.severity == .note)
    #expect(warning.location?.file == "Repo/Paint.xcodeproj/project.pbxproj")
  }

  @Test func prefixFileComesFirst() throws {
    var project = Self.project(
      "<key>V</key><string>NAME</string>",
      [
        "INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREFIX_HEADER": "$(SRCROOT)/Config/InfoPlist-$(CONFIGURATION).h",
        "INFOPLIST_PREPROCESSOR_DEFINITIONS": "LONG",
      ])
    project.files["Config/InfoPlist-Release.h"] = .init(
      text: "#include \"names.h\"\n#ifdef LONG\n#define NAME LONG_NAME\n#endif\n")
    project.files["Config/names.h"] = .init(text: "// é\n#define LONG_NAME A  Long Name\n")
    let package = try project.package()
    #expect(package.infoPlist["V"] == "A Long Name")
    #expect(package.infoPlist.node(for: "V")?.location?.description == "Repo/App/Info.plist:2:13")
    #expect(Self.problems(package) == [])
  }

  @Test(arguments: [
    ("None.h", "the prefix file “None.h” is missing", PackageWarning.Code.preprocessor),
    ("DerivedSources/InfoPlist.h", "the prefix file “DerivedSources/InfoPlist.h” is missing", .preprocessor),
    (
      "$(DERIVED_FILE_DIR)/InfoPlist.h", "the prefix file “/build/DerivedSources/InfoPlist.h” is generated by",
      .preprocessor
    ),
    ("${BUILD_DIR}/Generated.h", "the prefix file “/build/Products/Generated.h” is generated by", .preprocessor),
    ("../other/x.h", "the prefix file “../other/x.h” is outside of Repo and is not read", .outsideOfProject),
    ("/usr/include/stdio.h", "the prefix file “/usr/include/stdio.h” is outside of Repo", .outsideOfProject),
  ])
  func missingPrefixFilesAreReported(_ path: String, _ message: String, _ code: PackageWarning.Code) throws {
    let package = try Self.project(
      "<key>V</key><string>NAME</string>", ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREFIX_HEADER": .string(path)]
    ).package()
    #expect(package.infoPlist["V"] == "NAME")
    let warning = try #require(package.warnings.first { $0.code == code })
    #expect(warning.message.hasPrefix(message))
    #expect(package.openMacros == warning)
    // A build may generate the file.
    #expect(warning.severity == (code == .preprocessor ? .note : .warning))
    #expect(warning.location == package.build?.settings.location(of: "INFOPLIST_PREFIX_HEADER"))
  }

  // MARK: Conditions for preprocessing

  /// ICON-221.
  @Test func missingPreprocessSettingIsReported() throws {
    let package = try Self.project(
      "<key>V</key>\n  # ifdef A\n<true/>\n#else\n<false/>\n#endif", ["INFOPLIST_PREPROCESSOR_DEFINITIONS": "A"]
    ).package()
    #expect(package.infoPlist["V"] == true)
    #expect(
      Self.problems(package) == [
        """
        error Repo/App/Info.plist:3:3: Xcode rejects this Info.plist: it has a line for the C preprocessor, which does \
        not run
          hint: set INFOPLIST_PREPROCESS to YES; homescreen read the file as if it were set
        """
      ])
  }

  @Test func directivesStayTextWithoutTheSetting() throws {
    let package = try Self.project("<key>V</key><string>a  b\n#if 1\nFOO</string>", ["FOO": "1"]).package()
    #expect(package.infoPlist["V"] == "a  b\n#if 1\nFOO")
    #expect(Self.problems(package) == [])
  }

  @Test func mistakesInOtherPropertyListsAreUnchanged() {
    let failure = Self.project("<key>V</key>\n# one\n<true/>", [:]).failure()
    #expect(failure?.location.description == "Repo/App/Info.plist:3:1")
    #expect(failure?.message == "there is text “#” between the elements")
    let other = Self.project("<!--\n#if 1\n-->\n<key>V</key>", [:]).failure()
    #expect(other?.location.description == "Repo/App/Info.plist:6:1")
    #expect(other?.message == "the key “V” has no value")
  }

  @Test func mistakesOutsideConditionsDoNotBlameDefinitions() {
    let failure = Self.project("<key>V</key>", ["INFOPLIST_PREPROCESS": "YES"]).failure()
    #expect(failure?.message == "the key “V” has no value, in the output of the C preprocessor")
    #expect(failure?.hint == "write its value before </dict>")
  }

  @Test func otherFormatsAreNotPreprocessed() throws {
    var project = Self.project("", ["INFOPLIST_PREPROCESS": "YES", "INFOPLIST_PREPROCESSOR_DEFINITIONS": "A=2"])
    project.files["App/Info.plist"] = .init(text: "/* A */ { V = \"A  //\"; }")
    #expect(try project.package().infoPlist["V"] == "A  //")
    project.files["App/Info.plist"] = BinaryPropertyListWriter.write(["V": "A  //"])
    #expect(try project.package().infoPlist["V"] == "A  //")
    project.files["App/Info.plist"] = .init(text: "{\"V\": \"A\"}")
    #expect(project.failure()?.message == "this is JSON, not a property list")
  }

  @Test func infoPlistCanBeginWithDirectives() throws {
    var project = Self.project("", ["INFOPLIST_PREPROCESS": "YES"])
    project.files["App/Info.plist"] = .init(text: "// All of it\n#include \"Real.plist\"\n")
    project.files["App/Real.plist"] = .init(
      text: "#define X 1\n<plist><dict><key>V</key><integer>X</integer></dict></plist>")
    #expect(try project.package().infoPlist["V"] == 1)
  }

  @Test func textThatIsNotUTF8IsReadAndReported() throws {
    var project = Self.project("", ["INFOPLIST_PREPROCESS": "YES"])
    let text = "<plist><dict>\n#if 1\n<key>é</key><true/>\n#endif\n</dict></plist>"
    project.files["App/Info.plist"] = [0xFF, 0xFE] + utf16(text, isBigEndian: false)
    let package = try project.package()
    #expect(package.infoPlist["é"] == true)
    #expect(
      Self.problems(package).first?.hasPrefix("error Repo/App/Info.plist: the C preprocessor cannot read UTF-16")
        == true)
    project.files["App/Info.plist"] = .init(text: "<plist><dict>\n#include \"a.h\"\n</dict></plist>")
    project.files["App/a.h"] = [0xFF]
    #expect(
      try Self.problems(project.package()).first?.contains("App/a.h, byte 0: byte 0xFF is not valid UTF-8") == true)
  }

  // MARK: Without a project

  @Test func infoPlistAloneIsPreprocessedWithTheOptions() throws {
    let text =
      "<plist><dict>\n<key>CFBundleIdentifier</key><string>a.b</string>\n#if PRO\n<key>V</key><string>NAME</string>\n#endif\n</dict></plist>"
    let tree = try MemoryTree(
      name: "Paint", ["Info.plist": .init(text: text), "names.h": .init(text: "#define NAME It")])
    let plain = try AppPackage(tree: tree)
    #expect(!plain.infoPlist.contains("V"))
    #expect(
      Self.problems(plain) == [
        """
        note Paint/Info.plist:3:1: the Info.plist was read through the C preprocessor, as with INFOPLIST_PREPROCESS
          hint: pass the project's definitions: --setting INFOPLIST_PREPROCESSOR_DEFINITIONS="NAME=VALUE …"
        """
      ])
    let options = PackageOptions(settings: [
      "INFOPLIST_PREPROCESSOR_DEFINITIONS": "$(inherited) PRO=$(LEVEL)", "LEVEL": "2",
      "INFOPLIST_PREFIX_HEADER": "names.h",
    ])
    let package = try AppPackage(tree: tree, options: options)
    #expect(package.infoPlist["V"] == "It")
    #expect(package.infoPlist.keyLocation(for: "V")?.description == "Paint/Info.plist:4:1")
  }

  @Test func appSearchFindsPreprocessedInfoPlists() throws {
    let text = "<plist><dict>\n#ifdef PRO\n<key>CFBundleIdentifier</key><string>a.b</string>\n#endif\n</dict></plist>"
    let tree = try MemoryTree(
      name: "Paint", ["Paint-Info.plist": .init(text: text), "Other.plist": .init(text: xml("<dict/>"))])
    let options = PackageOptions(settings: ["INFOPLIST_PREPROCESSOR_DEFINITIONS": "PRO"])
    #expect(try AppPackage(foundIn: tree, options: options).bundleIdentifier == "a.b")
  }

  @Test func editOfAPreprocessedListIsNeverWritten() throws {
    let folder = TemporaryFolder()
    _ = folder.write(
      "Info.plist",
      "<plist><dict><key>CFBundleIdentifier</key><string>a.b</string>\n#if 1\n<key>V</key><true/>\n#endif\n</dict></plist>"
    )
    let package = try AppPackage(contentsOf: folder.path + "/Info.plist")
    #expect(package.infoPlist["V"] == true)
    #expect(package.infoPlistPath == nil)
    #expect(String(decoding: try package.infoPropertyList.serialised(), as: UTF8.self).contains("<key>V</key>"))
  }

  @Test func builtAppIsNeverPreprocessed() throws {
    let text = "<plist><dict>\n#if 1\n<key>CFBundleIdentifier</key><string>a.b</string>\n#endif\n</dict></plist>"
    let tree = try MemoryTree(name: "Paint.app", ["Info.plist": .init(text: text)])
    #expect(throws: AppPackageError.self) { try AppPackage(tree: tree) }
  }

  // MARK: Endless input

  /// Endless work stops quickly with a one-line error that has a location.
  @Test(arguments: [
    (
      (1...40).map { "#define M\($0) M\($0 - 1) M\($0 - 1)\n" }.joined() + "#define M0 x\n<key>M40</key>",
      "43:6: replacing macros needs more than 1000000 steps"
    ),
    (
      "#define M0 " + String(repeating: "x", count: 20_000) + "\n"
        + (1...10).map { "#define M\($0) M\($0 - 1) M\($0 - 1)\n" }.joined() + "<key>M10</key>",
      "13:6: the preprocessor output has more than 8388608 bytes"
    ),
    (String(repeating: "#if 1\n", count: 2000), "1002:1: #if is nested more than 1000 levels deep"),
    ("#include \"Info.plist\"", "2:1: these files include each other in a cycle: Info.plist → Info.plist"),
    ("#include \"a.h\"", "a.h:1:1: these files include each other in a cycle: b.h → a.h → b.h"),
    ("#include \"wide0.h\"", "wide1.h:"),
  ])
  func macroBombsAreRefused(_ text: String, _ message: String) throws {
    var project = Self.project(text, ["INFOPLIST_PREPROCESS": "YES"])
    project.files["App/a.h"] = .init(text: "#include \"b.h\"\n")
    project.files["App/b.h"] = .init(text: "#include \"a.h\"\n")
    project.files["App/wide0.h"] = .init(text: String(repeating: "#include \"wide1.h\"\n", count: 1000))
    project.files["App/wide1.h"] = .init(text: String(repeating: "#include \"wide2.h\"\n", count: 1000))
    project.files["App/wide2.h"] = []
    let failure = try #require(project.failure())
    #expect(failure.kind == .badPropertyList)
    #expect(
      "\(failure)".hasPrefix("Repo/App/" + (message.contains(".h:") ? "" : "Info.plist:") + message), "\(failure)")
  }

  @Test func largeInputIsReadInBoundedTime() throws {
    let lines = [
      String(repeating: "(", count: 50_000), String(repeating: "!", count: 50_000) + "1",
      String(repeating: "1 + ", count: 50_000) + "1", String(repeating: "1 ? 1 : ", count: 5000) + "1",
    ].map { "#if \($0)\n#endif\n" }
    let chain = (0..<5000).map { "#define C\($0) C\($0 + 1)\n" }.joined()
    let text =
      lines.joined() + chain + String(repeating: "/* */ // x\n", count: 50_000) + "<key>V</key><string>C0"
      + String(repeating: " '", count: 1000) + "\n" + String(repeating: "\\\n", count: 50_000) + "</string>"
    let package = try Self.project(text, ["INFOPLIST_PREPROCESS": "YES"]).package()
    #expect(package.infoPlist["V"]?.string?.hasPrefix("C5000 '") == true)
  }
}

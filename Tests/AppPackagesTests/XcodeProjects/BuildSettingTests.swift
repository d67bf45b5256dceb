import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Evaluated build settings of a project.
@Suite struct BuildSettingTests {
  @Test(arguments: [
    ("$(A)", "one"), ("${A} $[A] $A", "one one one"), ("$$(A)", "$(A)"), ("$(NAME_$(A))", "by name"),
    ("$(A:upper)", "ONE"), ("$(A:upper:lower)", "one"), ("$(MISSING)x", "x"), ("$(MISSING:default=$(A):upper)", "ONE"),
    ("$(A:default=two)", "one"), ("$(MIXED:rfc1034identifier)", "-a-b-c"), ("$(MIXED:c99extidentifier)", "_a_b_c"),
    ("$(FILE:dir)", "a/b/"), ("$(FILE:file)", "c.tar.gz"), ("$(FILE:base)", "c.tar"), ("$(FILE:suffix)", ".gz"),
    ("$(FILE:dir=x)", "x/c.tar.gz"), ("$(FILE:suffix=.zip)", "a/b/c.tar.zip"), ("$(FILE:base=d)", "a/b/d.gz"),
    ("$(LONG:standardizepath)", "/a/c"), ("$(YES_:not)", "NO"), ("$(A:not)", "YES"),
    ("$(VERSION:truncatedversion)", "1.2"), ("$(SPACED:quote)", "a\\ b"), ("price $5 and $", "price $5 and $"),
    ("$(", "$("), ("$(A", "$(A"), ("$(TARGET_NAME)-$(PROJECT_NAME)-$(CONFIGURATION)", "Paint-Paint-Release"),
    ("$(PRODUCT_NAME).$(WRAPPER_EXTENSION)", "Paint.app"), ("$(SRCROOT)/x", "./x"),
  ])
  func references(_ text: String, _ expected: String) throws {
    var project = ProjectMaker()
    project.projectSettings = [
      "A": "one", "NAME_one": "by name", "MIXED": "1a b.c", "FILE": "a/b/c.tar.gz", "LONG": "/a/b/../c/.",
      "YES_": "YES", "VERSION": "1.2.3", "SPACED": "a b",
    ]
    project.targetSettings["X"] = .string(text)
    #expect(try project.value("X") == expected)
  }

  @Test func levelsInheritFromTheLevelBelow() throws {
    var project = ProjectMaker()
    project.projectXcconfig = "Project.xcconfig"
    project.targetXcconfig = "Target.xcconfig"
    project.files["Project.xcconfig"] = .init(text: "X = a\nONLY = xcconfig\n")
    project.projectSettings = ["X": "$(inherited) b", "ONLY": "project"]
    project.files["Target.xcconfig"] = .init(text: "X = $(X) c\n")
    project.targetSettings["X"] = ["$(inherited)", "d e"]
    #expect(try project.value("X") == "a b c \"d e\"")
    #expect(try project.value("ONLY") == "project")
    let options = PackageOptions(settings: ["X": "$(inherited) f", "ONLY[sdk=iphoneos*]": "line"])
    #expect(try project.package(options).settings["X"] == "a b c \"d e\" f")
    #expect(try project.package(options).settings["ONLY"] == "line")
  }

  /// The Mac is not simulated, and a target for it is reported.
  @Test func targetForTheMacIsNoted() throws {
    var project = ProjectMaker()
    project.targetSettings["SUPPORTS_MACCATALYST"] = "NO"
    #expect(try !project.package().warnings.contains { $0.code == .macCatalyst })
    project.targetSettings["SUPPORTS_MACCATALYST"] = "YES"
    let note = try project.package().warnings.first { $0.code == .macCatalyst }
    #expect(
      note?.severity == .note && note?.message.contains("only iPhone and iPad are simulated") == true
        && note?.location != nil)
  }

  @Test func conditionsSelectByDevice() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "T.xcconfig"
    project.targetSettings["A"] = "plain"
    project.targetSettings["A[sdk=iphoneos*]"] = "device"
    project.targetSettings["A[sdk=iphonesimulator*]"] = "simulator"
    project.targetSettings["B[sdk=iphoneos*][arch=x86_64]"] = "no"
    project.targetSettings["C[config=Rel*]"] = "$(inherited)+release"
    project.targetSettings["C"] = "plain"
    project.targetSettings["D[unknown=*]"] = "no"
    project.files["T.xcconfig"] = .init(
      text:
        "E[sdk=iphoneos*,arch=arm64] = both\nE[sdk=macosx*] = mac\nF = all\nF[config=Debug (a, b)] = no\nF[config=Rel*, c][sdk=*] = no\n"
    )
    let package = try project.package()
    #expect(!package.warnings.contains { $0.code == .badXcconfig })
    let settings = package.settings
    // The name of a configuration may contain a comma.
    #expect(settings["F"] == "all")
    #expect(settings["A"] == "device")
    #expect(settings["B"] == nil)
    #expect(settings["C"] == "plain+release")
    #expect(settings["D"] == nil)
    #expect(settings["E"] == "both")
  }

  @Test func xcconfigFilesAreParsed() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "Config/App.xcconfig"
    project.files["Config/App.xcconfig"] = .init(
      text: """
        // a comment
        #include "../Shared" // without its ending
        #include? "Missing.xcconfig"
          A   =   value with spaces   // and a comment
        B = trailing;
        URL = https://example.com
        C=1
        LONG = a \\
          b
        EMPTY =
        A2 = $(SHARED)
        this line says nothing
        [] = 3
        """)
    project.files["Shared.xcconfig"] = .init(text: "\u{FEFF}SHARED = yes\r\nCR = 1\r\n")
    let package = try project.package()
    let settings = package.settings
    #expect(settings["A"] == "value with spaces")
    #expect(settings["B"] == "trailing")
    #expect(settings["URL"] == "https:")
    #expect(settings["C"] == "1")
    #expect(settings["LONG"] == "a b")
    #expect(settings["EMPTY"] == "")
    #expect(settings["A2"] == "yes")
    #expect(settings["CR"] == "1")
    let bad = package.warnings.filter { $0.code == .badXcconfig }
    #expect(bad.map { $0.location?.line } == [12, 13])
    #expect(bad.first?.location?.file == "Repo/Config/App.xcconfig")
  }

  @Test func missingXcconfigMakesItsSettingsUnknown() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "Pods/Target Support Files/A.xcconfig"
    project.targetSettings["PRODUCT_BUNDLE_IDENTIFIER"] = "com.example$(SUFFIX)"
    project.files["App/Info.plist"] = .init(
      text: xml("<dict><key>Token</key><string>$(API_TOKEN)</string></dict>"))
    let package = try project.package()
    let missing = try #require(package.warnings.first { $0.code == .missingXcconfig })
    #expect(missing.message.contains("Pods/Target Support Files/A.xcconfig"))
    #expect(missing.hint == "run `pod install`, which writes the file")
    #expect(missing.location?.line != nil)
    let unknown = try #require(package.warnings.first { $0.code == .unknownSetting })
    #expect(unknown.message.hasSuffix("these settings are unknown: API_TOKEN and SUFFIX"))
  }

  // ICON-211
  @Test func includesAreSearchedInThreeFolders() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "ios/Flutter/Release.xcconfig"
    project.files["ios/Flutter/Release.xcconfig"] = .init(
      text: "#include \"Nested/Deep.xcconfig\"\n#include \"Root.xcconfig\"\n#include? \"Nowhere.xcconfig\"\n")
    project.files["ios/Flutter/Nested/Deep.xcconfig"] = .init(
      text: "DEEP = 1\n#include \"Both.xcconfig\"\n#include \"Above\"\n")
    // Next to the file, although the folder above has one too.
    project.files["ios/Flutter/Nested/Both.xcconfig"] = .init(text: "BOTH = beside\n")
    project.files["ios/Flutter/Both.xcconfig"] = .init(text: "BOTH = above\n")
    // Next to the including file; the extension is optional.
    project.files["ios/Flutter/Above.xcconfig"] = .init(text: "ABOVE = 1\n")
    // In the folder of the project.
    project.files["Root.xcconfig"] = .init(text: "ROOT = 1\n")
    let settings = try project.package().settings
    #expect(["DEEP", "BOTH", "ABOVE", "ROOT"].map { settings[$0] } == ["1", "beside", "1", "1"])
    #expect(try !project.package().warnings.contains { $0.code == .missingXcconfig })
    // Only a name without any extension may omit it.
    project.files["Root.xcconfig"] = .init(text: "#include? \"App.debug\"\n")
    project.files["App.debug.xcconfig"] = .init(text: "ROOT = 2\n")
    #expect(try project.package().settings["ROOT"] == nil)
    project.files["Root.xcconfig"] = nil
    let warning = try #require(try project.package().warnings.first { $0.code == .missingXcconfig })
    #expect(warning.message == "ios/Flutter/Root.xcconfig, which this line names, is missing")
    #expect(warning.location?.description == "Repo/ios/Flutter/Release.xcconfig:2:1")
    #expect(warning.hint?.hasPrefix("homescreen looked in Repo/ios/Flutter, Repo; ") == true)
  }

  @Test func includeInTheProjectFolderBringsTheAlternates() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "Configuration/App.xcconfig"
    project.files["Configuration/App.xcconfig"] = .init(text: "#include \"Configuration/Icons.xcconfig\"\n")
    project.files["Configuration/Icons.xcconfig"] = .init(
      text: """
        ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon
        ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES = day night
        """)
    project.add("Assets.xcassets")
    for name in ["AppIcon", "day", "night"] {
      let set = "Assets.xcassets/\(name).appiconset"
      project.files["\(set)/Contents.json"] = .init(
        text: #"{"images": [{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#)
      project.files["\(set)/i.png"] = PNGMaker.picture(width: 1024, height: 1024)
    }
    #expect(try project.package().build?.alternateIcons == ["day", "night"])
  }

  @Test func foldersCannotBeIncluded() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "T.xcconfig"
    project.files["T.xcconfig"] = .init(text: "#include \"Config\"\n")
    project.files["Config/readme"] = [1]
    project.files["Config.xcconfig"] = .init(text: "A = 1\n")
    #expect(try project.package().settings["A"] == "1")
  }

  @Test func emptyReferenceIsNotAMissingSetting() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "T.xcconfig"
    project.files["T.xcconfig"] = .init(text: "SERVER = https:/$()/example.com/${}\n")
    project.files["App/Info.plist"] = .init(text: xml("<dict><key>S</key><string>$(SERVER)</string></dict>"))
    let package = try project.package()
    #expect(package.infoPlist["S"] == "https://example.com/")
    #expect(!package.warnings.contains { $0.code == .unknownSetting })
  }

  @Test func circularReferencesEnd() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "A.xcconfig"
    project.files["A.xcconfig"] = .init(text: "#include \"B.xcconfig\"\nX = $(Y)\n")
    project.files["B.xcconfig"] = .init(text: "#include \"A.xcconfig\"\nY = $(X)b\n")
    let package = try project.package()
    #expect(package.settings["X"] == "b")
    let circle = package.warnings.first { $0.code == .badXcconfig }
    #expect(circle?.message == "these files include each other in a cycle: A.xcconfig → B.xcconfig → A.xcconfig")
    #expect(circle?.location?.description == "Repo/B.xcconfig:1:1")
  }

  @Test func multiplyingSettingsEnd() throws {
    var project = ProjectMaker()
    for level in 0..<60 {
      project.targetSettings["A\(level)"] = .string(String(repeating: "$(A\(level + 1))", count: 10))
    }
    project.targetSettings["A60"] = .string(String(repeating: "x", count: 5000))
    project.files["App/Info.plist"] = .init(text: xml("<dict><key>K</key><string>$(A0)</string></dict>"))
    let package = try project.package()
    #expect(package.warnings.contains { $0.code == .badMacro })
    #expect((package.infoPlist["K"]?.string?.utf8.count ?? 0) < 4_000_000)
  }

  @Test func pathsOutOfTheTreeAreNotRead() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "T.xcconfig"
    project.files["T.xcconfig"] = .init(text: "#include \"../x.xcconfig\"\n#include \"/etc/passwd\"\nA = 1\n")
    let package = try project.package()
    #expect(package.warnings.filter { $0.code == .outsideOfProject }.map { $0.location?.line } == [1, 2])
    #expect(package.settings["A"] == "1")
    for path in ["../../secret/Info.plist", "/etc/passwd", "$(SRCROOT)/../Info.plist"] {
      project.targetSettings["INFOPLIST_FILE"] = .string(path)
      #expect(project.failure()?.message.contains("is outside of Repo") == true)
    }
  }
}

import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The paths of files in the bundle.
@Suite struct BundleTests {
  static func paths(_ package: AppPackage) -> [String] { package.resources.map(\.path) }

  /// ICON-113.
  @Test func filesOfAGroupAreInTheBundleRoot() throws {
    var project = ProjectMaker()
    project.addObject(
      "G1", "PBXGroup", ["path": "Icons", "sourceTree": "<group>", "children": ["G2"]])
    project.addObject("G2", "PBXGroup", ["name": "No folder", "sourceTree": "<group>", "children": ["F1", "F2"]])
    project.addObject("F1", "PBXFileReference", ["path": "night@2x.png", "sourceTree": "<group>"])
    project.addObject("F2", "PBXFileReference", ["path": "Other/day.png", "sourceTree": "SOURCE_ROOT"])
    project.children = ["G1"]
    project.resources = ["F1", "F2"]
    project.files["Icons/night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    project.files["Other/day.png"] = PNGMaker.picture(width: 60, height: 60)
    let package = try project.package()
    #expect(Self.paths(package) == ["day.png", "night@2x.png"])
    #expect(package.looseImages(named: "night", for: .iPhone).map(\.header?.width) == [120])
  }

  /// ICON-114.
  @Test func folderReferenceStaysAFolder() throws {
    var project = ProjectMaker()
    project.add("icons", ["lastKnownFileType": "folder"])
    project.files["icons/night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    project.files["icons/deep/x.txt"] = [1]
    let package = try project.package()
    #expect(Self.paths(package) == ["icons/deep/x.txt", "icons/night@2x.png"])
    #expect(package.looseImages(named: "night", for: .iPhone).isEmpty)
    #expect(package.looseImages(named: "icons/night", for: .iPhone).count == 1)
  }

  /// ICON-126.
  @Test func pictureInANestedBundleIsNotAnIcon() throws {
    var project = ProjectMaker()
    project.add("Theme.bundle", ["lastKnownFileType": "wrapper.plug-in"])
    project.files["Theme.bundle/night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    let package = try project.package()
    #expect(Self.paths(package) == ["Theme.bundle/night@2x.png"])
    #expect(package.looseImages(named: "night", for: .iPhone).isEmpty)
  }

  @Test func localisedFilesAreInTheirLanguageFolder() throws {
    var project = ProjectMaker()
    project.addObject(
      "V", "PBXVariantGroup", ["name": "InfoPlist.strings", "sourceTree": "<group>", "children": ["V1", "V2"]])
    project.addObject(
      "V1", "PBXFileReference", ["name": "de", "path": "de.lproj/InfoPlist.strings", "sourceTree": "<group>"])
    project.addObject("V2", "PBXFileReference", ["name": "fr", "path": "French.strings", "sourceTree": "<group>"])
    project.children = ["V"]
    project.resources = ["V"]
    project.files["de.lproj/InfoPlist.strings"] = .init(text: "CFBundleDisplayName = \"Malen\";")
    project.files["French.strings"] = .init(text: "x = y;")
    let package = try project.package()
    #expect(Self.paths(package) == ["de.lproj/InfoPlist.strings", "fr.lproj/French.strings"])
    #expect(package.displayName(for: .iPhone, languages: ["de"]) == "Malen")
  }

  @Test func stringCatalogsHaveAllLanguages() throws {
    var project = ProjectMaker()
    project.add("InfoPlist.xcstrings")
    project.files["InfoPlist.xcstrings"] = .init(
      text: """
        {"sourceLanguage":"en","version":"1.0","strings":{"CFBundleDisplayName":{"localizations":{
          "en":{"stringUnit":{"state":"new","value":"Paint"}},
          "de":{"stringUnit":{"state":"translated","value":"Malen"}},},},"Untranslated":{}}}
        """)
    let package = try project.package()
    #expect(package.localizedInfo.languages == ["de", "en"])
    #expect(package.localizedInfo["de"]?["CFBundleDisplayName"] == "Malen")
    #expect(package.resources.isEmpty)
    #expect(package.warnings.contains { $0.code == .lenientJSON })
  }

  /// ICON-202: the languages of another string catalog are not read, so the file stands for all.
  @Test func otherStringCatalogIsAResource() throws {
    var project = ProjectMaker()
    project.add("Localizable.xcstrings")
    project.files["Localizable.xcstrings"] = .init(text: "{")
    let package = try project.package()
    #expect(Self.paths(package) == ["Localizable.xcstrings"])
    #expect(package.localizedInfo.languages.isEmpty && !package.warnings.contains { $0.code == .badStrings })
  }

  @Test func versionOfXcodeInTheFilesIsNotTheAssumedOne() throws {
    var project = ProjectMaker()
    func difference(_ options: PackageOptions = PackageOptions()) throws -> String? {
      let package = try project.package(options)
      return XcodeChoice(of: package).difference(from: try #require(package.build).xcodeVersion)
    }
    #expect(try difference() == nil)
    project.files[".xcode-version"] = .init(text: "16.1")
    #expect(try difference() == ".xcode-version names Xcode 16.1")
    let package = try project.package()
    #expect(XcodeChoice(of: package).text(of: package) == "Xcode 26 (.xcode-version names Xcode 16.1)")
    #expect(try difference(PackageOptions(xcodeVersion: XcodeVersion(16, 1))) == nil)
  }

  @Test func catalogsAndStoryboardsAreCompiled() throws {
    var project = ProjectMaker()
    project.add("Assets.xcassets")
    project.add("Main.storyboard")
    project.add("Icon.icon")
    project.files["Main.storyboard"] = [1]
    project.files["Assets.xcassets/gear.imageset/Contents.json"] = .init(text: #"{"images":[]}"#)
    project.files["Icon.icon/icon.json"] = .init(text: #"{"groups":[]}"#)
    let package = try project.package()
    #expect(Self.paths(package) == ["Main.storyboardc"])
    #expect(package.catalog?.set(named: "gear", kind: .image) != nil)
    #expect(package.build?.catalog.set(named: "Icon") != nil)
  }

  @Test func otherPlatformsAndDestinationsAreLeftOut() throws {
    var project = ProjectMaker()
    project.add("mac.png")
    project.add("both.png")
    project.add("copied.txt", isResource: false)
    project.targetFields["buildPhases"] = ["R", "C1", "C2"]
    project.addObject(
      "C1", "PBXCopyFilesBuildPhase", ["dstSubfolderSpec": "7", "dstPath": "Docs", "files": ["BC"]])
    project.addObject("C2", "PBXCopyFilesBuildPhase", ["dstSubfolderSpec": "10", "dstPath": "", "files": ["BC"]])
    project.addObject("BC", "PBXBuildFile", ["fileRef": "F:copied.txt"])
    for file in ["mac.png", "both.png", "copied.txt"] { project.files[file] = [1] }
    var root = try #require(project.root.dictionary)
    var objects = try #require(root["objects"]?.dictionary)
    objects["B:F:mac.png"] = ["isa": "PBXBuildFile", "fileRef": "F:mac.png", "platformFilter": "maccatalyst"]
    objects["B:F:both.png"] = ["isa": "PBXBuildFile", "fileRef": "F:both.png", "platformFilters": ["ios", "macos"]]
    root["objects"] = .dictionary(objects)
    let tree = try project.tree(OpenStepPropertyListWriter.write(.dictionary(root)))
    let package = try AppPackage(projectAt: "Paint.xcodeproj", in: tree)
    #expect(Self.paths(package) == ["Docs/copied.txt", "both.png"])
  }

  @Test func settingsExcludeFiles() throws {
    var project = ProjectMaker()
    for file in ["Debug/a.png", "Release/b.png", "c.txt", "Preview/d.png"] {
      project.add(file)
      project.files[file] = [1]
    }
    project.targetSettings["EXCLUDED_SOURCE_FILE_NAMES"] = ["Debug/*", "*.txt"]
    project.targetSettings["INCLUDED_SOURCE_FILE_NAMES"] = "c.*"
    project.targetSettings["DEVELOPMENT_ASSET_PATHS"] = "\"Preview\""
    #expect(Self.paths(try project.package()) == ["b.png", "c.txt"])
    // ICON-214: only an archive, or an app stripped like one, omits them.
    project.configurations = ["Debug"]
    #expect(Self.paths(try project.package()) == ["b.png", "c.txt", "d.png"])
    project.targetSettings["DEPLOYMENT_POSTPROCESSING"] = "YES"
    #expect(Self.paths(try project.package()) == ["b.png", "c.txt"])
  }

  @Test func catalogMissingFromAnArchiveExplainsAMissingIcon() throws {
    var project = ProjectMaker()
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    project.targetSettings["DEVELOPMENT_ASSET_PATHS"] = "Preview"
    // The hint names the catalog with the icon.
    project.add("Preview/Colors.xcassets")
    project.files["Preview/Colors.xcassets/Contents.json"] = [UInt8](text: "{}")
    project.add("Preview/Dev.xcassets")
    project.files["Preview/Dev.xcassets/AppIcon.appiconset/Contents.json"] = [UInt8](text: "{}")
    let reason = "Dev.xcassets is not compiled: DEVELOPMENT_ASSET_PATHS excludes it from an archive"
    // ICON-259: without another catalog nothing is compiled, and the build succeeds.
    let package = try project.package()
    #expect(!package.warnings.contains { $0.code == .primaryIconSetMissing })
    #expect(package.build?.iconDoubt?.text == reason)
    project.add("More.xcassets")
    project.files["More.xcassets/Contents.json"] = [UInt8](text: "{}")
    let missing = try #require(try project.package().warnings.first { $0.code == .primaryIconSetMissing })
    #expect(missing.severity == .warning && missing.hint?.hasSuffix(reason) == true)
  }

  /// The unknown contents of a missing settings file do not cause an error.
  @Test func iconWithAPartlyUnknownNameIsNotAnError() throws {
    var project = ProjectMaker()
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon$(SUFFIX)"
    project.add("Media.xcassets")
    project.files["Media.xcassets/Contents.json"] = [UInt8](text: "{}")
    func missing() throws -> PackageWarning? {
      try project.package().warnings.first { $0.code == .primaryIconSetMissing }
    }
    #expect(try missing()?.severity == .error && missing()?.endsBuild == true)
    project.targetXcconfig = "Secrets.xcconfig"
    #expect(try missing()?.severity == .warning && missing()?.endsBuild == false)
    let hint = try #require(try missing()?.hint)
    #expect(hint.contains("$(SUFFIX) may be defined in") && hint.hasSuffix("Secrets.xcconfig, which is missing"))
    project.targetSettings["SUFFIX"] = ".beta"
    #expect(try missing()?.severity == .error)
  }

  @Test func scriptThatMayWriteAMissingIconIsReported() throws {
    var project = ProjectMaker()
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    project.targetFields["buildPhases"] = ["R", "S", "V"]
    project.add("Media.xcassets")
    project.files["Media.xcassets/Contents.json"] = [UInt8](text: "{}")
    project.addObject(
      "V", "PBXShellScriptBuildPhase",
      [
        "name": "Version",
        "shellScript": "PlistBuddy -c 'Set :CFBundleVersion 7' \"$INFOPLIST_FILE\"; swiftgen AppIcon.swift",
      ])
    project.addObject(
      "S", "PBXShellScriptBuildPhase",
      ["name": "Icons", "shellScript": "convert x.svg $SRCROOT/Assets.xcassets/AppIcon.appiconset/i.png"])
    let missing = try #require(try project.package().warnings.first { $0.code == .primaryIconSetMissing })
    #expect(missing.hint?.hasSuffix("the script phase “Icons” may write the file: build once, then try again") == true)
    #expect(try !project.package().warnings.contains { $0.code == .scriptPhase })
    project.objects["S"] = [
      "isa": "PBXShellScriptBuildPhase",
      "shellScript": "/usr/libexec/PlistBuddy -c \"Add :CFBundleIcons dict\" $INFOPLIST_FILE",
    ]
    let note = try #require(try project.package().warnings.first { $0.code == .scriptPhase })
    #expect(note.message == "the script phase “Run Script” may write icons or quick actions into the Info.plist")
    #expect(note.severity == .note)
  }

  @Test func scriptThatWritesAMissingFileIsReported() throws {
    var project = ProjectMaker()
    project.add("Gen60@2x.png")
    project.targetFields["buildPhases"] = ["R", "S"]
    project.addObject(
      "S", "PBXShellScriptBuildPhase",
      ["name": "Draw", "shellScript": "draw", "outputPaths": ["$(SRCROOT)/Gen60@2x.png"]])
    let hint = try project.package().warnings.first { $0.code == .resourceFileAbsent }?.hint
    #expect(hint == "the script phase “Draw” writes the file: build once, then try again")
  }

  // ICON-213
  @Test func visionOSStackIsNotAnError() throws {
    var project = ProjectMaker()
    project.targetSettings["SUPPORTED_PLATFORMS"] = "iphoneos iphonesimulator xros xrsimulator"
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    project.add("Assets.xcassets")
    project.files["Assets.xcassets/AppIcon.appiconset/Contents.json"] = .init(
      text: #"{"images": [{"filename": "i.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#)
    project.files["Assets.xcassets/AppIcon.appiconset/i.png"] = PNGMaker.picture(width: 1024, height: 1024)
    project.files["Assets.xcassets/AppIcon.solidimagestack/Contents.json"] = .init(text: #"{"layers": []}"#)
    #expect(try project.package().warnings.isEmpty)
  }

  @Test func eachCauseIsReportedOnce() throws {
    var project = ProjectMaker()
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "A0"
    project.targetSettings["ASSETCATALOG_COMPILER_INCLUDE_ALL_APPICON_ASSETS"] = "YES"
    project.add("Assets.xcassets")
    for name in ["A0", "A1", "A2"] {
      let set = "Assets.xcassets/\(name).appiconset"
      project.files["\(set)/Contents.json"] = .init(
        text: #"""
          {"images": [{"filename": "i.png", "idiom": "ipad", "size": "76x76", "scale": "1x"},
          {"filename": "m.png", "idiom": "ios-marketing", "size": "1024x1024", "scale": "1x"},
          {"filename": "p.png", "idiom": "ipad", "size": "83.5x83.5", "scale": "2x"}]}
          """#)
      project.files["\(set)/i.png"] = PNGMaker.picture(width: 76, height: 76)
      project.files["\(set)/m.png"] = PNGMaker.picture(width: 1024, height: 1024)
      project.files["\(set)/p.png"] = PNGMaker.picture(width: 167, height: 167)
    }
    for number in 0..<9 {
      project.add("p\(number).png")
      project.files["p\(number).png"] = .init(text: "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    }
    let warnings = try project.package().warnings
    #expect(
      warnings.filter { $0.code == .obsoleteIconSlot }.map(\.message) == [
        "76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0. (the same in 2 more places)"
      ])
    #expect(warnings.first { $0.code == .badImage }?.otherLocations.count == 8)
    #expect(
      warnings.filter { $0.code == .badImage }.map(\.message)
        == [
          "“p0.png” is not in this copy: this is a Git LFS pointer, not the picture itself (the same in 8 more places)"
        ])
  }

  @Test func manyMissingPicturesAreOneNote() throws {
    var project = ProjectMaker()
    project.add("Assets.xcassets")
    func remarks(_ count: Int) throws -> [PackageWarning] {
      for number in 0..<count {
        project.files["Assets.xcassets/I\(number).appiconset/Contents.json"] = .init(
          text: #"{"images": [{"filename": "i.png", "idiom": "universal", "size": "1024x1024"}]}"#)
      }
      return try project.package().warnings.filter { $0.code == .missingPicture }
    }
    let few = try remarks(4)
    #expect(few.count == 4 && few.allSatisfy { $0.severity == .warning })
    let many = try remarks(5)
    #expect(many.count == 1 && many[0].severity == .note && many[0].otherLocations.count == 4)
    #expect(
      many[0].message == "5 pictures that catalogs name are missing: is this copy of the project complete?")
  }

  /// Next to pictures that are there, missing small ones are faults of the app: a copy may lack only large files.
  @Test func manySmallPicturesMissingNextToOthersAreWarnings() throws {
    var project = ProjectMaker()
    project.add("Assets.xcassets")
    func write(_ name: String, _ size: String) {
      project.files["Assets.xcassets/\(name).appiconset/Contents.json"] = .init(
        text: #"{"images": [{"filename": "i.png", "idiom": "iphone", "scale": "1x", "size": "\#(size)"}]}"#)
    }
    func severities() throws -> [PackageWarning.Severity] {
      try project.package().warnings.filter { $0.code == .missingPicture }.map(\.severity)
    }
    for number in 0..<6 { write("I\(number)", "180x180") }
    #expect(try severities() == [.note])
    write("There", "180x180")
    project.files["Assets.xcassets/There.appiconset/i.png"] = PNGMaker.picture(width: 180, height: 180)
    #expect(try severities() == Array(repeating: .warning, count: 6))
    for number in 0..<6 { write("I\(number)", "1024x1024") }
    #expect(try severities() == [.note])
    for number in 0..<6 { write("I\(number)", "180x180") }
    // Git LFS has not fetched this one.
    project.files["Assets.xcassets/There.appiconset/i.png"] = .init(
      text: "version https://git-lfs.github.com/spec/v1\noid sha256:0\n")
    #expect(try severities() == [.note])
  }

  @Test func missingFilesAreOneWarning() throws {
    var project = ProjectMaker()
    for number in 1...5 { project.add("gone\(number).png") }
    let warnings = try project.package().warnings.filter { $0.code == .resourceFileAbsent }
    #expect(warnings.count == 1)
    #expect(
      warnings.first?.message == "5 resources of the target are missing: gone1.png, gone2.png, gone3.png and 2 more")
    #expect(warnings.first?.location?.line != nil)
  }

  @Test func missingIconPictureIsReportedSeparately() throws {
    var project = ProjectMaker()
    for name in ["Night@2x.png", "Other.png", "Main.storyboard"] { project.add(name) }
    project.files["App/Info.plist"] = .init(
      text: """
        <plist version="1.0"><dict><key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
        <key>Night</key><dict><key>CFBundleIconFiles</key><array><string>Night</string></array></dict>
        </dict></dict></dict></plist>
        """)
    let package = try project.package()
    let warnings = package.warnings.filter { $0.code == .resourceFileAbsent }
    #expect(warnings.map(\.severity) == [.warning, .note], "\(warnings)")
    #expect(warnings.first?.message == "a picture that the Info.plist names is missing: Night@2x.png")
    #expect(package.build?.missingFiles == ["Night@2x.png", "Other.png", "Main.storyboard"])
  }

  @Test func filesOutOfTheTreeAreNotRead() throws {
    var project = ProjectMaker()
    project.add("../outside.png")
    project.add("/etc/hosts", ["sourceTree": "<absolute>"])
    project.add("product.app", ["sourceTree": "BUILT_PRODUCTS_DIR"])
    let package = try project.package()
    #expect(package.resources.isEmpty)
    #expect(
      package.warnings.filter { $0.code == .outsideOfProject }.map(\.message)
        == ["2 paths are outside of Repo and are not read: “../outside.png”, “/etc/hosts”"])
    #expect(package.build?.missingFiles == ["../outside.png", "/etc/hosts"])
  }

  @Test func linksOutOfTheFolderAreNotRead() throws {
    let folder = TemporaryFolder()
    folder.write("secret/night@2x.png", PNGMaker.picture(width: 120, height: 120))
    var project = ProjectMaker()
    project.add("night@2x.png")
    project.add("Blue", ["lastKnownFileType": "folder"])
    project.add("Linked.xcassets")
    folder.write("Repo/Paint.xcodeproj/project.pbxproj", project.projectFile)
    folder.write("Repo/App/Info.plist", xml("<dict/>"))
    folder.write("Repo/Blue/inside.txt", "x")
    folder.link("Repo/night@2x.png", to: "../secret/night@2x.png")
    folder.link("Repo/Blue/link", to: "../../secret")
    folder.link("Repo/Linked.xcassets", to: "../secret")
    let package = try AppPackage(contentsOf: "\(folder.path)/Repo/Paint.xcodeproj")
    #expect(Self.paths(package) == ["Blue/inside.txt"])
    #expect(package.warnings.contains { $0.code == .outsideOfProject && $0.location?.file == "Repo/night@2x.png" })
  }
}

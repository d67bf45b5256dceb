import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

// ICON-215
/// Projects that rely on a case-insensitive disk.
@Suite struct LetterCaseTests {
  private static func notes(_ package: AppPackage) -> [PackageWarning] {
    package.warnings.filter { $0.code == .letterCase }
  }

  @Test func pathsAreFoundInAnyLetterCase() throws {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "app/info.plist"
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    project.targetXcconfig = "config/release.xcconfig"
    project.addObject(
      "A", "PBXGroup",
      ["path": "Assets", "sourceTree": "<group>", "children": ["F:Night@2x.png", "F:Images.xcassets"]])
    project.add("Night@2x.png")
    project.add("Images.xcassets")
    project.children = ["A"]
    project.files["Config/Release.xcconfig"] = [UInt8](text: "#include \"SHARED.xcconfig\"\n")
    project.files["Config/Shared.xcconfig"] = [UInt8](text: "MARKETING_VERSION = 3.1\n")
    project.files["assets/night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    project.files["assets/images.xcassets/AppIcon.appiconset/Contents.json"] = [UInt8](
      text: #"{"images": [{"filename": "Icon.png", "idiom": "universal", "platform": "ios", "size": "1024x1024"}]}"#)
    project.files["assets/images.xcassets/AppIcon.appiconset/icon.png"] = PNGMaker.picture(width: 1024, height: 1024)
    let package = try project.package()
    #expect(package.settings["MARKETING_VERSION"] == "3.1")
    // In the bundle the file has the name in the project.
    #expect(package.resources.map(\.path).contains("Night@2x.png"))
    #expect(package.build?.generatedIcons.isEmpty == false)
    #expect(
      !package.warnings.contains {
        [.resourceFileAbsent, .missingPicture, .missingXcconfig, .primaryIconSetMissing].contains($0.code)
      })
    let notes = Self.notes(package)
    #expect(notes.count == 1 && notes.first?.severity == .note)
    #expect(
      notes.first?.message
        == "names are spelled differently on the disk: “Icon.png” is spelled “icon.png”, “config” is spelled “Config”, "
        + "“release.xcconfig” is spelled “Release.xcconfig” and 6 more")
    #expect(notes.first?.hint?.contains("Linux and case-sensitive volumes do not") == true)
  }

  @Test func accentsMatchInBothUnicodeForms() throws {
    var project = ProjectMaker()
    project.add("caf\u{E9}.png")
    project.files["cafe\u{301}.png"] = PNGMaker.picture(width: 1, height: 1)
    let package = try project.package()
    #expect(package.resources.count == 1 && Self.notes(package).isEmpty)
    #expect(!package.warnings.contains { $0.code == .resourceFileAbsent })
  }

  @Test func twoSpellingsOfAFileAreOneFile() throws {
    var project = ProjectMaker()
    project.add("A.png")
    project.add("a.png")
    project.files["a.png"] = PNGMaker.picture(width: 1, height: 1)
    let package = try project.package()
    #expect(package.resources.map(\.path) == ["A.png", "a.png"])
    #expect(Self.notes(package).map(\.message) == ["“A.png” is spelled “a.png” on the disk"])
  }

  @Test func exactNameWinsOverOtherLetterCase() throws {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "App/INFO.plist"
    project.files = [
      "App/Info.plist": [UInt8](text: xml("<dict><key>A</key><string>second</string></dict>")),
      "App/INFo.plist": [UInt8](text: xml("<dict><key>A</key><string>first</string></dict>")),
    ]
    #expect(try project.package().infoPlist["A"] == "first")
    project.targetSettings["INFOPLIST_FILE"] = "App/Info.plist"
    let exact = try project.package()
    #expect(exact.infoPlist["A"] == "second" && Self.notes(exact).isEmpty)
  }

  @Test func devicesAreCaseSensitive() throws {
    let folder = TemporaryFolder()
    folder.write("Paint.app/info.plist", xml("<dict/>"))
    #expect(throws: AppPackageError.self) { try AppPackage(contentsOf: "\(folder.path)/Paint.app") }
  }

  @Test func missingFilesAreMissingInEverySpelling() throws {
    var project = ProjectMaker()
    for number in 0..<2000 { project.add("dir/none\(number).png") }
    project.files["DIR/some.png"] = [1]
    let package = try project.package()
    #expect(package.warnings.first { $0.code == .resourceFileAbsent }?.message.hasPrefix("2000 resources") == true)
    #expect(Self.notes(package).isEmpty)
  }

  @Test func missingDeepPathsAreCheap() throws {
    var project = ProjectMaker()
    for number in 0..<2000 { project.add("\(number)/" + String(repeating: "a/", count: 250) + "x.png") }
    #expect(try project.package().warnings.first { $0.code == .resourceFileAbsent }?.message.hasPrefix("2000 ") == true)
  }

  @Test func fileInAnUnlistableFolderIsFoundByItsExactName() throws {
    let folder = TemporaryFolder()
    var project = ProjectMaker()
    project.add("wide/x.png")
    folder.write("Repo/Paint.xcodeproj/project.pbxproj", project.projectFile)
    folder.write("Repo/App/Info.plist", xml("<dict/>"))
    for name in ["x.png"] + (0..<20).map(String.init) { folder.write("Repo/wide/\(name)", "x") }
    let options = PackageOptions(fileTreeLimits: FileTreeLimits(maximumEntriesPerDirectory: 10))
    let package = try AppPackage(contentsOf: "\(folder.path)/Repo", options: options)
    #expect(package.resources.map(\.path) == ["x.png"])
  }
}

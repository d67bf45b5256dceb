import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Finding projects, targets and configurations, and damaged projects.
@Suite struct ProjectTests {
  private static func addApp(_ name: String, _ settings: PropertyListDictionary, to project: inout ProjectMaker) {
    project.extraTargets.append("T" + name)
    project.addObject(
      "T" + name, "PBXNativeTarget",
      [
        "name": .string(name), "productType": "com.apple.product-type.application",
        "buildConfigurationList": .string("L" + name),
      ])
    project.addObject("L" + name, "XCConfigurationList", ["buildConfigurations": .array(of: [.string("C" + name)])])
    project.addObject("C" + name, "XCBuildConfiguration", ["name": "Release", "buildSettings": .dictionary(settings)])
  }

  @Test func onlyAppForThePhoneIsChosen() throws {
    var project = ProjectMaker()
    Self.addApp("Mac", ["SDKROOT": "macosx"], to: &project)
    Self.addApp("TV", ["SDKROOT": "auto", "SUPPORTED_PLATFORMS": "appletvos"], to: &project)
    project.extraTargets.append("W")
    project.addObject(
      "W", "PBXNativeTarget", ["name": "Widget", "productType": "com.apple.product-type.app-extension"])
    #expect(try project.package().build?.target == "Paint")
    #expect(try project.package().build?.targets == ["Paint"])
    let error = try #require(project.failure(PackageOptions(target: "TV")))
    #expect(error.message == "the target “TV” is built for tvOS, not for iPhone or iPad")
    #expect(error.hint == "the apps for iPhone and iPad: “Paint”")
  }

  @Test func severalAppsNeedAChoice() throws {
    var project = ProjectMaker()
    Self.addApp("Lite", ["INFOPLIST_FILE": "App/Info.plist"], to: &project)
    // The target with the project's name is the obvious choice, and is still reported.
    let named = try project.package()
    #expect(named.build?.target == "Paint")
    let note = try #require(named.warnings.first { $0.code == .severalApps })
    #expect(
      note.message
        == "the project has 2 apps for iPhone or iPad; “Paint” is used because it has the project's name")
    #expect(note.hint == "select another with --target or the option `target`: “Lite”")
    let chosen = try project.package(PackageOptions(target: "Lite"))
    #expect(chosen.build?.target == "Lite")
    #expect(!chosen.warnings.contains { $0.code == .severalApps })
    project.targetFields["name"] = "Pro"
    let first = try project.package()
    #expect(first.build?.target == "Pro")
    #expect(
      first.warnings.first { $0.code == .severalApps }?.message
        == "the project has 2 apps for iPhone or iPad; “Pro” is used because it is the first")
    let unknown = try #require(project.failure(PackageOptions(target: "Litte")))
    #expect(unknown.kind == .noTarget)
    #expect(unknown.hint == "its apps: “Pro” and “Lite”")
  }

  @Test func releaseIsTheDefaultConfiguration() throws {
    var project = ProjectMaker()
    project.configurations = ["Debug", "Release"]
    project.targetSettings["X"] = "$(CONFIGURATION)"
    #expect(try project.value("X") == "Release")
    #expect(try project.package(PackageOptions(configuration: "Debug")).settings["X"] == "Debug")
    let error = try #require(project.failure(PackageOptions(configuration: "Beta")))
    #expect(error.kind == .noConfiguration)
    #expect(error.hint == "its configurations: “Debug” and “Release”")
    // Without Release, the default of the list applies.
    project.configurations = ["Alpha", "Beta"]
    #expect(try project.value("X") == "Alpha")
  }

  @Test func folderMeansItsProject() throws {
    let folder = TemporaryFolder()
    let project = ProjectMaker()
    folder.write("Repo/ios/Paint.xcodeproj/project.pbxproj", project.projectFile)
    folder.write("Repo/ios/App/Info.plist", xml("<dict/>"))
    folder.write("Repo/node_modules/x/Other.xcodeproj/project.pbxproj", project.projectFile)
    folder.write(
      "Repo/ios/Paint.xcworkspace/contents.xcworkspacedata",
      "<Workspace><FileRef location=\"group:Paint.xcodeproj\"/></Workspace>")
    for path in [
      "Repo", "Repo/", "Repo/ios", "Repo/ios/Paint.xcodeproj", "Repo/ios/Paint.xcodeproj/",
      "Repo/ios/Paint.xcodeproj/project.pbxproj", "Repo/ios/Paint.xcworkspace",
    ] {
      let package = try AppPackage(contentsOf: "\(folder.path)/\(path)")
      #expect(package.origin == .xcodeProject, "\(path)")
      #expect(package.name == "Paint")
    }
    #expect(try AppPackage(contentsOf: "\(folder.path)/Repo").infoPlistFile == "Repo/ios/App/Info.plist")
    folder.write("Repo/ios/Second.xcodeproj/project.pbxproj", project.projectFile)
    let note = try AppPackage(contentsOf: "\(folder.path)/Repo").warnings.first
    #expect(note?.message == "2 projects here have apps for iPhone or iPad; using ios/Paint.xcodeproj")
    #expect(note?.hint == "open another by its path: \(folder.path)/Repo/ios/Second.xcodeproj")
  }

  /// As in Xcode, the files of a linked project are next to its target.
  @Test func linkedProjectIsReadAtItsTarget() throws {
    let folder = TemporaryFolder()
    folder.write("Repo/xcode/Paint.xcodeproj/project.pbxproj", ProjectMaker().projectFile)
    folder.write("Repo/xcode/App/Info.plist", xml("<dict/>"))
    folder.link("Repo/Paint.xcodeproj", to: "xcode/Paint.xcodeproj")
    for path in ["Repo", "Repo/Paint.xcodeproj"] {
      let package = try AppPackage(contentsOf: "\(folder.path)/\(path)")
      #expect(package.infoPlistFile.hasSuffix("xcode/App/Info.plist"))
      #expect(!package.warnings.contains { $0.severity == .error }, "\(package.warnings)")
    }
    folder.link("Repo/xcode/Away.xcodeproj", to: "/etc")
    #expect(throws: AppPackageError.self) { try AppPackage(contentsOf: "\(folder.path)/Repo/xcode/Away.xcodeproj") }
  }

  @Test func folderMayBeAboveTheProject() throws {
    let folder = TemporaryFolder()
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "../Shared/Info.plist"
    folder.write("Repo/ios/Paint.xcodeproj/project.pbxproj", project.projectFile)
    folder.write("Repo/Shared/Info.plist", xml("<dict/>"))
    #expect(try AppPackage(contentsOf: "\(folder.path)/Repo").infoPlistFile == "Repo/Shared/Info.plist")
    let error = #expect(throws: AppPackageError.self) { try AppPackage(contentsOf: "\(folder.path)/Repo/ios") }
    #expect(error?.kind == .outsideOfProject)
    // A single checkout contains both.
    folder.makeFolder("Repo/.git")
    let package = try AppPackage(contentsOf: "\(folder.path)/Repo/ios")
    #expect(package.infoPlistFile == "Repo/Shared/Info.plist")
    #expect(
      package.warnings.first?.message
        == "paths of the project are outside of ios: the files in Repo were read, too")
  }

  @Test func xmlJSONAndUTF16AreRead() throws {
    let project = ProjectMaker()
    let text = String(decoding: project.projectFile, as: UTF8.self)
    for bytes in [
      XMLPropertyListWriter.write(project.root), Array(SortedJSON.text(project.root).utf8),
      [0xEF, 0xBB, 0xBF] + project.projectFile, [0xFF, 0xFE] + utf16(text, isBigEndian: false),
    ] {
      let package = try AppPackage(projectAt: "Paint.xcodeproj", in: try project.tree(bytes))
      #expect(package.bundleIdentifier == "com.example.paint")
    }
  }

  @Test func circularGroupsEnd() throws {
    var project = ProjectMaker()
    project.addObject("G1", "PBXGroup", ["path": "a", "sourceTree": "<group>", "children": ["G2", "G1"]])
    project.addObject("G2", "PBXGroup", ["path": "b", "sourceTree": "<group>", "children": ["G1", "G"]])
    project.children = ["G1"]
    let warnings = try project.package().warnings.filter { $0.code == .badProject }
    #expect(warnings.count == 1)
  }

  @Test func deepGroupsAndLongListsEnd() throws {
    var project = ProjectMaker()
    for level in 0..<3000 {
      project.addObject(
        "G\(level)", "PBXGroup",
        ["path": "a", "sourceTree": "<group>", "children": .array(of: [.string("G\(level + 1)")])])
    }
    project.children = ["G0"]
    #expect(try project.package().warnings.contains { $0.code == .limit })
    project = ProjectMaker()
    for number in 0..<5000 { project.add("f\(number).png") }
    project.resources += project.resources
    let package = try project.package()
    #expect(package.warnings.filter { $0.code == .resourceFileAbsent }.count == 1)
  }

  @Test(arguments: [
    ("", "the file is empty"), ("{}", "the project file has no objects"),
    ("{ objects = { A = { isa = PBXGroup; }; }; rootObject = A; }", "the project file has no PBXProject"),
    ("{ objects = { P = { isa = PBXProject; }; }; rootObject = X; }", "the project has no app"),
    ("<<<<<<< HEAD\n{}", "the file has an unresolved merge conflict"),
  ])
  func brokenProjectsAreReportedWithAReason(_ text: String, _ message: String) throws {
    do {
      _ = try AppPackage(projectAt: "Paint.xcodeproj", in: try ProjectMaker().tree(Array(text.utf8)))
      Issue.record("\(text) opened")
    } catch let error as AppPackageError {
      #expect(error.message == message)
      #expect(error.location.file == "Repo/Paint.xcodeproj/project.pbxproj")
    }
  }

  @Test func unexpectedTypesCountAsMissing() throws {
    var project = ProjectMaker()
    project.objects["S"] = "text"
    project.children = ["S", "nowhere"]
    project.resources = ["S", "nowhere"]
    project.targetFields["buildPhases"] = ["R", "S", "nowhere"]
    project.targetSettings["ODD"] = ["a": "b"]
    project.targetFields["fileSystemSynchronizedGroups"] = ["S", "R"]
    #expect(try project.package().bundleIdentifier == "com.example.paint")
  }
}

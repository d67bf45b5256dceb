import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Small files that could keep a reader busy for hours: each is read in about a second, and omissions are reported.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2))) struct HostileProjectTests {
  /// Line and column are computed for each duplicate.
  @Test func propertyListOnOneLineIsRead() throws {
    let pairs = String(repeating: "<key>é</key><string>b</string>", count: 25_000)
    let list = try PropertyList.parse(Array(xml("<dict>\(pairs)</dict>").utf8), file: "x")
    #expect(list.duplicateKeys.count == 24_999)
    let columns = list.duplicateKeys.compactMap { $0.later?.column }
    let first = try #require(columns.first)
    let expected = (0..<24_999).map { first + 30 * $0 }
    #expect(columns == expected)
  }

  @Test func repeatedKeysAreListedUpToALimit() throws {
    var project = ProjectMaker()
    let pairs = String(repeating: "<key>a</key><string>b</string>\n", count: 351)
    project.files["App/Info.plist"] = Array(xml("<dict>\(pairs)</dict>").utf8)
    let repeated = try project.package().warnings.filter { $0.code == .duplicateKey }
    #expect(repeated.count == 100)
    #expect(repeated.last?.message.hasSuffix("; 250 later repetitions are not listed") == true)
  }

  @Test(arguments: [
    String(repeating: "$(", count: 30_000),
    String(repeating: "$(BIG:file:base=$(BIG:dir))", count: 4000),
    "$(L0)",
  ])
  func multiplyingSettingsStop(_ name: String) throws {
    var project = ProjectMaker()
    project.targetSettings["GENERATE_INFOPLIST_FILE"] = "YES"
    project.targetSettings["BIG"] = .string(String(repeating: "x", count: 60_000))
    for level in 0..<40 { project.targetSettings["L\(level)"] = .string("$(L\(level + 1))$(L\(level + 1))") }
    project.targetSettings["INFOPLIST_KEY_CFBundleDisplayName"] = .string(name)
    for number in 0..<20 { project.targetSettings["K\(number)"] = .string(name) }
    #expect(try project.package().warnings.contains { $0.code == .badMacro })
  }

  @Test func unterminatedMacrosAreReadInBoundedTime() throws {
    var project = ProjectMaker()
    let pairs = (0..<2000).map { "<key>k\($0)</key><string>\(String(repeating: "$(", count: 1500))</string>" }
    project.files["App/Info.plist"] = Array(xml("<dict>\(pairs.joined())</dict>").utf8)
    #expect(try project.package().warnings.contains { $0.code == .badMacro })
  }

  @Test func mutualIncludesEnd() throws {
    var project = ProjectMaker()
    project.targetXcconfig = "x0.xcconfig"
    for number in 0..<40 {
      project.files["x\(number).xcconfig"] = .init(
        text: String(repeating: "#include \"x\(number + 1).xcconfig\"\n", count: 100))
    }
    func limits() throws -> [String] {
      try project.package().warnings.filter { $0.code == .limit }.map(\.message)
    }
    #expect(try limits().last == "too many xcconfig files: more than 200 in all, or nested more than 32 deep")
    project.files["x0.xcconfig"] = .init(text: String(repeating: "#include \"x1.xcconfig\"\n", count: 100))
    project.files["x1.xcconfig"] = .init(text: "//" + String(repeating: "x", count: 4_000_000))
    #expect(try limits() == ["the xcconfig files exceed \(16 * 1024 * 1024) bytes"])
  }

  @Test func folderUnderManyNamesIsReadOnce() throws {
    var project = ProjectMaker()
    for number in 0..<1000 { project.files["Blue/\(number).txt"] = [] }
    for number in 0..<2000 {
      project.addObject("F\(number)", "PBXFileReference", ["path": "Blue", "lastKnownFileType": "folder"])
      project.children.append("F\(number)")
      project.resources.append("F\(number)")
    }
    let package = try project.package()
    #expect(package.resources.count == 1000)
    #expect(package.warnings.filter { $0.code == .limit }.count == 1)
  }

  @Test func synchronizedFolderUnderManyNamesIsReadOnce() throws {
    var project = ProjectMaker()
    for number in 0..<1000 { project.files["Sync/\(number).txt"] = [] }
    for number in 0..<2000 {
      project.addObject("S\(number)", "PBXFileSystemSynchronizedRootGroup", ["path": "Sync"])
      project.children.append("S\(number)")
    }
    project.targetFields["fileSystemSynchronizedGroups"] = ProjectMaker.list((0..<2000).map { "S\($0)" })
    let package = try project.package()
    #expect(package.resources.count == 1000)
    #expect(package.warnings.filter { $0.code == .limit }.count == 1)
  }

  /// Repeated references count once.
  @Test func repeatedReferencesEnd() throws {
    var project = ProjectMaker()
    project.files["A.xcassets/I.appiconset/Contents.json"] = .init(text: #"{"images": []}"#)
    project.files["de.lproj/InfoPlist.strings"] = .init(text: "a = b;")
    project.add("A.xcassets")
    project.addObject("V1", "PBXFileReference", ["name": "de", "path": "de.lproj/InfoPlist.strings"])
    project.addObject(
      "V", "PBXVariantGroup",
      ["name": "InfoPlist.strings", "children": ProjectMaker.list(Array(repeating: "V1", count: 5000))])
    project.children.append("V")
    project.resources = Array(repeating: "F:A.xcassets", count: 5000) + Array(repeating: "V", count: 5000)
    project.extraTargets = Array(repeating: "T", count: 50_000)
    let package = try project.package()
    #expect(package.localizedInfo.languages == ["de"])
    #expect(package.build?.catalog.sets.count == 1)
    #expect(package.build?.targets == ["Paint"])
  }

  @Test func deeplyNestedGroupsEnd() throws {
    var project = ProjectMaker()
    for number in 0..<10_000 {
      project.addObject("g\(number)", "PBXGroup", ["path": "d", "children": ProjectMaker.list(["g\(number + 1)"])])
    }
    project.children.append("g0")
    #expect(try project.package().warnings.contains { $0.code == .limit })
  }

  @Test func pipesDevicesAndUnusualNamesAreHarmless() throws {
    let folder = TemporaryFolder()
    folder.write("X.app/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>a</string></dict>"))
    folder.makePipe("X.app/night@2x.png")
    folder.makeFolder("X.app/de.lproj")
    folder.makePipe("X.app/de.lproj/InfoPlist.strings")
    folder.link("X.app/zero.png", to: "/dev/zero")
    folder.link("X.app/self", to: ".")
    folder.write("X.app/new\nline@2x.png", "x")
    folder.write("X.app/Icon.png", "x")
    folder.write("X.app/icon.png", "x")
    let package = try AppPackage(contentsOf: folder.path + "/X.app")
    #expect(package.resources.map(\.path) == ["Icon.png", "Info.plist", "icon.png", "new\nline@2x.png"])
    #expect(package.warnings.filter { $0.code == .unreadable }.count == 4)

    folder.makeFolder("Y.app")
    folder.makePipe("Y.app/Info.plist")
    let error = #expect(throws: AppPackageError.self) { try AppPackage(contentsOf: folder.path + "/Y.app") }
    #expect(error?.kind == .unreadable)
  }
}

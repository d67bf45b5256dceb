import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The bundle contents of synchronised folders.
extension BundleTests {
  private static func synchronised() -> ProjectMaker {
    var project = ProjectMaker()
    project.addObject("S", "PBXFileSystemSynchronizedRootGroup", ["path": "App", "sourceTree": "<group>"])
    project.children = ["S"]
    project.targetFields["fileSystemSynchronizedGroups"] = ["S"]
    project.files["App/View.swift"] = [1]
    project.files["App/Icons/night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    project.files["App/de.lproj/InfoPlist.strings"] = .init(text: "CFBundleName = \"Malen\";")
    project.files["App/Assets.xcassets/gear.imageset/Contents.json"] = .init(text: #"{"images":[]}"#)
    project.files["App/Theme.bundle/x.png"] = [1]
    return project
  }

  @Test func synchronisedFolderMatchesTheDisk() throws {
    let package = try Self.synchronised().package()
    #expect(Self.paths(package) == ["Theme.bundle/x.png", "de.lproj/InfoPlist.strings", "night@2x.png"])
    #expect(package.catalog?.set(named: "gear", kind: .image) != nil)
    #expect(package.displayName(for: .iPhone, languages: ["de"]) == "Malen")
    // The Info.plist is not excluded.
    #expect(package.warnings.contains { $0.code == .nameClash && $0.location?.file == "Repo/App/Info.plist" })
  }

  /// Git does not keep an empty folder.
  @Test func missingSynchronisedFolderIsEmpty() throws {
    var project = Self.synchronised()
    project.addObject("N", "PBXFileSystemSynchronizedRootGroup", ["path": "Parts", "sourceTree": "<group>"])
    project.children.append("N")
    project.targetFields["fileSystemSynchronizedGroups"] = ["S", "N"]
    #expect(try !project.package().warnings.contains { $0.code == .resourceFileAbsent })
  }

  /// Files of the same name in two packages used to clash in the bundle.
  @Test func swiftPackageInsideIsNotCopied() throws {
    var project = Self.synchronised()
    for name in ["Media", "Rest"] {
      project.files["App/Packages/\(name)/Package.swift"] = .init(text: "// swift-tools-version: 6.0\n")
      project.files["App/Packages/\(name)/Package.resolved"] = .init(text: "{}")
      project.files["App/Packages/\(name)/Sources/\(name)/data.json"] = .init(text: "{}")
    }
    project.files["App/Packages/notes.txt"] = .init(text: "beside them")
    let package = try project.package()
    #expect(
      Self.paths(package) == ["Theme.bundle/x.png", "de.lproj/InfoPlist.strings", "night@2x.png", "notes.txt"])
    #expect(!package.warnings.contains { $0.code == .nameClash && $0.message.contains("Package.resolved") })
  }

  @Test func exceptionsExcludeFiles() throws {
    var project = Self.synchronised()
    project.objects["S"] = [
      "isa": "PBXFileSystemSynchronizedRootGroup", "path": "App", "sourceTree": "<group>", "exceptions": ["E", "O"],
      "explicitFolders": ["Icons"],
    ]
    project.addObject(
      "E", "PBXFileSystemSynchronizedBuildFileExceptionSet",
      ["target": "T", "membershipExceptions": ["Info.plist", "Theme.bundle", "Assets.xcassets"]])
    project.addObject(
      "O", "PBXFileSystemSynchronizedBuildFileExceptionSet", ["target": "Other", "membershipExceptions": ["Icons"]])
    let package = try project.package()
    #expect(Self.paths(package) == ["Icons/night@2x.png", "de.lproj/InfoPlist.strings"])
    #expect(!package.warnings.contains { $0.code == .nameClash })
  }

  @Test func exceptionsIncludeFilesForAnotherTarget() throws {
    var project = Self.synchronised()
    project.targetFields.remove("fileSystemSynchronizedGroups")
    project.extraTargets = ["T2"]
    project.addObject(
      "T2", "PBXNativeTarget",
      [
        "name": "Widget", "productType": "com.apple.product-type.app-extension",
        "fileSystemSynchronizedGroups": ["S"],
      ])
    project.objects["S"] = [
      "isa": "PBXFileSystemSynchronizedRootGroup", "path": "App", "sourceTree": "<group>", "exceptions": ["E"],
    ]
    project.addObject(
      "E", "PBXFileSystemSynchronizedBuildFileExceptionSet",
      ["target": "T", "membershipExceptions": ["Icons/night@2x.png"]])
    #expect(Self.paths(try project.package()) == ["night@2x.png"])
    // The same if no target lists the folder.
    project.addObject(
      "T2", "PBXNativeTarget", ["name": "Widget", "productType": "com.apple.product-type.app-extension"])
    #expect(Self.paths(try project.package()) == ["night@2x.png"])
  }
}

import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// The sources that belong to an app.
@Suite struct SourceFilesTests {
  private static func files(_ project: ProjectMaker) throws -> [String] {
    try #require(try project.package().sourceFiles()).files.map { file in
      file.module.map { "\($0): \(file.path)" } ?? file.path
    }
  }

  /// A project whose phases list some of the sources in its navigator.
  private static func project() -> ProjectMaker {
    var project = ProjectMaker()
    for path in ["App/AppDelegate.m", "App/Scene.swift", "App/Old.swift", "App/Icon.png"] {
      project.add(path, isResource: false)
      project.files[path] = [1]
    }
    project.files["App/AppDelegate.h"] = [1]
    project.files["App/Unused.m"] = [1]
    project.targetFields["buildPhases"] = ["R", "S"]
    Self.phase("S", ["F:App/AppDelegate.m", "F:App/Scene.swift"], &project)
    return project
  }

  private static func phase(_ id: String, _ references: [String], _ project: inout ProjectMaker) {
    project.addObject(id, "PBXSourcesBuildPhase", ["files": ProjectMaker.list(references.map { "B\(id):\($0)" })])
    for reference in references {
      project.addObject("B\(id):\(reference)", "PBXBuildFile", ["fileRef": .string(reference)])
    }
  }

  @Test func filesOutsideAllPhasesAreNotSources() throws {
    #expect(
      try Self.files(Self.project()) == ["App/AppDelegate.h", "App/AppDelegate.m", "App/Scene.swift"])
  }

  @Test func missingFileMakesTheListIncomplete() throws {
    var project = Self.project()
    #expect(try project.package().sourceFiles()?.isWhole == true)
    project.files["App/Scene.swift"] = nil
    let sources = try #require(try project.package().sourceFiles())
    #expect(sources.files.map(\.path) == ["App/AppDelegate.h", "App/AppDelegate.m"])
    #expect(!sources.isWhole)
  }

  @Test func settingsAndPlatformsExcludeFiles() throws {
    var project = Self.project()
    project.targetSettings["EXCLUDED_SOURCE_FILE_NAMES"] = "Sce*.swift"
    project.addObject(
      "BS:F:App/AppDelegate.m", "PBXBuildFile", ["fileRef": "F:App/AppDelegate.m", "platformFilter": "maccatalyst"])
    #expect(try Self.files(project) == [])
  }

  @Test func synchronisedFolderHasExceptions() throws {
    var project = Self.project()
    project.targetFields["fileSystemSynchronizedGroups"] = ["Y"]
    project.addObject(
      "Y", "PBXFileSystemSynchronizedRootGroup", ["path": "App", "sourceTree": "<group>", "exceptions": ["E"]])
    project.children.append("Y")
    project.addObject(
      "E", "PBXFileSystemSynchronizedBuildFileExceptionSet",
      ["target": "T", "membershipExceptions": ["Old.swift", "Info.plist"]])
    #expect(
      try Self.files(project) == ["App/AppDelegate.h", "App/AppDelegate.m", "App/Scene.swift", "App/Unused.m"])
  }

  @Test func swiftPackageInASynchronisedFolderIsAModule() throws {
    var project = Self.project()
    project.targetFields["fileSystemSynchronizedGroups"] = ["Y"]
    project.addObject("Y", "PBXFileSystemSynchronizedRootGroup", ["path": "App", "sourceTree": "<group>"])
    project.children.append("Y")
    project.targetFields["packageProductDependencies"] = ["D"]
    project.addObject("D", "XCSwiftPackageProductDependency", ["productName": "Media"])
    project.files["App/Packages/Media/Package.swift"] = .init(
      text: #"let package = Package(targets: [.target(name: "Media"), .target(name: "Unused")])"#)
    project.files["App/Packages/Media/Sources/Media/Player.swift"] = [1]
    project.files["App/Packages/Media/Sources/Unused/Rest.swift"] = [1]
    let files = try #require(try project.package().sourceFiles()).files
    #expect(files.filter { $0.module == "Media" }.map(\.path) == ["App/Packages/Media/Sources/Media/Player.swift"])
    #expect(!files.contains { $0.path.hasSuffix("Rest.swift") || $0.path.hasSuffix("Package.swift") })
    // No target lists this folder; it is only in the navigator.
    project.targetFields["fileSystemSynchronizedGroups"] = []
    project.addObject("Y", "PBXFileSystemSynchronizedRootGroup", ["path": "App/Packages", "sourceTree": "<group>"])
    #expect(try project.package().sourceFiles()?.files.contains { $0.module == "Media" } == true)
  }

  /// Other targets count only if their code is part of the app.
  @Test func frameworksBelongToTheAppAndTestsDoNot() throws {
    var project = Self.project()
    let kinds = [("Kit", "framework"), ("Core", "library.static"), ("PaintTests", "bundle.unit-test")]
    for (name, kind) in kinds {
      project.add("\(name)/\(name).swift", isResource: false)
      project.files["\(name)/\(name).swift"] = [1]
      Self.phase("S\(name)", ["F:\(name)/\(name).swift"], &project)
      project.addObject(
        name, "PBXNativeTarget",
        [
          "name": .string(name), "productType": .string("com.apple.product-type.\(kind)"),
          "buildPhases": ProjectMaker.list(["S\(name)"]), "productReference": .string("P\(name)"),
        ])
      project.extraTargets.append(name)
      project.addObject("D\(name)", "PBXTargetDependency", ["target": .string(name)])
    }
    // Kit links Core, the app names Kit, and the tests are named by mistake.
    project.targetFields["dependencies"] = ["DKit", "DPaintTests"]
    project.addObject("L", "PBXFrameworksBuildPhase", ["files": ["LB"]])
    project.addObject("LB", "PBXBuildFile", ["fileRef": "PCore"])
    project.objects["Kit"] = [
      "isa": "PBXNativeTarget", "name": "Kit", "productType": "com.apple.product-type.framework",
      "buildPhases": ["SKit", "L"], "productReference": "PKit",
    ]
    #expect(
      try Self.files(project) == [
        "App/AppDelegate.h", "App/AppDelegate.m", "App/Scene.swift", "Kit: Kit/Kit.swift", "Core: Core/Core.swift",
      ])
  }

  @Test func localPackagesBelongToTheApp() throws {
    var project = Self.project()
    project.targetFields["packageProductDependencies"] = ["PD", "PR"]
    project.addObject("PD", "XCSwiftPackageProductDependency", ["productName": "Design"])
    project.addObject("PR", "XCSwiftPackageProductDependency", ["productName": "Remote", "package": "RP"])
    project.addObject("RP", "XCRemoteSwiftPackageReference", ["repositoryURL": "https://example.com/r"])
    project.add("Packages/Design", ["lastKnownFileType": "wrapper"], isResource: false)
    project.files["Packages/Design/Package.swift"] = .init(
      text: """
        // .target(name: "Commented"), /* .target(name: "Too") */
        let package = Package(
          name: "Design",
          products: [.library(name: "Design", targets: ["DesignSystem"])],
          dependencies: [.package(path: "../Models"), .package(url: "https://example.com/x", from: "1.0.0")],
          targets: [
            .target(
              name: "DesignSystem", dependencies: [.product(name: "Models", package: "Models"), "Nothing"],
              exclude: ["Drafts"]),
            .target(name: "Unneeded"),
            .testTarget(name: "DesignSystemTests", dependencies: ["DesignSystem"]),
          ])
        """)
    project.files["Packages/Models/Package.swift"] = .init(
      text:
        #"let p = Package(products: [.library(name: "Models", targets: ["M"])], targets: [.target(name: "M", path: "Code")])"#
    )
    for path in [
      "Design/Sources/DesignSystem/Scene.swift", "Design/Sources/DesignSystem/Drafts/Old.swift",
      "Design/Sources/Unneeded/U.swift", "Design/Tests/DesignSystemTests/T.swift", "Models/Code/M.swift",
      "Models/Code/Tests/T.swift",
    ] { project.files["Packages/\(path)"] = [1] }
    #expect(
      try Self.files(project).suffix(2) == [
        "DesignSystem: Packages/Design/Sources/DesignSystem/Scene.swift", "M: Packages/Models/Code/M.swift",
      ])
    #expect(try Self.files(project).count == 5)
  }

  /// As in an app whose package lists its targets once for two products.
  @Test(arguments: ["let all = [\"Design\", \"Colors\",]", "private let all: [String] = [\n\"Colors\", \"Design\"\n]"])
  func constantListOfTargetsIsRead(declaration: String) throws {
    var project = Self.project()
    project.targetFields["packageProductDependencies"] = ["PD"]
    project.addObject("PD", "XCSwiftPackageProductDependency", ["productName": "Kit"])
    project.add("Kit", ["lastKnownFileType": "folder"], isResource: false)
    project.files["Kit/Package.swift"] = .init(
      text: """
        \(declaration)
        let package = Package(
          name: "Kit", products: [.library(name: "Kit", type: .dynamic, targets: all)],
          targets: [.target(name: "Design"), .target(name: "Colors"), .target(name: "Unneeded")])
        """)
    for name in ["Design", "Colors", "Unneeded"] { project.files["Kit/Sources/\(name)/A.swift"] = [1] }
    #expect(
      try Self.files(project).suffix(2) == ["Colors: Kit/Sources/Colors/A.swift", "Design: Kit/Sources/Design/A.swift"])
    #expect(try Self.files(project).count == 5)
  }

  @Test(arguments: [
    "", "let", "let a", "let a =", "let a: [String] = [\"", ".target(", ".target(name: \"A\", path: \"../../..\")",
    "\"", "/*",
    ".library(name: \"Design\", targets: [\"Design\"])",
  ])
  func damagedManifestsGiveNoSources(text: String) throws {
    var project = Self.project()
    project.targetFields["packageProductDependencies"] = ["PD"]
    project.addObject("PD", "XCSwiftPackageProductDependency", ["productName": "Design"])
    project.add("Design", ["lastKnownFileType": "folder"], isResource: false)
    project.files["Design/Package.swift"] = .init(text: text)
    #expect(try Self.files(project).count == 3)
  }

  @Test func folderWithoutAProjectIsRead() throws {
    let tree = try MemoryTree(
      name: "App",
      Dictionary(
        uniqueKeysWithValues: [
          "A.swift", "Deep/B.mm", "Deep/B.h", "Deep/c.c", "Pods/P.swift", "node_modules/x/N.m", ".build/S.swift",
          "AppTests/T.swift", "Tests/T.swift", "Kit.framework/Headers/K.h", "Carthage/C.swift", "build/G.swift",
        ].map { ($0, [UInt8(1)]) } + [("Info.plist", Array("<plist><dict/></plist>".utf8))]))
    let package = try AppPackage(tree: tree)
    #expect(package.sourceFiles()?.files.map(\.path) == ["A.swift", "Deep/B.h", "Deep/B.mm"])
  }

  @Test func builtAppHasNoSources() throws {
    let tree = try MemoryTree(name: "A.app", ["Info.plist": Array("<plist><dict/></plist>".utf8), "A.swift": [1]])
    #expect(try AppPackage(tree: tree).sourceFiles() == nil)
  }
}

import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// Mutations of repositories: workspaces, and names in other letter case. Each gives an app or an error, quickly.
///
/// A whole project is read for each, so each seed gets a fourth of ``Fuzzing/rounds``.
@Suite struct FindingFuzzTests {
  private static let rounds = max(1, Fuzzing.rounds / 4)

  private static func find(_ files: [String: [UInt8]], workspace: String? = nil) throws -> AppPackage {
    try AppPackage(foundIn: try MemoryTree(name: "Repo", files), workspace: workspace)
  }

  private static let workspaces: [[UInt8]] = [
    """
    <?xml version="1.0"?><Workspace version = "1.0"><!-- x --><Group location = "container:" name = "a &amp; b">
    <FileRef location = "group:Paint.xcodeproj"></FileRef></Group></Workspace>
    """,
    "<Workspace><Group location='group:x'><FileRef location='group:../Paint.xcodeproj'/></Group></Workspace>",
    "<Workspace><FileRef location=\"self:\"/><FileRef location=\"absolute:/Paint.xcodeproj\"/></Workspace>",
  ].map { [UInt8](text: $0) }

  @Test(arguments: workspaces.indices)
  func workspaceFiles(_ index: Int) throws {
    let project = ProjectMaker()
    var files = project.files
    files["Paint.xcodeproj/project.pbxproj"] = project.projectFile
    var mutator = Mutator(seed: UInt64(index), other: Self.workspaces)
    var (apps, errors) = (0, 0)
    for _ in 0..<Self.rounds {
      files["All.xcworkspace/contents.xcworkspacedata"] = mutator.mutate(Self.workspaces[index])
      do {
        #expect(try Self.find(files, workspace: "All.xcworkspace").name == "Paint")
        apps += 1
      } catch let error as AppPackageError {
        errors += 1
        #expect(!error.description.isEmpty && error.location.file.hasPrefix("Repo/All.xcworkspace"))
      }
    }
    #expect(errors > 0 && (index == 2 || apps > 0))
  }

  @Test func namesInOtherLetters() throws {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_FILE"] = "app/INFO.plist"
    project.add("assets/cafe\u{301}.png")
    project.add("Assets/\u{212A}.png")
    var mutator = Mutator(seed: 7, other: [Array("Info.plist/ASSETS/caf\u{E9}.png/k.png/\u{DF}/\u{130}".utf8)])
    var found = 0
    for _ in 0..<Self.rounds {
      var files = ["ios/Paint.xcodeproj/project.pbxproj": project.projectFile]
      for path in ["ios/App/Info.plist", "ios/Assets/caf\u{E9}.png", "ios/ASSETS/k.png", "ios/Assets/K.png"] {
        files[String(decoding: mutator.mutate(Array(path.utf8)), as: UTF8.self)] = [UInt8](text: xml("<dict/>"))
        files[path] = [UInt8](text: xml("<dict/>"))
      }
      guard let package = try? Self.find(files) else { continue }
      found += 1
      #expect(package.warnings.count { $0.code == .letterCase } <= 1)
      #expect(package.resources.allSatisfy { !$0.path.contains("..") })
    }
    #expect(found > 0)
  }
}

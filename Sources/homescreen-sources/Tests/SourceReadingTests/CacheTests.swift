import AppSources
import SourceReading
import Testing

/// What was read before is not read again, and nothing depends on it.
@Suite struct CacheTests {
  private static func project() -> Project {
    Project([
      "A.swift": "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) {}\n}", "B.swift": "let a = 1",
    ])
  }

  @Test func theSameFilesGiveTheSameDocument() {
    let project = Self.project()
    let cache = "\(project.path)/some/cache"
    let plain = project.document()
    #expect(project.document(cache: cache) == plain)
    #expect(!Project.names(in: cache).isEmpty)
    #expect(project.document(cache: cache) == plain)
  }

  @Test func aChangeIsSeen() {
    let project = Self.project()
    let cache = "\(project.path)/cache"
    let before = project.document(cache: cache)
    project.write(
      "A.swift", Array("class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) { done(true) }\n}".utf8))
    let after = project.document(cache: cache)
    #expect(before.method(warm)?.completion?.paths == CompletionUse.Paths.none)
    #expect(after.method(warm)?.completion?.paths == .all)
    #expect(
      project.document(iconNames: ["x"], actionTypes: ["SceneDelegate"], cache: cache)
        == project.document(iconNames: ["x"], actionTypes: ["SceneDelegate"]))
  }

  @Test(arguments: [0, 1, 40, 100]) func damagedEntriesAreIgnored(length: Int) {
    let project = Self.project()
    let cache = "\(project.path)/cache"
    let plain = project.document(cache: cache)
    for name in Project.names(in: cache) { project.write("cache/\(name)", [UInt8](repeating: 10, count: length)) }
    #expect(project.document(cache: cache) == plain)
  }

  @Test func aFolderThatCannotBeMadeIsDoneWithout() {
    let project = Self.project()
    #expect(project.document(cache: "/proc/nothing/here") == project.document())
  }
}

import AppPackages
import Platform
import TestSupport
import Testing

@Suite struct FileTreeWalkTests {
  @Test func findsEverythingInOrder() throws {
    let tree = try MemoryTree(name: "m", files: [("b", [1]), ("a/c", [1, 2]), ("a/b/d", []), ("a.x", [])])
    let walk = FileTreeWalk(tree)
    #expect(walk.files.map(\.path) == ["a.x", "a/b/d", "a/c", "b"])
    #expect(walk.directories == ["a", "a/b"])
    #expect(walk.problems.isEmpty)
    #expect(FileTreeWalk(tree, in: "a").files.map(\.path) == ["a/b/d", "a/c"])
    #expect(FileTreeWalk(tree, skipping: { path, _ in path == "a" }).files.map(\.path) == ["a.x", "b"])
    #expect(FileTreeWalk(tree, in: "missing").problems.map(\.kind) == [.notFound])
  }

  @Test func endsInAFolderFullOfLoops() throws {
    let folder = TemporaryFolder()
    folder.write("a/b/file", "x")
    folder.link("a/b/up", to: "..")
    folder.link("a/b/root", to: "../..")
    folder.link("a/self", to: ".")
    folder.link("loop1", to: "loop2")
    folder.link("loop2", to: "loop1")
    folder.link("again", to: "a")
    let walk = FileTreeWalk(try FolderTree(folder.path))
    #expect(walk.files.map(\.path) == ["a/b/file", "again/b/file"])
    #expect(walk.problems.map(\.kind) == Array(repeating: .linkLoop, count: 8))
    #expect(walk.problems.map(\.path).contains("a/b/up"))
  }

  @Test func manyLinksToOneFolderStopAtTheLimit() throws {
    // Each folder links twice to the next one, which gives two to the twentieth paths.
    let folder = TemporaryFolder()
    for level in 0..<20 {
      folder.makeFolder("d\(level)")
      folder.link("d\(level)/x", to: "../d\(level + 1)")
      folder.link("d\(level)/y", to: "../d\(level + 1)")
    }
    folder.write("d20/file", "x")
    let walk = FileTreeWalk(try FolderTree(folder.path), limits: FileTreeLimits(maximumEntries: 3000))
    #expect(walk.problems.last?.kind == .tooManyEntries || walk.problems.first?.kind == .tooManyEntries)
    #expect(walk.files.count + walk.directories.count <= 3000)
  }

  @Test func depthIsLimited() throws {
    let deep = (0..<100).map { "d\($0)" }.joined(separator: "/") + "/file"
    let walk = FileTreeWalk(try MemoryTree(["\(deep)": []]), limits: FileTreeLimits(maximumDepth: 10))
    #expect(walk.directories.count == 10)
    #expect(walk.problems.first?.message == "folders are nested more than 10 levels deep")
  }
}

import AppPackages
import Platform
import TestSupport
import Testing

/// The requirements of every tree, on memory, embedded bytes and a folder with the same files.
@Suite struct TreeTests {
  private static let files: [(path: String, bytes: [UInt8])] = [
    ("b.txt", Array("hello".utf8)), ("a/x", [1]), ("a/y/z", [1, 2]), ("a-b", []), ("a.c/q", [3]), ("B", [9]),
    ("ä", [7]),
  ]

  /// The bytes of the file `b.txt`, as a constant of the executable.
  private static let constant: StaticString = "hello"

  private static func trees() throws -> (trees: [any FileTree], folder: TemporaryFolder) {
    let folder = TemporaryFolder()
    for file in files { folder.write("T.app/" + file.path, file.bytes) }
    let embedded = try EmbeddedTree(
      name: "T.app",
      files: [
        EmbeddedTree.File(
          path: "b.txt",
          bytes: UnsafeRawBufferPointer(start: constant.utf8Start, count: constant.utf8CodeUnitCount)),
        EmbeddedTree.File(path: "a/y/z", bytes: UnsafeRawBufferPointer(start: nil, count: 0)),
      ])
    return ([try MemoryTree(name: "T.app", files: files), try FolderTree(folder.path + "/T.app"), embedded], folder)
  }

  @Test func listSortsNamesByBytes() throws {
    let (trees, folder) = try Self.trees()
    for tree in trees.prefix(2) {
      #expect(tree.name == "T.app")
      #expect(try tree.entries(in: "").map(\.name) == ["B", "a", "a-b", "a.c", "b.txt", "ä"])
      #expect(try tree.entries(in: "./a//").map(\.name) == ["x", "y"])
      #expect(try tree.entries(in: "").map(\.kind) == [.file, .directory, .file, .directory, .file, .file])
      #expect(try tree.entries(in: "a").map(\.size) == [1, 0])
    }
    withExtendedLifetime(folder) {}
  }

  @Test func readFilesAndTheirBeginnings() throws {
    let (trees, folder) = try Self.trees()
    for tree in trees {
      #expect(try tree.read("b.txt") == Array("hello".utf8))
      #expect(try tree.readPrefix("b.txt", count: 2) == Array("he".utf8))
      #expect(try tree.readPrefix("b.txt", count: 99) == Array("hello".utf8))
      #expect(try tree.readPrefix("b.txt", count: -1) == [])
      #expect(tree.kind(of: "a/y") == .directory)
      #expect(tree.kind(of: "") == .directory)
      #expect(tree.kind(of: "a/y/z") == .file)
      #expect(tree.kind(of: "B.TXT") == nil)
      #expect(tree.kind(of: "../T.app/b.txt") == nil)
    }
    withExtendedLifetime(folder) {}
  }

  @Test(arguments: [
    ("../x", FileTreeError.Kind.badPath), ("a/../../x", .badPath), ("/etc/passwd", .badPath), ("a\0b", .badPath),
    ("missing", .notFound), ("a/missing/x", .notFound), ("B.txt", .notFound), ("a", .isADirectory), ("", .isADirectory),
  ])
  func refuseBadPaths(_ path: String, _ kind: FileTreeError.Kind) throws {
    let (trees, folder) = try Self.trees()
    for tree in trees {
      let error = #expect(throws: FileTreeError.self) { try tree.read(path) }
      #expect(error?.kind == kind, "\(type(of: tree)): \(error?.description ?? "")")
    }
    withExtendedLifetime(folder) {}
  }

  @Test func reportNonFolders() throws {
    let (trees, folder) = try Self.trees()
    for tree in trees {
      #expect(throws: FileTreeError.self) { try tree.entries(in: "b.txt") }
      #expect(throws: FileTreeError.self) { try tree.entries(in: "missing") }
      #expect(throws: FileTreeError.self) { try tree.entries(in: "..") }
    }
    withExtendedLifetime(folder) {}
  }

  @Test func memoryTreeRefusesConflictingFiles() {
    #expect(throws: FileTreeError.self) { try MemoryTree(name: "m", files: [("a", []), ("./a", [])]) }
    #expect(throws: FileTreeError.self) { try MemoryTree(name: "m", files: [("a", []), ("a/b", [])]) }
    #expect(throws: FileTreeError.self) { try MemoryTree(name: "m", files: [("a/../b", [])]) }
    #expect(throws: FileTreeError.self) { try MemoryTree(name: "m", files: [("", [])]) }
    #expect((try? MemoryTree(["b": [1], "a/c": []]))?.kind(of: "a") == .directory)
  }

  @Test func composedAndDecomposedAccentsAreTwoFiles() throws {
    let tree = try MemoryTree(name: "m", files: [("\u{E4}", [1]), ("a\u{308}", [2])])
    #expect(try tree.read("\u{E4}") == [1])
    #expect(try tree.read("a\u{308}") == [2])
  }
}

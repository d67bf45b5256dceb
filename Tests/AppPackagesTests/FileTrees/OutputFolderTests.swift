import AppPackages
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct OutputFolderTests {
  private let temporary = TemporaryFolder()

  private func refusal(_ path: String, below folder: String) throws -> FileTreeError? {
    let output = try OutputFolder(folder)
    do throws(FileTreeError) {
      try output.write(Array("new".utf8), to: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func writesFilesAndCreatesFolders() throws {
    let output = try OutputFolder(temporary.path)
    try output.write(Array("a".utf8), to: "build/deep/Info.plist")
    #expect(temporary.read("build/deep/Info.plist") == "a")
    try output.write(Array("bc".utf8), to: "./build//deep/Info.plist")
    #expect(temporary.read("build/deep/Info.plist") == "bc")
    #expect(Files.names(in: temporary.path + "/build/deep") == ["Info.plist"])
    #expect(output.relativePath(of: temporary.path + "/x/y") == "x/y")
    #expect(output.relativePath(of: temporary.path + "x/y") == nil)
  }

  @Test func removesOnlyFilesBelowIt() throws {
    let outside = TemporaryFolder()
    outside.write("kept.txt", "kept")
    temporary.write("a/b.txt", "b")
    temporary.link("out", to: outside.path)
    temporary.link("file", to: outside.path + "/kept.txt")
    let output = try OutputFolder(temporary.path)
    try output.remove("a/b.txt")
    try output.remove("a/b.txt")
    #expect(temporary.read("a/b.txt") == nil)
    for path in ["out/kept.txt", "file", "../kept.txt", "", "a"] {
      #expect(throws: FileTreeError.self, "\(path)") { try output.remove(path) }
    }
    #expect(outside.read("kept.txt") == "kept")
  }

  @Test func leftoversOfAKilledProcessAreRemoved() throws {
    temporary.write(".homescreen-0.tmp", "half a f")
    temporary.write("a.plist", "old")
    #expect(try refusal("a.plist", below: temporary.path) == nil)
    #expect(temporary.read("a.plist") == "new")
    #expect(temporary.names == ["a.plist"])
  }

  @Test func filesOfARunningProcessAreKept() throws {
    let path = temporary.write(".homescreen-0.tmp", "half a f")
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    temporary.makeFolder(".homescreen-1.tmp")
    temporary.write("a.plist", "old")
    #expect(try refusal("a.plist", below: temporary.path) == nil)
    #expect(temporary.read("a.plist") == "new")
    #expect(temporary.names == [".homescreen-0.tmp", ".homescreen-1.tmp", "a.plist"])
  }

  @Test func concurrentWritersLeaveOneWholeFile() async throws {
    let folder = temporary.path
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            let text = String(repeating: "\(writer)", count: 10_000)
            do { try OutputFolder(folder).write(Array(text.utf8), to: "a.plist") } catch { Issue.record(error) }
          }
        }
      }
    }
    let text = try #require(temporary.read("a.plist"))
    #expect(text.utf8.count == 10_000)
    #expect(Set(text).count == 1)
    #expect(temporary.names == ["a.plist"])
  }

  @Test func keepsPermissions() throws {
    let path = temporary.write("a.plist", "old")
    chmod(path, 0o640)
    #expect(try refusal("a.plist", below: temporary.path) == nil)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(temporary.read("a.plist") == "new")
  }

  @Test func newFileReplacesNothing() throws {
    let folder = try OutputFolder(temporary.path)
    temporary.write("a.txt", "old")
    temporary.link("b.txt", to: "nowhere")
    temporary.makeFolder("c.txt")
    for name in ["a.txt", "b.txt", "c.txt"] { #expect(try !folder.create(Array("new".utf8), at: name), "\(name)") }
    #expect(try folder.create(Array("new".utf8), at: "d/e/f.txt"))
    #expect(temporary.read("a.txt") == "old")
    #expect(temporary.read("d/e/f.txt") == "new")
    #expect(temporary.names == ["a.txt", "b.txt", "c.txt", "d"])
    #expect(throws: FileTreeError.self) { try folder.create([], at: "a.txt/b") }
    #expect(throws: FileTreeError.self) { try folder.create([], at: "../x") }
  }

  @Test func cannotWriteOutsideTheFolder() throws {
    temporary.write("outside/Info.plist", "old")
    temporary.makeFolder("in/real")
    temporary.link("in/out", to: "../outside")
    temporary.link("in/file", to: "../outside/Info.plist")
    temporary.link("in/absolute", to: temporary.path + "/outside")
    temporary.link("in/hidden", to: "out")
    temporary.link("in/loop", to: "loop")
    temporary.link("in/dangling", to: "../outside/new")
    temporary.link("in/inner", to: "real")
    let folder = temporary.path + "/in"
    for path in ["../outside/Info.plist", "real/../../outside/x", "..", "/etc/x", "a\0b"] {
      #expect(try refusal(path, below: folder)?.kind == .badPath, "\(path)")
    }
    for path in ["out/Info.plist", "out/new", "file", "absolute/x", "hidden/x"] {
      let error = try refusal(path, below: folder)
      #expect(error?.kind == .outsideOfTree, "\(path)")
      #expect(error?.message.contains("points outside of") == true)
    }
    #expect(try refusal("loop/x", below: folder)?.kind == .linkLoop)
    #expect(try refusal("dangling", below: folder)?.kind == .notFound)
    #expect(temporary.read("outside/Info.plist") == "old")
    #expect(Files.names(in: temporary.path + "/outside") == ["Info.plist"])
    // A link that stays inside is followed.
    #expect(try refusal("inner/x", below: folder) == nil)
    #expect(temporary.read("in/real/x") == "new")
  }

  @Test func refusesOtherThanFiles() throws {
    temporary.makeFolder("folder")
    temporary.write("file", "x")
    temporary.makePipe("pipe")
    #expect(try refusal("folder", below: temporary.path)?.kind == .isADirectory)
    #expect(try refusal("folder/", below: temporary.path)?.kind == .isADirectory)
    #expect(try refusal("pipe", below: temporary.path)?.kind == .notARegularFile)
    #expect(try refusal("file/x", below: temporary.path)?.kind == .notADirectory)
    #expect(try refusal("", below: temporary.path)?.kind == .badPath)
    #expect(try refusal(".", below: temporary.path)?.kind == .badPath)
    #expect(try refusal(String(repeating: "x", count: 300), below: temporary.path)?.kind == .unwritable)
    #expect(temporary.names == ["file", "folder", "pipe"])
    #expect(throws: FileTreeError.self) { try OutputFolder(temporary.path + "/missing") }
    #expect(throws: FileTreeError.self) { try OutputFolder(temporary.path + "/file") }
    #expect(throws: FileTreeError.self) { try OutputFolder("") }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything")) func readOnlyFoldersAreReported() throws {
    let path = temporary.write("a.plist", "old")
    chmod(path, 0o444)
    #expect(try refusal("a.plist", below: temporary.path)?.kind == .unwritable)
    #expect(temporary.read("a.plist") == "old")
    #expect(temporary.names == ["a.plist"])
  }
}

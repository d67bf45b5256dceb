import AppPackages
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct FolderTreeTests {
  @Test func linksInsideAreFollowedAndLinksOutsideAreRefused() throws {
    let folder = TemporaryFolder()
    folder.write("secret", "outside")
    folder.write("root/real/file", "inside")
    folder.link("root/alias", to: "real")
    folder.link("root/file", to: "real/file")
    folder.link("root/up", to: "../secret")
    folder.link("root/far", to: "/etc")
    folder.link("root/self", to: "self")
    folder.link("root/gone", to: "nowhere")
    let tree = try FolderTree(folder.path + "/root")

    #expect(try tree.read("alias/file") == Array("inside".utf8))
    let entries = try tree.entries(in: "")
    #expect(entries.map(\.name) == ["alias", "far", "file", "gone", "real", "self", "up"])
    #expect(entries.map(\.kind) == [.directory, .other, .file, .other, .directory, .other, .other])
    #expect(entries[0].linkTarget == "real")
    #expect(entries[2].size == 6)
    #expect(entries.compactMap(\.problem?.kind) == [.outsideOfTree, .notFound, .linkLoop, .outsideOfTree])
    for path in ["up", "far/passwd"] {
      let error = #expect(throws: FileTreeError.self) { try tree.read(path) }
      #expect(error?.kind == .outsideOfTree)
      #expect(error?.message == "this symbolic link leaves root")
    }
    #expect(tree.kind(of: "up") == nil)
  }

  @Test func siblingWithTheSamePrefixIsOutside() throws {
    let folder = TemporaryFolder()
    folder.write("root-2/file", "x")
    folder.makeFolder("root")
    folder.link("root/link", to: "../root-2/file")
    let error = #expect(throws: FileTreeError.self) { try FolderTree(folder.path + "/root").read("link") }
    #expect(error?.kind == .outsideOfTree)
  }

  @Test func pipesAndDevicesAreNeverOpened() throws {
    let folder = TemporaryFolder()
    folder.makePipe("pipe")
    let tree = try FolderTree(folder.path)
    #expect(try tree.entries(in: "").first?.kind == .other)
    let error = #expect(throws: FileTreeError.self) { try tree.read("pipe") }
    #expect(error?.kind == .notARegularFile)
  }

  @Test func exceededLimitsAreErrors() throws {
    let folder = TemporaryFolder()
    for index in 0..<5 { folder.write("f\(index)", "12345") }
    let small = try FolderTree(
      folder.path, limits: FileTreeLimits(maximumEntriesPerDirectory: 4, maximumFileSize: 4))
    #expect(throws: FileTreeError.self) { try small.entries(in: "") }
    let error = #expect(throws: FileTreeError.self) { try small.read("f0") }
    #expect(error?.message == "the file has 5 bytes; the limit is 4")
    #expect(try small.readPrefix("f0", count: 5).count == 5)
  }

  @Test func systemErrorsAreShown() throws {
    let folder = TemporaryFolder()
    let tree = try FolderTree(folder.path, name: "X.app")
    let long = String(repeating: "n", count: 300)
    let error = #expect(throws: FileTreeError.self) { try tree.read(long) }
    #expect(error?.kind == .unreadable)
    #expect(error?.message == "cannot be read: File name too long")
    #expect(throws: FileTreeError.self) { try FolderTree(folder.path + "/missing") }
    #expect(throws: FileTreeError.self) { try FolderTree("") }
    folder.write("file", "x")
    #expect(throws: FileTreeError.self) { try FolderTree(folder.path + "/file") }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func permissionsAreExplained() throws {
    let folder = TemporaryFolder()
    chmod(folder.write("locked", "x"), 0)
    let error = #expect(throws: FileTreeError.self) { try FolderTree(folder.path).read("locked") }
    #expect(error?.kind == .unreadable)
    #expect(error?.hint?.contains("permissions") == true)
  }

  @Test func growingAndEmptyFilesAreRead() throws {
    let folder = TemporaryFolder()
    folder.write("empty", "")
    folder.write("large", Array(repeating: 7, count: 100_000))
    let tree = try FolderTree(folder.path)
    #expect(try tree.read("empty") == [])
    #expect(try tree.read("large").count == 100_000)
    #expect(try tree.readPrefix("large", count: 10) == Array(repeating: 7, count: 10))
  }

  // U+0600 and the slash after it are one character, as are a slash and U+0301: a path is made of bytes.
  @Test(arguments: [
    "x\u{600}/secret.txt", "x/\u{301}secret.txt", "x\u{600}/\u{301}/secret.txt", "a\u{600}/../x\u{600}/s",
  ])
  func slashInsideACharacterIsNotASeparator(_ path: String) throws {
    let folder = TemporaryFolder()
    for secret in ["secret.txt", "\u{301}secret.txt", "\u{301}/secret.txt", "s"] {
      folder.write("outside/\(secret)", "secret")
    }
    folder.makeFolder("inside/a\u{600}")
    for link in ["x", "x\u{600}"] { folder.link("inside/\(link)", to: "../outside") }
    let tree = try FolderTree("\(folder.path)/inside")
    #expect(throws: FileTreeError.self) { try tree.read(path) }
    #expect(tree.kind(of: path) == nil)
    let output = try OutputFolder("\(folder.path)/inside")
    #expect(throws: FileTreeError.self) { try output.write([1], to: path) }
    #expect(folder.read("outside/secret.txt") == "secret" && folder.read("outside/s") == "secret")
  }
}

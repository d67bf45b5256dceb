import AppPackages
import Platform
import TestSupport
import Testing

@Suite struct ZIPTreeTests {
  private typealias File = ZIPWriter.File

  private func tree(_ files: [ZIPWriter.File], limits: FileTreeLimits = .default) throws -> ZIPTree {
    try ZIPTree(name: "A.zip", bytes: ZIPWriter(files).bytes, limits: limits)
  }

  private static let text = Array(String(repeating: "all work and no play ", count: 500).utf8)

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)], [false, true])
  func filesAreReadDespiteIncompleteHeaders(packing: (Bool, Bool), isWide: Bool) throws {
    let (isDeflated, hasDescriptor) = packing
    let files = ["a/b/long", "a/empty", "z"].enumerated().map { index, name in
      File(name, index == 1 ? [] : Self.text).with {
        ($0.isDeflated, $0.hasDescriptor, $0.isWide) = (isDeflated, hasDescriptor, isWide)
      }
    }
    var writer = ZIPWriter(files)
    writer.isWide = isWide
    writer.comment = Array("built today".utf8)
    let tree = try ZIPTree(name: "A.zip", bytes: writer.bytes)
    #expect(try tree.read("a/b/long") == Self.text)
    #expect(try tree.read("z") == Self.text)
    #expect(try tree.read("a/empty").isEmpty)
    #expect(try tree.readPrefix("z", count: 5000) == Array(Self.text.prefix(5000)))
    #expect(try tree.readPrefix("z", count: 1 << 40) == Self.text)
    #expect(try tree.readPrefix("z", count: -1).isEmpty)
    #expect(try tree.entries(in: "") == [FileTreeEntry(name: "a", kind: .directory), entry("z", Self.text.count)])
    #expect(try tree.entries(in: "a").map(\.name) == ["b", "empty"])
    #expect(tree.kind(of: "a/b") == .directory && tree.kind(of: "a/b/long") == .file && tree.kind(of: "b") == nil)
  }

  private func entry(_ name: String, _ size: Int) -> FileTreeEntry {
    FileTreeEntry(name: name, kind: .file, size: size)
  }

  @Test func bytesBeforeAnArchiveAreSkipped() throws {
    var writer = ZIPWriter([File("a", "one"), File("b", "two")])
    writer.prefix = Array("#!/bin/sh\nexit\n".utf8)
    let tree = try ZIPTree(name: "A.zip", bytes: writer.bytes)
    #expect(try tree.read("b") == Array("two".utf8))
  }

  /// Apple's tools write UTF-8 without a flag; old tools write code page 437.
  @Test func namesAreRead() throws {
    let tree = try tree([
      File("größe", "1"), File("気", "2").with { $0.saysUTF8 = true },
      File("", "3").with { $0.name = [0x67, 0x81, 0x6E] }, File("./x//y", "4"),
      File("folder/", "").with { $0.mode = 0 },
    ])
    #expect(try tree.entries(in: "").map(\.name).sorted() == ["folder", "größe", "gün", "x", "気"])
    #expect(try tree.read("x/y") == [0x34])
    #expect(tree.kind(of: "folder") == .directory)
  }

  @Test func finderFilesAreLeftOut() throws {
    let tree = try tree([File("__MACOSX/._a", "x"), File("p/._a", "x"), File("p/a", "x")])
    #expect(try tree.entries(in: "").map(\.name) == ["p"])
    #expect(try tree.entries(in: "p").map(\.name) == ["a"])
  }

  @Test func linksInsideAreFollowedAndLinksOutsideAreRefused() throws {
    let tree = try tree([
      File("real/file", "inside"), .link("alias", to: "real"), .link("file", to: "./alias/../real/file"),
      .link("up", to: "../secret"), .link("far", to: "/etc"), .link("self", to: "self"), .link("gone", to: "nowhere"),
      .link("none", to: ""),
    ])
    #expect(try tree.read("alias/file") == Array("inside".utf8))
    let entries = try tree.entries(in: "")
    #expect(entries.map(\.name) == ["alias", "far", "file", "gone", "none", "real", "self", "up"])
    #expect(entries.map(\.kind) == [.directory, .other, .file, .other, .other, .directory, .other, .other])
    #expect(entries[0].linkTarget == "real" && entries[2].linkTarget == "real/file" && entries[2].size == 6)
    #expect(
      entries.compactMap(\.problem?.kind) == [.outsideOfTree, .notFound, .outsideOfTree, .linkLoop, .outsideOfTree])
    for path in ["up", "far/passwd"] {
      let error = #expect(throws: FileTreeError.self) { try tree.read(path) }
      #expect(error?.message == "this symbolic link leaves A.zip")
    }
    #expect(FileTreeWalk(tree).files.map(\.path) == ["alias/file", "file", "real/file"])
  }

  @Test func wrongPathsAreErrors() throws {
    let tree = try tree([File("a/b", "x")])
    let cases: [(String, FileTreeError.Kind)] = [
      ("../a", .badPath), ("/a", .badPath), ("c", .notFound), ("a", .isADirectory), ("a/b/c", .notADirectory),
    ]
    for (path, kind) in cases {
      #expect(#expect(throws: FileTreeError.self) { try tree.read(path) }?.kind == kind, "\(path)")
    }
    #expect(#expect(throws: FileTreeError.self) { try tree.entries(in: "a/b") }?.kind == .notADirectory)
  }

  @Test func exceededLimitsAreErrors() throws {
    let files = (0..<5).map { File("d/f\($0)", "12345") }
    func kind(_ limits: FileTreeLimits, _ body: (ZIPTree) throws -> Void) -> FileTreeError.Kind? {
      #expect(throws: FileTreeError.self) { try body(try tree(files, limits: limits)) }?.kind
    }
    #expect(kind(FileTreeLimits(maximumEntriesPerDirectory: 4)) { _ = try $0.entries(in: "d") } == .tooManyEntries)
    #expect(kind(FileTreeLimits(maximumEntries: 4)) { _ in } == .tooManyEntries)
    // The folder counts.
    #expect(kind(FileTreeLimits(maximumEntries: 5)) { _ in } == .tooManyEntries)
    #expect(kind(FileTreeLimits(maximumFileSize: 4)) { _ = try $0.read("d/f0") } == .tooLarge)
    let small = try tree(files, limits: FileTreeLimits(maximumFileSize: 4))
    #expect(try small.readPrefix("d/f0", count: 100).count == 4)
  }
}

import AppPackages
import Platform
import TestSupport
import Testing

/// Malformed archives: each is refused with a one-line error that names the file and the offset.
@Suite struct HostileZIPTests {
  private typealias File = ZIPWriter.File

  private func refusal(
    _ writer: ZIPWriter, sourceLocation: SourceLocation = #_sourceLocation
  ) -> FileTreeError? {
    let error = #expect(throws: FileTreeError.self, sourceLocation: sourceLocation) {
      try ZIPTree(name: "Bad.ipa", bytes: writer.bytes)
    }
    #expect(error?.offset != nil && error?.file == "Bad.ipa", sourceLocation: sourceLocation)
    #expect(error?.message.utf8.contains(UInt8(ascii: "\n")) == false, sourceLocation: sourceLocation)
    return error
  }

  private func refusal(_ files: [ZIPWriter.File]) -> FileTreeError? { refusal(ZIPWriter(files)) }

  @Test(arguments: [
    ("../../etc/passwd", "a path with “..”"), ("/etc/passwd", "an absolute path"), ("a/../../b", "a path with “..”"),
    ("a\0b", "the path contains a zero byte"), ("a\n/..", "a path with “..”: “a\\n/..”"),
  ])
  func pathsOutOfTheArchiveAreRefused(name: String, message: String) {
    let error = refusal([File("ok", "x"), File(name, "y")])
    #expect(error?.kind == .damaged)
    #expect(error?.message.hasPrefix("the archive contains \(message)") == true, "\(error?.message ?? "")")
  }

  @Test func overlongNamesAreRefused() {
    #expect(refusal([File(String(repeating: "d/", count: 3000), "x")])?.message.contains("4096") == true)
  }

  @Test func duplicateNamesAreRefused() {
    for files in [[File("a", "1"), File("a", "2")], [File("a", "1"), File("./a", "2")]] {
      #expect(
        refusal(files)?.message == "the archive contains “./a” twice"
          || refusal(files)?.message.contains("twice") == true)
    }
    #expect(refusal([File("a", "1"), File("a/b", "2")])?.message.contains("needs a folder") == true)
    #expect(refusal([File("a", "1"), File("a/", "")])?.message.contains("both a file and a folder") == true)
  }

  /// One content under a thousand names, the core of the most effective bombs.
  @Test func overlappingFilesAreRefused() {
    let zeros = [UInt8](repeating: 0, count: 100_000)
    var files = [File("0", zeros)]
    for index in 1..<1000 {
      files.append(
        File("\(index)", "x").with { file in
          file.alteration = { ($0.packedSize, $0.size, $0.start) = (116, 100_000, 0) }
        })
    }
    let error = refusal(files)
    #expect(error?.message.contains("overlap") == true, "\(error?.message ?? "")")
    // Inside another file.
    let inner = refusal([
      File("a", zeros).with { $0.isDeflated = false }, File("b", "x").with { $0.alteration = { $0.start = 50 } },
    ])
    #expect(inner?.message.contains("overlap") == true)
  }

  @Test func bombsAreRefused() {
    // A gigabyte of zeros, according to the directory.
    let error = refusal([
      File("zeros", [UInt8](repeating: 0, count: 1_000_000)).with { $0.alteration = { $0.size = 1 << 30 } }
    ])
    #expect(error?.kind == .tooLarge && error?.hint?.contains("100 times") == true, "\(error?.message ?? "")")
    let zeros = [UInt8](repeating: 0, count: 100_000)
    let many = (0..<700).map { File("\($0)", zeros) }
    #expect(refusal(many)?.kind == .tooLarge)
  }

  @Test func impossibleSizesAreRefused() {
    let alterations: [(inout ZIPWriter.Record) -> Void] = [
      { $0.size = 100_000 }, { $0.packedSize = 0xFFFF_FFFE }, { $0.size = 0xFFFF_FFFE }, { $0.start = 0xFFFF_FFFE },
      { $0.start = 1_000_000 }, { $0.packedSize = 1_000_000 }, { $0.method = 0 },
    ]
    for (index, alteration) in alterations.enumerated() {
      let error = refusal([File("a", [UInt8](repeating: 7, count: 2000)).with { $0.alteration = alteration }])
      #expect([.damaged, .tooLarge].contains(error?.kind), "\(index): \(error?.message ?? "")")
    }
    let wide = File("a", "x").with {
      $0.isWide = true
      $0.alteration = { $0.size = 1 << 61 }
    }
    #expect(refusal([wide])?.message.contains("zip64") == true)
    // 32-bit fields that refer to missing 64-bit fields.
    let missing = File("a", "x").with { $0.alteration = { $0.size = 0xFFFF_FFFF } }
    #expect(refusal([missing])?.message.contains("zip64") == true)
  }

  /// Plausible but wrong sizes are found when the file is read.
  @Test func contentsThatDoNotMatchTheirHeader() throws {
    let content = Array("some content that is packed".utf8)
    let cases: [(message: String, alteration: (inout ZIPWriter.Record) -> Void)] = [
      ("is longer than the 20 bytes", { $0.size = 20 }), ("ends before the 40 bytes", { $0.size = 40 }),
      ("its checksum is wrong", { $0.checksum ^= 1 }), ("uses compression method 12", { $0.method = 12 }),
      ("is encrypted", { $0.flags = 1 }), ("cannot be unpacked", { $0.packedSize -= 5 }),
      ("is not where the directory", { $0.start += 1 }),
    ]
    for (message, alteration) in cases {
      let writer = ZIPWriter([File("a", content).with { $0.alteration = alteration }, File("b", "fine")])
      let tree = try ZIPTree(name: "Bad.ipa", bytes: writer.bytes)
      let error = #expect(throws: FileTreeError.self) { try tree.read("a") }
      #expect(
        error?.message.contains(message) == true && error?.file == "Bad.ipa/a", "\(message): \(error?.message ?? "")")
      if error?.kind == .damaged { #expect(error?.message.contains("byte") == true) }
      #expect(try tree.read("b") == Array("fine".utf8))
    }
  }

  @Test func falseEndRecordsAreRefused() {
    var counts = ZIPWriter([File("a", "x")])
    counts.count = 2
    #expect(refusal(counts)?.message == "the directory has 1 file, but its end record says 2")
    counts.count = 65_000
    #expect(refusal(counts) != nil)
    var wide = ZIPWriter([File("a", "x")])
    wide.isWide = true
    wide.count = 1 << 40
    #expect(refusal(wide)?.kind == .tooManyEntries)
  }

  @Test func otherFilesAreNotArchives() {
    let whole = ZIPWriter([File("a", "x")]).bytes
    let cases: [(bytes: [UInt8], message: String)] = [
      ([], "the file is empty"), (Array(whole.dropLast(3)), "cut off"), (Array("<html>".utf8), "this is text"),
      (Array("version https://git-lfs.github.com/spec/v1\n".utf8), "this is a Git LFS pointer"),
      ([1, 2, 3], "not a ZIP archive"),
    ]
    for (bytes, message) in cases {
      let error = #expect(throws: FileTreeError.self) { try ZIPTree(name: "Bad.ipa", bytes: bytes) }
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
      #expect(error?.description.hasPrefix("Bad.ipa, byte \(bytes.count): ") == true)
    }
  }

  /// Links to links and links to nothing are cheap.
  @Test func circularLinksEnd() throws {
    let files = (0..<200).map { File.link("l\($0)", to: "l\(($0 + 1) % 200)/l\(($0 + 2) % 200)") }
    let tree = try ZIPTree(name: "Bad.ipa", bytes: ZIPWriter(files).bytes)
    #expect(try tree.entries(in: "").allSatisfy { $0.kind == .other })
    let error = #expect(throws: FileTreeError.self) { try tree.read("l0") }
    #expect(error?.kind == .linkLoop)
  }

  /// A damaged link does not affect other files.
  @Test func unreadableLinkIsReported() throws {
    let link = File.link("link", to: "b").with { $0.alteration = { $0.checksum ^= 1 } }
    let tree = try ZIPTree(name: "Bad.ipa", bytes: ZIPWriter([link, File("b", "fine")]).bytes)
    #expect(try tree.entries(in: "").map(\.kind) == [.file, .other])
    #expect(try tree.entries(in: "")[1].problem?.kind == .damaged)
    #expect(#expect(throws: FileTreeError.self) { try tree.read("link") }?.kind == .damaged)
    #expect(try tree.read("b") == Array("fine".utf8))
  }
}

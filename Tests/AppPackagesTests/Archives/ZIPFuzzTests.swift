import AppPackages
import Platform
import TestSupport
import Testing

/// Reproducible mutations of archives: each gives a tree or a one-line error, quickly and within the limits.
@Suite struct ZIPFuzzTests {
  private static let names = ["descriptors", "links", "plain", "prefix", "wide", "wide-end"]
  private static let limits = FileTreeLimits(maximumEntries: 1000, maximumFileSize: 1_000_000)

  private static func seed(_ name: String) -> [UInt8] {
    Files.bytes("\(Repository.root)/Tests/Fuzz/seeds/zip/\(name)") ?? []
  }

  @Test(arguments: names) func seedsAreArchives(name: String) throws {
    let tree = try ZIPTree(name: "a.ipa", bytes: Self.seed(name), limits: Self.limits)
    #expect(
      try AppPackage(tree: tree, infoPlistPath: "Payload/Paint.app/Info.plist").bundleIdentifier == "com.example.paint")
  }

  @Test(arguments: names) func damagedArchives(name: String) throws {
    let seeds = Self.names.map(Self.seed)
    let seed = Self.seed(name)
    var mutator = Mutator(seed: UInt64(name.utf8.count), other: seeds)
    var (trees, errors) = (0, 0)
    for _ in 0..<Fuzzing.rounds {
      let bytes = mutator.mutate(seed)
      do throws(FileTreeError) {
        let tree = try ZIPTree(name: "a.ipa", bytes: bytes, limits: Self.limits)
        use(tree)
        trees += 1
      } catch {
        errors += 1
        if error.file != "a.ipa" || error.message.utf8.contains(UInt8(ascii: "\n")) {
          Issue.record("\(error)")
        }
      }
    }
    #expect(trees > 0 && errors > 0)
  }

  private func use(_ tree: ZIPTree) {
    for file in FileTreeWalk(tree, limits: Self.limits).files {
      if let content = try? tree.read(file.path), content.count != file.size {
        Issue.record("\(file.path) has \(content.count) bytes, not \(file.size)")
      }
      if let start = try? tree.readPrefix(file.path, count: 10), start.count > 10 { Issue.record("\(start)") }
    }
  }
}

import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The top level of the repository has only known files, and no leftovers of experiments.
@Suite struct TopLevelTests {
  private static let expected: Set = [
    "CHANGELOG.md", "CONTRIBUTING.md", "Dockerfile", "LICENSE", "Package.swift", "README.md", "SECURITY.md", "Sources",
    "Tests", "lua", "scripts",
  ]

  /// Dot files are settings of tools.
  private static func violations(in paths: [String]) -> [String] {
    Set(paths.compactMap { $0.split(separator: "/").first.map(String.init) })
      .filter { $0.utf8.first != UInt8(ascii: ".") && !expected.contains($0) }.sorted()
  }

  /// The paths that git tracks; nil without git or a checkout of this repository.
  private static let tracked: [String]? = {
    let root =
      "'" + Repository.root.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    // A repository around a copy of the sources is a different one.
    let command = "cd \(root) && test -e .git && git ls-files -z 2>/dev/null"
    guard let stream = popen(command, "r") else { return nil }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, stream), count > 0 { bytes += block[..<count] }
    guard pclose(stream) == 0 else { return nil }
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }()

  @Test(.enabled(if: tracked != nil, "This is no checkout of git's, so nobody knows what is tracked."))
  func topLevelHasOnlyKnownFiles() throws {
    let tracked = try #require(Self.tracked)
    #expect(tracked.contains("Package.swift"))
    #expect(Self.violations(in: tracked) == [], "git rm these, or move them to where they belong")
  }

  @Test func violationsAreFound() {
    #expect(
      Self.violations(in: ["a.lua", "Sources/a/b.swift", ".gitignore", ".ci/x", "out/run.jsonl", "Sources2/x"])
        == ["Sources2", "a.lua", "out"])
    #expect(Self.violations(in: ["README.md", "LICENSE"]) == [])
  }
}

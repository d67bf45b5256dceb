import TestSupport
import Testing

/// The build of the reader that a checkout uses: `scripts/lib/reader.sh`, in a checkout without sources.
@Suite struct ReaderBuildTests {
  private let folder = TemporaryFolder()
  private static let package = "Sources/homescreen-sources"
  private static let programs = [
    "quick": "\(package)/.build-quick/debug/homescreen-sources",
    "release": "\(package)/.build/release/homescreen-sources",
  ]

  init() {
    for name in ["AppSources", "PropertyLists", "CWork", "homescreen-sources/Sources"] {
      folder.write("Sources/\(name)/One.swift", "")
    }
    folder.write("Package.swift", "")
    folder.write("\(Self.package)/Package.swift", "")
    folder.write("parser", "one")
    folder.makeFolder("bin")
  }

  @discardableResult
  private func shell(_ script: String) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh",
      ["-euc", "cd \"$1\"; root=$PWD; . \"$0/scripts/lib/reader.sh\"; \(script)", Repository.root, folder.path],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"])
  }

  /// Writes the output of a build, newer than all sources.
  private func build(_ kind: String) throws {
    let program = try #require(Self.programs[kind])
    folder.write(program, "")
    let stamp = program.split(separator: "/").prefix(3).joined(separator: "/") + "/reader.stamp"
    let parser = kind == "quick" ? "{ echo \"$PWD/parser\"; ls -lnL \"$PWD/parser\"; }" : ":"
    try shell("chmod +x \(program); find . -exec touch -d 2020-01-01 {} +; \(parser) >\(stamp)")
  }

  /// The target of the link next to `homescreen`, after it was created.
  private func linked() throws -> String {
    let text = try shell("link_reader \"$PWD/bin\" || echo none; readlink bin/homescreen-sources || true").stdout
    return text.replacing("\(folder.path)/", with: "")
  }

  @Test func releaseBuildIsPreferred() throws {
    #expect(try linked() == "none\n")
    try build("quick")
    #expect(try linked() == "\(Self.programs["quick"] ?? "")\n")
    try build("release")
    #expect(try linked() == "\(Self.programs["release"] ?? "")\n")
  }

  @Test(arguments: [
    "Package.swift", "Sources/CWork/One.swift", "\(package)/Sources/One.swift", "\(package)/Package.swift",
  ])
  func outdatedBuildIsNotUsed(source: String) throws {
    try build("quick")
    try build("release")
    try shell("touch -d 2100-01-01 \(source)")
    #expect(try linked() == "none\n")
  }

  /// The manifest of the other build and build products do not make a build outdated.
  @Test func buildsDoNotAffectEachOther() throws {
    try build("quick")
    try shell("touch -d 2100-01-01 \(Self.package)/Package.resolved \(Self.package)/.build-quick \(Self.package)")
    #expect(try linked() == "\(Self.programs["quick"] ?? "")\n")
  }

  @Test func newToolchainAtTheSamePathIsDetected() throws {
    try build("quick")
    folder.write("parser", "another")
    #expect(try linked() == "none\n")
  }
}

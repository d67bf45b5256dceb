import AppPackages
import Platform
import PropertyLists
import Synchronization
import TestSupport
import Testing

/// Entitlements in the signature of a built app's executable (LAUNCH-126).
@Suite struct SignedEntitlementsTests {
  private typealias Maker = ExecutableMaker

  private static let text = Maker.entitlements(["applinks:example.com", "webcredentials:example.com"])

  private func package(_ executable: [UInt8]?, info: PropertyListDictionary = [:]) throws -> AppPackage {
    var whole: PropertyListDictionary = ["CFBundleIdentifier": "com.example.paint", "CFBundleExecutable": "Paint"]
    for entry in info.entries { whole[entry.key] = entry.node.value }
    var files = ["Info.plist": BinaryPropertyListWriter.write(.dictionary(whole))]
    files["Paint"] = executable
    return try AppPackage(tree: MemoryTree(name: "Paint.app", files))
  }

  private func domains(_ executable: [UInt8]?) throws -> [String]? {
    try package(executable).linkDomains?.map(\.entry)
  }

  @Test func signatureHasTheDomainsAndTheTeam() throws {
    let package = try package(Maker.thin(Maker.signature(Self.text)))
    #expect(package.linkDomains?.map(\.entry) == ["applinks:example.com"])
    #expect(package.team == "ABCDE12345")
    #expect(try domains(Maker.thin(Maker.signature(Self.text), isWide: false)) == ["applinks:example.com"])
  }

  /// Each read of an executable in an archive unpacks all of it.
  @Test func executableIsReadOnce() throws {
    let info = BinaryPropertyListWriter.write(.dictionary(["CFBundleExecutable": "Paint"]))
    let tree = CountingTree(
      whole: try MemoryTree(
        name: "Paint.app", ["Info.plist": info, "Paint": Maker.thin(Maker.signature(Self.text))]))
    let package = try AppPackage(tree: tree)
    let copy = package
    #expect(tree.opened.withLock(\.self) == 0)
    #expect(package.linkDomains?.count == 1 && copy.team == "ABCDE12345" && package.builtApp?.entitlements != nil)
    #expect(tree.opened.withLock(\.self) == 1)
  }

  /// Counts how often the executable is opened.
  private final class CountingTree: FileTree {
    let opened = Mutex(0)
    private let whole: MemoryTree

    init(whole: MemoryTree) { self.whole = whole }

    var name: String { whole.name }
    func entries(in directory: String) throws(FileTreeError) -> [FileTreeEntry] { try whole.entries(in: directory) }
    func read(_ path: String) throws(FileTreeError) -> [UInt8] { try whole.read(path) }
    func readPrefix(_ path: String, count: Int) throws(FileTreeError) -> [UInt8] {
      try whole.readPrefix(path, count: count)
    }
    func open(_ path: String) throws(FileTreeError) -> any ByteSource {
      if path == "Paint" { opened.withLock { $0 += 1 } }
      return try whole.open(path)
    }
    func kind(of path: String) -> FileTreeEntry.Kind? { whole.kind(of: path) }
  }

  @Test func signatureWithoutEntitlementsHasNoDomains() throws {
    #expect(try domains(Maker.thin(Maker.signature(nil))) == [])
    #expect(try domains(Maker.thin(Maker.signature(Maker.entitlements([])))) == [])
  }

  @Test func sliceOfTheDeviceProcessorIsRead() throws {
    let other = Maker.thin(Maker.signature(Maker.entitlements(["applinks:other.example"])))
    let own = Maker.thin(Maker.signature(Self.text))
    for isWide in [false, true] {
      let both = Maker.fat([(7, other), (0x0100_000C, own)], isWide: isWide)
      #expect(try domains(both) == ["applinks:example.com"])
      #expect(try domains(Maker.fat([(7, other)], isWide: isWide)) == ["applinks:other.example"])
    }
  }

  /// The signature of an app for the Simulator is almost empty.
  @Test func simulatorAppsHaveTheirEntitlementsInASection() throws {
    for isWide in [false, true] {
      let app = Maker.thin(Maker.signature(Maker.entitlements([])), section: Self.text + "\0\0", isWide: isWide)
      #expect(try domains(app) == ["applinks:example.com"])
    }
    #expect(try domains(Maker.thin(nil, section: Self.text)) == ["applinks:example.com"])
  }

  @Test func unsignedAppsHaveUnknownEntitlements() throws {
    #expect(try domains(nil) == nil)
    #expect(try domains([]) == nil)
    #expect(try domains(Array("#!/bin/sh".utf8)) == nil)
    #expect(try domains(Maker.thin(nil)) == nil)
    #expect(try domains(Maker.fat([])) == nil)
    #expect(
      try package(Maker.thin(Maker.signature(Self.text)), info: ["CFBundleExecutable": "../Paint"]).linkDomains == nil)
  }

  /// Offsets past the end and impossible counts make the entitlements unknown.
  @Test func damagedExecutablesAreUnknown() throws {
    let signature = Maker.signature(Self.text)
    let whole = Maker.thin(signature)
    // The last blob, of 12 bytes, is not read.
    for count in 0..<whole.count - 12 { #expect(try domains(Array(whole.prefix(count))) == nil) }
    var farAway = Maker.fat([(0x0100_000C, whole)], isWide: true)
    farAway.replaceSubrange(16..<24, with: [0x7F] + [UInt8](repeating: 0xFF, count: 7))
    #expect(try domains(farAway) == nil)
    #expect(try domains(Maker.thin(Maker.signature("<plist><array/></plist>"))) == nil)
  }

  @Test(arguments: 0..<4)
  func mutationsAreReadOrUnknown(_ index: Int) throws {
    let signature = Maker.signature(Self.text)
    let seeds = [
      Maker.thin(signature), Maker.thin(signature, section: Self.text, isWide: false),
      Maker.fat([(7, Maker.thin(signature)), (0x0100_000C, Maker.thin(nil))]),
      Maker.fat([(0x0100_000C, Maker.thin(signature))], isWide: true),
    ]
    var mutator = Mutator(seed: UInt64(index), other: seeds)
    var known = 0
    for _ in 0..<Fuzzing.rounds {
      if try domains(mutator.mutate(seeds[index])) != nil { known += 1 }
    }
    #expect(known > 0 || index == 2)
  }
}

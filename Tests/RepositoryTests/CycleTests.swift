import TestSupport
import Testing

/// Files name types of lower files. In a cycle, a file cannot be read without all the others.
@Suite struct CycleTests {
  /// The allowed number of files of a target in a cycle; one means none. The large ones exist because a machine value
  /// and its parts refer to each other; they may get smaller.
  private static let accepted = [
    "AppPackages": 4, "AppSources": 1, "Console": 1, "Exploration": 1, "LuaAPI": 2, "LuaEngine": 6, "PropertyLists": 3,
    "Events": 1, "HomeScreenReports": 1, "Lint": 1, "Platform": 3, "Rendering": 1,
    "Scenarios": 1, "SourceClient": 1,
    "HomeScreenSimulator": 25, "homescreen": 1,
    "homescreen-sources": 1,
  ]

  /// The allowed number of folders of a target in a cycle; one means none.
  private static let acceptedFolders = [
    "AppPackages": 5, "Console": 3, "HomeScreenReports": 4, "HomeScreenSimulator": 7, "Lint": 2, "LuaAPI": 4,
    "Platform": 2, "PropertyLists": 3, "homescreen": 2,
  ]

  /// The files of all targets with their folders.
  private static let files:
    Result<[(target: Substring, folder: Substring, path: String, source: SwiftSource)], any Error> =
      Result {
        try Repository.swiftFiles(under: "Sources").map { file in
          let parts = file.path.split(separator: "/")
          return (parts[0], parts.count > 2 ? parts[1] : "", file.path, SwiftSource(file.text))
        }
      }

  @Test(arguments: accepted.keys.sorted()) func noNewCyclesBetweenFiles(target: String) throws {
    let files = try Self.files.get().filter { $0.target == target }
    let cycle = SourceGraph(files.map { ($0.path, [$0.source]) }).largestCycle
    let limit = try #require(Self.accepted[target])
    #expect(cycle.count <= limit, "\(target): \(cycle.joined(separator: ", "))")
  }

  @Test(arguments: accepted.keys.sorted()) func noNewCyclesBetweenFolders(target: String) throws {
    let folders = Dictionary(grouping: try Self.files.get().filter { $0.target == target }, by: \.folder)
    let cycle = SourceGraph(folders.map { (String($0.key), $0.value.map(\.source)) }).largestCycle
    let limit = Self.acceptedFolders[target] ?? 1
    #expect(cycle.count <= limit, "\(target): \(cycle.joined(separator: ", "))")
    if limit > 1 { #expect(cycle.count == limit, "lower the limit of \(target) to \(cycle.count)") }
  }

  @Test func everyTargetIsChecked() throws {
    #expect(Set(try Self.files.get().map { String($0.target) }) == Set(Self.accepted.keys))
  }

  @Test(arguments: [
    (["struct A { let b: B }", "struct B { let c: C }", "final class C { weak var a: A? }"], ["0", "1", "2"]),
    (["struct A { let b: B }", "struct B {}", "enum C { case a(A) }"], ["0"]),
    (["struct A { let b: B }", "/// Of an ``A``.\nstruct B {} // A\nlet text = \"A \\\" A\""], ["0"]),
    (["struct A { let b: B }", "struct B { struct A {} }"], ["0", "1"]),
    (["public indirect enum A { case b(B) }", "extension A: P {}\npackage protocol B {}"], ["0", "1"]),
    (["private struct A { let b: B }", "struct B { let a: A }"], ["0"]),
    ([], []),
  ])
  func cyclesAreFound(texts: [String], cycle: [String]) {
    let graph = SourceGraph(texts.enumerated().map { ("\($0.offset)", [SwiftSource($0.element)]) })
    let found = graph.largestCycle
    #expect(found.count == cycle.count)
    if cycle.count != 1 { #expect(found == cycle) }
  }
}

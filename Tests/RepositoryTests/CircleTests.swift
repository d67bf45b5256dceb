import TestSupport
import Testing

/// A file names types that lie below it. Where names lead in a circle, nobody can read one file without all the others.
@Suite struct CircleTests {
  /// How many files of a target may be in one circle; one is none. The large ones are there because a value of the
  /// machine and what it consists of know each other; they may get smaller.
  private static let accepted = [
    "AppPackages": 4, "AppSources": 1, "Console": 1, "Exploration": 1, "LuaAPI": 2, "LuaEngine": 6, "PropertyLists": 3,
    "Events": 1, "HomeScreenReports": 1, "Lint": 1, "Platform": 3, "Rendering": 1,
    "Scenarios": 1, "SourceClient": 1,
    "HomeScreenSimulator": 25, "homescreen": 1,
    "homescreen-sources": 1,
  ]

  private static func graph(of target: String) throws -> SourceGraph {
    SourceGraph(try Repository.swiftFiles(under: "Sources/\(target)").map { ($0.path, $0.text) })
  }

  @Test(arguments: accepted.keys.sorted()) func noNewCircles(target: String) throws {
    let circle = try Self.graph(of: target).largestCircle
    let limit = try #require(Self.accepted[target])
    #expect(circle.count <= limit, "\(target): \(circle.joined(separator: ", "))")
  }

  @Test func everyTargetIsLookedAt() throws {
    let targets = try Repository.swiftFiles(under: "Sources").compactMap { $0.path.split(separator: "/").first }
    #expect(Set(targets.map(String.init)) == Set(Self.accepted.keys))
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
  func circlesAreFound(texts: [String], circle: [String]) {
    let graph = SourceGraph(texts.enumerated().map { ("\($0.offset)", $0.element) })
    let found = graph.largestCircle
    #expect(found.count == circle.count)
    if circle.count != 1 { #expect(found == circle) }
  }
}

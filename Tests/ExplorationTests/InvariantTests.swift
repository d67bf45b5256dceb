import Exploration
import TestSupport
import Testing

/// The table of invariants and its uses.
@Suite struct InvariantTests {
  @Test(arguments: Invariant.allCases) func articleListsEveryInvariant(invariant: Invariant) throws {
    let article = try Repository.text("Sources/homescreen/homescreen.docc/Exploring.md")
    let row = article.split(separator: "\n").first { $0.hasPrefix("| \(invariant.name) |") }
    #expect(row?.hasSuffix("| \(invariant.fact.map { "\($0)" } ?? "—") |") == true, "\(invariant.name)")
  }

  @Test(arguments: Invariant.allCases) func scenariosCanCheckEveryInvariant(invariant: Invariant) throws {
    let module = try Repository.text("lua/homescreen/explore.lua")
    #expect(module.contains("\nfunction rules.\(invariant.rawValue)(device)"), "\(invariant.name)")
  }

  @Test func namesAreUnique() {
    let names = Invariant.allCases.map(\.name) + ExploreAction.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    for action in ExploreAction.allCases { #expect(ExploreAction.named(action.name) == action) }
    #expect(ExploreAction.named("nothing") == nil)
  }
}

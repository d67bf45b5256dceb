import Events
import LuaAPI
import Scenarios
import TestSupport
import Testing

/// The built-in scenarios, run in a writable folder.
@Suite struct SeedScenarioTests {
  private static let seeds = "scenarios/seeds/"
  static let names = [
    "alternate-app-icons-info-plist", "alternate-app-icons", "change-app-icon-info-plist", "change-app-icon-pictures",
    "change-app-icon", "change-icon-quietly-pictures", "change-icon-quietly", "colourful-info-plist", "colourful",
    "toolbox-cold-start", "toolbox-dynamic", "toolbox-taps", "toolbox",
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = TemporaryFolder()
    for path in BundledFiles.paths where path.hasPrefix(Self.seeds) {
      folder.write(String(path.dropFirst(Self.seeds.count)), Array(try #require(BundledFiles.bytes(path))))
    }
    return folder
  }

  private func run(_ path: String) throws -> (results: [ScenarioResult], problems: [String]) {
    Run.results(of: try ScenarioFinder.find([path]).files)
  }

  @Test func documentsHaveSeedScenarios() {
    let scripts = BundledFiles.paths.filter { $0.hasPrefix(Self.seeds) && $0.hasSuffix(".lua") }
    #expect(scripts == Self.names.map { "\(Self.seeds)\($0).lua" })
  }

  @Test(arguments: names)
  func seedScenariosPass(name: String) throws {
    let folder = try folder()
    let (results, problems) = try run("\(folder.path)/\(name).lua")
    #expect(problems == [])
    #expect(results.count > 10)
    #expect(results.allSatisfy { $0.status == .passed })
  }

  /// A CI build gives the app of the scenario: the traces are equal, event by event.
  @Test(arguments: names.filter { $0.hasPrefix("change-app-icon") || $0.hasPrefix("toolbox") })
  func seedScenariosPassWithArchives(name: String) throws {
    let folder = try folder()
    let before = try run("\(folder.path)/\(name).lua")
    for app in ["ChangeIcon", "FlatShape", "ToolBox"] {
      let writer = ZIPWriter(folder: "\(folder.path)/fixtures/\(app).app", as: "Payload/\(app).app")
      folder.write("fixtures/\(app).ipa", writer.bytes)
    }
    let script = try #require(folder.read("\(name).lua"))
    let parts = script.split(separator: ".app\"", omittingEmptySubsequences: false)
    #expect(parts.count > 1)
    folder.write("\(name).lua", parts.joined(separator: ".ipa\""))
    let after = try run("\(folder.path)/\(name).lua")
    #expect(after.problems == [])
    #expect(after.results.count > 10 && after.results.allSatisfy { $0.status == .passed })
    #expect(after.results.map(\.traceHash) == before.results.map(\.traceHash))
  }

  /// ICON-034.
  @Test func fixedInfoPlistDiffersOnlyInTheFixedLines() throws {
    let folder = try folder()
    _ = try run("\(folder.path)/change-app-icon-info-plist.lua")
    let original = lines(try #require(folder.read("fixtures/FlatShape.app/Info.plist")))
    let saved = lines(try #require(folder.read("build/FlatShape-Info.plist")))
    let start = try #require(original.firstIndex { $0.contains("<key>CFBundleAlternateIcons</key>") })
    let end = try #require(original[start...].firstIndex { $0 == "\t\t</dict>" })
    #expect(saved.starts(with: original[...start]))
    #expect(saved.suffix(original.count - end).elementsEqual(original[end...]))
    #expect(saved.count == original.count + 3)
    #expect(saved.contains { $0.contains("<key>newicon</key>") })
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

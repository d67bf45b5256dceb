import Events
import HomeScreenReports
import LuaAPI
import LuaEngine
import Scenarios
import TestSupport
import Testing

/// The scripts of the vocabulary (`Vocabulary.md`, section 5), unchanged, with the project's bundles.
@Suite struct VocabularyScriptsTests {
  /// The `lua` blocks of the article, in order.
  private static let scripts: [String] = {
    guard let text = try? Repository.text("Sources/LuaAPI/LuaAPI.docc/Vocabulary.md") else {
      return []
    }
    var scripts: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == "```lua" {
        lines = []
      } else if line == "```", let block = lines {
        scripts.append(block.joined(separator: "\n") + "\n")
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    return scripts
  }()

  @Test func fiveScriptsExist() {
    #expect(Self.scripts.count == 5)
  }

  @Test func iconSwitchScriptPasses() throws { try expectAllPass(0, count: 3) }

  @Test func coldAndWarmScriptPasses() throws { try expectAllPass(1, count: 1) }

  @Test func presentingTooEarlyScriptPasses() throws { try expectAllPass(2, count: 5) }

  @Test func iconsOnIPadScriptPasses() throws {
    let results = try Self.run(3)
    #expect(results.count == 3)
    for result in results { #expect(result.status == .passed, "\(result.problem?.message ?? "")") }
  }

  @Test func versionsDevicesAndLifeCyclesScriptPasses() throws {
    let results = try Self.run(4)
    var cells: Set<String> = []
    for result in results {
      let cell = result.name[0]
      cells.insert(cell)
      let message = result.problem?.message ?? ""
      // An iPad has no quick actions before iPadOS 13 (QUICK-112).
      let hasNoMenu = cell.contains("iPad, iOS 1")
      if result.name[1].hasPrefix("shows the same menu") {
        if hasNoMenu {
          #expect(message.contains("nil"), "\(cell): \(message)")
        } else {
          #expect(result.status == .passed, "\(cell): \(message)")
        }
      } else if hasNoMenu, result.name[1].contains("#smoke") {
        #expect(message.contains("nil"), "\(cell): \(message)")
      } else {
        #expect(result.status == .passed, "\(cell) \(result.name[1]): \(message)")
      }
    }
    #expect(cells.count == 34)
    #expect(results.count == 3 * cells.count)
  }

  // MARK: Running

  private func expectAllPass(_ number: Int, count: Int) throws {
    let results = try Self.run(number)
    #expect(results.count == count)
    for result in results {
      #expect(result.status == .passed, "\(result.name): \(result.problem?.message ?? "")")
    }
  }

  /// Runs a script in a folder with the fixtures and the delegate that the last script requires.
  private static func run(_ number: Int) throws -> [ScenarioResult] {
    let folder = TemporaryFolder()
    let script = try #require(scripts.count > number ? scripts[number] : nil)
    folder.write("script.lua", script)
    folder.write("toolbox_delegate.lua", toolboxDelegate)
    let seeds = "scenarios/seeds/"
    for path in BundledFiles.paths where path.hasPrefix("\(seeds)fixtures/") {
      folder.write(String(path.dropFirst(seeds.count)), Array(try #require(BundledFiles.bytes(path))))
    }
    var options = RunOptions()
    options.services = ReportServices()
    options.watchdog = 0
    var results: [ScenarioResult] = []
    var problems: [String] = []
    let files = try ScenarioFinder.find(["\(folder.path)/script.lua"]).files
    _ = ScenarioRunner(options: options).run(files) { event in
      switch event {
      case .scenarioFinished(let result): results.append(result)
      case .fileFailed(_, let problem): problems.append(problem.message)
      default: break
      }
    }
    #expect(problems == [])
    return results
  }

  /// App delegates for both life cycles: an action is handled where it arrives, cold and warm.
  private static let toolboxDelegate = """
    return function(app)
      local function handle(item, completion)
        app:didHandle(item)
        completion(true)
      end

      function app.delegate:application_performActionForShortcutItem_completionHandler(application, item, completion)
        handle(item, completion)
      end

      -- SwiftUI: its App names a scene delegate by the configuration.
      function app.delegate:application_configurationForConnectingSceneSession_options(application, session, options)
        return UISceneConfiguration { delegateClass = app.sceneDelegate }
      end

      function app.sceneDelegate:scene_willConnectToSession_options(scene, session, options)
        if options.shortcutItem then app:didHandle(options.shortcutItem) end
      end

      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(scene, item, completion)
        handle(item, completion)
      end
    end
    """
}

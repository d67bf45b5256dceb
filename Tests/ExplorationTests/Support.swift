import Events
import Exploration
import LuaAPI
import TestSupport

/// Explores a definition: the fields of one app, or a complete script.
struct ExplorationFixture {
  let folder = TemporaryFolder()

  /// - Parameter fields: The fields of `explore { … }`, in addition to an app with a quick action and scenes.
  func explore(
    _ fields: String, depth: Int = 3, walks: Int = 0, walkLength: Int = 40,
    _ change: (inout ExploreOptions) -> Void = { _ in }
  ) throws -> ExploredAppReport {
    let report = try explore(script: Self.script(fields), depth: depth, walks: walks, walkLength: walkLength, change)
    return report.apps[0]
  }

  func explore(
    script: String, depth: Int = 3, walks: Int = 0, walkLength: Int = 40,
    _ change: (inout ExploreOptions) -> Void = { _ in }
  ) throws -> ExplorationReport {
    var options = ExploreOptions()
    options.depth = depth
    options.walks = walks
    options.walkLength = walkLength
    change(&options)
    return try Explorer(ExploreSource(folder.write("app.lua", script)), options: options).explore()
  }

  static func script(_ fields: String) -> String {
    """
    local explore = require "homescreen.explore"
    local museum = require "homescreen.museum"
    local upvalue = {}
    return explore {
      app = museum.item_package { { "new", "New note" } }, install = { lifecycle = "scene" },
      \(fields)
    }
    """
  }

  /// Loses the action of a cold launch.
  static let onlyWarm = """
    code = function(app)
      function app.sceneDelegate:windowScene_performActionForShortcutItem_completionHandler(_, item, completion)
        app:didHandle(item)
        completion(true)
      end
    end,
    """

  /// A correct app.
  static let sample = """
    code = function(app) require "homescreen.delegates.apple_sample" (app) end,
    """
}

import ArgumentParser
import Console
import HomeScreenReports
import LuaAPI
import LuaEngine
import Streams

/// For scripts/bench.
struct CompletionBenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-completion", abstract: "Press Tab at several places, again and again.", shouldDisplay: false)

  @Option(help: "How many alternate icons the app has.")
  var alternates = 1_000

  @Option(help: "How often at each place.")
  var turns = 1

  @Flag(help: "Ask for help at each place, too.")
  var explains = false

  /// Each ends where Tab is pressed.
  private static let lines = [
    "dev", "device.springboard:icon(app):p", "Device { ", "device:launch(app, { ",
    "UIApplication.shared:setAlternateIconName(\"icon9", "device.springboard:icon(app):press():item \"",
    "package.plist:get(\"CFBundleIcons\", \"CFBundleAlternateIcons\", \"icon", "function app.delegate:",
    "help \"ICON-1",
    ":help device:",
  ]
  private static let topics = ["device:launch", "ICON-039", "alert-covers", "app.trace[1].kind", "CFBundleIcons"]

  func run() throws {
    let session = try Session(at: .folder("."))
    try session.run(
      """
      local icons = {}
      for number = 1, \(alternates) do icons["icon" .. number] = { CFBundleIconFiles = { "icon" .. number } } end
      device = Device { os = "17.5" }
      package = AppPackage {
        plist = {
          CFBundleIdentifier = "com.example.icons", CFBundleName = "Icons",
          CFBundleIcons = { CFBundleAlternateIcons = icons },
        },
      }
      app = device:install(package)
      device:launch(app)
      """, chunkName: "=bench")
    let completer = Completer { session }
    var count = 0
    for _ in 0..<turns {
      for line in Self.lines { count += completer.answer(line: line, cursor: line.utf8.count).completions.count }
      if explains { for topic in Self.topics { count += session.help(on: topic)?.utf8.count ?? 0 } }
    }
    StandardStream.output.write(.forPrograms("\(count)\n"))
  }
}

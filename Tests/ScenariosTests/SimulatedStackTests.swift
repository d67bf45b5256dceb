import Events
import Scenarios
import Testing

/// The position of app code when an error left it: virtual time, app, callback.
@Suite struct SimulatedStackTests {
  private static let prelude = """
    local device = Device { model = "iPhone", os = "17.5" }
    local app = device:install(AppPackage {
      plist = { CFBundleIdentifier = "com.example.tools", CFBundleName = "Tools", UIApplicationSceneManifest = {} },
    })

    """

  private func problem(_ body: String) throws -> Problem {
    let run = try Run(Self.prelude + "it('x', function()\n\(body)\nend)")
    return try #require(run.results.first?.problem)
  }

  @Test(arguments: [
    (
      "function app.sceneDelegate:scene_willConnectToSession_options() error 'broken' end device:launch(app)",
      ["in com.example.tools: scene_willConnectToSession_options, at 0.0 s"]
    ),
    (
      "device:launch(app) app:run(function() local x = nil; x.y = 1 end)",
      ["in com.example.tools: app:run, at 0.2 s"]
    ),
    (
      "device:launch(app) app:run(function() DispatchQueue.main:asyncAfter(0.5, function() error {} end) end) device:advance(1)",
      ["in com.example.tools: DispatchQueue:asyncAfter(0.5), at 0.7 s"]
    ),
    (
      "device:launch(app) app:run(function() UIApplication.shared:setAlternateIconName('x', function() error 'no' end) end)",
      ["in com.example.tools: the completion of setAlternateIconName, at 0.2 s"]
    ),
    ("app.main = function() error 'no' end device:launch(app)", ["in com.example.tools: app.main, at 0.0 s"]),
    (
      "app.rootViewController = UIViewController.subclass 'Start' function app.rootViewController:viewDidLoad() error 'no' end device:launch(app)",
      ["in com.example.tools: Start.viewDidLoad, at 0.0 s"]
    ),
    ("device:launch(app) error 'the tester’s'", []), ("assert.equal(1, 2)", []),
    ("device:launch(app) pcall(function() app:run(function() error 'inner' end) end) error 'outer'", []),
  ])
  func problemHasTheSimulatedStack(body: String, frames: [String]) throws {
    let problem = try problem(body)
    #expect(problem.appStack == frames, "\(problem)")
  }

  @Test func reportsShowTheSimulatedStack() throws {
    let run = try Run(
      Self.prelude + "it('x', function() device:launch(app) app:run(function() error 'broken' end) end)")
    #expect(run.terminalText.contains("\n         in com.example.tools: app:run, at 0.2 s"), "\(run.terminalText)")
    #expect(run.jsonText.contains("\"appStack\":[\"in com.example.tools: app:run, at 0.2 s\"]"), "\(run.jsonText)")
  }

  /// After-each hooks give the script a new budget; the stack still belongs to the first error.
  @Test func hooksKeepTheSimulatedStack() throws {
    let run = try Run(
      Self.prelude
        + "after_each(function() print 'after' end)\nit('x', function() device:launch(app) app:run(function() error 'broken' end) end)"
    )
    #expect(run.results.first?.problem?.appStack == ["in com.example.tools: app:run, at 0.2 s"])
  }
}

import HomeScreenReports
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// Plugins in the REPL: help and completion of commands, and renderers.
@Suite final class PluginConsoleTests {
  private let folder = TemporaryFolder()
  private var problems: [String] = []

  private func session(_ fields: String, before: String = "") throws -> Session {
    let path = folder.write("p.lua", "\(before) return homescreen.plugin { name = 'p', api = 1, \(fields) }")
    let session = try Session(at: .folder("."), services: ReportServices())
    session.load(nil, plugins: [PluginSource(path: path)]) { [unowned self] in problems.append($0.error.message) }
    return session
  }

  private func shown(_ expression: String, in session: Session) throws -> String {
    session.show(try session.look(at: expression)).text
  }

  @Test func commandsHaveHelpAndCompletion() throws {
    let session = try session(
      """
      commands = {
        pick = { run = print, summary = "Picks.", help = "One of two.", complete = { "night", "noon", 7, false } },
        words = { run = print, complete = function(device, words) return { words[#words] .. "!", #words .. "", "other" } end },
        plain = print,
      }
      """)
    #expect(problems == [])
    #expect(session.completions(ofCommand: "pick", words: ["n"]).texts == ["night", "noon"])
    #expect(session.completions(ofCommand: "pick", words: ["ni"]).texts == ["night"])
    #expect(session.completions(ofCommand: "pick", words: []).texts == ["night", "noon"])
    #expect(session.completions(ofCommand: "words", words: ["a", "b"]).texts == ["b!"])
    #expect(session.completions(ofCommand: "words", words: ["a", ""]).texts == ["!", "2", "other"])
    #expect(session.completions(ofCommand: "plain", words: [""]).texts == [])
    #expect(session.completions(ofCommand: "nonesuch", words: [""]).texts == [])
    var output = ""
    session.output = { output += $0 }
    try session.run("help ':pick'", chunkName: "=test")
    #expect(output.hasSuffix("Picks.\n  One of two."), "\(output)")
  }

  @Test(arguments: ["error 'no'", "while true do end", "device:advance(1)", "return 7", "return { {} }"])
  func failingCompletionIsHarmless(body: String) throws {
    let session = try session(
      "commands = { c = { run = function() return 1 end, complete = function(device) \(body) end } }")
    _ = try session.prepare(PlayRequest(app: .none))
    let found = session.completions(ofCommand: "c", words: [""])
    #expect(found.texts == [] && (found.problem == nil) == body.hasPrefix("return"), "\(found)")
    #expect(found.problem?.error.message.contains("the completion of :c") != false, "\(found)")
    #expect(session.devices.time == 0)
    #expect(try session.run(command: "c", []).count == 1)
    #expect(problems == [])
  }

  @Test func renderersShowValues() throws {
    let session = try session(
      """
      renderers = {
        device = function(device) return "a " .. device.model end,
        list = { when = function(value) return type(value) == "table" and value.isList end,
          show = function(value) return #value > 1 and table.concat(value, "+") or nil end },
      }
      """)
    _ = try session.prepare(PlayRequest(app: .none, model: "iPad"))
    #expect(problems == [])
    #expect(try shown("device", in: session) == "a iPad")
    #expect(try shown("{ isList = true, 1, 2 }", in: session) == "1+2")
    // Values without a renderer are shown as usual.
    #expect(try shown("{ isList = true, 1 }", in: session) == "{ 1, isList = true }")
    #expect(try shown("device.springboard", in: session).hasPrefix("Home Screen"))
    #expect(try shown("'x'", in: session) == "\"x\"")
  }

  @Test(arguments: [
    ("function() error 'no' end", "renderer device failed and is disabled"),
    ("function() while true do end end", "renderer device failed and is disabled"),
    ("function() return {} end", "returned a table instead of a string"),
  ])
  func failingRendererIsDisabled(body: String, problem: String) throws {
    let session = try session("renderers = { device = \(body) }")
    _ = try session.prepare(PlayRequest(app: .none, os: "17.5"))
    for _ in 1...2 { #expect(try shown("device", in: session).hasPrefix("iPhone, iOS 17.5")) }
    #expect(problems.count == 1 && problems[0].contains(problem), "\(problems)")
  }

  @Test(arguments: [
    ("commands = { c = { run = print, complete = 7 } }", "complete: expected a function or a list of strings"),
    ("commands = { c = { run = print, help = {} } }", "help"),
    ("renderers = { r = { when = print } }", "needs the function show"),
    ("renderers = { r = { show = print, wenn = print } }", "wenn"),
    ("renderers = { ['a b'] = print }", "cannot be called 'a b'"),
  ])
  func invalidDefinitionsAreReported(fields: String, problem: String) throws {
    _ = try session(fields)
    #expect(problems.count == 1 && problems[0].contains(problem), "\(problems)")
  }

  @Test func outlinesListProperties() throws {
    let session = try Session(at: .folder("."), services: ReportServices())
    _ = try session.prepare(PlayRequest(app: .sample(.paint), os: "17.5"))
    // Each of these has more to show than its text.
    for expression in [
      "device", "app", "device.springboard", "device.springboard:icon(app)", "device.springboard:icon(app):picture()",
      "homescreen.sample 'paint'",
    ] {
      let text = try shown(expression, in: session)
      #expect(text.contains(" { ") || text.contains(" {\n"), "\(expression): \(text)")
    }
  }

  // MARK: The examples

  @Test func examplePluginsWork() throws {
    let session = try Session(at: .folder("."), services: ReportServices())
    let names = ["actions", "callbacks"]
    session.load(nil, plugins: names.map { PluginSource(path: "\(Repository.root)/lua/plugins/\($0).lua") }) {
      [unowned self] in problems.append($0.error.message)
    }
    var output: [String] = []
    session.output = { output.append($0) }
    _ = try session.prepare(PlayRequest(app: .sample(.paint), os: "17.5"))
    #expect(session.completions(ofCommand: "tap", words: [""]).texts == [])
    let titles = try session.run(command: "tap", [])
    #expect(titles.map { session.show($0).text } == ["{ \"New Painting\", \"Search\", \"Last Painting\" }"])
    #expect(session.completions(ofCommand: "tap", words: ["S"]).texts == ["Search"])
    _ = try session.run(command: "tap", ["New", "P"])
    #expect(output.contains { $0.hasPrefix("lost: com.example.paint has no windowScene_performAction") }, "\(output)")
    output = []
    _ = try session.run(command: "callbacks", ["missing"])
    #expect(output.contains { $0.hasSuffix("sceneDidBecomeActive  (missing)") }, "\(output)")
    try session.run("device:pressHome() menu = device.springboard:icon(app):press()", chunkName: "=test")
    #expect(try shown("menu", in: session).hasPrefix("• New Painting\n• Search\n• Last Painting — Sunflowers\n  "))
    #expect(try shown("device.trace.callbacks", in: session).hasPrefix("application_willFinish"))
    #expect(problems == [])
  }
}

import HomeScreenReports
import HomeScreenSimulator
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// The API data is complete and consistent, and generated files are up to date.
@Suite struct CatalogTests {
  @Test(arguments: APICatalog.homescreen.entries.map(\.qualifiedName))
  func entriesAreDocumented(name: String) throws {
    let entry = try #require(APICatalog.homescreen.entries.first { $0.qualifiedName == name })
    #expect(entry.summary.hasSuffix(".") || entry.summary.hasSuffix("…."))
    #expect(!entry.since.isEmpty)
    for fact in entry.facts { #expect(FactLedger.fact(FactID(fact)) != nil, "\(name) names the unknown fact \(fact)") }
    for parameter in entry.parameters.flatMap({ $0.isRecord ? $0.fields : [$0] }) {
      #expect(!parameter.documentation.isEmpty, "\(name): \(parameter.name)")
      #expect(!parameter.type.isEmpty)
    }
    #expect(Explanation(ReportServices()).text(of: name)?.contains(entry.summary) == true)
  }

  @Test func namesAreUnique() {
    let names = APICatalog.homescreen.entries.map { "\($0.receiver?.className ?? "").\($0.name)" }
    #expect(Set(names).count == names.count)
    #expect(Set(APICatalog.homescreen.types.map(\.name)).count == APICatalog.homescreen.types.count)
  }

  /// A section that omits a member's type, or treats a member as a global, hides it from scripts.
  @Test func entriesAreFound() {
    let catalog = APICatalog.homescreen
    for entry in catalog.entries {
      if let receiver = entry.receiver {
        #expect(catalog.members(of: receiver).contains { $0.name == entry.name }, "\(entry.qualifiedName)")
        #expect(catalog.type(named: receiver.name) == receiver)
        #expect(catalog.global(entry.name)?.receiver == nil)
      } else {
        // Scenario functions belong to the runner, and luassert's table to a module.
        let isElsewhere = SpecWord(rawValue: entry.name) != nil || entry.name == "assert"
        #expect((catalog.global(entry.name) == nil) == isElsewhere, "\(entry.name)")
      }
    }
  }

  /// Queues and coders have no properties, so Lua finds their methods directly: errors match those elsewhere.
  @Test(arguments: [
    ("queue:asinc(print)", "queue has no member 'asinc'", "Did you mean queue:async?"),
    ("queue.async(print)", "queue:async was called without its queue", "Write a colon"),
    ("queue.async(device, print)", "queue:async was called without its queue", "Write a colon"),
    ("queue:async(1)", "queue:async: block: expected a function", ""),
    ("queue.async = print", "queue:async is a method; it cannot be replaced", ""),
    ("queue.async = nil", "queue:async is a method; it cannot be replaced", ""),
    ("queue.label = 'x'", "queue has no member 'label'", ""),
    ("return queue[{}]", "queue cannot be indexed with a table", ""),
    ("plist.loud 'x'", "plist has no member 'loud'", "Did you mean plist.load?"),
  ])
  func typesWithOnlyMethodsRefuseOtherMembers(_ use: String, _ message: String, _ hint: String) throws {
    let test = try TestSession()
    let source = """
      device = Device { os = "17.5" }
      local app = device:install "fixtures/ChangeIcon.app"
      device:launch(app)
      app:run(function()
        queue = DispatchQueue.main
        ran = 0
        queue:async(function() ran = ran + 1 end)
      end)
      assert.equal(1, ran)
      for _ = 1, 2 do
        ok, failure = pcall(function() \(use) end)
      end
      return ok, tostring(failure)
      """
    let values = try test.run(source)
    #expect(values[0].boolean == false)
    let text = values[1].string ?? ""
    #expect(text.contains(message) && text.contains(hint), "\(text)")
  }

  @Test(arguments: APICatalog.homescreen.entries.filter { !$0.example.isEmpty }.map(\.qualifiedName))
  func examplesRun(name: String) throws {
    let entry = try #require(APICatalog.homescreen.entries.first { $0.qualifiedName == name })
    let test = try TestSession()
    // Some examples save files.
    let folder = TemporaryFolder()
    test.session.files.writableFolders = [try WritableFolder(folder.path)]
    if let error = test.error(entry.example) {
      Issue.record("\(name): \(error.place?.description ?? ""): \(error.message)")
    }
  }

  /// Error examples also print the error.
  @Test(
    arguments: Knowledge.codes.filter {
      Explanation(ReportServices()).text(of: $0)?.contains("\n  Example:\n    local device") == true
    })
  func errorExamplesRun(code: String) throws {
    let text = try #require(Explanation(ReportServices()).text(of: code))
    let example = text.split(separator: "\n  Example:\n")[1].split(separator: "\n").map { $0.dropFirst(4) }
    let test = try TestSession()
    if let error = test.error(example.joined(separator: "\n")) { Issue.record("\(code): \(error.message)") }
    #expect(!test.printed.isEmpty)
  }

  @Test func mostErrorsHaveAnExample() {
    let codes = Knowledge.codes.filter {
      Explanation(ReportServices()).text(of: $0)?.contains("assert.equal(\"\($0)\", failure.code)") == true
    }
    #expect(codes.count >= 45, "\(codes.count)")
  }

  @Test func typeFileIsFresh() throws {
    #expect(try Repository.text("lua/types/homescreen.lua") == TypeFile.text(), "run scripts/generate")
  }

  @Test func bundledFilesAreFresh() throws {
    let files = Files.paths(below: Repository.root + "/lua").filter {
      !$0.hasPrefix("types/") && !$0.hasPrefix("specs/") && !$0.hasPrefix("plugins/") && !$0.contains("/build/")
    }
    #expect(files == BundledFiles.paths, "run scripts/generate")
    for path in files {
      let bytes = try #require(BundledFiles.bytes(path))
      #expect(Array(bytes) == Files.bytes("\(Repository.root)/lua/\(path)"), "\(path)")
    }
  }

  @Test func articlesAreFresh() throws {
    let folders = ["homescreen/homescreen", "LuaAPI/LuaAPI", "LuaEngine/LuaEngine"].map { "/Sources/\($0).docc" }
    let names = folders.flatMap { Files.names(in: Repository.root + $0) }.filter { $0.hasSuffix(".md") }
      .map { String($0.dropLast(3)) }.filter { !["Architecture", "Publishing"].contains($0) }
    #expect(Article.all.map(\.name).sorted() == names.sorted(), "run scripts/generate")
  }

  /// The names after `assert.`, `spy.` and the like in this project's scripts, and the globals that a compiler finds.
  @Test func typesDeclareTheNamesOfOurScripts() throws {
    let types = TypeFile.text()
    let fields = Set(types.matches(of: #/---@field ([A-Za-z_]+) /#).map { String($0.1) })
    let functions = Set(types.matches(of: /function _Assert[.:]([A-Za-z_]+)\(/).map { String($0.1) })
    var used: Set<String> = []
    for path in Files.paths(below: Repository.root + "/lua") where path.hasSuffix(".lua") {
      // Specs of assertions use wrong names on purpose.
      if path.hasPrefix("prelude/") || path.hasPrefix("types/") || path.hasPrefix("specs/") { continue }
      let text = try Repository.text("lua/\(path)")
      used.formUnion(text.matches(of: /\b(?:assert|spy|stub|mock)\.([A-Za-z_]+)/).map { String($0.1) })
    }
    // An example plugin adds this one.
    used.remove("has_shown")
    #expect(used.count > 20)
    #expect(used.subtracting(fields).subtracting(functions).sorted() == [])
    for name in ["spy", "stub", "mock", "match", "assert", "Device", "it"] {
      #expect(types.contains("\n\(name) = nil") || types.contains("\nfunction \(name)("), "\(name)")
    }
    #expect(types.contains("---@overload fun(value: any, message?: any, ...: any): any\n"))
    #expect(types.contains("---@return fun(): homescreen.Cell") && types.contains("---@deprecated\n"))
    // A class that a declaration names must be declared.
    let classes = Set(types.matches(of: /---@class (homescreen\.\w+)/).map { String($0.1) })
    let named = Set(types.matches(of: /\bhomescreen\.[A-Z]\w+/).map { String($0.0) })
    #expect(named.subtracting(classes).sorted() == [])
  }

  /// New assertions of the prelude must be documented.
  @Test func assertionsAreDocumented() throws {
    let text = try Repository.text("lua/prelude/assert/names.lua")
    let list = try #require(text.firstMatch(of: /names\.assertions = \{([^}]*)\}/)).1
    let names = list.matches(of: /\[?"?(\w+)"?\]? = "assert/).map { String($0.1) }
    #expect(names.count > 30)
    let assert = try #require(APICatalog.homescreen.type(named: "assert"))
    let documented = Set(APICatalog.homescreen.members(of: assert).map(\.name))
    #expect(names.filter { !documented.contains($0) && !documented.contains("is_\($0)") } == [])
  }

  @Test func scenarioFunctionsAreInTheTypeFile() {
    let text = TypeFile.text()
    for word in SpecWord.allCases { #expect(text.contains("\nfunction \(word.rawValue)(")) }
    #expect(text.contains("function _SceneDelegate:scene_willConnectToSession_options(scene, session, options) end"))
    #expect(text.contains("---@type homescreen.Assert\nassert = nil"))
  }

  /// Fields of nested tables are documented like parameters in help, the reference and the type file.
  @Test func nestedFieldsAreDocumented() throws {
    let help = try #require(Explanation(ReportServices()).text(of: "AppPackage"))
    let lines = help.split(separator: "\n").map { $0.drop { $0 == " " } }
    for field in ["catalog?: table<string, table>", "entries?: table[]", "idiom?: string", "settings?: table<string"] {
      #expect(lines.contains { $0.hasPrefix(field) }, "\(field)")
    }
    #expect(APIReference.markdown().contains("- `idiom` (`string`): `universal` by default"))
    let types = TypeFile.text()
    for part in [
      "catalog?: table<string, { kind?: \"appIcon\"|", "entries?: { idiom?: string,", "pixels?: number|number[] }[]",
      "strings?: table<string, table<string, string>>", "notification?: string|{ title?: string",
      "os?: string|string[], model?", "commands?: table<string, fun(device?: homescreen.Device, ...: string)|{ run?",
      "conditions?: { activation?: number",
    ] {
      #expect(types.contains(part), "\(part)")
    }
  }

  /// A field without which the call fails has no mark.
  @Test func requiredFieldsAreMarked() throws {
    let services = ReportServices()
    let item = try #require(Explanation(services).text(of: "UIApplicationShortcutItem"))
    #expect(item.contains(" type: string") && item.contains(" localizedTitle: string"), "\(item)")
    #expect(item.contains(" localizedSubtitle?: string"), "\(item)")
    #expect(try #require(Explanation(services).text(of: "AppPackage")).contains(" plist: table"))
    #expect(TypeFile.text().contains("{ type: string, localizedTitle: string, localizedSubtitle?: string"))
  }

  @Test func referenceHasEveryName() {
    let text = APIReference.markdown()
    for entry in APICatalog.homescreen.entries { #expect(text.contains(entry.signature)) }
  }
}

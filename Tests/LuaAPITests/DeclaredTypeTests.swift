import HomeScreenReports
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// Parsed LuaCATS types, and the values that a session suggests for parameters.
@Suite struct DeclaredTypeTests {
  @Test func typesAreParsed() {
    let optional = DeclaredType("homescreen.App?")
    #expect(optional.classNames == ["homescreen.App"] && !optional.holds("nil"))
    #expect(DeclaredType("\"left\"|\"right\"").words == ["left", "right"])
    #expect(DeclaredType("homescreen.Icon[]").element == .object("homescreen.Icon"))
    #expect(DeclaredType("(string|number)[]?").element?.alternatives == [.plain("string"), .plain("number")])
    #expect(DeclaredType("table<string, homescreen.App[]>").named?.element == .object("homescreen.App"))
    let record = DeclaredType("string|{ url?: string, at: { x: integer } }")
    #expect(record.holds("string") && record.fields.map(\.name) == ["url", "at"])
    #expect(record.fields[1].type.fields.map(\.name) == ["x"])
    let function = DeclaredType("fun(error?: homescreen.Error, ...: any): boolean")
    #expect(function.parameters?.map(\.name) == ["error", "..."])
    #expect(function.parameters?.first?.type.classNames == ["homescreen.Error"])
    #expect(DeclaredType.results("any, string?").count == 2)
  }

  @Test(arguments: [
    "", "|", "[]", "{", "{ x", "{ x: ", "fun(", "fun(a: fun(", "table<", "\"", "(", ")", "homescreen.", "🙂",
    String(repeating: "(", count: 10_000), String(repeating: "{ a: ", count: 10_000),
  ])
  func anyTextIsParsed(text: String) {
    _ = DeclaredType(text)
    _ = DeclaredType.results(text)
  }

  /// Every declared type must be parsed, or completion would ignore it.
  @Test(arguments: APICatalog.homescreen.entries.map(\.qualifiedName))
  func resultTypesAreUnderstood(name: String) throws {
    for entry in APICatalog.homescreen.entries where entry.qualifiedName == name {
      for parameter in entry.parameters where parameter.type != "any" {
        #expect(DeclaredType(parameter.type) != .any, "\(name): \(parameter.type)")
      }
      guard let returns = entry.returns, !["any", "..."].contains(returns.type) else { continue }
      for type in DeclaredType.results(returns.type) {
        #expect(type != .any || returns.type.contains("any"), "\(name): \(returns.type)")
        for className in type.classNames {
          // These two have no members.
          let isBare = ["homescreen.NSNull", "homescreen.UIApplicationShortcutIcon"].contains(className)
          #expect((APICatalog.homescreen.type(ofClass: className) == nil) == isBare, "\(name): \(className)")
        }
      }
    }
  }

  /// Every domain must have values.
  @Test(arguments: APIDomain.allCases)
  func domainsHaveValues(domain: APIDomain) throws {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "17.5" }
      package = AppPackage {
        plist = {
          CFBundleIdentifier = "com.example.all", CFBundleName = "All",
          CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
          CFBundleURLTypes = { { CFBundleURLSchemes = { "all" } } },
          NSUserActivityTypes = { "com.example.reading" },
          UIApplicationSceneManifest = {
            UISceneConfigurations = { Role = { { UISceneConfigurationName = "Main" } } },
          },
        },
        files = { ["night@2x.png"] = { 120, 120 } },
      }
      app = device:install(package)
      function app.delegate:choose() end
      device:launch(app)
      app:run(function() UIApplication.shared:setAlternateIconName("night") end)
      """)
    let session = test.session
    let subjects = [session.value(named: "app"), session.value(named: "package")?.member("plist")].compactMap(\.self)
    let values = DomainValues(session, subjects: subjects).values(of: domain, typed: "")
    #expect(!values.isEmpty && Set(values.map(\.text)).count == values.count)
    #expect(!domain.summary.isEmpty)
  }

  @Test func valuesDependOnTheLine() throws {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "17.5" }
      icons = device:install "fixtures/ChangeIcon.app"
      tools = device:install "fixtures/ToolBox.app"
      device:launch(tools)
      """)
    func names(_ subjects: [String]) -> [String] {
      DomainValues(test.session, subjects: subjects.compactMap { test.session.value(named: $0) })
        .values(of: .iconName, typed: "").map(\.text)
    }
    #expect(names([]) == ["red", "blue"] || names([]) == ["blue", "red"])
    #expect(names(["icons"]) == ["newicon", "leaf", "ghost"])
    try test.run("device:uninstall(tools) device:uninstall(icons)")
    #expect(names(["icons"]).isEmpty && names([]).isEmpty)
  }

  @Test func pathsOfAFolderAreListed() throws {
    let folder = TemporaryFolder()
    folder.write("My.app/Info.plist", "x")
    folder.write("notes.txt", "x")
    folder.write("lib/night.lua", "x")
    folder.write(".hidden", "x")
    let session = try Session(at: .folder(folder.path), services: ReportServices())
    func values(_ domain: APIDomain, _ typed: String) -> [String] {
      DomainValues(session).values(of: domain, typed: typed).map(\.text)
    }
    #expect(values(.app, "") == ["My.app", "lib/"])
    #expect(values(.app, "My.app/") == ["My.app/Info.plist"])
    #expect(values(.file, "") == ["My.app/", "lib/", "notes.txt"])
    #expect(values(.file, ".").contains(".hidden"))
    #expect(values(.file, "nothing/here/") == [] && values(.file, "\u{0}/") == [])
    #expect(values(.module, "") == ["lib.", "busted", "luassert"] && values(.module, "lib.") == ["lib.night"])
    #expect(values(.file, String(repeating: "x", count: 100_000) + "/") == [])
  }
}

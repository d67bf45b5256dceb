import TestSupport
import Testing

/// What a command may stand on. The targets' dependencies keep order below the executable; it could import them all.
@Suite struct ImportTests {
  /// What a report tells needs neither Lua nor a person at a terminal.
  @Test(arguments: ["WhyCommand", "InspectCommand", "FactsCommand", "FormatOptions", "DeviceOptions"])
  func reportsDoNotImportLua(command: String) throws {
    let imports = SwiftSource(try Repository.text("Sources/homescreen/Commands/\(command).swift")).imports
    #expect(imports.contains("ArgumentParser"))
    #expect(Set(imports).isDisjoint(with: ["LuaAPI", "LuaEngine", "Scenarios", "Console"]), "\(imports)")
  }
}

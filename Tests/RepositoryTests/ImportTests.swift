import TestSupport
import Testing

/// The imports that a command may have. Target dependencies restrict the modules below the executable, which could
/// import them all.
@Suite struct ImportTests {
  /// Reports need neither Lua nor an interactive terminal.
  @Test(arguments: ["WhyCommand", "InspectCommand", "FactsCommand", "FormatOptions", "DeviceOptions"])
  func reportsDoNotImportLua(command: String) throws {
    let imports = SwiftSource(try Repository.text("Sources/homescreen/Commands/\(command).swift")).imports
    #expect(imports.contains("ArgumentParser"))
    #expect(Set(imports).isDisjoint(with: ["LuaAPI", "LuaEngine", "Scenarios", "Console"]), "\(imports)")
  }
}

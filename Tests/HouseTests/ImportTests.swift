import TestSupport
import Testing

/// What a command may stand on. The targets' dependencies keep order below the executable; it could import them all.
@Suite struct ImportTests {
  private static func imports(_ file: String) throws -> [String] {
    try Repository.text(file).split(separator: "\n").filter { $0.hasPrefix("import ") }
      .map { String($0.dropFirst("import ".count)) }
  }

  /// What a report tells needs neither Lua nor a person at a terminal.
  @Test(arguments: ["WhyCommand", "InspectCommand", "FactsCommand", "FormatOptions", "DeviceOptions"])
  func reportsGoWithoutLua(command: String) throws {
    let imports = try Self.imports("Sources/homescreen/Commands/\(command).swift")
    #expect(imports.contains("ArgumentParser"))
    #expect(Set(imports).isDisjoint(with: ["LuaAPI", "LuaEngine", "Scenarios", "Console"]), "\(imports)")
  }
}

import Testing
import TestSupport

/// The build with AddressSanitizer instruments only targets with pointers.
struct PointerTests {
  /// Targets that only read embedded data or pass a pointer on do not need AddressSanitizer.
  private static let allowed: Set = [
    "HomeScreenSimulator/Facts/FactLedger.swift", "HomeScreenReports/Pages/HTMLPage.swift",
    "LuaAPI/Files/ScriptProject.swift", "LuaAPI/Session/Session.swift", "LuaAPI/Model/Parameter.swift",
  ]

  @Test func onlyInstrumentedTargetsHavePointers() throws {
    let manifest = try Repository.text("Package.swift")
    let list = try #require(manifest.firstMatch(of: /let withPointers = \[([^\]]*)\]/)).1
    let instrumented = Set(list.matches(of: /"(\w+)"/).map { String($0.1) })
    #expect(instrumented.contains("LuaEngine"))
    let pointers = /Unsafe(Mutable|Raw|Buffer|Pointer)|withUnsafe|Unmanaged|unsafeBitCast|unsafeDowncast/
    var found: Set<String> = []
    for file in try Repository.swiftFiles(under: "Sources") where !file.path.contains("homescreen-sources/") {
      let path = file.path
      let target = String(path.prefix { $0 != "/" })
      if !instrumented.contains(target), file.text.contains(pointers) { found.insert(path) }
    }
    #expect(found.subtracting(Self.allowed) == [], "add the target to withPointers in Package.swift")
    #expect(Self.allowed.subtracting(found) == [], "has no pointers any more")
  }
}

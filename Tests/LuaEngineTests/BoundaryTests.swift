import TestSupport
import Testing

/// The functions of Lua's API that Swift may call.
///
/// `lua-api-letters.tsv` has the letter of each function in Lua's manual: `-` never raises, `m` raises only if memory
/// is short (host code runs without the memory limit), and all others can raise a Lua error, which must not cross a
/// Swift frame.
@Suite struct BoundaryTests {
  private func letters() throws -> [String: Character] {
    var letters: [String: Character] = [:]
    for line in try Repository.text("Sources/CLuaSupport/lua-api-letters.tsv").split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 4, fields[0].hasPrefix("lua"), let letter = fields[3].first else { continue }
      letters[String(fields[0])] = letter
    }
    return letters
  }

  @Test func swiftCallsOnlyFunctionsThatCannotRaise() throws {
    let letters = try letters()
    #expect(letters.count > 100)
    let files = try Repository.swiftFiles(under: "Sources")
    #expect(files.count > 50)
    var calls = 0
    // Searching every line takes seconds.
    for (path, text) in files where Files.isThere("lua_", in: text) || Files.isThere("luaL_", in: text) {
      let file = "Sources/\(path)"
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard line.contains("lua") else { continue }
        let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
        for match in code.matches(of: /\b(luaL?_[a-z]+)\(/) {
          calls += 1
          let name = String(match.1)
          let letter = letters[name]
          #expect(
            letter == "-" || letter == "m",
            "\(file):\(number + 1) calls \(name), which can raise (\(letter.map(String.init) ?? "unknown")); go through CLuaSupport"
          )
          #expect(file.hasPrefix("Sources/LuaEngine/"), "\(file):\(number + 1) calls \(name); only LuaEngine may")
        }
      }
    }
    #expect(calls > 20)
  }
}

import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The lint of the boundary: which functions of Lua's API Swift may call.
///
/// `lua-api-letters.tsv` has the letter that Lua's manual gives to each function: `-` never raises, `m` raises only
/// for want of memory (and host code runs with the ceiling lifted), everything else can raise a Lua error, which must
/// not cross a Swift frame.
@Suite struct BoundaryTests {
  private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    .joined(separator: "/")

  private func text(_ path: String) throws -> String {
    let file = try #require(fopen("\(Self.root)/\(path)", "r"), "\(path) cannot be opened")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func swiftFiles(below folder: String) -> [String] {
    guard let directory = opendir("\(Self.root)/\(folder)") else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".swift") { files.append("\(folder)/\(name)") }
      if entry.pointee.d_type == UInt8(DT_DIR) { files += swiftFiles(below: "\(folder)/\(name)") }
    }
    return files.sorted()
  }

  private func letters() throws -> [String: Character] {
    var letters: [String: Character] = [:]
    for line in try text("Sources/CLuaSupport/lua-api-letters.tsv").split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 4, fields[0].hasPrefix("lua"), let letter = fields[3].first else { continue }
      letters[String(fields[0])] = letter
    }
    return letters
  }

  @Test func swiftCallsOnlyWhatCannotRaise() throws {
    let letters = try letters()
    #expect(letters.count > 100)
    let files = swiftFiles(below: "Sources")
    #expect(files.count > 50)
    var calls = 0
    for file in files {
      for (number, line) in try text(file).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let code = line.firstRange(of: "//").map({ line[..<$0.lowerBound] }) ?? Optional(line[...]) else {
          continue
        }
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

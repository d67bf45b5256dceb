import AppPackages
package import LuaEngine
package import Platform

/// What a settings file says: the table that it returns.
///
/// A file that is data alone (``LuaDataCheck``) is read whoever wrote it. Any other one is code, and runs only where
/// somebody trusts its project.
package enum SettingsText {
  /// Reads or runs a file.
  ///
  /// - Parameters:
  ///   - name: how messages call it.
  ///   - folder: where it lies: code in it requires modules from there, as a script does.
  ///   - surroundings: what code in it finds around it.
  ///   - refusal: why code in it does not run; nil where it may.
  /// - Returns: the table, and whether the file is data.
  /// - Throws: `LuaError` or `LuaFailure`; of code `untrusted` where it is code that may not run.
  package static func table(
    _ text: [UInt8], name: String, in folder: String, _ surroundings: ScriptSurroundings = ScriptSurroundings(),
    refusal: @autoclosure () -> ProjectTrust.Refusal?
  ) throws -> (table: LuaTable, isData: Bool) {
    guard text.count <= LuaDataCheck.maximumBytes else {
      throw LuaFailure(
        "the file is larger than \(LuaDataCheck.maximumBytes >> 10) KiB", code: "settings", hint: baselineHint)
    }
    let problem = problem(text)
    if let problem, let refusal = refusal() {
      throw LuaFailure(
        "settings are data, and \(problem.message); as code they did not run: \(refusal.reason)", code: "untrusted",
        hint: "Write strings, numbers, booleans and tables of them. \(refusal.hint)", place: "\(name):\(problem.line)")
    }
    let result = try problem == nil ? data(text, name) : code(text, name, folder, surroundings)
    guard case .table(let table) = result else {
      throw LuaFailure(
        "the file returns \(result.isNil ? "nothing" : "a \(result.typeName)") instead of a table",
        code: "settings", hint: "It must end with return { … }.")
    }
    var values = 0
    guard Self.isBounded(table, &values) else {
      throw LuaFailure(
        "the file returns more than \(LuaDataCheck.maximumValues) values", code: "settings",
        hint: baselineHint)
    }
    return (table, problem == nil)
  }

  /// The value of a file that is data. It looks nothing up, so it finds nothing either.
  private static func data(_ text: [UInt8], _ name: String) throws -> LuaValue {
    let lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20))
    let chunk = try lua.load(text, chunkName: "@\(name)")
    let stack = lua.stack
    stack.pushTable()
    lua.setEnvironment(stack.reference(to: -1), of: chunk)
    stack.removeLast()
    return try lua.call(chunk).first ?? .nil
  }

  /// The value of a file that is code: it finds what a script finds, and writes nothing.
  private static func code(
    _ text: [UInt8], _ name: String, _ folder: String, _ surroundings: ScriptSurroundings
  ) throws -> LuaValue {
    let session = try Session(at: .folder(folder), options: LuaOptions(memoryCeiling: 64 << 20, budget: 10_000_000))
    session.surroundings = surroundings
    session.files.access = .reading
    session.arm()
    return try session.lua.call(session.lua.load(text, chunkName: "@\(name)")).first ?? .nil
  }

  private static let baselineHint =
    "Known findings of lint belong in a baseline: homescreen lint --write-baseline FILE."

  /// The bytes of a settings file; of one that is too large a little more than ``table(_:name:refusal:)`` takes.
  package static func read(_ name: String, in folder: String) throws(FileTreeError) -> [UInt8] {
    try FolderTree(folder).readPrefix(name, count: LuaDataCheck.maximumBytes + 1)
  }

  /// Why a text is code; nil for data.
  private static func problem(_ text: [UInt8]) -> LuaDataCheck.Problem? {
    do throws(LuaDataCheck.Problem) {
      try LuaDataCheck.check(text)
      return nil
    } catch {
      return error
    }
  }

  private static func isBounded(_ table: LuaTable, _ count: inout Int) -> Bool {
    count += table.array.count + table.fields.count
    guard count <= LuaDataCheck.maximumValues else { return false }
    for case .table(let inner) in table.array + table.fields.map(\.value) {
      if !isBounded(inner, &count) { return false }
    }
    return true
  }
}

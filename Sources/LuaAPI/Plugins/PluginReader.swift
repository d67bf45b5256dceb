import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Checks the table that `homescreen.plugin` is given.
struct PluginReader {
  private let record: RecordReader

  /// The plugin API that this version speaks, which is what a plugin has that names none.
  private static let api: Int64 = 1

  /// - Throws: ``LuaFailure`` for an unknown field, or when there is no table.
  init(_ call: LuaCall) throws {
    guard call.stack.kind(at: 1) == .table else {
      throw LuaFailure(
        "homescreen.plugin takes a table with named fields, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "Write return homescreen.plugin { name = \"…\", … }.")
    }
    record = try RecordReader(call, 1, owner: "homescreen.plugin", fields: RecordFields(PluginAPI.fields))
  }

  /// - Throws: ``LuaFailure`` that names the field and the entry.
  func plugin() throws -> PluginObject {
    guard let name = try record.read(PluginAPI.nameField) else {
      throw unusable("the field name is required", hint: "Messages use it: name = \"shots\".")
    }
    guard name.isLuaName(with: "-") else {
      throw unusable(
        "name cannot be \"\(Spelling.beginning(of: name))\"",
        hint: "A name consists of letters, digits, - and _, and begins with a letter.")
    }
    let api = try record.read(PluginAPI.apiField) ?? Self.api
    guard api == Self.api else {
      throw LuaFailure(
        "plugin \(name) needs api \(api), but this homescreen has api \(Self.api)", code: "plugin",
        hint: api > Self.api ? "Use a newer homescreen." : "Use a newer version of the plugin.")
    }
    var entries: [PluginPart: [PluginObject.Entry]] = [:]
    var tables: [PluginPart: LuaReference] = [:]
    for part in PluginPart.allCases {
      guard let found = try read(part) else { continue }
      tables[part] = found.table
      entries[part] = found.entries.map {
        PluginObject.Entry(
          name: $0.name, summary: $0.value.summary, value: $0.value.value, rule: $0.value.rule,
          console: $0.value.console)
      }
    }
    return PluginObject(name: name, version: try record.read(PluginAPI.versionField), entries: entries, tables: tables)
  }

  private func read(_ part: PluginPart) throws -> PluginAPI.Part? {
    do {
      return try record.read(PluginAPI.part(part))
    } catch var failure as LuaFailure {
      if failure.code == "argument" { failure.code = "plugin" }
      if failure.hint == nil { failure.hint = PluginAPI.shape(of: part) }
      throw failure
    }
  }

  private func unusable(_ message: String, hint: String) -> LuaFailure {
    var failure = record.failure(message, hint: hint)
    failure.code = "plugin"
    return failure
  }
}

import LuaEngine
import Simulator

/// Checks the table that `homescreen.plugin` is given.
struct PluginReader {
  private let call: LuaCall
  private let record: RecordReader

  /// The plugin API that this version speaks.
  static let api: Int64 = 1
  /// More entries in one part than anybody writes.
  private static let maximumEntries = 1_000

  /// - Throws: ``LuaFailure`` for an unknown field, or when there is no table.
  init(_ call: LuaCall) throws {
    self.call = call
    guard call.stack.kind(at: 1) == .table else {
      throw LuaFailure(
        "homescreen.plugin takes a table with named fields, got \(call.stack.shortDescription(at: 1))",
        code: "argument", hint: "Write return homescreen.plugin { name = \"…\", … }.")
    }
    record = try RecordReader(call, 1, owner: "homescreen.plugin", fields: PluginAPI.fields)
  }

  /// - Throws: ``LuaFailure`` that names the field and the entry.
  func plugin() throws -> PluginObject {
    guard let name = try record.read(PluginAPI.nameField) else {
      throw LuaFailure(
        "homescreen.plugin: the field name is needed", code: "plugin", hint: "name = \"shots\": messages say it.")
    }
    guard Self.isName(name, extra: "-") else {
      throw LuaFailure(
        "homescreen.plugin: name cannot be \"\(Spelling.beginning(of: name))\"", code: "plugin",
        hint: "A name has letters, digits, - and _, and begins with a letter.")
    }
    if let api = try record.read(PluginAPI.apiField), api != Self.api {
      throw LuaFailure(
        "plugin \(name) is written for api \(api), and this homescreen has api \(Self.api)", code: "plugin",
        hint: api > Self.api ? "A newer homescreen has it." : "Look for a newer version of the plugin.")
    }
    var entries: [PluginPart: [PluginObject.Entry]] = [:]
    var tables: [PluginPart: LuaReference] = [:]
    for part in PluginPart.allCases {
      guard let table = try record.read(PluginAPI.partField(part)) else { continue }
      tables[part] = table
      entries[part] = try read(part, table)
    }
    return PluginObject(name: name, version: try record.read(PluginAPI.versionField), entries: entries, tables: tables)
  }

  private func read(_ part: PluginPart, _ table: LuaReference) throws -> [PluginObject.Entry] {
    let stack = call.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    stack.push(table)
    let keys = stack.keys(ofTable: -1)
    guard keys.count <= Self.maximumEntries else {
      throw LuaFailure(
        "homescreen.plugin: \(part.rawValue) has more than \(Self.maximumEntries) entries", code: "plugin")
    }
    return try keys.map { key in
      guard case .string(let name) = key else {
        throw LuaFailure(
          "homescreen.plugin: \(part.rawValue) takes named fields only", code: "plugin",
          hint: "Write \(part.rawValue) = { name = … }.")
      }
      try check(name, of: part)
      stack.pushRaw(name, of: top + 1)
      defer { stack.removeLast() }
      return try entry(name, part)
    }
  }

  /// - Throws: ``LuaFailure`` for a name that can never be used.
  private func check(_ name: String, of part: PluginPart) throws {
    switch part {
    case .on:
      let kinds = TraceEventKind.allCases.map(\.rawValue)
      guard !kinds.contains(name) else { return }
      let near = Spelling.nearest(to: name, in: kinds).first.map { "Did you mean '\($0)'? " } ?? ""
      throw LuaFailure(
        "homescreen.plugin: on has no event '\(name)'", code: "unknown-field",
        hint: "\(near)Kinds of events: \(kinds.joined(separator: ", ")).")
    case .globals, .matchers:
      guard Self.isName(name, extra: "_") else {
        throw LuaFailure(
          "homescreen.plugin: the \(part.noun) '\(Spelling.beginning(of: name))' is no name of Lua's", code: "plugin",
          hint: "A name has letters, digits and _, and begins with a letter.")
      }
    case .commands, .rules, .reporters:
      guard Self.isName(name, extra: "-") else {
        throw LuaFailure(
          "homescreen.plugin: the \(part.noun) cannot be called '\(Spelling.beginning(of: name))'", code: "plugin",
          hint: "A name has letters, digits, - and _, and begins with a letter.")
      }
    }
  }

  /// The entry whose value is on top of the stack.
  private func entry(_ name: String, _ part: PluginPart) throws -> PluginObject.Entry {
    let stack = call.stack
    switch (part, stack.kind(at: -1)) {
    case (.globals, _), (_, .function):
      return PluginObject.Entry(name: name, summary: nil, value: stack.reference(to: -1))
    case (.commands, .table): return try described(name, part, function: PluginAPI.runField, [])
    case (.rules, .table):
      return try described(name, part, function: PluginAPI.checkField, [PluginAPI.severityField, PluginAPI.factField])
    default:
      throw LuaFailure(
        "homescreen.plugin: \(part.rawValue).\(name) must be a function, got \(stack.shortDescription(at: -1))",
        code: "plugin", hint: PluginAPI.shape(of: part))
    }
  }

  /// An entry that is a table: its function and what it says of itself.
  private func described(
    _ name: String, _ part: PluginPart, function: Parameter<LuaReference>, _ others: [Parameter<String>]
  ) throws -> PluginObject.Entry {
    let fields = [function.description, PluginAPI.summaryField.description] + others.map(\.description)
    let owner = "homescreen.plugin: \(part.rawValue).\(name)"
    let record = try RecordReader(call, call.stack.count, owner: owner, fields: fields)
    for other in others { _ = try record.read(other) }
    guard let body = try record.read(function) else {
      throw LuaFailure(
        "\(owner) needs the function \(function.name)", code: "plugin", hint: PluginAPI.shape(of: part))
    }
    return PluginObject.Entry(name: name, summary: try record.read(PluginAPI.summaryField), value: body)
  }

  /// Letters, digits, `_` and one more character; a letter or `_` first.
  private static func isName(_ text: String, extra: Character) -> Bool {
    guard text.utf8.count <= 64, let first = text.first, first.isASCII, first.isLetter || first == "_" else {
      return false
    }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == extra) }
  }
}

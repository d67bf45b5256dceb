import AppPackages
import HomeScreenSimulator
import LuaEngine

extension ProjectSettings {
  static func unreadable(_ error: any Error) -> ProjectSettings {
    var settings = ProjectSettings()
    settings.problems = [PluginProblem(plugin: fileName, error)]
    return settings
  }

  private static let fieldNames = ["app", "lint", "lpath", "models", "os", "plugins"]
  private static let lintFieldNames = ["baseline", "suppressed"]

  /// Runs the text in a small state of its own, which has Lua's library and nothing else.
  init(text: [UInt8], folder: String) {
    self.init()
    do {
      let lua = try LuaState(LuaOptions(memoryCeiling: 16 << 20, budget: 10_000_000))
      let result = try lua.call(lua.load(text, chunkName: "@\(Self.fileName)")).first ?? .nil
      guard case .table(let table) = result else {
        throw LuaFailure(
          "the file returns \(result.isNil ? "nothing" : "a \(result.typeName) that cannot be read") and not a table",
          code: "settings", hint: "It ends with return { plugins = { … }, app = \"…\" }.")
      }
      read(table, folder: folder)
    } catch {
      problems.append(PluginProblem(plugin: Self.fileName, error))
    }
  }

  private mutating func read(_ table: LuaTable, folder: String) {
    refuseUnknown(table, Self.fieldNames, "the settings have")
    func path(_ text: String) -> String { text.hasPrefix("/") ? text : FileTreePath.join(folder, text) }
    app = attempt { try Self.text(table["app"], "app") }.flatMap { $0 }.map(path)
    os = list(table["os"], "os") { try OSVersion(parsing: $0) }
    models = list(table["models"], "models") { try DeviceModel(named: $0) }
    plugins = list(table["plugins"], "plugins") { PluginSource(path: path($0), name: $0) }
    moduleTemplates = list(table["lpath"], "lpath") { $0 }.flatMap { $0.split(separator: ";") }
      .map { path(String($0.hasPrefix("./") ? $0.dropFirst(2) : $0)) }
    guard let lint = table["lint"], !lint.isNil else { return }
    guard case .table(let lint) = lint else {
      return tell(LuaFailure("lint must be a table, got a \(lint.typeName)", code: "settings"))
    }
    refuseUnknown(lint, Self.lintFieldNames, "lint has")
    lintBaseline = attempt { try Self.text(lint["baseline"], "lint.baseline") }.flatMap { $0 }.map(path)
    suppressedCodes = list(lint["suppressed"], "lint.suppressed") { $0 }
  }

  private mutating func tell(_ error: any Error) {
    problems.append(PluginProblem(plugin: Self.fileName, error))
  }

  private mutating func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do {
      return try body()
    } catch {
      tell(error)
      return nil
    }
  }

  private mutating func refuseUnknown(_ table: LuaTable, _ names: [String], _ owner: String) {
    var keys = table.fields.map { key, _ in
      switch key {
      case .string(let name): "field '\(name.prefix(40))'"
      case .integer, .other: "place for values without a name"
      }
    }
    if !table.array.isEmpty { keys.insert("place for values without a name", at: 0) }
    for (position, key) in keys.enumerated() {
      let offset = position - (table.array.isEmpty ? 0 : 1)
      var unknown: String?
      if offset >= 0, case .string(let name) = table.fields[offset].key {
        if names.contains(name) { continue }
        unknown = name
      }
      tell(
        LuaFailure("\(owner) no \(key)", code: "settings", hint: LuaFailure.unknownFieldHint(unknown, known: names)))
    }
  }

  private static func text(_ value: LuaValue?, _ name: String) throws -> String? {
    switch value ?? .nil {
    case .nil: return nil
    case .string(let text) where !text.isEmpty && !text.utf8.contains(0): return text
    case let value: throw LuaFailure("\(name) must be a text, got a \(value.typeName) of no use", code: "settings")
    }
  }

  /// A list of texts, or one text; each that cannot be used is told and left out.
  private mutating func list<Value>(
    _ value: LuaValue?, _ name: String, _ convert: (String) throws -> Value
  ) -> [Value] {
    let items: [LuaValue]
    switch value ?? .nil {
    case .nil: return []
    case .string: items = [value ?? .nil]
    case .table(let table) where table.fields.isEmpty: items = table.array
    case let other:
      tell(LuaFailure("\(name) must be a list of texts, got a \(other.typeName)", code: "settings"))
      return []
    }
    return items.enumerated().compactMap { index, item in
      attempt {
        guard let text = try Self.text(item, "\(name)[\(index + 1)]") else {
          throw LuaFailure("\(name)[\(index + 1)] is nil", code: "settings")
        }
        return try convert(text)
      }
    }
  }
}

import AppPackages
import LuaEngine
import Simulator

/// The asset catalog of a package that is described as a table.
enum CatalogArguments {
  private static let setFields = ["kind", "entries", "renderingIntent"]

  /// `{ AppIcon = { kind = "appIcon", entries = { … } } }`
  static func catalog(_ value: LuaValue?) throws -> AssetCatalog? {
    guard let value, !value.isNil else { return nil }
    return AssetCatalog(
      sets: try PackageArguments.fields(value, "catalog").map { name, value in
        try set(value, name, at: "catalog.\(name)")
      })
  }

  private static func set(_ value: LuaValue, _ name: String, at place: String) throws -> AssetSet {
    guard case .table(let table) = value else {
      throw failure("\(place) must be a table, such as { kind = \"appIcon\" }")
    }
    try check(table, setFields, at: place)
    let kind = try choice(table["kind"], ["appIcon", "image", "iconComposer"], at: "\(place).kind") ?? "appIcon"
    let intents = AssetSet.RenderingIntent.allCases.map(\.rawValue)
    let intent = try choice(table["renderingIntent"], intents, at: "\(place).renderingIntent")
    return AssetSet(
      name: name, kind: kind == "image" ? .image : .appIcon,
      entries: try CatalogEntryArguments.entries(table["entries"], of: place),
      renderingIntent: intent.flatMap(AssetSet.RenderingIntent.init),
      iconComposer: kind == "iconComposer" ? IconComposerDocument() : nil)
  }

  // MARK: Fields

  private static func check(_ table: LuaTable, _ known: [String], at place: String) throws {
    guard table.array.isEmpty else {
      throw failure("\(place) has no field [1]", hint: "The fields are named: \(known.joined(separator: ", ")).")
    }
    for (key, _) in table.fields {
      guard case .string(let name) = key, known.contains(name) else {
        var hint = "The fields are \(known.joined(separator: ", "))."
        if case .string(let name) = key, let near = Spelling.nearest(to: name, in: known).first {
          hint += " Did you mean \"\(near)\"?"
        }
        let shown = if case .string(let name) = key { name } else { "a key of another type" }
        throw failure("\(place) has no field \(shown)", hint: hint)
      }
    }
  }

  private static func text(_ value: LuaValue?, at place: String) throws -> String? {
    guard let value, !value.isNil else { return nil }
    guard let text = value.string else { throw failure("\(place) must be a string, got \(value.typeName)") }
    return text
  }

  private static func choice(_ value: LuaValue?, _ known: [String], at place: String) throws -> String? {
    guard let text = try text(value, at: place) else { return nil }
    guard known.contains(text) else {
      let near = Spelling.nearest(to: text, in: known).first.map { " Did you mean \"\($0)\"?" } ?? ""
      let all = known.map { "\"\($0)\"" }.joined(separator: " or ")
      throw failure("\(place) cannot be \"\(text)\"", hint: "It is \(all).\(near)")
    }
    return text
  }

  private static func failure(_ message: String, hint: String? = nil) -> LuaFailure {
    LuaFailure("AppPackage: \(message)", code: "argument", hint: hint)
  }
}

import AppPackages
import LuaEngine

/// The asset catalog of a package that is described as a table.
enum CatalogArguments {
  private static let setFields = ["kind", "entries", "renderingIntent"]
  private static let entryFields = ["idiom", "platform", "size", "scale", "appearance", "filename", "pixels"]

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
    let kind = try choice(table["kind"], ["appIcon", "image"], at: "\(place).kind") ?? "appIcon"
    let intents = AssetSet.RenderingIntent.allCases.map(\.rawValue)
    let intent = try choice(table["renderingIntent"], intents, at: "\(place).renderingIntent")
    return AssetSet(
      name: name, kind: kind == "image" ? .image : .appIcon, entries: try entries(table["entries"], at: place),
      renderingIntent: intent.flatMap(AssetSet.RenderingIntent.init))
  }

  private static func entries(_ value: LuaValue?, at place: String) throws -> [AssetEntry] {
    guard let value, !value.isNil else { return [] }
    guard case .table(let list) = value, list.fields.isEmpty else {
      throw failure(
        "\(place).entries must be a list of tables", hint: "entries = { { filename = \"night.png\", scale = 2 } }")
    }
    return try list.array.enumerated().map { try entry($1, at: "\(place).entries[\($0 + 1)]") }
  }

  private static func entry(_ value: LuaValue, at place: String) throws -> AssetEntry {
    guard case .table(let table) = value else { throw failure("\(place) must be a table, got \(value.typeName)") }
    try check(table, entryFields, at: place)
    let appearances = AssetEntry.Appearance.allCases.map(\.rawValue)
    let appearance = try choice(table["appearance"], appearances, at: "\(place).appearance")
    return AssetEntry(
      idiom: try text(table["idiom"], at: "\(place).idiom") ?? "universal",
      platform: try text(table["platform"], at: "\(place).platform"), size: try size(table["size"], at: "\(place).size"),
      scale: try scale(table["scale"], at: "\(place).scale"),
      appearance: appearance.flatMap(AssetEntry.Appearance.init) ?? .any,
      filename: try text(table["filename"], at: "\(place).filename"),
      pixelSize: try size(table["pixels"], at: "\(place).pixels"))
  }

  // MARK: Fields

  private static func check(_ table: LuaTable, _ known: [String], at place: String) throws {
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

  private static func scale(_ value: LuaValue?, at place: String) throws -> Int? {
    guard let value, !value.isNil else { return nil }
    guard let scale = value.integer, (1...3).contains(scale) else { throw failure("\(place) must be 1, 2 or 3") }
    return Int(scale)
  }

  /// `{ width, height }`
  private static func size(_ value: LuaValue?, at place: String) throws -> AssetEntry.Size? {
    guard let value, !value.isNil else { return nil }
    let possible = 1...Double(ImageHeader.maximumDimension)
    guard case .table(let table) = value, table.array.count == 2, let width = table.array[0].number,
      let height = table.array[1].number, possible.contains(width), possible.contains(height)
    else { throw failure("\(place) must be { width, height }") }
    return AssetEntry.Size(width: width, height: height)
  }

  private static func failure(_ message: String, hint: String? = nil) -> LuaFailure {
    LuaFailure("AppPackage: \(message)", code: "argument", hint: hint)
  }
}

import AppPackages
import LuaEngine
import Simulator

/// The pictures of an asset set in a package that is written as a table:
/// `{ idiom = "iphone", size = 60, scale = 2, filename = "night@2x.png", pixels = { 120, 120 } }`.
enum CatalogEntryArguments {
  private static let fields = ["idiom", "platform", "size", "scale", "appearance", "filename", "pixels"]

  /// The entries of the set at `place`; none when they are not given.
  /// - Throws: ``LuaFailure`` that names the entry and the field.
  static func entries(_ value: LuaValue?, of place: String) throws -> [AssetEntry] {
    guard let value, !value.isNil else { return [] }
    guard case .table(let list) = value, list.fields.isEmpty else {
      throw failure("\(place).entries must be a list, got \(value.typeName)")
    }
    return try list.array.enumerated().map { index, value in
      let place = "\(place).entries[\(index + 1)]"
      guard case .table(let entry) = value, entry.array.isEmpty else {
        throw failure("\(place) must be a table with named fields, got \(value.typeName)")
      }
      return try Self.entry(entry, at: place)
    }
  }

  private static func entry(_ table: LuaTable, at place: String) throws -> AssetEntry {
    for (key, _) in table.fields {
      guard case .string(let name) = key, fields.contains(name) else {
        let near =
          if case .string(let name) = key { Spelling.nearest(to: name, in: fields).first } else { String?.none }
        let hint = near.map { "Did you mean '\($0)'? " } ?? ""
        let shown = if case .string(let name) = key { "\(place).\(name)" } else { "\(place): a key of another type" }
        throw failure("\(shown) is no field of an entry", hint: "\(hint)Fields: \(fields.joined(separator: ", ")).")
      }
    }
    return AssetEntry(
      idiom: try string(table["idiom"], "\(place).idiom") ?? "universal",
      platform: try string(table["platform"], "\(place).platform"),
      size: try size(table["size"], "\(place).size"),
      scale: try scale(table["scale"], "\(place).scale"),
      appearance: try appearance(table["appearance"], "\(place).appearance"),
      filename: try string(table["filename"], "\(place).filename"),
      pixelSize: try size(table["pixels"], "\(place).pixels"))
  }

  private static func string(_ value: LuaValue?, _ place: String) throws -> String? {
    guard let value, !value.isNil else { return nil }
    guard let text = value.string else { throw failure("\(place) must be a string, got \(value.typeName)") }
    return text
  }

  /// `60`, or `{ 60, 60 }`.
  private static func size(_ value: LuaValue?, _ place: String) throws -> AssetEntry.Size? {
    guard let value, !value.isNil else { return nil }
    if let side = value.number, side > 0 { return AssetEntry.Size(width: side, height: side) }
    guard case .table(let pair) = value, pair.array.count == 2, let width = pair.array[0].number,
      let height = pair.array[1].number, width > 0, height > 0
    else { throw failure("\(place) must be a number or { width, height }") }
    return AssetEntry.Size(width: width, height: height)
  }

  private static func scale(_ value: LuaValue?, _ place: String) throws -> Int? {
    guard let value, !value.isNil else { return nil }
    guard let scale = value.integer, (1...3).contains(scale) else { throw failure("\(place) must be 1, 2 or 3") }
    return Int(scale)
  }

  private static func appearance(_ value: LuaValue?, _ place: String) throws -> AssetEntry.Appearance {
    guard let name = try string(value, place) else { return .any }
    guard let appearance = AssetEntry.Appearance(rawValue: name) else {
      let names = AssetEntry.Appearance.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw failure("\(place) cannot be \"\(name)\"", hint: "It is one of: \(names).")
    }
    return appearance
  }

  private static func failure(_ message: String, hint: String? = nil) -> LuaFailure {
    LuaFailure("AppPackage: \(message)", code: "argument", hint: hint)
  }
}

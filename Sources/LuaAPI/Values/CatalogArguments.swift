import AppPackages
import LuaEngine

/// The asset catalog of a package that is described as a table.
enum CatalogArguments {
  /// The words for what a set is.
  private enum Kind: String, CaseIterable {
    case appIcon, image, iconComposer
  }

  /// `{ AppIcon = { kind = "appIcon", entries = { … } } }`
  static func catalog(_ value: LuaValue?) throws -> AssetCatalog? {
    guard let value, !value.isNil else { return nil }
    return AssetCatalog(sets: try PackageArguments.fields(value, "catalog").map { try set($0.value, $0.name) })
  }

  private static func set(_ value: LuaValue, _ name: String) throws -> AssetSet {
    let table = try TableReader(
      value, of: "AppPackage", at: "catalog.\(name)", fields: ["kind", "entries", "renderingIntent"],
      example: "{ kind = \"appIcon\" }")
    let kind: Kind = try table.choice("kind") ?? .appIcon
    return AssetSet(
      name: name, kind: kind == .image ? .image : .appIcon,
      entries: try table.list("entries").map { try entry($0.value, at: $0.place) },
      renderingIntent: try table.choice("renderingIntent"),
      iconComposer: kind == .iconComposer ? IconComposerDocument() : nil)
  }

  // MARK: The pictures of a set

  private static let entryFields = ["idiom", "platform", "size", "scale", "appearance", "filename", "pixels"]

  /// `{ idiom = "iphone", size = 60, scale = 2, filename = "night@2x.png", pixels = { 120, 120 } }`
  private static func entry(_ value: LuaValue, at place: String) throws -> AssetEntry {
    let table = try TableReader(
      value, of: "AppPackage", at: place, fields: entryFields,
      example: "{ idiom = \"iphone\", size = 60, scale = 2 }")
    return AssetEntry(
      idiom: try table.string("idiom") ?? "universal", platform: try table.string("platform"),
      size: try size("size", of: table), scale: try scale(of: table),
      appearance: try table.choice("appearance") ?? .any, filename: try table.string("filename"),
      pixelSize: try size("pixels", of: table))
  }

  /// `60`, or `{ 60, 60 }`.
  private static func size(_ name: String, of table: TableReader) throws -> AssetEntry.Size? {
    guard let value = table.value(name) else { return nil }
    if let side = value.number, side > 0 { return AssetEntry.Size(width: side, height: side) }
    guard case .table(let pair) = value, pair.array.count == 2, let width = pair.array[0].number,
      let height = pair.array[1].number, width > 0, height > 0
    else { throw table.failure(".\(name) must be a number or { width, height }") }
    return AssetEntry.Size(width: width, height: height)
  }

  private static func scale(of table: TableReader) throws -> Int? {
    guard let value = table.value("scale") else { return nil }
    guard let scale = value.integer, (1...3).contains(scale) else { throw table.failure(".scale must be 1, 2 or 3") }
    return Int(scale)
  }
}

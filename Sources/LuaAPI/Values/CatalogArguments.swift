import AppPackages
import LuaEngine

/// The asset catalog of a package that is described as a table: `{ AppIcon = { kind = "appIcon", entries = { … } } }`.
enum CatalogArguments {
  static let catalog = Parameter.named("catalog", of: set, "asset sets by name: `{ AppIcon = { kind = \"appIcon\" } }`")
    .map { sets in AssetCatalog(sets: sets.map { $0.value.named($0.name) }) }

  // MARK: A set

  /// The words for what a set is.
  enum Kind: String, APIChoice {
    case appIcon, image, iconComposer
  }

  /// A set that does not know its name.
  private struct Set: Sendable {
    var kind: Kind
    var entries: [AssetEntry]
    var renderingIntent: AssetSet.RenderingIntent?

    func named(_ name: String) -> AssetSet {
      AssetSet(
        name: name, kind: kind == .image ? .image : .appIcon, entries: entries, renderingIntent: renderingIntent,
        iconComposer: kind == .iconComposer ? IconComposerDocument() : nil)
    }
  }

  private static let kind = Parameter<Kind>.choice("kind", "`appIcon` by default")
  private static let entries = Parameter.list("entries", of: entry, "its pictures")
  private static let renderingIntent = Parameter<AssetSet.RenderingIntent>.choice(
    "renderingIntent", "how a picture is drawn; depends on its position by default")

  private static let set = Parameter<Set>.record(
    "", fields: [kind.description, entries.description, renderingIntent.description], isOptional: false,
    example: "{ kind = \"appIcon\" }", ""
  ) { set in
    Set(
      kind: try set.read(kind) ?? .appIcon, entries: try set.read(entries) ?? [],
      renderingIntent: try set.read(renderingIntent))
  }

  // MARK: The pictures of a set

  private static let idiom = Parameter<String>.string("idiom", "`universal` by default")
  private static let platform = Parameter<String>.string("platform", "such as `ios`")
  private static let size = size("size", "in points")
  private static let scale = Parameter<Int>(
    description: APIParameter("scale", type: "1|2|3", documentation: "pixels for a point")
  ) { call, index in
    guard let scale = call.stack.integer(at: index), (1...3).contains(scale) else {
      throw LuaFailure("scale must be 1, 2 or 3", code: "argument")
    }
    return Int(scale)
  }
  private static let appearance = Parameter<AssetEntry.Appearance>.choice("appearance", "`any` by default")
  private static let filename = Parameter<String>.string("filename", "the picture's file")
  private static let pixels = size("pixels", "the size of the picture itself")

  private static let entry = Parameter<AssetEntry>.record(
    "",
    fields: [
      idiom.description, platform.description, size.description, scale.description, appearance.description,
      filename.description, pixels.description,
    ], isOptional: false, example: "{ idiom = \"iphone\", size = 60, scale = 2 }", ""
  ) { entry in
    AssetEntry(
      idiom: try entry.read(idiom) ?? "universal", platform: try entry.read(platform), size: try entry.read(size),
      scale: try entry.read(scale), appearance: try entry.read(appearance) ?? .any,
      filename: try entry.read(filename), pixelSize: try entry.read(pixels))
  }

  /// `60`, or `{ 60, 60 }`.
  private static func size(_ name: String, _ words: String) -> Parameter<AssetEntry.Size> {
    Parameter(
      description: APIParameter(
        name, type: "number|number[]", documentation: "\(words): a number, or `{ width, height }`")
    ) { call, index in
      if let side = call.stack.number(at: index), side > 0 { return AssetEntry.Size(width: side, height: side) }
      guard call.stack.kind(at: index) == .table, let pair = call.stack.pair(at: index), let width = pair.0.number,
        let height = pair.1.number, width > 0, height > 0
      else { throw LuaFailure("\(name) must be a number or { width, height }", code: "argument") }
      return AssetEntry.Size(width: width, height: height)
    }
  }
}

import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The arguments of `AppPackage`.
enum PackageArguments {
  private static let plist = Parameter<LuaValue>.value("plist", type: "table", domain: .infoPlistKey, "the Info.plist")
  private static let entitlements = Parameter<LuaValue>.value(
    "entitlements", type: "table",
    "the entitlements that the app is signed with: "
      + "`{ [\"com.apple.developer.associated-domains\"] = { \"applinks:example.com\" } }`; "
      + "not known by default")
  private static let files = Parameter.named(
    "files", of: file, "paths, pictures as `{ width, height }`, other files as strings or sizes")
  private static let strings = Parameter.named(
    "strings", of: Parameter.strings("", ""), "InfoPlist.strings by language: `{ [\"zh-Hans\"] = { key = text } }`")
  private static let settings = Parameter.strings(
    "settings", "build settings for `$(NAME)` in values, and those that put the catalog's icons into the Info.plist")

  static let fields: [APIParameter] = [
    plist.description.required, files.description, CatalogArguments.catalog.description, strings.description,
    settings.description, entitlements.description,
  ]

  private static let known = RecordFields(fields)

  /// Returns a package from its description in a table.
  static func package(_ call: LuaCall, _ index: Int) throws -> AppPackage {
    let record = try RecordReader(call, index, owner: "AppPackage", fields: known)
    guard let plist = try record.read(plist) else {
      throw record.failure("the field plist is required", hint: "AppPackage { plist = { CFBundleIdentifier = … } }")
    }
    let info = try dictionary(plist, "plist", of: record)
    let name = info["CFBundleName"]?.string ?? info["CFBundleDisplayName"]?.string ?? "App"
    return try AppPackage(
      name: name, infoPlist: info, files: (try record.read(files) ?? []).map { (path: $0.name, content: $0.value) },
      catalog: try record.read(CatalogArguments.catalog),
      strings: (try record.read(strings) ?? []).map { (language: $0.name, table: $0.value) },
      settings: try record.read(settings) ?? [:],
      entitlements: try record.read(entitlements).map { try dictionary($0, "entitlements", of: record) },
      source: call.place())
  }

  /// - Throws: ``LuaFailure`` for a list, and for values that are not allowed in property lists.
  private static func dictionary(
    _ value: LuaValue, _ name: String, of record: RecordReader
  ) throws -> PropertyListDictionary {
    guard case .dictionary(let dictionary) = try PropertyListConversion.propertyListValue(value, at: name) else {
      throw record.failure("\(name) must be a table with named fields")
    }
    return dictionary
  }

  private static let file = Parameter<PackageFile>(
    description: APIParameter("", type: "string|integer|integer[]", documentation: "")
  ) { call, index in
    switch call.stack.kind(at: index) {
    case .string: return .bytes(call.stack.bytes(at: index) ?? [])
    case .number:
      if let size = call.stack.integer(at: index) { return .opaque(size: Int(clamping: size)) }
    case .table:
      if let size = call.stack.pair(at: index), let width = size.0.integer, let height = size.1.integer {
        return .pixels(width: Int(clamping: width), height: Int(clamping: height))
      }
    case .nil, .boolean, .function, .userdata, .thread: break
    }
    throw LuaFailure(" must be { width, height }, a string or a number of bytes", code: "argument")
  }
}

extension Parameter where Value == StringTable {
  /// Returns a parameter for a map of texts.
  static func strings(_ name: String, _ documentation: String) -> Parameter {
    Parameter<[(name: String, value: String)]>.named(name, of: .string("", ""), documentation).map { texts in
      StringTable(texts.map { ($0.name, $0.value) })
    }
  }
}

extension LuaStack {
  /// Returns the values of a list with two elements.
  func pair(at index: Int) -> (LuaValue, LuaValue)? {
    guard case .table(let list) = value(at: index), list.fields.isEmpty, list.array.count == 2 else { return nil }
    return (list.array[0], list.array[1])
  }
}

/// The asset catalog of a package in a table: `{ AppIcon = { kind = "appIcon", entries = { … } } }`.
enum CatalogArguments {
  static let catalog = Parameter.named("catalog", of: set, "asset sets by name: `{ AppIcon = { kind = \"appIcon\" } }`")
    .map { sets in AssetCatalog(sets: sets.map { $0.value.named($0.name) }) }

  // MARK: A set

  enum Kind: String, APIChoice {
    case appIcon, image, iconComposer
  }

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
  private static let entries = Parameter.list("entries", of: entry, "the pictures of the set")
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
    description: APIParameter("scale", type: "1|2|3", documentation: "pixels per point")
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

  /// Returns a parameter for a size: `60`, or `{ 60, 60 }`.
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

/// The options that select an app of a project, for `AppPackage` and `device:install`.
enum PackageSelectionArguments {
  static let fields: [APIParameter] = [
    target.description, configuration.description, settings.description, xcode.description,
  ]
  static let known = RecordFields(fields)
  private static let target = Parameter<String>.string(
    "target",
    "the target of a project; by default the app for iPhone or iPad with the project's name or, if there "
      + "is none, the first one")
  private static let configuration = Parameter<String>.string(
    "configuration", "the build configuration of an Xcode project; `Release` by default")
  private static let settings = Parameter.strings(
    "settings", "build settings: for a project, as for xcodebuild; for an Info.plist, the values of `$(NAME)`")
  private static let xcode = Parameter<XcodeVersion>.text(
    "xcode", "the version of Xcode that builds an Xcode project, such as `\"16.4\"`", domain: .xcode
  ) { text in
    if let version = XcodeVersion(text) { return version }
    throw LuaFailure(
      "xcode cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
      hint: "Use a version such as \"16.4\" or \"26\".")
  }

  /// Reads the options from a record that includes ``fields``.
  static func read(_ record: RecordReader) throws -> PackageOptions {
    var options = PackageOptions()
    options.target = try record.read(target)
    options.configuration = try record.read(configuration)
    if let settings = try record.read(settings) { options.settings = settings }
    if let version = try record.read(xcode) { options.xcodeVersion = version }
    return options
  }

  /// Returns the cache key for a path with options. Other options select another package.
  static func key(_ path: String, _ options: PackageOptions) -> String {
    if options.target == nil, options.configuration == nil, options.settings.isEmpty, options.xcodeVersion == .latest {
      return path
    }
    let parts =
      [options.target, options.configuration, options.xcodeVersion.description].map { $0 ?? "" }
      + options.settings.map { "\($0.key)=\($0.value)" }
    return ([path] + parts).joined(separator: "\u{0}")
  }
}

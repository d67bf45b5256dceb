import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The table of `AppPackage`.
enum PackageArguments {
  private static let plist = Parameter<LuaValue>.value(
    "plist", type: "table", domain: .infoPlistKey, "the Info.plist")
  private static let entitlements = Parameter<LuaValue>.value(
    "entitlements", type: "table",
    "what the app is signed with: `{ [\"com.apple.developer.associated-domains\"] = { \"applinks:example.com\" } }`; not"
      + " known by default")
  private static let files = Parameter.named(
    "files", of: file, "paths, pictures as `{ width, height }`, other files as strings or sizes")
  private static let strings = Parameter.named(
    "strings", of: Parameter.strings("", ""), "InfoPlist.strings by language: `{ [\"zh-Hans\"] = { key = text } }`")
  private static let settings = Parameter.strings(
    "settings", "build settings for `$(NAME)` in values, and those that put icons of the catalog into the Info.plist")

  static let fields: [APIParameter] = [
    plist.description, files.description, CatalogArguments.catalog.description, strings.description,
    settings.description, entitlements.description,
  ]

  private static let known = RecordFields(fields)

  /// A package that is described as a table.
  static func package(_ call: LuaCall, _ index: Int) throws -> AppPackage {
    let record = try RecordReader(call, index, owner: "AppPackage", fields: known)
    guard let plist = try record.read(plist) else {
      throw record.failure(
        "the field plist is required", hint: "AppPackage { plist = { CFBundleIdentifier = … } }")
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

  /// - Throws: ``LuaFailure`` for a list, and for what no property list holds.
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
  /// Texts by name.
  static func strings(_ name: String, _ documentation: String) -> Parameter {
    Parameter<[(name: String, value: String)]>.named(name, of: .string("", ""), documentation).map { texts in
      StringTable(texts.map { ($0.name, $0.value) })
    }
  }
}

extension LuaStack {
  /// A list of two.
  func pair(at index: Int) -> (LuaValue, LuaValue)? {
    guard case .table(let list) = value(at: index), list.fields.isEmpty, list.array.count == 2 else { return nil }
    return (list.array[0], list.array[1])
  }
}

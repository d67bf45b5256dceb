import AppPackages
import LuaEngine
import PropertyLists
import Simulator

/// The arguments of `AppPackage`.
enum PackageArguments {
  /// A package that is described as a table.
  static func package(_ call: LuaCall, _ index: Int) throws -> AppPackage {
    _ = try RecordReader(call, index, owner: "AppPackage", fields: PackageAPI.fields)
    guard case .table(let table) = call.stack.value(at: index) else {
      throw LuaFailure("AppPackage: a plain table is expected", code: "argument")
    }
    guard let plist = table["plist"] else {
      throw LuaFailure(
        "AppPackage: the field plist is needed", code: "argument",
        hint: "AppPackage { plist = { CFBundleIdentifier = … } }")
    }
    guard case .dictionary(let info) = try PropertyListConversion.propertyListValue(plist, at: "plist") else {
      throw LuaFailure("AppPackage: plist must be a table with named fields", code: "argument")
    }
    let name = info["CFBundleName"]?.string ?? info["CFBundleDisplayName"]?.string ?? "App"
    return try AppPackage(
      name: name, infoPlist: info, files: try files(table["files"]),
      catalog: try CatalogArguments.catalog(table["catalog"]),
      strings: try strings(table["strings"]), settings: try stringTable(table["settings"], "settings"),
      source: call.place())
  }

  static func fields(_ value: LuaValue?, _ name: String) throws -> [(name: String, value: LuaValue)] {
    guard let value, !value.isNil else { return [] }
    guard case .table(let table) = value, table.array.isEmpty else {
      throw LuaFailure("AppPackage: \(name) must be a table with named fields, got \(value.typeName)", code: "argument")
    }
    return try table.fields.map { key, value in
      guard case .string(let key) = key else {
        throw LuaFailure("AppPackage: \(name) must have names as keys", code: "argument")
      }
      return (key, value)
    }
  }

  private static func files(_ value: LuaValue?) throws -> [(path: String, content: PackageFile)] {
    try fields(value, "files").map { path, value in
      switch value {
      case .string(let text): return (path, .bytes(Array(text.utf8)))
      case .bytes(let bytes): return (path, .bytes(bytes))
      case .table(let size):
        guard size.array.count == 2, let width = size.array[0].integer, let height = size.array[1].integer else {
          break
        }
        return (path, .pixels(width: Int(clamping: width), height: Int(clamping: height)))
      default:
        guard let size = value.integer else { break }
        return (path, .opaque(size: Int(clamping: size)))
      }
      throw LuaFailure(
        "AppPackage: files[\"\(path)\"] must be { width, height }, a string or a number of bytes", code: "argument")
    }
  }

  private static func strings(_ value: LuaValue?) throws -> [(language: String, table: StringTable)] {
    try fields(value, "strings").map { ($0.name, try stringTable($0.value, "strings[\"\($0.name)\"]")) }
  }

  private static func stringTable(_ value: LuaValue?, _ name: String) throws -> StringTable {
    StringTable(
      try fields(value, name).map { key, value in
        guard let text = value.string else {
          throw LuaFailure("AppPackage: \(name).\(key) must be a string, got \(value.typeName)", code: "argument")
        }
        return (key, text)
      })
  }
}

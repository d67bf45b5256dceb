import AppPackages
import Events
import Lint
import PropertyLists

/// Apps with quick actions, made from data.
enum ShortcutSamples {
  private static let prefix = "UIApplicationShortcutItem"

  /// A correct item with additional keys: `["IconFile": "pencil"]`; nil removes a key.
  static func item(_ type: String = "new", _ more: [(String, PropertyListValue?)] = []) -> PropertyListValue {
    var entry: PropertyListDictionary = [prefix + "Type": .string(type), prefix + "Title": "New Note"]
    for (key, value) in more { entry[prefix + key] = value }
    return .dictionary(entry)
  }

  /// An app for iPhone and iPad.
  static func app(
    _ items: [PropertyListValue] = [], info: [(String, PropertyListValue?)] = [],
    files: [(path: String, content: PackageFile)] = [], sets: [AssetSet] = [],
    strings: [(language: String, table: StringTable)] = [], settings: StringTable = [:]
  ) throws -> AppPackage {
    var plist: PropertyListDictionary = [
      "CFBundleIdentifier": "com.example.notes", "CFBundleName": "Notes", "UIDeviceFamily": [1, 2],
      "MinimumOSVersion": "15.0",
    ]
    if !items.isEmpty { plist["UIApplicationShortcutItems"] = .array(of: items) }
    for (key, value) in info { plist[key] = value }
    return try AppPackage(
      name: "Notes", infoPlist: plist, files: files, catalog: sets.isEmpty ? nil : AssetCatalog(sets: sets),
      strings: strings, settings: settings)
  }

  /// An image set with pictures of these sizes at 1x, 2x and 3x.
  static func set(_ name: String, _ sides: [Int] = [35, 70, 105], _ intent: AssetSet.RenderingIntent? = .template)
    -> AssetSet
  {
    AssetSet(
      name: name, kind: .image,
      entries: sides.enumerated().map { index, side in
        AssetEntry(
          scale: index + 1, filename: "\(name)@\(index + 1)x.png",
          header: ImageHeader(format: .png, width: side, height: side))
      }, renderingIntent: intent)
  }

  /// The findings of quick action rules.
  static func findings(_ package: AppPackage) -> [Finding] {
    Linter().findings(in: package).filter {
      $0.code.rawValue.hasPrefix("shortcut-") || $0.code == "scene-manifest-missing"
    }
  }
}

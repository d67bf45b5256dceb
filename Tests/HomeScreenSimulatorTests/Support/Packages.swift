import AppPackages
import PropertyLists

/// Packages for tests; the only code that creates an `AppPackage`.
enum Packages {
  /// Files by name, with their side length in pixels.
  typealias Files = [(name: String, side: Int)]

  static func make(
    _ plist: PropertyListDictionary, name: String = "Test", files: Files = [], catalog: AssetCatalog? = nil,
    strings: [(language: String, table: StringTable)] = [], settings: StringTable = [:]
  ) throws -> AppPackage {
    try AppPackage(
      name: name, infoPlist: plist,
      files: files.map { (path: $0.name, content: .pixels(width: $0.side, height: $0.side)) }, catalog: catalog,
      strings: strings, settings: settings)
  }

  /// A hand-written Info.plist with two alternates, `night` and `day`, and their files for both screens, without
  /// suffixed keys and catalog.
  static func paint(
    identifier: String = "com.example.paint", label: String = "Paint",
    _ changes: (inout PropertyListDictionary) -> Void = { _ in }
  ) throws -> AppPackage {
    var plist: PropertyListDictionary = [
      "CFBundleIdentifier": .string(identifier),
      "CFBundleDisplayName": .string(label),
      "UIDeviceFamily": [1, 2],
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        "CFBundleAlternateIcons": [
          "night": ["CFBundleIconFiles": ["night"]],
          "day": ["CFBundleIconFiles": ["day"]],
        ],
      ],
    ]
    changes(&plist)
    return try make(plist, files: files(["paint", "night", "day"]))
  }

  /// `NAME@2x.png` and `NAME@3x.png` for iPhone, and `NAME@2x~ipad.png` for iPad.
  static func files(_ names: [String]) -> Files {
    names.flatMap { [("\($0)@2x.png", 120), ("\($0)@3x.png", 180), ("\($0)@2x~ipad.png", 152)] }
  }
}

import AppPackages

/// Packages for the tests; the one place that knows how an `AppPackage` is made.
enum Packages {
  /// Files by name, each with its side in pixels.
  typealias Files = [(name: String, side: Int)]

  static func make(
    _ plist: PropertyListDictionary, name: String = "Test.app", files: Files = [], catalog: AssetCatalog? = nil
  ) -> AppPackage {
    AppPackage(
      name: name, infoPlist: plist,
      files: Dictionary(uniqueKeysWithValues: files.map { ($0.name, ($0.side, $0.side)) }), catalog: catalog)
  }

  /// A hand-written Info.plist with two alternates, `night` and `day`, and their files for both screens; no suffixed
  /// key, no catalog.
  static func paint(
    identifier: String = "com.example.paint", label: String = "Paint",
    _ changes: (inout PropertyListDictionary) -> Void = { _ in }
  ) -> AppPackage {
    var plist: PropertyListDictionary = [
      "CFBundleIdentifier": .string(identifier),
      "CFBundleDisplayName": .string(label),
      "CFBundleIcons": [
        "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["paint"]],
        "CFBundleAlternateIcons": [
          "night": ["CFBundleIconFiles": ["night"]],
          "day": ["CFBundleIconFiles": ["day"]],
        ],
      ],
    ]
    changes(&plist)
    return make(plist, files: files(["paint", "night", "day"]))
  }

  /// `NAME@2x.png` and `NAME@3x.png` for an iPhone, `NAME@2x~ipad.png` for an iPad.
  static func files(_ names: [String]) -> Files {
    names.flatMap { [("\($0)@2x.png", 120), ("\($0)@3x.png", 180), ("\($0)@2x~ipad.png", 152)] }
  }
}

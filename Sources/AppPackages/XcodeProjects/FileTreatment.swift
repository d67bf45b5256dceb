import Platform

/// What a build does with a file of a target, by its ending.
enum FileTreatment: Equatable {
  /// Copied into the bundle.
  case copied
  /// Compiled into one file of another ending.
  case compiled(String)
  /// Into `Assets.car`.
  case catalog
  /// `.xcstrings`: one `.strings` for each language.
  case stringCatalog
  /// Not in the bundle as a file.
  case omitted

  init(fileNamed name: String) {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcassets", "icon": self = .catalog
    case "xcstrings": self = .stringCatalog
    case "storyboard": self = .compiled("storyboardc")
    case "xib": self = .compiled("nib")
    case "xcdatamodeld", "xcdatamodel": self = .compiled("momd")
    case "mlmodel", "mlpackage": self = .compiled("mlmodelc")
    case let ending: self = Self.sources.contains(ending) ? .omitted : .copied
    }
  }

  /// Whether a folder of this name is one thing for a build, not a place for files.
  static func isPackage(_ name: String) -> Bool {
    packages.contains(FileTreePath.lowercasedExtension(of: name))
  }

  private static let packages: Set<String> = [
    "xcassets", "icon", "xcdatamodeld", "xcdatamodel", "mlpackage", "bundle", "framework", "xcframework", "app",
    "appex", "docc", "playground", "scnassets", "spriteatlas", "xcodeproj", "xcworkspace", "rkassets",
    "realitycomposerpro",
    "skybox", "mlmodelc", "momd", "storyboardc", "nib", "xcmappingmodel", "xctestplan",
  ]

  /// Endings that a synchronised folder gives to other phases than the copying of resources, or to none.
  private static let sources: Set<String> = [
    "swift", "m", "mm", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "pch", "s", "d", "y", "l", "metal", "modulemap",
    "intentdefinition", "entitlements", "xcconfig", "xctestplan", "docc", "xcodeproj", "xcworkspace", "playground",
    "framework", "xcframework", "a", "dylib", "tbd", "o", "gyb", "swiftinterface", "appex", "app",
  ]
}

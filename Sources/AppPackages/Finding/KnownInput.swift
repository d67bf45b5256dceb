import Platform

/// Inputs that are recognised by name, so that a person learns what to open instead.
struct KnownInput {
  let title: String
  let hint: String

  private init(_ title: String, _ hint: String) {
    self.title = title
    self.hint = hint
  }

  /// A file that is no Info.plist.
  static func file(named name: String) -> KnownInput? {
    if let generator = ProjectGenerator.generator(for: name) {
      return KnownInput(generator.title, generator.hint())
    }
    if name == "Assets.car" { return KnownInput("a compiled asset catalog", "open the .app around it") }
    switch FileTreePath.lowercasedExtension(of: name) {
    case "pbxproj": return KnownInput("the inside of an Xcode project", "open the .xcodeproj folder around it")
    case "xcconfig": return KnownInput("a file of build settings", sourceHint)
    default: return nil
    }
  }

  /// A folder that is no app.
  static func folder(named name: String) -> KnownInput? {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcassets": KnownInput("an asset catalog", sourceHint)
    case "icon": KnownInput("an Icon Composer icon", sourceHint)
    case "appex": KnownInput("an app extension", "open the .app around it")
    case "framework", "xcframework": KnownInput("a framework", "open the .app that uses it")
    case "swiftpm": KnownInput(ProjectGenerator.playground.title, ProjectGenerator.playground.hint())
    case "bundle": KnownInput("a resource bundle", "open the .app around it")
    default: nil
    }
  }

  private static let sourceHint = "open the .xcodeproj, or the built .app"
}

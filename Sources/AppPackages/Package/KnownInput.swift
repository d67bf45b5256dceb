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
    switch name {
    case "project.yml", "project.yaml":
      return KnownInput("an XcodeGen specification", sourceHint)
    case "Project.swift":
      return KnownInput("a Tuist project", sourceHint)
    case "app.json", "app.config.js", "app.config.ts":
      return KnownInput(
        "an Expo or React Native configuration", "run `npx expo prebuild`, then open ios/NAME/Info.plist")
    case "Package.swift":
      return KnownInput("a Swift package", sourceHint)
    case "Assets.car":
      return KnownInput("a compiled asset catalog", "open the .app around it")
    default: break
    }
    switch FileTreePath.lowercasedExtension(of: name) {
    case "ipa": return KnownInput("an .ipa archive", "unpack it with `unzip`, then open Payload/NAME.app")
    case "zip": return KnownInput("a ZIP archive", "unpack it, then open the .app in it")
    case "pbxproj": return KnownInput("the inside of an Xcode project", sourceHint)
    case "xcconfig": return KnownInput("a file of build settings", sourceHint)
    default: return nil
    }
  }

  /// A folder that is no app.
  static func folder(named name: String) -> KnownInput? {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcodeproj": KnownInput("an Xcode project", sourceHint)
    case "xcworkspace": KnownInput("an Xcode workspace", sourceHint)
    case "xcarchive": KnownInput("an Xcode archive", "open Products/Applications/NAME.app in it")
    case "xcassets": KnownInput("an asset catalog", sourceHint)
    case "icon": KnownInput("an Icon Composer icon", sourceHint)
    case "appex": KnownInput("an app extension", "open the .app around it")
    case "framework", "xcframework": KnownInput("a framework", "open the .app that uses it")
    case "bundle": KnownInput("a resource bundle", "open the .app around it")
    default: nil
    }
  }

  private static let sourceHint = "open the target's Info.plist, or the built .app"
}

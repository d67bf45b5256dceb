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
      return KnownInput("an XcodeGen specification", "run `xcodegen generate`, then open the .xcodeproj that it writes")
    case "Project.swift", "Tuist.swift":
      return KnownInput(
        "a Tuist project", "run `tuist generate --no-open`, then open the .xcodeproj that it writes")
    case "app.json", "app.config.js", "app.config.ts":
      return KnownInput(
        "an Expo or React Native configuration",
        "run `npx expo prebuild --platform ios`, then open the .xcodeproj in ios")
    case "pubspec.yaml":
      return KnownInput(
        "a Flutter project", "run `flutter create --platforms=ios .`, then open ios/Runner.xcodeproj")
    case "config.xml":
      return KnownInput("a Cordova project", "run `cordova prepare ios`, then open the .xcodeproj in platforms/ios")
    case "capacitor.config.json", "capacitor.config.ts":
      return KnownInput("a Capacitor project", "run `npx cap add ios`, then open ios/App/App.xcodeproj")
    case "BUILD", "BUILD.bazel", "WORKSPACE", "MODULE.bazel":
      return KnownInput("a Bazel project", "build the app, then open the .app")
    case "Package.swift":
      return KnownInput("a Swift package", "a package holds no app; open the Xcode project that uses it")
    case "Assets.car":
      return KnownInput("a compiled asset catalog", "open the .app around it")
    default: break
    }
    switch FileTreePath.lowercasedExtension(of: name) {
    case "ipa": return KnownInput("an .ipa archive", "unpack it with `unzip`, then open Payload/NAME.app")
    case "zip": return KnownInput("a ZIP archive", "unpack it, then open the .app in it")
    case "pbxproj": return KnownInput("the inside of an Xcode project", "open the .xcodeproj folder around it")
    case "xcconfig": return KnownInput("a file of build settings", sourceHint)
    default: return nil
    }
  }

  /// A folder that is no app.
  static func folder(named name: String) -> KnownInput? {
    switch FileTreePath.lowercasedExtension(of: name) {
    case "xcarchive": KnownInput("an Xcode archive", "open Products/Applications/NAME.app in it")
    case "xcassets": KnownInput("an asset catalog", sourceHint)
    case "icon": KnownInput("an Icon Composer icon", sourceHint)
    case "appex": KnownInput("an app extension", "open the .app around it")
    case "framework", "xcframework": KnownInput("a framework", "open the .app that uses it")
    case "bundle": KnownInput("a resource bundle", "open the .app around it")
    default: nil
    }
  }

  private static let sourceHint = "open the .xcodeproj, or the built .app"
}

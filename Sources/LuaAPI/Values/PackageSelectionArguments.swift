import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The options that say which app of a project is meant: of `AppPackage` and of `device:install`.
enum PackageSelectionArguments {
  static let fields: [APIParameter] = [
    target.description, configuration.description, settings.description, xcode.description,
  ]
  static let known = RecordFields(fields)
  private static let target = Parameter<String>.string(
    "target", "the target of an Xcode project; its only app for iPhone and iPad by default")
  private static let configuration = Parameter<String>.string(
    "configuration", "the build configuration of an Xcode project; `Release` by default")
  private static let settings = Parameter.strings(
    "settings", "build settings: for a project those of its command line, for an Info.plist the values of `$(NAME)`")
  private static let xcode = Parameter<XcodeVersion>.text(
    "xcode", "the version of Xcode that builds an Xcode project, such as `\"16.4\"`", domain: .xcode
  ) { text in
    if let version = XcodeVersion(text) { return version }
    throw LuaFailure(
      "xcode cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
      hint: "Use a version such as \"16.4\" or \"26\".")
  }

  /// Reads the options out of a record that allows ``fields``.
  static func read(_ record: RecordReader) throws -> PackageOptions {
    var options = PackageOptions()
    options.target = try record.read(target)
    options.configuration = try record.read(configuration)
    if let settings = try record.read(settings) { options.settings = settings }
    if let version = try record.read(xcode) { options.xcodeVersion = version }
    return options
  }

  /// Whether anything in particular is asked for; packages of the same path with other options are other packages.
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

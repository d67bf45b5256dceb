import AppPackages
import LuaEngine
import Simulator

/// The options that say which app of a project is meant: of `AppPackage` and of `device:install`.
enum PackageSelectionArguments {
  static let fields: [APIParameter] = [
    target.description, configuration.description, settings.description, xcode.description,
  ]
  private static let target = Parameter<String>.string(
    "target", "the target of an Xcode project; its only app for iPhone and iPad by default")
  private static let configuration = Parameter<String>.string(
    "configuration", "the build configuration of an Xcode project; `Release` by default")
  private static let settings = Parameter<LuaValue>.value(
    "settings", type: "table<string, string>",
    "build settings: for a project those of its command line, for an Info.plist the values of `$(NAME)`")
  private static let xcode = Parameter<String>.string(
    "xcode", "the version of Xcode that builds an Xcode project, such as `\"16.4\"`")

  /// Reads the options out of a record that allows ``fields``.
  static func read(_ record: RecordReader) throws -> PackageOptions {
    var options = PackageOptions()
    options.target = try record.read(target)
    options.configuration = try record.read(configuration)
    if let value = try record.read(settings) { options.settings = try table(value, owner: record.owner) }
    if let text = try record.read(xcode) {
      guard let version = XcodeVersion(text) else {
        throw LuaFailure(
          "\(record.owner): xcode cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
          hint: "It is a version such as \"16.4\" or \"26\".")
      }
      options.xcodeVersion = version
    }
    return options
  }

  private static func table(_ value: LuaValue, owner: String) throws -> StringTable {
    guard case .table(let table) = value, table.array.isEmpty else {
      throw LuaFailure(
        "\(owner): settings must be a table with named fields, got \(value.typeName)", code: "argument",
        hint: "settings = { PRODUCT_NAME = \"…\" }")
    }
    return StringTable(
      try table.fields.map { key, value in
        guard case .string(let name) = key, let text = value.string else {
          throw LuaFailure("\(owner): settings are strings by name", code: "argument")
        }
        return (name, text)
      })
  }

  /// Whether anything in particular is asked for; packages of the same path with other options are other packages.
  static func key(_ path: String, _ options: PackageOptions) -> String {
    let parts =
      [options.target, options.configuration, options.xcodeVersion.description].map { $0 ?? "" }
      + options.settings.map { "\($0.key)=\($0.value)" }
    return ([path] + parts).joined(separator: "\u{0}")
  }
}

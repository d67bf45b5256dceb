import AppPackages
import ArgumentParser

/// Which part of an app's project is meant, for every command that opens an app.
struct PackageSelection: ParsableArguments {
  @Option(help: "Target of a project; its only app for iPhone and iPad by default.")
  var target: String?

  @Option(help: "Build configuration of a project; Release by default.")
  var configuration: String?

  @Option(
    name: .customLong("setting"),
    help: ArgumentHelp("Override a build setting of the project; may be repeated.", valueName: "key=value"))
  var settings: [String] = []

  @Option(help: "Version of Xcode that builds the project, such as 16.4.")
  var xcode: String?

  func validate() throws {
    for setting in settings where Self.parts(setting) == nil {
      throw ValidationError("--setting must be KEY=VALUE, not “\(setting)”.")
    }
    if let xcode, XcodeVersion(xcode) == nil { throw ValidationError("--xcode must be a version such as 16.4.") }
  }

  var options: PackageOptions { options(builtBy: nil) }

  /// - Parameter known: the version of Xcode that is taken where none is named; the latest one when nil.
  func options(builtBy known: XcodeVersion?) -> PackageOptions {
    PackageOptions(
      settings: StringTable(settings.compactMap(Self.parts)), target: target, configuration: configuration,
      xcodeVersion: xcode.flatMap { XcodeVersion($0) } ?? known ?? .latest)
  }

  /// At the first `=` behind the conditions, as in `KEY[sdk=iphoneos*]=value`.
  private static func parts(_ text: String) -> (String, String)? {
    let start = text.lastIndex(of: "]") ?? text.startIndex
    guard let equals = text[start...].firstIndex(of: "="), equals > text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}

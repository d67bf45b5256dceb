import AppPackages
import ArgumentParser
import HomeScreenSimulator
import Platform
import SourceClient

/// The device of a command.
struct DeviceOptions: ParsableArguments {
  @Option(
    name: [.customLong("device"), .customLong("model")],
    help: ArgumentHelp("Device model, such as iPad or \"iPhone 15 Pro\".", valueName: "model"),
    completion: .custom { _, _, _ in DeviceModel.all.map(\.name) })
  var model: String?

  @Option(
    help: ArgumentHelp(
      "iOS version, such as 17.5. A command that uses only one version uses the newest by default.",
      valueName: "version"), completion: .list(OSVersion.milestones(from: .oldest).map(\.description)))
  var os: String?

  @Option(
    help: ArgumentHelp(
      "Device language, such as zh-Hans. A command that uses only one language uses en by default.",
      valueName: "language"))
  var locale: String?

  /// Returns the device, or one for each of the models if none is named.
  func devices(models: [DeviceModel] = [.iPhone]) throws(SimulatorError) -> [Device] {
    let version = try os.map { text throws(SimulatorError) in try OSVersion(parsing: text) } ?? .newest
    var models = models
    if let model { models = [try DeviceModel(named: model)] }
    var devices: [Device] = []
    for model in models {
      devices.append(try Device(model: model, os: version, locale: try Device.language(named: locale ?? "en")))
    }
    return devices
  }

  /// The values of each option, for a command that takes lists separated by commas; nil for all.
  var lists: (models: [String]?, versions: [String]?, languages: [String]?) {
    func list(_ text: String?) -> [String]? {
      text?.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    return (list(model), list(os), list(locale))
  }

  /// Returns the devices for a command with several versions and languages, each separated by commas; nil for all.
  func choice(models: [DeviceModel]) throws(SimulatorError) -> (
    models: [DeviceModel], versions: [OSVersion]?, languages: [String]?, devices: [Device]
  ) {
    let (_, texts, languages) = lists
    for language in languages ?? [] { _ = try Device.language(named: language) }
    let versions = try texts?.map { text throws(SimulatorError) in try OSVersion(parsing: text) }
    let models = try model.map { name throws(SimulatorError) in [try DeviceModel(named: name)] } ?? models
    var devices: [Device] = []
    for model in models {
      for version in versions ?? [.newest] where versions != nil || model.runs(version) {
        for language in languages ?? ["en"] {
          devices.append(try Device(model: model, os: version, locale: language))
        }
      }
    }
    return (models, versions, languages, devices)
  }
}

/// The selected part of an app's project, for every command that opens an app.
struct PackageSelection: ParsableArguments {
  @Option(
    help: """
      Target of a project. By default, lint and check use every target that builds an app for iPhone or iPad; other \
      commands use the app with the project's name or, if there is none, the first app.
      """)
  var target: String?

  @Option(help: "Build configuration of a project. By default, lint uses all of them; other commands use Release.")
  var configuration: String?

  @Option(
    name: .customLong("setting"),
    help: ArgumentHelp("Override a build setting of the project; may be repeated.", valueName: "key=value"))
  var settings: [String] = []

  @Option(
    help: "Version of Xcode that builds the project, such as 16.4. “check” compares several, separated by commas.")
  var xcode: String?

  func validate() throws {
    for setting in settings where Self.parts(setting) == nil {
      throw ValidationError("--setting must be KEY=VALUE, not “\(setting)”.")
    }
    if let xcode, versions.isEmpty || versions.count != xcode.split(separator: ",").count {
      throw ValidationError("--xcode must be a version such as 16.4.")
    }
  }

  var options: PackageOptions { options(builtBy: nil) }

  /// The versions of the option.
  var versions: [XcodeVersion] { (xcode ?? "").split(separator: ",").compactMap { XcodeVersion(String($0)) } }
  /// The last version of the option, for a command that uses one version; nil without the option.
  var version: XcodeVersion? { versions.last }

  /// - Parameter known: the version of Xcode if no option gives one; the latest one when nil.
  func options(builtBy known: XcodeVersion?) -> PackageOptions {
    PackageOptions(
      settings: StringTable(settings.compactMap(Self.parts)), target: target, configuration: configuration,
      xcodeVersion: version ?? known ?? .latest)
  }

  /// Splits at the first `=` after the conditions, as in `KEY[sdk=iphoneos*]=value`.
  private static func parts(_ text: String) -> (String, String)? {
    let start = text.lastIndex(of: "]") ?? text.startIndex
    guard let equals = text[start...].firstIndex(of: "="), equals > text.startIndex else { return nil }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}

/// Whether the app's own code is read, and cached.
struct SourceOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Also read the app's own code with homescreen-sources. This is on by default if homescreen-sources is installed, \
      except in lint.
      """)
  var sources: Bool?

  @Flag(help: "Ignore the cache, and read unchanged code again.")
  var noCache = false

  /// Returns the reader of the code; nil if the code is not read.
  ///
  /// - Parameter isUsual: whether the command reads code by default.
  func client(isUsual: Bool, _ limit: TimeLimitOption) -> SourceClient? {
    guard sources ?? isUsual else { return nil }
    return Self.client(cache: noCache ? nil : Self.cacheFolder, limit.ofReader)
  }

  /// Returns the reader for scripts that install an app with its sources.
  static func clientOfScripts() -> SourceClient {
    client(cache: cacheFolder, SourceLimit(seconds: TimeLimit.defaultSeconds))
  }

  private static func client(cache: String?, _ limit: SourceLimit) -> SourceClient {
    SourceClient(version: Homescreen.version, cache: cache, limit: limit)
  }

  /// Returns why the result is incomplete: the reader failed, or is missing although an option asks for it.
  func incompleteness(_ client: SourceClient?) -> Platform.ExitCode? {
    client?.failures.filter { $0 != .missing || sources == true }.map(\.exitCode).max()
  }

  /// Returns the reader's cache, or the folder above in which the reader makes the cache when it has something to keep.
  ///
  /// - Parameter levels: the number of levels to search above it.
  static func cachePlaces(above levels: Int) -> [String] {
    // A new account has no folder for caches.
    if levels > 1, let folder = ProcessEnvironment.cacheFolder { try? PrivateFolder.make(folder) }
    return cacheFolder.map { Confinement.place(ofFolder: $0, above: levels) } ?? []
  }

  private static var cacheFolder: String? { ProcessEnvironment.cacheFolder.map { "\($0)/homescreen/sources" } }
}

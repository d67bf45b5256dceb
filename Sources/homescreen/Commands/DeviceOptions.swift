import ArgumentParser
import HomeScreenSimulator

/// The device that a command is about.
struct DeviceOptions: ParsableArguments {
  @Option(
    name: [.customLong("device"), .customLong("model")],
    help: ArgumentHelp("Device model, such as iPad or \"iPhone 15 Pro\".", valueName: "model"))
  var model: String?

  @Option(help: ArgumentHelp("Version of iOS; the newest known one by default.", valueName: "version"))
  var os: String?

  @Option(help: ArgumentHelp("Device language, such as zh-Hans; en by default.", valueName: "language"))
  var locale: String?

  /// The device, or one for each of the models when none is named.
  func devices(models: [DeviceModel] = [.iPhone]) throws(SimulatorError) -> [Device] {
    let version = try os.map { text throws(SimulatorError) in try OSVersion(parsing: text) } ?? .newest
    var models = models
    if let model { models = [try DeviceModel(named: model)] }
    var devices: [Device] = []
    for model in models { devices.append(try Device(model: model, os: version, locale: locale ?? "en")) }
    return devices
  }

  /// What each option names, for a command that takes several, separated by commas; nil for all.
  var lists: (models: [String]?, versions: [String]?, languages: [String]?) {
    func list(_ text: String?) -> [String]? {
      text?.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
    return (list(model), list(os), list(locale))
  }

  /// The devices for a command that judges several versions and languages at once, each separated by commas; nil for all.
  func choice(models: [DeviceModel]) throws(SimulatorError) -> (
    models: [DeviceModel], versions: [OSVersion]?, languages: [String]?, devices: [Device]
  ) {
    let (_, texts, languages) = lists
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

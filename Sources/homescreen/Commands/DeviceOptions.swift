import ArgumentParser

/// The device that a person plays with.
struct DeviceOptions: ParsableArguments {
  @Option(
    name: [.customLong("device"), .customLong("model")],
    help: ArgumentHelp("The model of the device, such as iPad or \"iPhone 15 Pro\".", valueName: "model"))
  var model: String?

  @Option(help: "The version of iOS.")
  var os: String?

  @Option(help: "The language of the device.")
  var locale: String?
}

import ArgumentParser

/// The device that a person plays with.
struct DeviceOptions: ParsableArguments {
  @Option(help: "The model of the device.")
  var model: String?

  @Option(help: "The version of iOS.")
  var os: String?

  @Option(help: "The language of the device.")
  var locale: String?
}

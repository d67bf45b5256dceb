import Testing

/// A hostile script and its expected message.
struct HostileScript: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  /// 2 if the script is broken, 1 if a scenario failed, 0 if it is harmless.
  var exitCode: Int32 = 2
  /// The expected text of the message.
  let error: String
  /// The expected text of the hint; nil: not checked.
  var hint: String?
  /// The reported line; nil if the script succeeds.
  var line: Int? = 1
  /// The instruction budget, small if the script is slow.
  var budget: Int64 = 2_000_000
  /// In MiB.
  var memory = 32

  var testDescription: String { name }

  init(
    _ name: String, _ text: String, exitCode: Int32 = 2, error: String, hint: String? = nil, line: Int? = 1,
    budget: Int64 = 2_000_000, memory: Int = 32
  ) {
    self.name = name
    self.text = text
    self.exitCode = exitCode
    self.error = error
    self.hint = hint
    self.line = line
    self.budget = budget
    self.memory = memory
  }

  /// A script that never ends.
  static func endless(_ name: String, _ text: String, line: Int? = 1) -> HostileScript {
    HostileScript(name, text, error: "used up its budget of instructions", hint: "--budget N", line: line)
  }

  /// A script that exhausts memory.
  static func greedy(_ name: String, _ text: String, line: Int? = 1) -> HostileScript {
    HostileScript(
      name, text, error: "not enough memory: the script reached its limit of 32 MiB", hint: "--memory MIB", line: line,
      budget: 200_000_000)
  }

  /// The first line of a script, which installs and launches an app with an alternate icon `night`.
  static let app = """
    local package = AppPackage { plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A", CFBundleIcons = { \
    CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } }, files = { ["night@3x.png"] = { 180, 180 } } } \
    local device = Device { os = "17.5" } local app = device:install(package) device:launch(app)

    """
}

import Testing

/// A script that means harm, and what a person should read about it.
struct HostileScript: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  /// 2: the script is broken; 1: a scenario is; 0: it did no harm.
  var exitCode: Int32 = 2
  /// What the message says.
  let says: String
  /// What the hint says; nil: none is asked for.
  var hint: String?
  /// The line that is named; nil: none (the script ends well).
  var line: Int? = 1
  /// A small one, where the script is slow for what it costs.
  var budget: Int64 = 2_000_000
  /// In MiB.
  var memory = 32

  var testDescription: String { name }

  init(
    _ name: String, _ text: String, exitCode: Int32 = 2, says: String, hint: String? = nil, line: Int? = 1,
    budget: Int64 = 2_000_000, memory: Int = 32
  ) {
    self.name = name
    self.text = text
    self.exitCode = exitCode
    self.says = says
    self.hint = hint
    self.line = line
    self.budget = budget
    self.memory = memory
  }

  /// A script that never ends by itself.
  static func endless(_ name: String, _ text: String, line: Int? = 1) -> HostileScript {
    HostileScript(name, text, says: "used up its budget of instructions", hint: "--budget N", line: line)
  }

  /// A script that wants all memory.
  static func greedy(_ name: String, _ text: String, line: Int? = 1) -> HostileScript {
    HostileScript(
      name, text, says: "not enough memory: the script reached its limit of 32 MiB", hint: "--memory MIB", line: line,
      budget: 200_000_000)
  }

  /// An app with an alternate icon `night`, installed and launched, on the script's first line.
  static let app = """
    local package = AppPackage { plist = { CFBundleIdentifier = "com.example.a", CFBundleName = "A", CFBundleIcons = { \
    CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } }, files = { ["night@3x.png"] = { 180, 180 } } } \
    local device = Device { os = "17.5" } local app = device:install(package) device:launch(app)

    """
}

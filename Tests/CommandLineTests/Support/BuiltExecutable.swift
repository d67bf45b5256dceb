import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Programs built together with the tests.
enum BuiltExecutable {
  /// The path next to the test runner, or `HOMESCREEN_EXECUTABLE` for `homescreen` if set (to test another build).
  static func path(_ name: String = "homescreen") throws -> String {
    if name == "homescreen", let path = getenv("HOMESCREEN_EXECUTABLE") { return String(cString: path) }
    let runner = try runnerPath()
    var folder = runner[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      let candidate = "\(folder)/\(name)"
      if access(candidate, X_OK) == 0, isFile(candidate) { return candidate }
      if folder.hasSuffix("/.build") { break }
    }
    throw ProcessFailure(
      "\(name) is missing next to the test runner \(runner). Build it with `swift build --product \(name)`"
        + (name == "homescreen" ? ", or name one in HOMESCREEN_EXECUTABLE." : "."))
  }

  /// Whether the program under test has AddressSanitizer. `scripts/test --all` runs incompatible tests with the release
  /// build.
  static let isSanitized = Sanitizer.isOn && getenv("HOMESCREEN_EXECUTABLE") == nil

  private static func runnerPath() throws -> String {
    #if canImport(Glibc)
      guard let path = realpath("/proc/self/exe", nil) else {
        throw ProcessFailure("/proc/self/exe cannot be read: error \(errno)")
      }
      defer { free(path) }
      return String(cString: path)
    #else
      // If a helper of the toolchain runs the tests, the bundle is among its arguments.
      guard let bundle = CommandLine.arguments.first(where: { $0.contains(".xctest") }) else {
        throw ProcessFailure("The test bundle is not named on the command line.")
      }
      return bundle
    #endif
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

/// Runs the built `homescreen`.
///
/// - Parameters:
///   - stdin: The input; `nil` means empty input.
///   - environment: The whole environment of the child, which inherits nothing, so that tests are reproducible.
///   - timeLimit: The seconds after which the child and its descendants are killed.
func homescreen(
  _ arguments: [String], stdin: String? = nil, environment: [String: String] = [:], timeLimit: Double = 30
) throws -> ProcessResult {
  try ChildProcess.run(
    BuiltExecutable.path(), arguments, stdin: stdin, environment: environment, timeLimit: timeLimit)
}

/// Runs the program in a working directory.
func homescreen(
  _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
) throws -> ProcessResult {
  try ChildProcess.run(
    "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder.path, try BuiltExecutable.path()] + arguments,
    environment: environment, timeLimit: 60)
}

/// The commands in the program's help.
func commandNames() throws -> [String] {
  try homescreen(["--help"]).lines
    .filter { $0.hasPrefix("  ") && !$0.hasPrefix("  homescreen") }
    .compactMap { $0.split(separator: " ").first.map(String.init) }
}

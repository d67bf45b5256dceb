import AppPackages
import ArgumentParser
import Platform
import SourceClient

/// Whether the app's own code is read, and what is kept of it.
struct SourceOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      Also read the app's own code, with the separate program homescreen-sources; the default of check if it is \
      installed.
      """)
  var sources: Bool?

  @Flag(help: "Do not cache the code that was read; the cache saves reading unchanged code again.")
  var noCache = false

  /// Who reads the code; nil where nobody shall.
  ///
  /// - Parameter isUsual: whether the command reads code when nothing is said.
  func client(isUsual: Bool, _ limit: TimeLimitOption) -> SourceClient? {
    guard sources ?? isUsual else { return nil }
    return Self.client(cache: noCache ? nil : Self.cacheFolder, seconds: limit.secondsOfPart)
  }

  /// For scripts that install an app with its sources.
  static func clientOfScripts() -> SourceClient { client(cache: cacheFolder, seconds: secondsOfScripts) }

  private static func client(cache: String?, seconds: Double) -> SourceClient {
    SourceClient(version: Homescreen.version, cache: cache, seconds: seconds)
  }

  /// Where the reader keeps what it has read, or the folder above in which it makes the place for it.
  static func cachePlaces(above levels: Int) -> [String] {
    cacheFolder.map { Confinement.place(ofFolder: $0, above: levels) } ?? []
  }

  private static var cacheFolder: String? { ProcessEnvironment.cacheFolder.map { "\($0)/homescreen/sources" } }
  private static let secondsOfScripts = 60.0
}

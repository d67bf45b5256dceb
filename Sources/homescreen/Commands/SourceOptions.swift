import ArgumentParser
import HomeScreenReports
import SourceClient
import Streams

/// Whether the app's own code is read, and what is kept of it.
struct SourceOptions: ParsableArguments {
  @Flag(
    inversion: .prefixedNo,
    help: """
      The app's own code is read as well, by homescreen-sources, which is a program of its own; check does so where it is \
      there.
      """)
  var sources: Bool?

  @Flag(help: "Keeps nothing of the code that was read; otherwise what has not changed is not read again.")
  var noCache = false

  /// Who reads the code; nil where nobody shall.
  ///
  /// - Parameter isUsual: whether the command reads code when nothing is said.
  func client(isUsual: Bool, _ limit: TimeLimitOption) -> SourceClient? {
    guard sources ?? isUsual else { return nil }
    let cache = noCache ? nil : ProcessEnvironment.cacheFolder.map { "\($0)/homescreen/sources" }
    return SourceClient(version: Homescreen.version, cache: cache, seconds: limit.secondsOfPart)
  }
}

import LuaEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// When to look into the pipes: at once where little comes, and now and then where much does.
///
/// Workers write each event by itself. To be woken for each of them costs both ends more than the event.
struct ReadingRhythm {
  /// What came since the last pause.
  var bytes = 0
  private var waitingSince = ContinuousClock.now
  /// How often in a row something was there without much waiting.
  private var promptLooks = 0

  /// A wait below this is none.
  private static let shortWait = Duration.microseconds(200)
  /// Few events, as those of a short run, are taken as they come.
  private static let fewLooks = 8
  /// In milliseconds.
  private static let pauseLength: CInt = 1

  /// Lets something arrive where much does: an event waits that long at most. Workers whose pipes fill up do not wait.
  mutating func pause() {
    defer { bytes = 0 }
    if promptLooks >= Self.fewLooks, bytes < WorkerPipe.capacity / 2 { _ = poll(nil, 0, Self.pauseLength) }
  }

  mutating func beginWaiting() { waitingSince = .now }

  mutating func endWaiting() {
    promptLooks = waitingSince.duration(to: .now) < Self.shortWait ? promptLooks + 1 : 0
  }
}

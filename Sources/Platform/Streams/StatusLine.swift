import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A line at the foot of a person's terminal that says how far something is. It is drawn on standard error and wiped
/// before anything else is written.
public struct StatusLine {
  private let columns: Int
  private var drawn = 0.0
  /// Seconds between two drawings: nobody reads faster, and a terminal is slow.
  private static let pause = 0.05

  /// A line for standard error; nil where nobody looks at it, or where only plain lines are wanted (`NO_COLOR`,
  /// `TERM=dumb`).
  public init?(environment: (String) -> String? = ProcessEnvironment.value) {
    self.init(Terminal(.error, environment: environment))
  }

  /// A line for a terminal that is known.
  package init?(_ terminal: Terminal) {
    guard terminal.isTerminal, terminal.usesStyles else { return nil }
    columns = terminal.columns
  }

  /// Draws the line anew, unless it was drawn just now.
  /// - Parameter text: makes the line for a width in columns; nil for none.
  public mutating func draw(_ text: (_ columns: Int) -> StyledText?) {
    let now = Self.now()
    guard now - drawn >= Self.pause, let line = text(columns) else { return }
    drawn = now
    StandardStream.drawStatus(line)
  }

  /// Takes the line away.
  public func wipe() { StandardStream.wipeStatus() }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension StandardStream {
  private static let isStatusShown = Atomic(false)
  /// To the first column, and away with what is there.
  private static let wiping = "\r\u{1B}[K"

  fileprivate static func drawStatus(_ line: StyledText) {
    StandardStream.error.writeRendered(wiping + line.rendered(hasStyles: true))
    isStatusShown.store(true, ordering: .relaxed)
  }

  /// Takes the status line away, if there is one; whoever writes to a standard stream calls it before.
  package static func wipeStatus() {
    guard isStatusShown.exchange(false, ordering: .relaxed) else { return }
    _ = writeAll(Array(wiping.utf8), to: StandardStream.error.fileDescriptor)
  }
}

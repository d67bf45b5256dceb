/// A moment or a span of the device's own time, in whole milliseconds. Nothing here reads a real clock.
public struct VirtualTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since the device exists.
  public let milliseconds: Int64

  /// A moment or a span of so many milliseconds; every number is taken.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// The moment at which a device begins to exist, and the span without length.
  public static let zero = VirtualTime(milliseconds: 0)

  /// The longest span that a command takes, in seconds: about 32 years.
  public static let longestSpanInSeconds = 1_000_000_000.0

  /// A span of so many seconds, rounded to the nearest millisecond.
  ///
  /// - Throws: ``SimulatorError`` `bad-time` for a negative number, infinity, NaN or more than
  ///   ``longestSpanInSeconds``.
  public init(seconds: Double) throws(SimulatorError) {
    guard seconds >= 0, seconds <= VirtualTime.longestSpanInSeconds else {
      throw SimulatorError(
        .badTime, "\(seconds) is not a time in seconds",
        hint: "Use a number from 0 to 1 000 000 000.")
    }
    milliseconds = Int64((seconds * 1000).rounded())
  }

  /// The time in seconds.
  public var seconds: Double { Double(milliseconds) / 1000 }

  /// Whether `a` is the earlier moment, or the shorter span.
  public static func < (a: VirtualTime, b: VirtualTime) -> Bool { a.milliseconds < b.milliseconds }

  /// The sum. It stays at the largest time that a number of JSON and of Lua holds, about 285 000 years, instead of
  /// running over.
  public static func + (a: VirtualTime, b: VirtualTime) -> VirtualTime {
    let (sum, overflow) = a.milliseconds.addingReportingOverflow(b.milliseconds)
    return VirtualTime(milliseconds: overflow ? 1 << 53 : min(sum, 1 << 53))
  }

  /// The distance from `b` to `a`.
  static func - (a: VirtualTime, b: VirtualTime) -> VirtualTime {
    VirtualTime(milliseconds: a.milliseconds.subtractingReportingOverflow(b.milliseconds).partialValue)
  }

  /// Seconds with three decimals: `1.250 s`.
  public var description: String {
    let rest = milliseconds.magnitude % 1000
    let fraction = String(rest)
    return (milliseconds < 0 ? "-" : "") + "\(milliseconds.magnitude / 1000)."
      + String(repeating: "0", count: 3 - fraction.count) + fraction + " s"
  }
}

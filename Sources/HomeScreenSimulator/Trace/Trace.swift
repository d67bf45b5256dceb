import AppPackages
import PropertyLists

/// Events in the order in which they happened: of a device since it exists, or of one ``Device/record(_:)``.
public struct Trace: Sendable, Equatable, RandomAccessCollection, CustomStringConvertible {
  /// The most events that a device keeps.
  public static let maximumEvents = 250_000

  /// The events.
  public private(set) var events: [TraceEvent] = []

  /// A trace of these events, which are to be in the order of their times.
  public init(_ events: some Sequence<TraceEvent> = []) {
    self.events = Array(events)
  }

  /// The position of the first event: 0.
  public var startIndex: Int { events.startIndex }
  /// The position behind the last event: how many there are.
  public var endIndex: Int { events.endIndex }
  /// The event at a position, counted from 0; there has to be one.
  public subscript(position: Int) -> TraceEvent { events[position] }

  mutating func append(_ event: TraceEvent) {
    events.append(event)
  }

  /// The events of one kind.
  public func events(of kind: TraceEventKind) -> [TraceEvent] {
    Work.count(events.count)
    return events.filter { $0.kind == kind }
  }

  /// The slots of the callbacks that the system called, in order, of one app or of all.
  public func callbacks(of app: String? = nil) -> [String] {
    Work.count(events.count)
    return events.filter { $0.kind == .callback && (app == nil || $0.app == app) }.map(\.name)
  }

  /// The position from which two traces differ; nil when they are the same.
  public static func firstDifference(_ first: [TraceEvent], _ second: [TraceEvent]) -> Int? {
    let same = zip(first, second).prefix { $0 == $1 }.count
    return same < Swift.max(first.count, second.count) ? same : nil
  }

  /// A line per event, each with a line feed.
  public var description: String {
    events.reduce(into: "") { $0 += $1.description + "\n" }
  }

  /// FNV-1a, 64 bit, over the canonical form of all events, as 16 hexadecimal digits: equal traces, equal hashes, on
  /// every machine.
  public var hash: String { Self.hash(of: events[...]) }

  /// The ``hash`` of a trace of these events.
  public static func hash(of events: ArraySlice<TraceEvent>) -> String {
    var hash = FNV1a64()
    for event in events { event.feed(&hash) }
    Work.count(hash.count / FNV1a64.bytesPerStep)
    return hash.hexadecimal
  }
}

extension TraceEvent {
  /// The canonical form: every part with its length before it, so that no two events can look the same.
  fileprivate func feed(_ hash: inout FNV1a64) {
    hash.feed(time.milliseconds)
    hash.feed(app)
    hash.feed(kind.rawValue)
    hash.feed(what.word)
    switch detail {
    case .none: hash.feed(Int64(0))
    case .text(let text):
      hash.feed(Int64(1))
      hash.feed(text)
    case .fields(let fields):
      hash.feed(Int64(2))
      hash.feed(Int64(fields.count))
      for field in fields {
        hash.feed(field.key.rawValue)
        switch field.value {
        case .absent: hash.feed(Int64(0))
        case .string(let text):
          hash.feed(Int64(1))
          hash.feed(text)
        case .integer(let number):
          hash.feed(Int64(2))
          hash.feed(Int64(number))
        case .boolean(let flag):
          hash.feed(Int64(3))
          hash.feed(Int64(flag ? 1 : 0))
        }
      }
    }
    hash.feed(fact?.rawValue)
  }
}

/// The hash of what several devices did: the named hash over the hashes of their traces.
public struct TraceDigest: Sendable, CustomStringConvertible {
  private var hash = FNV1a64()

  /// Of no device.
  public init() {}

  /// Adds the hash of one more trace.
  public mutating func combine(_ traceHash: String) { hash.feed(bytesOf: traceHash) }

  /// Adds what other devices did.
  public mutating func combine(_ other: TraceDigest) {
    hash.feed(Int64(bitPattern: other.hash.value))
  }

  /// The digest that ``description`` gave; nil for a text that is none.
  public init?(_ hexadecimal: String) {
    guard hexadecimal.utf8.count == 16, hexadecimal.first != "+", let value = UInt64(hexadecimal, radix: 16) else {
      return nil
    }
    hash = FNV1a64(value: value)
  }

  /// 16 hexadecimal digits.
  public var description: String { hash.hexadecimal }
}

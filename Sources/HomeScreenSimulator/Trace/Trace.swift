internal import AppPackages
import PropertyLists

/// Events in chronological order: since a device was created, or during ``Device/record(_:)``.
public struct Trace: Sendable, Equatable, RandomAccessCollection, CustomStringConvertible {
  /// The maximum number of events of a device.
  public static let maximumEvents = 250_000

  /// The events.
  public private(set) var events: [TraceEvent] = []

  /// Creates a trace of these events, which must be in chronological order.
  public init(_ events: some Sequence<TraceEvent> = []) { self.events = Array(events) }

  /// The position of the first event: 0.
  public var startIndex: Int { events.startIndex }
  /// The position after the last event: the number of events.
  public var endIndex: Int { events.endIndex }
  /// The event at a position, counted from 0; it must exist.
  public subscript(position: Int) -> TraceEvent { events[position] }

  mutating func append(_ event: TraceEvent) { events.append(event) }

  /// Returns the events of one kind.
  public func events(of kind: TraceEventKind) -> [TraceEvent] {
    Work.count(events.count)
    return events.filter { $0.kind == kind }
  }

  /// Returns the slots of the callbacks that the system called, in order, for one app or for all.
  public func callbacks(of app: String? = nil) -> [String] {
    Work.count(events.count)
    return events.filter { $0.kind == .callback && (app == nil || $0.app == app) }.map(\.name)
  }

  /// Returns the first position where two traces differ in more than their facts, or nil.
  public static func firstDifference(_ first: [TraceEvent], _ second: [TraceEvent]) -> Int? {
    let same = zip(first, second).prefix { $0.isSame(as: $1) }.count
    return same < Swift.max(first.count, second.count) ? same : nil
  }

  /// A line per event, each with a line feed.
  public var description: String { events.reduce(into: "") { $0 += $1.description + "\n" } }

  /// FNV-1a, 64 bit, over the canonical form of all events, as 16 hexadecimal digits: equal traces have equal hashes on
  /// every machine.
  public var hash: String { Self.hash(of: events[...]) }

  /// Returns the ``hash`` of a trace of these events.
  public static func hash(of events: ArraySlice<TraceEvent>) -> String {
    var hash = FNV1a64()
    for event in events { event.feed(&hash) }
    Work.count(hash.count / FNV1a64.bytesPerStep)
    return hash.hexadecimal
  }
}

extension TraceEvent {
  /// Feeds the canonical form: every part after its length, so that no two events have the same form.
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

/// The combined hash of several devices: FNV-1a over the hashes of their traces.
public struct TraceDigest: Sendable, CustomStringConvertible {
  private var hash = FNV1a64()

  /// Creates a digest of no devices.
  public init() {}

  /// Adds the hash of another trace.
  public mutating func combine(_ traceHash: String) { hash.feed(bytesOf: traceHash) }

  /// Adds the digest of other devices.
  public mutating func combine(_ other: TraceDigest) { hash.feed(Int64(bitPattern: other.hash.value)) }

  /// Parses the ``description`` of a digest; nil for any other string.
  public init?(_ hexadecimal: String) {
    guard hexadecimal.utf8.count == 16, hexadecimal.first != "+", let value = UInt64(hexadecimal, radix: 16) else {
      return nil
    }
    hash = FNV1a64(value: value)
  }

  /// The digest as 16 hexadecimal digits.
  public var description: String { hash.hexadecimal }
}

/// An event on a device.
public struct TraceEvent: Sendable, Equatable, CustomStringConvertible {
  /// The time on the device's clock.
  public let time: VirtualTime
  /// The bundle identifier of the app, or nil.
  public let app: String?
  /// The name of the event.
  public let what: TraceEventName
  /// Additional details, such as the name of an icon.
  public let detail: TraceDetail
  /// The fact about this behaviour of iOS, if any.
  public let fact: FactID?

  /// Creates an event at a time; by default without an app, details or a fact.
  public init(
    time: VirtualTime, app: String? = nil, what: TraceEventName, detail: TraceDetail = .none, fact: FactID? = nil
  ) {
    (self.time, self.app, self.what, self.detail, self.fact) = (time, app, what, detail, fact)
  }

  /// Whether another event differs at most in its fact, which may depend on the version of iOS.
  func isSame(as other: TraceEvent) -> Bool {
    (time, what, detail, app) == (other.time, other.what, other.detail, other.app)
  }

  /// The kind of event.
  public var kind: TraceEventKind { what.kind }
  /// The word for the event: for a callback, its slot.
  public var name: String { what.word }

  /// `0.200 s  com.example.paint  icon stored  name=night  [ICON-183]`.
  public var description: String {
    var line = "\(time)  "
    if let app { line += app + "  " }
    line += "\(kind.rawValue) \(name)"
    let details = detail.description
    if !details.isEmpty { line += "  " + details }
    if let fact { line += "  [\(fact)]" }
    Work.count(20 + line.utf8.count / 16)
    return line
  }
}

/// The kind of an event in the trace: a closed list.
public enum TraceEventKind: String, Sendable, CaseIterable {
  /// The system called a method of the app; the name is the slot in scripts.
  case callback
  /// The app wrote a line to its console; the event's detail is the line.
  case log
  /// An alert appeared (`shown`), was answered (`answered`), was dismissed by the app's code (`dismissed`) or
  /// disappeared with its app (`lost`).
  case alert
  /// The menu of an icon was opened, used or closed, or the app set its dynamic items.
  case menu
  /// A request for another icon, its outcome, and the icon on the Home Screen.
  case icon
  /// A quick action, URL or other item was delivered to the app, or the app declared it handled.
  case delivery
  /// The app presented or dismissed a controller, or UIKit refused that; a method of a controller or view ran.
  case presentation
  /// An app was installed, updated or removed; its process started, changed state or ended.
  case process
  /// iOS behaves in a way that surprises developers; the fact explains it.
  case quirk

  /// The meaning of the kind, for `help` and the reference.
  public var explanation: String {
    switch self {
    case .callback: "The system called a method of the app."
    case .log: "A line on the app's console."
    case .alert: "An alert appeared, was answered, or was lost with its app."
    case .menu: "The menu of an icon was opened, used or closed, or the app set its dynamic items."
    case .icon: "A request for another icon, its outcome, and what the Home Screen shows."
    case .delivery: "Something was delivered to the app, or the app declared that it was handled."
    case .presentation: "The app presented or dismissed a view controller, or UIKit refused the request."
    case .process: "An app was installed or removed; its process started, changed state or ended."
    case .quirk: "iOS behaved in a way that surprises developers; the fact says why."
    }
  }
}

/// The details of an event, formatted lazily.
public enum TraceDetail: Sendable, Equatable, CustomStringConvertible {
  case none
  /// A text, such as a line of the console.
  case text(String)
  /// Keys and values, in an order that is part of the event.
  case fields([Field])

  /// The names of details, declared once. The raw values are the words of the trace.
  public enum Key: String, Sendable, CaseIterable {
    // The number and the payload of a delivery.
    case delivery
    case type
    case url
    case notification
    case userActivity
    case spotlight
    case widget
    case intent
    case backgroundFetch
    case location
    case bluetooth
    // The app or browser that opens a URL.
    case opener
    // The outcome of a delivery.
    case callback
    case method
    case unused
    case implemented
    case outcome
    // Icons and errors.
    case name
    case domain
    case code
    case error
    case handler
    case reason
    case fault
    // The screen.
    case label
    case owner
    case button
    case row
    case rows
    case count
    case locale
    // Processes.
    case process
    case cause
    case allowance
    case on
    case since
    case surface
    case folder
  }

  /// A key with its value.
  public struct Field: Sendable, Equatable {
    /// The key.
    public let key: Key
    /// The value.
    public let value: Value

    /// Creates a field of an event.
    public init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }
  }

  /// A value of a field.
  public enum Value: Sendable, Equatable, CustomStringConvertible {
    case absent
    case string(String)
    case integer(Int)
    case boolean(Bool)

    /// The text, the number, `true` or `false`; `nil` for ``absent``.
    public var description: String {
      switch self {
      case .absent: "nil"
      case .string(let text): text
      case .integer(let number): String(number)
      case .boolean(let flag): flag ? "true" : "false"
      }
    }

    /// Creates a string or an absent value.
    init(_ text: String?) { self = text.map { .string($0) } ?? .absent }
  }

  /// The value of a field; nil if the key is missing.
  public subscript(key: Key) -> Value? {
    guard case .fields(let fields) = self else { return nil }
    return fields.first { $0.key == key }?.value
  }

  /// `key=value` pairs joined by blanks, or the text itself.
  public var description: String {
    switch self {
    case .none: ""
    case .text(let text): text
    case .fields(let fields): fields.map { "\($0.key.rawValue)=\($0.value)" }.joined(separator: " ")
    }
  }
}

extension TraceDetail: ExpressibleByArrayLiteral {
  /// Creates fields from an array literal: `[TraceDetail.Field(.count, .integer(2))]`.
  public init(arrayLiteral elements: Field...) { self = .fields(elements) }
}

/// SplitMix64: random numbers from a seed, the same on every machine and in every version of Swift, unlike Swift's own.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Creates a generator; equal seeds give equal numbers.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number, of all 64-bit values.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

internal import AppPackages
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

/// One thing that happened on a device.
public struct TraceEvent: Sendable, Equatable, CustomStringConvertible {
  /// When it happened, on the device's clock.
  public let time: VirtualTime
  /// The bundle identifier of the app it happened to, or nil.
  public let app: String?
  /// What happened.
  public let what: TraceEventName
  /// What else there is to say, such as the name of an icon.
  public let detail: TraceDetail
  /// The fact that says that iOS does this, if one does.
  public let fact: FactID?

  /// An event at a time; by default it concerns no app, carries nothing and rests on no fact.
  public init(
    time: VirtualTime, app: String? = nil, what: TraceEventName, detail: TraceDetail = .none, fact: FactID? = nil
  ) {
    self.time = time
    self.app = app
    self.what = what
    self.detail = detail
    self.fact = fact
  }

  /// What it is about.
  public var kind: TraceEventKind { what.kind }
  /// The word for what happened: for a callback its slot.
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

/// What an event of the trace is about: a closed list.
public enum TraceEventKind: String, Sendable, CaseIterable {
  /// The system called a method of the app; the name is the slot as scripts write it.
  case callback
  /// A line on the app's console; the line is the detail.
  case log
  /// An alert appeared (`shown`), was answered (`answered`), was taken away by the app's code (`dismissed`) or went away
  /// with its app (`lost`).
  case alert
  /// The menu of an icon was opened, used or closed, or the app set the dynamic items in it.
  case menu
  /// A request for another icon, its outcome, and what the Home Screen shows.
  case icon
  /// A quick action, URL or other item was handed to the app, or the app declared it handled.
  case delivery
  /// The app presented or dismissed a controller, or was refused; a method of a controller or view ran.
  case presentation
  /// An app was installed, updated or removed; its process started, changed state or ended.
  case process
  /// The model did something that a reader might not expect; the fact says why.
  case quirk

  /// What the kind means, for `help` and the reference.
  public var explanation: String {
    switch self {
    case .callback: "The system called a method of the app."
    case .log: "A line on the app's console."
    case .alert: "An alert appeared, was answered, or was lost with its app."
    case .menu: "The menu of an icon was opened, used or closed."
    case .icon: "A request for another icon, its outcome, and what the Home Screen shows."
    case .delivery: "Something was handed to the app, or the app declared it handled."
    case .presentation: "The app presented or dismissed a controller, or was refused."
    case .process: "An app was installed or removed; its process started, changed state or ended."
    case .quirk: "The model did something unexpected; the fact says why."
    }
  }
}

/// What an event carries besides its name. Nothing is formatted before somebody reads it.
public enum TraceDetail: Sendable, Equatable, CustomStringConvertible {
  case none
  /// One text, for instance a line of the console.
  case text(String)
  /// Keys and values, in an order that is part of the event.
  case fields([Field])

  /// The names of details, declared once. The raw values are the words of the trace.
  public enum Key: String, Sendable, CaseIterable {
    // What is on its way to an app: its number, and what it is.
    case delivery
    case type
    case url
    case notification
    case userActivity
    case spotlight
    case widget
    case intent
    case backgroundFetch
    // What opens a URL: an app, or the browser.
    case opener
    // What becomes of it.
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

  /// One key with its value.
  public struct Field: Sendable, Equatable {
    /// What the value is called.
    public let key: Key
    /// What the event has under that name.
    public let value: Value

    /// A key with its value, for the fields of an event.
    public init(_ key: Key, _ value: Value) {
      self.key = key
      self.value = value
    }
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

    /// A string, or absent.
    init(_ text: String?) {
      self = text.map { .string($0) } ?? .absent
    }
  }

  /// The value of a field; nil when there is none of this key.
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
  /// Fields may be written as an array: `[TraceDetail.Field(.count, .integer(2))]`.
  public init(arrayLiteral elements: Field...) {
    self = .fields(elements)
  }
}

/// SplitMix64: numbers that a seed decides, the same on every machine and with every version of Swift, whose own generators
/// promise neither.
public struct SplitMix64: Sendable {
  private var state: UInt64

  /// Equal seeds give equal numbers.
  public init(seed: UInt64) { state = seed }

  /// The next number; all of 64 bits are possible.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

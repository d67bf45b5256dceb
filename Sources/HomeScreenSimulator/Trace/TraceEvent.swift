internal import AppPackages
import PropertyLists

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

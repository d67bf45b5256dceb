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

/// What happened: every event that a trace can hold, declared once. Producers and readers both go by these names; the
/// raw values are the words of the trace.
public enum TraceEventName: Sendable, Hashable {
  /// The system called a method of the app; its word is the slot as scripts write it.
  case callback(AppCallback)
  /// A line on the app's console; the line is the detail.
  case log
  case alert(AlertEvent)
  case menu(MenuEvent)
  case icon(IconEvent)
  case delivery(DeliveryEvent)
  case presentation(PresentationEvent)
  /// A method of a view controller ran.
  case view(ViewMethod)
  /// A modifier of a SwiftUI root view ran.
  case rootView(RootViewMethod)
  case process(ProcessEvent)
  case quirk(QuirkEvent)

  /// What happens to an alert, be it the app's or the system's.
  public enum AlertEvent: String, Sendable, CaseIterable {
    case shown
    case answered
    /// The app's code took it away.
    case dismissed
    /// It went away with its app, or with the view that had presented it.
    case lost
  }

  /// What happens to the menu of an icon, to its rows, and to the icon through them.
  public enum MenuEvent: String, Sendable, CaseIterable {
    case opened
    case notOpened
    /// A static item that the menu does not show, and why.
    case itemLeftOut
    case tapped
    case closed
    /// The app set its dynamic items.
    case itemsSet
    /// The windows of the app are listed.
    case windows
    case addedToHomeScreen
    case removedFromHomeScreen
    /// The icon has another place.
    case moved
    case prioritised
    case appLock
    case editing
    case editingEnded
    /// What happens to a folder.
    case folderMade
    case folderOpened
    case folderClosed
    case folderRenamed
    case folderRemoved
  }

  /// What becomes of a request for another icon, and of the icon after an update.
  public enum IconEvent: String, Sendable, CaseIterable {
    case requested
    case refused
    case alreadySet
    case stored
    /// The handler's turn.
    case completed
    /// The Home Screen draws it.
    case shown
    /// After an update: the name is gone, or still there.
    case reset
    case kept
  }

  /// What becomes of a quick action, URL or other item on its way to the app.
  public enum DeliveryEvent: String, Sendable, CaseIterable {
    /// The code of an app asks for a URL to be opened.
    case requested
    case sent
    case withheld
    /// A method of the app got it.
    case delivered
    case handled
    case completed
    case completedAgain
  }

  /// What becomes of a controller that the app presents.
  public enum PresentationEvent: String, Sendable, CaseIterable {
    case presented
    case dismissed
    case refused
  }

  /// What happens to an app from its installation to its removal, to its process and scenes, or to the device.
  public enum ProcessEvent: String, Sendable, CaseIterable {
    case install
    case update
    case reinstall
    case offload
    case uninstall
    case downloaded
    case downloadPaused
    case downloadResumed
    case start
    case resume
    case suspend
    case sceneDisconnect
    /// What becomes of the app on another display.
    case display
    case crash
    case end
    case lock
    case unlock
    case reboot
    /// The app lock asked who opens the app, and knew the person, or did not.
    case authenticated
    case notAuthenticated
  }

  /// What the model does that a reader might not expect.
  public enum QuirkEvent: String, Sendable, CaseIterable {
    case alertNotShown
    case alertEmpty
    case alertInEnglish
    case privateSelectorIgnored
    case faultWithoutEffect
    case staleIcon
    case pictureUnchanged
    /// A delegate that the system never calls.
    case swallowed
    case itemsLost
    case deprecated
  }

  /// What it is about.
  public var kind: TraceEventKind {
    switch self {
    case .callback: .callback
    case .log: .log
    case .alert: .alert
    case .menu: .menu
    case .icon: .icon
    case .delivery: .delivery
    case .presentation, .view, .rootView: .presentation
    case .process: .process
    case .quirk: .quirk
    }
  }

  /// The word of the trace: for a callback its slot.
  public var word: String {
    switch self {
    case .callback(let callback): callback.slot
    case .log: "line"
    case .alert(let event): event.rawValue
    case .menu(let event): event.rawValue
    case .icon(let event): event.rawValue
    case .delivery(let event): event.rawValue
    case .presentation(let event): event.rawValue
    case .view(let method): method.rawValue
    case .rootView(let method): method.rawValue
    case .process(let event): event.rawValue
    case .quirk(let event): event.rawValue
    }
  }
}

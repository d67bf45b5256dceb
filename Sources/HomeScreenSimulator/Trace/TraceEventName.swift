/// The name of an event in a trace, for producers and readers; all names are declared here. The raw values are the
/// words in the trace.
public enum TraceEventName: Sendable, Hashable {
  /// The system called a method of the app; its word is the slot in scripts.
  case callback(AppCallback)
  /// The app wrote a line to its console; the event's detail is the line.
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

  /// An event of an alert of the app or the system.
  public enum AlertEvent: String, Sendable, CaseIterable {
    case shown
    case answered
    /// The app's code dismissed it.
    case dismissed
    /// The alert disappeared with its app, or with the view that presented it.
    case lost
  }

  /// An event of an icon's menu and its rows, or of the icon through them.
  public enum MenuEvent: String, Sendable, CaseIterable {
    case opened
    case notOpened
    /// A static item that the menu omits, with the reason.
    case itemLeftOut
    case tapped
    case closed
    /// The app set its dynamic items.
    case itemsSet
    /// The windows of the app are listed.
    case windows
    case addedToHomeScreen
    case removedFromHomeScreen
    /// The icon moved to another place.
    case moved
    case prioritised
    case appLock
    case editing
    case editingEnded
    /// Events of a folder.
    case folderMade
    case folderOpened
    case folderClosed
    case folderRenamed
    case folderRemoved
  }

  /// An event of an icon request, or of the icon after an update.
  public enum IconEvent: String, Sendable, CaseIterable {
    case requested
    case refused
    case alreadySet
    case stored
    /// The handler ran.
    case completed
    /// The Home Screen drew it.
    case shown
    /// After an update, the name was reset or kept.
    case reset
    case kept
  }

  /// An event of a quick action, URL or other item on its way to the app.
  public enum DeliveryEvent: String, Sendable, CaseIterable {
    /// The code of an app asked to open a URL.
    case requested
    case sent
    case withheld
    /// A method of the app received the delivery.
    case delivered
    case handled
    case completed
    case completedAgain
  }

  /// An event of a controller that the app presents.
  public enum PresentationEvent: String, Sendable, CaseIterable {
    case presented
    case dismissed
    case refused
  }

  /// An event of an app from its installation to its removal, of its process and scenes, or of the device.
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
    /// The app appeared on another display, left it, or has no scene for it.
    case display
    case crash
    case end
    case lock
    case unlock
    case reboot
    /// The app lock did or did not recognise the user who opens the app.
    case authenticated
    case notAuthenticated
    /// The system did not start the app.
    case refused
  }

  /// Behaviour of iOS that surprises developers, such as a stale icon.
  public enum QuirkEvent: String, Sendable, CaseIterable {
    case alertNotShown
    case alertEmpty
    case alertInEnglish
    case rowsInEnglish
    case privateSelectorIgnored
    case faultWithoutEffect
    case staleIcon
    case pictureUnchanged
    /// A delegate that the system never calls.
    case swallowed
    case itemsLost
    case deprecated
  }

  /// The kind of event.
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

  /// The word in the trace: for a callback, its slot.
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

/// A value of a closed list in the details of events; its raw value is the word in the trace.
public protocol TraceWord: RawRepresentable, Sendable where RawValue == String {}

/// The key of a detail with values from one list: writers and readers use the same type.
public struct TraceWordKey<Word: TraceWord>: Sendable {
  let key: TraceDetail.Key

  private init(_ key: TraceDetail.Key) { self.key = key }
}

/// The methods of the app in a delivery.
extension TraceWordKey<AppCallback> {
  /// The method that ran.
  public static var callback: Self { Self(.callback) }
  /// The method that must handle the delivery.
  public static var method: Self { Self(.method) }
  /// A method that the app has and that is never called.
  public static var unused: Self { Self(.unused) }
}

extension TraceWordKey<ProcessEnd> {
  /// The cause of the end of a process.
  public static var cause: Self { Self(.cause) }
}

extension TraceWordKey<MenuEnd> {
  /// The cause of closing a menu without a tap.
  public static var cause: Self { Self(.cause) }
}

extension TraceWordKey<MenuObstacle> {
  /// The reason why no menu opened.
  public static var reason: Self { Self(.reason) }
}

extension TraceWordKey<DeliveryObstacle> {
  /// The reason why an item was withheld from the app.
  public static var reason: Self { Self(.reason) }
}

extension TraceWordKey<DisplayOutcome> {
  /// The content that another display shows.
  public static var outcome: Self { Self(.outcome) }
}

extension TraceWordKey<AlertOwner.Kind> {
  /// The owner of the alert.
  public static var owner: Self { Self(.owner) }
}

extension TraceWordKey<IconFault> {
  /// The fault of the system that has no effect.
  public static var fault: Self { Self(.fault) }
}

extension TraceWordKey<IconSurface> {
  /// The place that keeps an old icon.
  public static var surface: Self { Self(.surface) }
}

extension TraceWordKey<BackgroundCompletion.Outcome> {
  /// The result that the app reported in the background.
  public static var outcome: Self { Self(.outcome) }
}

extension TraceWordKey<AppCrash.Code> {
  /// The exception code of a crash.
  public static var code: Self { Self(.code) }
}

extension AppCallback: TraceWord {}
extension IconFault: TraceWord {}
extension IconSurface: TraceWord {}
extension BackgroundCompletion.Outcome: TraceWord {}
extension AlertOwner.Kind: TraceWord {}
extension AppCrash.Code: TraceWord {}

/// The cause of the end of a process.
public enum ProcessEnd: String, TraceWord, CaseIterable {
  /// The user, in the app switcher.
  case user
  /// The system, for lack of memory.
  case jetsam
  /// A crash of the app.
  case crash
  case reboot
  case languageChange
  case update
  case offload
  case uninstall
}

/// The cause of closing a menu without a tap on it.
public enum MenuEnd: String, TraceWord, CaseIterable {
  case home
  case launch
  case lock
  case reboot
  case languageChange
  case update
  case offload
  case uninstall
  /// The folder was removed.
  case folderRemoved
}

/// The reason why a press opened no menu.
public enum MenuObstacle: String, TraceWord, CaseIterable {
  /// The press was a tap (QUICK-111).
  case tooShort
  /// Xcode's Simulator has no 3D Touch (QUICK-099).
  case simulator
  /// The model has no 3D Touch, which the system requires (QUICK-112).
  case no3DTouch
  /// The press was long enough to edit icons (QUICK-101).
  case editing
  /// The menu would be empty (QUICK-113).
  case noRows
}

/// The reason why an item was withheld from the app.
public enum DeliveryObstacle: String, TraceWord, CaseIterable {
  /// The user has quit the app, so it does not run in the background (LAUNCH-099).
  case quitByUser
  /// The app does not declare the scheme or document (LAUNCH-117).
  case urlSchemeMissing
  /// The app's entitlements do not have the link's domain (LAUNCH-126).
  case linkDomainMissing
  /// The device has no file of the domain with the app (LAUNCH-129).
  case linkDomainNotConfirmed
}

/// The content that another display shows of an app.
public enum DisplayOutcome: String, TraceWord, CaseIterable {
  /// The app's own scene.
  case connected
  case disconnected
  /// The content of the device's screen; nothing in a car.
  case mirrored
  /// The content of the device's screen, because the app's configuration is for another role (LAUNCH-140).
  case otherRole
}

extension TraceDetail.Field {
  /// Creates a field with a word of a closed list, or without a value.
  public init<Word: TraceWord>(_ key: TraceWordKey<Word>, _ word: Word?) {
    self.init(key.key, TraceDetail.Value(word?.rawValue))
  }
}

extension TraceDetail {
  /// The word of a field; nil if the key is missing or the word is not in the list.
  public subscript<Word: TraceWord>(key: TraceWordKey<Word>) -> Word? {
    guard case .string(let text) = self[key.key] else { return nil }
    return Word(rawValue: text)
  }
}

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

/// A value of a closed list that stands in the details of events; its raw value is the word of the trace.
public protocol TraceWord: RawRepresentable, Sendable where RawValue == String {}

/// The name of a detail whose values are words of one list: who writes it and who reads it name the same type.
public struct TraceWordKey<Word: TraceWord>: Sendable {
  let key: TraceDetail.Key

  private init(_ key: TraceDetail.Key) {
    self.key = key
  }
}

/// What became of a delivery: methods of the app.
extension TraceWordKey<AppCallback> {
  /// The method that ran.
  public static var callback: Self { Self(.callback) }
  /// The method that has to handle it.
  public static var method: Self { Self(.method) }
  /// A method that the app has, and that nobody calls.
  public static var unused: Self { Self(.unused) }
}

extension TraceWordKey<ProcessEnd> {
  /// Why a process ended.
  public static var cause: Self { Self(.cause) }
}

extension TraceWordKey<MenuEnd> {
  /// Why a menu closed without a tap.
  public static var cause: Self { Self(.cause) }
}

extension TraceWordKey<MenuObstacle> {
  /// Why no menu opened.
  public static var reason: Self { Self(.reason) }
}

extension TraceWordKey<DeliveryObstacle> {
  /// Why something was kept from the app.
  public static var reason: Self { Self(.reason) }
}

extension TraceWordKey<DisplayOutcome> {
  /// What another display shows of the app.
  public static var outcome: Self { Self(.outcome) }
}

extension TraceWordKey<AlertOwner.Kind> {
  /// Whose alert it is.
  public static var owner: Self { Self(.owner) }
}

extension TraceWordKey<IconFault> {
  /// The fault of the system that has no effect.
  public static var fault: Self { Self(.fault) }
}

extension TraceWordKey<IconSurface> {
  /// The place that goes on to show an old icon.
  public static var surface: Self { Self(.surface) }
}

extension TraceWordKey<BackgroundCompletion.Outcome> {
  /// What the app said it has got in the background.
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

/// Why a process ended.
public enum ProcessEnd: String, TraceWord, CaseIterable {
  /// By the user, in the app switcher.
  case user
  /// By the system, for want of memory.
  case jetsam
  /// By itself.
  case crash
  case reboot
  case languageChange
  case update
  case offload
  case uninstall
}

/// Why a menu closed without a tap on it.
public enum MenuEnd: String, TraceWord, CaseIterable {
  case home
  case launch
  case lock
  case reboot
  case languageChange
  case update
  case offload
  case uninstall
  /// The folder is gone.
  case folderRemoved
}

/// Why a press opened no menu.
public enum MenuObstacle: String, TraceWord, CaseIterable {
  /// The press was a tap (QUICK-111).
  case tooShort
  /// Xcode's Simulator has no 3D Touch (QUICK-099).
  case simulator
  /// The model has no 3D Touch, and the system asks for it (QUICK-112).
  case no3DTouch
  /// The press was so long that icons can be edited (QUICK-101).
  case editing
  /// The menu would be empty (QUICK-113).
  case noRows
}

/// Why something on its way was kept from the app.
public enum DeliveryObstacle: String, TraceWord, CaseIterable {
  /// The user has quit the app, so it gets no time in the background (LAUNCH-099).
  case quitByUser
  /// The app declares no such scheme or document (LAUNCH-117).
  case urlSchemeMissing
  /// The app's entitlements do not have the link's domain (LAUNCH-126).
  case linkDomainMissing
  /// The device has no file of the domain that names the app (LAUNCH-129).
  case linkDomainNotConfirmed
}

/// What another display shows of an app.
public enum DisplayOutcome: String, TraceWord, CaseIterable {
  /// A scene of its own.
  case connected
  case disconnected
  /// What the device's screen shows; a car: nothing.
  case mirrored
  /// The same: the app's configuration is for another role (LAUNCH-140).
  case otherRole
}

extension TraceDetail.Field {
  /// A word of a closed list, or its absence.
  public init<Word: TraceWord>(_ key: TraceWordKey<Word>, _ word: Word?) {
    self.init(key.key, TraceDetail.Value(word?.rawValue))
  }
}

extension TraceDetail {
  /// The word of a field; nil when there is none of this key, and for a word that is not on the list.
  public subscript<Word: TraceWord>(key: TraceWordKey<Word>) -> Word? {
    guard case .string(let text) = self[key.key] else { return nil }
    return Word(rawValue: text)
  }
}

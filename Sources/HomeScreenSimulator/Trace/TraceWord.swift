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

public import AppPackages
import PropertyLists

/// An iPhone or iPad with its Home Screen, its apps, its own clock, and a trace of everything that happened.
///
/// Commands, such as ``launch(_:)`` or an alert's tap, are the tester's finger. A command returns when the system has
/// finished what the command began; the time it took has passed on the device's clock, and the app's timers that were
/// due ran on the way. Everything is deterministic: equal commands give equal traces.
///
/// A device belongs to the thread that uses it. The app's code, which runs inside of commands, cannot use commands
/// itself; it would get ``SimulatorError`` `command-inside-app`.
public final class Device: Tethering {
  /// Which iPhone or iPad it is.
  public let model: DeviceModel
  /// The version of iOS or iPadOS that it runs; a device is never updated.
  public let os: OSVersion
  /// The circumstances, changeable at any time.
  public var conditions: DeviceConditions
  /// The language that the device is set to; ``setLocale(_:)`` changes it.
  public internal(set) var locale: String
  /// Everything that happened since the device exists.
  public internal(set) var trace = Trace()

  /// What a host keeps with the device; the simulator never looks at it.
  public var attachment: AnyObject?

  /// Hears of each command; nil costs nothing.
  public var observer: (any DeviceObserver)?

  /// Whether the ``observer`` hears of each event too.
  public var tellsEvents = false

  /// Whether a tap or press on the Home Screen presses Home first while an app is in front, as a person would.
  public var pressesHome = false

  /// How much it runs before it says that an app does too much.
  public var workLimits: WorkLimits {
    get { command.limits }
    set { command.limits = newValue }
  }

  package let tether = Tether<Device>()
  let scheduler = Scheduler()
  var registry = AppRegistry()
  var iconCaches = IconCaches()
  var folders = IconFolders()
  var look = Look()
  var screen = Screen()
  var command = CommandRun()
  var numbers = Numbers()

  /// What was ever made on the device, each counted from 1.
  struct Numbers {
    private var processes = 0
    private var deliveries = 0
    private var scenes = 0

    mutating func nextProcess() -> Int {
      processes += 1
      return processes
    }

    mutating func nextDelivery() -> Int {
      deliveries += 1
      return deliveries
    }

    /// Of scenes that were connected.
    mutating func nextScene() -> Int {
      scenes += 1
      return scenes
    }
  }

  /// The most apps that a device takes.
  public static let maximumApps = 10_000

  /// A fresh device on its Home Screen, without apps, at time 0.
  ///
  /// - Parameters:
  ///   - model: by default the generic iPhone.
  ///   - os: by default the newest version, ``OSVersion/newest``.
  ///   - locale: the device's language as a tag, such as `en` or `zh-Hans`.
  ///   - conditions: circumstances other than the usual.
  /// - Throws: ``SimulatorError`` `model-outside-versions`, `bad-locale` or `bad-condition-value`.
  public init(
    model: DeviceModel = .iPhone, os: OSVersion = .newest, locale: String = "en",
    conditions: DeviceConditions = DeviceConditions()
  ) throws(SimulatorError) {
    try model.requireRunning(os)
    try conditions.validate()
    self.model = model
    self.os = os
    self.locale = try Device.checked(locale: locale)
    self.conditions = conditions
    tether.hold(self)
  }

  deinit {
    tether.cut()
    for record in registry.all(cost: 0) { record.process?.tearDown() }
  }

  /// Seconds on the device's clock since the device exists.
  public var milliseconds: Int64 { scheduler.now.milliseconds }

  /// The same in seconds.
  public var time: Double { scheduler.now.seconds }

  /// iPhone or iPad.
  public var deviceClass: DeviceClass { model.deviceClass }

  /// The Home Screen.
  public var springboard: Springboard { Springboard(device: self) }

  /// The app that fills the screen, or nil on the Home Screen.
  public var front: InstalledApp? { screen.front.map { handle(for: $0.record) } }

  /// The installed apps, in the order of installation.
  public var apps: [InstalledApp] { registry.all().map(handle(for:)) }

  /// The alert on the screen, or nil.
  public var alert: ScreenAlert? {
    screen.visibleAlert.map { ScreenAlert(device: self, content: $0) }
  }

  /// The menu of an icon that is open, or nil.
  public var openMenu: IconMenu? { screen.menu.map { IconMenu(device: self, content: $0) } }

  /// Changes the device's language; every running app ends (LAUNCH-077).
  ///
  /// - Throws: ``SimulatorError`` `bad-locale` for a text that is no language tag.
  public func setLocale(_ locale: String) throws {
    let locale = try Device.checked(locale: locale)
    try perform("locale") {
      guard locale != self.locale else { return }
      endAllProcesses(because: .languageChange)
      closeMenu(because: .languageChange)
      hideDynamicItems()
      self.locale = locale
    }
  }

  /// The events that happen while `body` runs.
  public func record(_ body: () throws -> Void) rethrows -> Trace {
    let start = trace.count
    try body()
    return Trace(trace.events[start...])
  }

  /// The text under the icon (ICON-167).
  func label(of record: AppRecord) -> String {
    record.prepared.label(on: deviceClass, locale: locale)
  }

  func handle(for record: AppRecord) -> InstalledApp {
    if let handle = record.handle { return handle }
    let handle = InstalledApp(device: self, record: record)
    record.handle = handle
    return handle
  }

  private static func checked(locale: String) throws(SimulatorError) -> String {
    guard Spelling.isLanguageTag(locale) else {
      throw SimulatorError(
        .badLocale, "“\(Spelling.beginning(of: locale))” is not a language tag",
        hint: "Write \"en\", \"de-CH\" or \"zh-Hans\".")
    }
    return locale
  }
}

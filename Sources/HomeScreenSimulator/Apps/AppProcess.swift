/// A run of an app; all its data ends with it.
final class AppProcess {
  /// The phase of the process.
  enum Phase: String {
    case inactive
    case active
    case background
    case suspended
  }

  /// A transition that the watchdog measures (LAUNCH-069).
  enum Transition {
    case launch
    case resume
    case suspend
    case quit
  }

  /// The app's code that is running.
  struct Execution: Hashable {
    /// The number of nested calls into the app's code; 0 if none is running.
    var depth = 0
    /// Whether a block of a queue other than the main one is running.
    var isOffMainThread = false
    /// The innermost method of the app that the system is calling.
    var callback: AppCallback?
  }

  /// The blocks and timers of the app's code.
  struct Queues {
    /// The number of blocks on the scheduler or held.
    private(set) var waiting = 0
    /// Work that was scheduled for a time while the process was suspended.
    private var held: [ScheduledWork] = []

    mutating func add() { waiting += 1 }

    /// Removes blocks that have run or will never run.
    mutating func remove(_ count: Int) { waiting -= count }

    mutating func hold(_ work: ScheduledWork) { held.append(work) }

    mutating func takeHeld() -> [ScheduledWork] {
      defer { held = [] }
      return held
    }
  }

  /// The number of the process, counted on the device from 1.
  let identifier: Int
  /// The record that owns the process. Unowned: it is only used while the process is alive, and then the device still
  /// holds the record.
  unowned let record: AppRecord
  let bundleIdentifier: String
  @Weak private(set) var device: Device?

  var lifeCycle: LifeCycle
  var phase = Phase.inactive
  var isAlive = true
  var appDelegate: (any AppDelegate)?
  /// The object that gets answers to notifications.
  enum Responder {
    case appDelegate
    case chosen((any CallbackReceiver)?)
  }

  /// The delegate of the notification centre, now and when `didFinishLaunching` returned (LAUNCH-204).
  var responder = Responder.appDelegate { didSet { if !hasFinishedLaunching { launchResponder = responder } } }
  private var launchResponder = Responder.appDelegate
  /// Whether `didFinishLaunching` has returned.
  var hasFinishedLaunching = false
  /// The identifiers of the background tasks that have a handler (LAUNCH-172).
  var backgroundTasks: Set<String> = []
  /// The connected scenes, in order of last activity (LAUNCH-031); empty in an app without scenes.
  var scenes: [AppScene] = []
  /// The connected scenes, in the order of connection.
  var scenesAsConnected: [AppScene] { scenes.sorted { $0.number < $1.number } }
  /// The scenes on displays other than the device's own (LAUNCH-141, LAUNCH-142).
  var sideScenes: [AppScene] = []
  /// The transition of the process, for the watchdog; nil outside transitions.
  var transition: Transition?
  /// Deprecated methods that are already in the trace (LAUNCH-054).
  var notedDeprecations: Set<AppCallback> = []
  /// The windows of an app without scenes.
  let stack = WindowStack()
  /// The scenes that share the screen, from left to right; empty if one scene fills it (LAUNCH-147).
  var sideBySide: [AppScene] = []
  /// The app's code that replaces `present` on the class (ICON-067).
  var presentationInterceptor: (any PresentationInterceptor)?

  var execution = Execution()
  var queues = Queues()
  var iconService = IconService()
  /// Whether the app's code has shown a window without a scene during the launch (LAUNCH-152).
  var hasLostWindow = false
  /// Whether the process has been active, which ends its launch.
  var wasActive = false
  /// The number of visits to the background, so that an old suspension does not affect a new visit.
  var backgroundVisit = 0
  private var objects = 0

  private var sharedApplication: Application?

  /// `UIApplication.shared` of this process: one object for its lifetime.
  var application: Application {
    if let sharedApplication { return sharedApplication }
    let application = Application(process: self)
    if isAlive { sharedApplication = application }
    return application
  }

  init(identifier: Int, record: AppRecord, device: Device, lifeCycle: LifeCycle) {
    (self.identifier, self.record) = (identifier, record)
    self.bundleIdentifier = record.bundleIdentifier
    (self.device, self.lifeCycle) = (device, lifeCycle)
  }

  /// Runs code of the app on a queue other than the main one.
  func offMainThread<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let outer = execution.isOffMainThread
    execution.isOffMainThread = true
    defer { execution.isOffMainThread = outer }
    return try body()
  }

  /// Releases everything in the process. Objects of the app may hold the process, so this also breaks retain cycles.
  func tearDown() {
    isAlive = false
    appDelegate = nil
    (responder, launchResponder) = (.appDelegate, .appDelegate)
    for scene in scenes + sideScenes { scene.tearDown() }
    scenes = []
    sideScenes = []
    sideBySide = []
    stack.tearDown()
    presentationInterceptor = nil
    sharedApplication = nil
    queues = Queues()
  }

  /// Returns the object with the method: the app delegate, or the delegate of the notification centre. The answer that
  /// starts an app goes to the delegate that was set when `didFinishLaunching` returned (LAUNCH-204).
  func receiver(of callback: AppCallback) -> (any CallbackReceiver)? {
    guard callback == .didReceiveNotificationResponse,
      case .chosen(let chosen) = transition == .launch ? launchResponder : responder
    else { return appDelegate }
    return chosen
  }

  /// Whether no code has set the centre's delegate, and the app delegate has only the older method for notifications.
  var hasOnlyOlderAnswer: Bool {
    guard case .appDelegate = transition == .launch ? launchResponder : responder, let appDelegate else { return false }
    return !appDelegate.implements(.didReceiveNotificationResponse)
      && appDelegate.implements(.didReceiveRemoteNotification)
  }

  var state: AppState {
    switch phase {
    case .inactive, .active: .runningForeground
    case .background: .runningBackground
    case .suspended: .runningBackgroundSuspended
    }
  }

  /// Makes a scene the most recently active one.
  func makeMostRecent(_ scene: AppScene) {
    guard scenes.last !== scene, let index = scenes.firstIndex(where: { $0 === scene }) else { return }
    scenes.append(scenes.remove(at: index))
  }

  /// Returns the scenes on the screen together with `scene`, which is last.
  func scenes(with scene: AppScene?) -> [AppScene] {
    guard let scene else { return [] }
    guard sideBySide.contains(where: { $0 === scene }) else { return [scene] }
    return sideBySide.filter { $0 !== scene } + [scene]
  }

  /// The scenes on the screen while the app is in front, in order of last use (LAUNCH-147).
  var frontScenes: [AppScene] { scenes(with: scenes.last) }

  /// The key window of the scene that was used last, or of an app without scenes (LAUNCH-149).
  var keyWindow: AppWindow? { scenes.last?.window ?? stack.key }

  /// The uppermost alert that the app presents, and its window.
  var alertOnTop: (window: AppWindow, content: AlertContent)? {
    for scene in frontScenes.reversed() { if let alert = scene.stack.alert { return alert } }
    return scenes.isEmpty ? stack.alert : nil
  }

  /// The uppermost alert that the app presents.
  var presentedAlert: AlertContent? { alertOnTop?.content }

  var applicationState: ApplicationState {
    switch phase {
    case .inactive: .inactive
    case .active: .active
    case .background, .suspended: .background
    }
  }

  /// Returns the address of a new object, for console output.
  func nextAddress() -> String {
    objects += 1
    return Address.text(objects)
  }

  /// Returns the device, for running code of the app.
  ///
  /// - Throws: ``SimulatorError`` `process-ended` or `outside-the-app`.
  func requireInside(_ what: @autoclosure () -> String) throws(SimulatorError) -> Device {
    guard isAlive, let device else {
      throw SimulatorError(
        .processEnded, "\(what()) belongs to a process of \(bundleIdentifier) that has ended",
        hint: "Get the object again from the process that runs now.")
    }
    guard execution.depth > 0 else {
      throw SimulatorError(
        .outsideTheApp, "\(what()) was used while no code of \(bundleIdentifier) is running",
        hint: "Use the object inside app:run, or in a callback.")
    }
    return device
  }
}

/// A reference to an object without retaining it, like a `weak` one but cheaper. The first weak reference makes each
/// later use of its object slow while that object lives, and a search uses millions of short-lived objects.
///
/// Each object has one: it calls ``hold(_:)`` at the end of its initializer and ``cut()`` at the start of its `deinit`.
package final class WeakReference<Target: AnyObject> {
  // Checked: if a target does not cut its weak reference, the program ends before freed memory is read.
  private unowned var held: Target?

  /// Creates a reference without an object.
  package init() {}

  /// Refers to this object from now on.
  package func hold(_ target: Target) { held = target }

  /// Clears the reference, before the object is released.
  package func cut() { held = nil }

  /// The object; nil after it was released.
  package var target: Target? { held }
}

/// An object that weak references can refer to.
package protocol WeaklyReferenceable: AnyObject {
  var weakReference: WeakReference<Self> { get }
}

/// A cheaper replacement for `weak`.
@propertyWrapper package struct Weak<Target: WeaklyReferenceable> {
  private var weakReference: WeakReference<Target>?

  package init(wrappedValue: Target?) { weakReference = wrappedValue?.weakReference }

  package var wrappedValue: Target? {
    get { weakReference?.target }
    set { weakReference = newValue?.weakReference }
  }
}

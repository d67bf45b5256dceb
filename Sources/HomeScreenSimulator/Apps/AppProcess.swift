/// One run of an app: everything in it is forgotten when it ends.
final class AppProcess {
  /// What the process is doing.
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

  /// What of the app's code runs now.
  struct Execution: Hashable {
    /// How many calls into the app's code are on the way; 0: none of it runs.
    var depth = 0
    /// A block of another queue than the main one is running.
    var isOffMainThread = false
    /// The method of the app that the system is calling; the innermost one.
    var callback: AppCallback?
  }

  /// Blocks and timers of the app's code.
  struct Queues {
    /// How many are on the scheduler, or held.
    private(set) var waiting = 0
    /// Work that became due while the process was suspended.
    private var held: [ScheduledWork] = []

    mutating func add() { waiting += 1 }

    /// They have run, or will never run.
    mutating func remove(_ count: Int) { waiting -= count }

    mutating func hold(_ work: ScheduledWork) { held.append(work) }

    mutating func takeHeld() -> [ScheduledWork] {
      defer { held = [] }
      return held
    }
  }

  /// Counts up on the device from 1.
  let identifier: Int
  /// Unowned, because the record owns its process. It is only asked while the process is alive, and then the device
  /// still holds the record.
  unowned let record: AppRecord
  let bundleIdentifier: String
  @Weak private(set) var device: Device?

  var lifeCycle: LifeCycle
  var phase = Phase.inactive
  var isAlive = true
  var appDelegate: (any AppDelegate)?
  /// The connected scenes, the most recently active one last (LAUNCH-031); none in an app without scenes.
  var scenes: [AppScene] = []
  /// The same in the order in which they were connected.
  var scenesAsConnected: [AppScene] { scenes.sorted { $0.number < $1.number } }
  /// The scenes on other displays than the device's own (LAUNCH-141, LAUNCH-142).
  var sideScenes: [AppScene] = []
  /// What the system does with the process right now, for the watchdog; nil outside of transitions.
  var transition: Transition?
  /// Deprecated methods that the trace has noted already (LAUNCH-054).
  var notedDeprecations: Set<AppCallback> = []
  /// The windows of an app without scenes.
  let stack = WindowStack()
  /// The scenes that share the screen, from left to right; none when one fills it (LAUNCH-147).
  var sideBySide: [AppScene] = []
  /// Code that replaces `present` on the class (ICON-067).
  var presentationInterceptor: (any PresentationInterceptor)?

  var execution = Execution()
  var queues = Queues()
  var iconService = IconService()
  /// It has become active once: its launch is over.
  var wasActive = false
  /// Counts the visits to the background, so that an old suspension does not hit a new visit.
  var backgroundVisit = 0
  private var objects = 0

  private var sharedApplication: Application?

  /// `UIApplication.shared` of this process: one object as long as the process is alive.
  var application: Application {
    if let sharedApplication { return sharedApplication }
    let application = Application(process: self)
    if isAlive { sharedApplication = application }
    return application
  }

  init(identifier: Int, record: AppRecord, device: Device, lifeCycle: LifeCycle) {
    self.identifier = identifier
    self.record = record
    self.bundleIdentifier = record.bundleIdentifier
    self.device = device
    self.lifeCycle = lifeCycle
  }

  /// Runs code of the app on another queue than the main one.
  func offMainThread<Outcome>(_ body: () throws -> Outcome) rethrows -> Outcome {
    let outer = execution.isOffMainThread
    execution.isOffMainThread = true
    defer { execution.isOffMainThread = outer }
    return try body()
  }

  /// Forgets everything that was in the process. Objects of the app may hold the process, so this is also what keeps
  /// the two from holding each other for ever.
  func tearDown() {
    isAlive = false
    appDelegate = nil
    for scene in scenes + sideScenes { scene.tearDown() }
    scenes = []
    sideScenes = []
    sideBySide = []
    stack.tearDown()
    presentationInterceptor = nil
    sharedApplication = nil
    queues = Queues()
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

  /// The scenes that are on the screen when `scene` is, itself last.
  func scenes(with scene: AppScene?) -> [AppScene] {
    guard let scene else { return [] }
    guard sideBySide.contains(where: { $0 === scene }) else { return [scene] }
    return sideBySide.filter { $0 !== scene } + [scene]
  }

  /// The scenes on the screen while the app is in front, the one that was used last at the end (LAUNCH-147).
  var frontScenes: [AppScene] { scenes(with: scenes.last) }

  /// The key window of the scene that was used last, or of the app without scenes (LAUNCH-149).
  var keyWindow: AppWindow? { scenes.last?.window ?? stack.key }

  /// The uppermost alert that the app itself presents, and its window.
  var alertOnTop: (window: AppWindow, content: AlertContent)? {
    for scene in frontScenes.reversed() {
      if let alert = scene.stack.alert { return alert }
    }
    return scenes.isEmpty ? stack.alert : nil
  }

  /// The alert that the app itself presents, if one is on top.
  var presentedAlert: AlertContent? { alertOnTop?.content }

  var applicationState: ApplicationState {
    switch phase {
    case .inactive: .inactive
    case .active: .active
    case .background, .suspended: .background
    }
  }

  /// The address that the console prints for a new object.
  func nextAddress() -> String {
    objects += 1
    return Address.text(objects)
  }

  /// The device, for code of the app that runs now.
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
        hint: "Use it inside the app's run, or in a callback.")
    }
    return device
  }
}

/// Leads to an object as long as it is there, as a `weak` reference does, at less cost: the first weak reference makes each
/// later use of its object slow, for as long as that lives, and a search plays millions of short lives.
///
/// The object has one, ``hold(_:)`` is the end of its initialiser, and ``cut()`` the beginning of its `deinit`.
package final class WeakReference<Target: AnyObject> {
  // Checked: a target that forgot to cut its weak reference ends the program, and nothing reads what was freed.
  private unowned var held: Target?

  /// Leads nowhere yet.
  package init() {}

  /// Leads to this object from now on.
  package func hold(_ target: Target) { held = target }

  /// The object goes away.
  package func cut() { held = nil }

  /// The object; nil when it has gone.
  package var target: Target? { held }
}

/// An object to which weak references lead.
package protocol WeaklyReferenceable: AnyObject {
  var weakReference: WeakReference<Self> { get }
}

/// What would be `weak` if that cost nothing.
@propertyWrapper package struct Weak<Target: WeaklyReferenceable> {
  private var weakReference: WeakReference<Target>?

  package init(wrappedValue: Target?) { weakReference = wrappedValue?.weakReference }

  package var wrappedValue: Target? {
    get { weakReference?.target }
    set { weakReference = newValue?.weakReference }
  }
}

import AppPackages
public import AppSources
public import PropertyLists

/// An app that handles quick actions, links and notifications like its sources: it has exactly the methods of the
/// sources, and each one performs the steps that were read there.
///
/// Every step is printed on the console, with its place. Handled events are declared as an app's tests would declare them, and
/// are collected in ``handlings``. Steps that are uncertain in the sources are performed and marked as uncertain; an
/// uncertain presentation is only printed.
public final class SourceDrivenCode: AppCode {
  /// A time when the sources would have handled an event.
  public struct Handling: Sendable, Equatable {
    /// The handled event.
    public let event: CodeEvent
    /// The method of the system that handled the event.
    public let method: String
    /// The place in the sources.
    public let place: SourcePlace
    /// Whether the handling is certain, not under a condition that cannot be read.
    public let isCertain: Bool
    /// Whether the event was passed to code that was not read.
    public let isPassed: Bool
    /// Whether ``place`` is a condition that decides before.
    let isDecided: Bool
    /// The number of the event's delivery on the device; nil for an event that is not a quick action.
    let delivery: Int?
  }

  /// The events handled so far, in all processes.
  public private(set) var handlings: [Handling] = []
  /// The place of the last step that used an event: the one that decides if the event is not handled.
  public private(set) var lastPlace: SourcePlace?
  /// The last method that used an event.
  var lastMethod: HandlerMethod?
  /// The branch for the event that does nothing but log.
  var idlePlace: SourcePlace?
  /// The texts that an event was compared with and does not equal.
  public private(set) var otherTexts: [Comparison.Place] = []
  /// The place that last kept an event; code that was not followed may read it later.
  public private(set) var keptPlace: SourcePlace?
  /// The last store of an event that nothing reads, and the place that stored it.
  public private(set) var forgotten: (store: String, place: SourcePlace)?
  /// The place that last passed the options of a launch, with an event, to code that was not read.
  public private(set) var offerPlace: SourcePlace?
  /// Whether the options of the current call contain a notification, of which they have only the payload.
  private var offersNotification = false
  /// The places of values that matter and that cannot be read, such as a launch method that may return false, each with
  /// the number of the delivery; nil if the event is not a quick action.
  private(set) var openPlaces: [(place: SourcePlace, delivery: Int?)] = []

  /// The code that was read, with the classes that become the app's delegates.
  public let code: SubjectCode

  /// Whether to perform uncertain steps.
  let takesDoubtful: Bool
  /// The quick actions that the code sets; nil if it does not set them here.
  private let items: CodeItems?

  /// Creates the code of an app.
  ///
  /// - Parameters:
  ///   - takesDoubtful: whether to perform uncertain steps. If not, an uncertain handling does not count, so that no
  ///     fault is reported that may not exist.
  ///   - setsItems: whether to apply the code's changes to the quick actions of the app.
  public init(_ code: SubjectCode, takesDoubtful: Bool = true, setsItems: Bool = false) {
    self.code = code
    self.takesDoubtful = takesDoubtful
    items = setsItems ? CodeItems(code.document, hasScenes: code.lifeCycle == .scene, runs: Self.runs) : nil
  }

  /// The unknown details of quick actions and their completion handlers, and the assumptions made, each a sentence
  /// without a full stop.
  public var notes: [String] {
    let twice = code.called(.performAction, .windowScenePerformAction).filter { $0.method.completion?.paths == .twice }
    return (items?.notes ?? [])
      + (takesDoubtful ? [] : twice).map { _, method in
        let place = method.completion?.calls.first ?? method.place
        return
          "\(place.file):\(place.line) is on a path that calls the completion handler twice; no story takes that "
          + "path, because it is unknown which action takes it"
      }
  }

  /// Returns the life cycle on a version, or nil for the package's. An app with SwiftUI's `App` uses SwiftUI
  /// (LAUNCH-026).
  public func lifeCycle(on os: OSVersion) -> LifeCycle? {
    code.lifeCycle == .swiftUI && os >= LifeCycle.swiftUI.firstOS ? .swiftUI : nil
  }

  private final class ClassName {
    let text: String
    init(_ text: String) { self.text = text }
  }

  /// The content of a store.
  private struct Kept {
    let event: CodeEvent
    /// The number of times that each place has checked whether it handles the event.
    var looks: [SourcePlace: Int] = [:]
  }

  /// Whether the device has scenes; before iOS 13 the app delegate gets everything.
  private(set) var hasScenes = true

  /// The stores of the process, global or in objects: all of them end with the process.
  private var memory: [String: Kept] = [:]

  /// Clears the stores of the previous process.
  public func main(_ application: Application) throws {
    memory = [:]
    hasScenes = application.device.map { $0.os >= .scenes } ?? true
    try setItems(in: "", application)
  }

  /// Adds the stores to the state of the app.
  public func feed(_ hash: inout FNV1a64) {
    for (store, kept) in memory.sorted(by: { ExactText.precedes($0.key, $1.key) }) {
      hash.feed(store)
      hash.feed(kept.event.name)
      for (place, count) in kept.looks.sorted(by: { $0.key < $1.key }) {
        hash.feed("\(place)")
        // The first look differs from later ones; their number does not matter.
        hash.feed(Int64(min(count, 2)))
      }
    }
  }

  /// Returns the app delegate of the sources.
  public func makeAppDelegate(_ application: Application) throws -> (any AppDelegate)? {
    guard var both = code.appDelegate ?? code.notificationDelegate else { return nil }
    if let centre = code.notificationDelegate {
      // The centre has one delegate: the app delegate's method for it is not called.
      let slot = AppCallback.didReceiveNotificationResponse.rawValue
      both.methods.removeAll { $0.name == slot }
      both.methods += centre.methods.filter { $0.name == slot }
    }
    let delegate = receiver(both)
    if !code.lacksNotificationDelegate { application.notificationDelegate = delegate }
    return delegate
  }

  /// Returns the scene delegate that the configuration or the manifest names, if the sources have it.
  public func makeSceneDelegate(for scene: AppScene, _ application: Application) throws -> (any SceneDelegate)? {
    let configuration = scene.session.configuration
    let name = (configuration.delegateClass as? ClassName)?.text
    return code.sceneDelegate(name, configuration: configuration.name).map(receiver)
  }

  /// Returns the root view, which calls the methods of SwiftUI's scenes and views; nil if the sources have none.
  public func makeRootView(_ application: Application) throws -> (any RootView)? {
    code.views.map { SourceDrivenView($0, application, self) }
  }

  // MARK: Methods

  private func receiver(_ handler: HandlerClass) -> CallbackHandlers {
    let receiver = CallbackHandlers()
    for method in handler.methods {
      guard let callback = AppCallback(rawValue: method.name) else { continue }
      receiver[callback] = { [unowned self] call in try self.run(method, call) }
    }
    return receiver
  }

  private func run(_ method: HandlerMethod, _ call: CallbackInvocation) throws -> CallbackReply {
    offersNotification = call.launchOptions?.remoteNotification != nil
    try take(method.steps, of: method, in: call.application) { CodeEvent($0, in: call) }
    try setItems(in: method.name, call.application)
    let callback = call.callback
    if callback == .configurationForConnecting {
      return .configuration(
        SceneConfiguration(
          name: method.configuration?.literal, delegateClass: method.sceneDelegate.map(ClassName.init)))
    }
    if callback == .performAction || callback == .windowScenePerformAction { return try complete(method, call) }
    // Only the result of a launch method decides whether the action is still delivered (LAUNCH-005).
    guard callback == .willFinishLaunching || callback == .didFinishLaunching, let returned = method.returned else {
      return .none
    }
    switch returned.kind {
    case .yes: return .boolean(true)
    case .no: return .boolean(false)
    case .noWhenGiven: return .boolean(CodeEvent(.shortcutItem, in: call) == nil)
    case .computed:
      if call.launchOptions != nil {
        openPlaces.append((returned.place, Self.delivery(of: CodeEvent(.shortcutItem, in: call), call.application)))
      }
      return .boolean(true)
    }
  }

  private func complete(_ method: HandlerMethod, _ call: CallbackInvocation) throws -> CallbackReply {
    if method.isAsync { return .boolean(true) }
    guard let use = method.completion, use.paths != .none else { return .none }
    let computed = use.value?.kind == .computed ? use.value?.place.short : nil
    // One path calls it twice; it is unknown whether this action takes that path.
    for _ in 0..<(use.paths == .twice && takesDoubtful ? 2 : 1) {
      try call.completion?(use.value?.kind != .no, computedAt: computed)
    }
    return .none
  }

  /// Sets the quick actions that a method leads to.
  package func setItems(in method: String, _ application: Application) throws {
    guard let changes = items?.changes(in: method), !changes.isEmpty else { return }
    let menu = CodeItems.menu(try application.shortcutItems, after: changes)
    // Equal items are not set again, so that a story shows only changes.
    guard try application.shortcutItems != menu else { return }
    for change in changes { try application.log("\(change.place.file):\(change.place.line): sets quick actions") }
    try application.setShortcutItems(menu)
  }

  /// Returns whether the simulator runs a method of this name.
  private static func runs(_ method: String) -> Bool {
    let name = String(method.prefix { $0 != "(" })
    return AppCallback(rawValue: name) != nil || SourceDrivenView.names.values.contains { $0.contains(name) }
  }

  // MARK: Steps

  /// Performs the steps of a method.
  ///
  /// - Parameter given: the events of the call, by kind.
  package func take(
    _ steps: [HandlerStep], of method: HandlerMethod, in application: Application,
    given: (HandlerStep.Subject) -> CodeEvent?
  ) throws {
    for step in steps {
      let event = given(step.subject)
      let kept = (step.origin ?? step.store).flatMap { memory[$0]?.event }
      let isAboutKept =
        [.handleKept, .clear].contains(step.action) || step.origin != nil
        || [.pass, .present, .read].contains(step.action) && step.store != nil
      let isGiven = event != nil || step.action == .offer && step.subject == .notification && offersNotification
      if step.condition == .whenGiven, isAboutKept ? kept == nil : !isGiven { continue }
      if step.condition == .whenNotGiven, isGiven { continue }
      switch step.action {
      case .read:
        guard (isAboutKept ? kept : event) != nil else { continue }
        (lastPlace, lastMethod) = (step.place, method)
        leave(step.store, at: step, of: method)
      case .handle: if let event, !step.leaves(event, to: steps) { try handle(event, step, method, application) }
      // What is compared and handled is not passed on, too.
      case .pass:
        guard let event = isAboutKept ? kept : event,
          !steps.contains(where: { $0.handles(event, like: step, in: steps) })
        else { continue }
        var step = step
        // React Native's JavaScript is not ready at a launch: it asks for the URL of the launch options later.
        if step.function?.hasPrefix("RCTLinkingManager.") == true { step.place = offerPlace ?? step.place }
        try handle(event, step, method, application, isPassed: true)
      case .handleKept:
        guard let kept else { continue }
        // The check may be meant for another event that passes while this one is in the store.
        let isDoubtful = HandlerStep.Subject.events.contains { given($0) != nil }
        try handle(kept, step, method, application, isDoubtful: isDoubtful)
        if !isDoubtful { try lookAgain(at: kept, step, application) }
      case .keep:
        guard let event = isAboutKept ? kept : event, let store = step.store else { continue }
        leave(step.origin, at: step, of: method)
        guard step.comparison?.mayHold(event) ?? true else { continue }
        memory[store] = Kept(event: event)
        (lastPlace, lastMethod) = (step.place, method)
        if code.isNeverRead(store) { forgotten = (store, step.place) } else { keptPlace = step.place }
        try say("keeps \(event.name) in \(store)", step, application)
      case .clear:
        guard let store = step.store, kept != nil else { continue }
        // It is unknown whether the store is empty afterwards.
        if step.condition == .sometimes { openPlaces.append((step.place, Self.delivery(of: kept, application))) }
        memory[store] = nil
        try say("empties \(store)", step, application)
      case .offer:
        guard isGiven else { continue }
        if step.store == nil { offerPlace = step.place } else { keptPlace = step.place }
      case .present:
        // The code does not come here if the store is empty.
        guard kept != nil || !isAboutKept else { continue }
        try present(step, application, given: HandlerStep.Subject.events.compactMap(given) + memory.values.map(\.event))
      }
    }
  }

  /// Notes that the only code that reads a store was followed, so that no other code may use the event in it.
  private func leave(_ name: String?, at step: HandlerStep, of method: HandlerMethod) {
    guard let place = keptPlace, step.condition != .sometimes,
      let store = code.document.stores.first(where: { $0.identifier == name && $0.writes.contains(place) }),
      store.reads.count == 1, let read = store.reads.first, !store.escapes, read.function == step.function,
      read.place.file == step.place.file, code.document.unread.allSatisfy({ $0.reason == .unparsed }),
      !method.steps.contains(where: { $0.action == .offer && $0.subject == step.subject })
    else { return }
    keptPlace = nil
  }

  private func handle(
    _ event: CodeEvent, _ step: HandlerStep, _ method: HandlerMethod, _ application: Application,
    isPassed: Bool = false, isDoubtful: Bool = false
  ) throws {
    (lastPlace, lastMethod) = (step.place, method)
    var isCertain = step.condition != .sometimes
    if let comparison = step.comparison, !comparison.names(event), !comparison.hasDefault {
      guard comparison.mayHold(event) || items?.isUnread(event) == true else {
        let own = comparison.idleText(of: event)
        if let own { idlePlace = own.action ?? own.place }
        otherTexts += comparison.texts.filter(\.text.isKnown)
        return try say("\(own == nil ? "does not know" : "does nothing with") \(event.name)", step, application)
      }
      isCertain = false
    }
    let deed = step.comparison.flatMap { comparison in
      comparison.text(of: event).map { $0.action ?? $0.place } ?? comparison.defaultAction
    }
    let lack = [step.decider, deed ?? step.place].lazy.compactMap(\.self).first {
      hasScenes && code.needsUnsetWindow($0) || code.isUnheard($0)
    }
    if lack != nil { isCertain = false }
    let decider = isCertain && !isPassed ? nil : lack ?? step.decider
    let spot = decider ?? (isCertain ? deed : nil) ?? step.place
    handlings.append(
      Handling(
        event: event, method: method.name, place: spot, isCertain: isCertain, isPassed: isPassed,
        isDecided: decider != nil, delivery: Self.delivery(of: event, application)))
    let place = step.function.map { " in \($0)" } ?? ""
    let verb = isPassed ? "passes on" : isCertain && !isDoubtful ? "handles" : "may handle"
    try say("\(verb) \(event.name)\(place)", step, application)
    guard !isPassed, takesDoubtful || isCertain && !isDoubtful, case .quickAction(let item) = event else { return }
    try application.app?.didHandle(item)
  }

  /// Returns the number of the delivery of a quick action; nil for another event.
  private static func delivery(of event: CodeEvent?, _ application: Application) -> Int? {
    guard case .quickAction(let item)? = event else { return nil }
    return application.app?.record.delivery(of: item)?.number
  }

  /// Checks a kept event again. It may be unknown whether a place handles this event, but it does so every time or
  /// never: from the second time on, the event counts as handled as often as it was checked.
  private func lookAgain(at event: CodeEvent, _ step: HandlerStep, _ application: Application) throws {
    guard !takesDoubtful, step.condition != .sometimes, let store = step.store, case .quickAction(let item) = event,
      let comparison = step.comparison, !comparison.names(event), !comparison.hasDefault,
      comparison.mayHold(event) || items?.isUnread(event) == true,
      code.document.stores.first(where: { $0.identifier == store })?.escapes != true
    else { return }
    let looks = (memory[store]?.looks[step.place] ?? 0) + 1
    memory[store]?.looks[step.place] = looks
    guard looks > 1 else { return }
    try say("again, if it knows \(event.name) at all: \(store) still has it", step, application)
    for _ in looks == 2 ? 0..<2 : 0..<1 { try application.app?.didHandle(item) }
  }

  /// - Parameter events: the events of the call, and those in the stores.
  private func present(_ step: HandlerStep, _ application: Application, given events: [CodeEvent]) throws {
    let isForOthers = step.comparison.map { types in !events.isEmpty && !events.contains(where: types.mayHold) }
    if isForOthers == true { return }
    // It is unknown which of the events must be missing.
    guard step.condition == .always || step.condition == .whenGiven || step.condition == .whenNotGiven && events.isEmpty
    else {
      var step = step
      step.condition = .sometimes
      if takesDoubtful { try say("may present\(step.function.map { " in \($0)" } ?? "")", step, application) }
      return
    }
    guard let root = application.keyWindow?.rootViewController, root.presentedViewController == nil else { return }
    try root.present(ViewController(application, className: step.function ?? "UIViewController"))
  }

  private func say(_ what: String, _ step: HandlerStep, _ application: Application) throws {
    let doubt = step.condition == .sometimes ? " (or not)" : ""
    try application.log("\(step.place.file):\(step.place.line): \(what)\(doubt)")
  }
}

/// The methods that the scenes and views of a SwiftUI app run.
private final class SourceDrivenView: RootView {
  private let methods: [String: [HandlerMethod]]
  private let application: Application
  private unowned let code: SourceDrivenCode

  init(_ handler: HandlerClass, _ application: Application, _ code: SourceDrivenCode) {
    methods = Dictionary(grouping: handler.methods, by: \.name)
    self.application = application
    self.code = code
  }

  static let names: [RootViewMethod: [String]] = [
    .onAppear: ["onAppear", "task"], .onOpenURL: ["onOpenURL"],
    .onContinueUserActivity: ["onContinueUserActivity"], .onScenePhase: ["onChangeOfScenePhase"],
  ]

  func implements(_ method: RootViewMethod) -> Bool { Self.names[method, default: []].contains { methods[$0] != nil } }

  func onAppear() throws { try run(.onAppear, nil, as: nil) }

  /// Handles a URL; a universal link is also a URL here (LAUNCH-119).
  func onOpenURL(_ url: String) throws {
    try run(.onOpenURL, url.hasPrefix("https:") ? .universalLink(url) : .url(url), as: .url)
  }

  func onContinueUserActivity(_ activity: UserActivity) throws {
    try run(.onContinueUserActivity, activity.webpageURL.map { .universalLink($0) }, as: .userActivity)
  }

  func onScenePhase(_ phase: AppScenePhase) throws {
    // A kept event is checked when the app comes to the front, whatever phase the code compares.
    if phase == .active { try run(.onScenePhase, nil, as: nil) }
    try code.setItems(in: "onChangeOfScenePhase(\(phase.rawValue))", application)
  }

  /// - Parameter subject: the subject that the steps of this modifier must have to get the event.
  private func run(_ method: RootViewMethod, _ event: CodeEvent?, as subject: HandlerStep.Subject?) throws {
    for name in Self.names[method, default: []] {
      for method in methods[name, default: []] {
        try code.take(method.steps, of: method, in: application) { $0 == subject ? event : nil }
        try code.setItems(in: name, application)
      }
    }
  }
}

import AppPackages
import AppSources
package import HomeScreenSimulator
import Platform
package import PropertyLists

/// A trial of an event that is delivered to the app on a new device; the app does what its sources say.
package struct CodeTrial: Sendable {
  /// The state of the app before the event.
  package enum Launch: String, Sendable, CaseIterable {
    /// The app is not running, because the user quit it.
    case cold
    /// The app is in the background.
    case warm
    /// The app was in the background, and the system ended it.
    case jetsam

    /// The state in words, after “an app that”.
    package var phrase: String {
      switch self {
      case .cold: "is not running"
      case .warm: "is in the background"
      case .jetsam: "the system terminated in the background"
      }
    }
  }

  package let event: CodeEvent
  /// The state of the app before the event.
  package let launch: Launch
  package private(set) var outcome = DeliveryOutcome.notKnown
  /// The reason, if the outcome does not explain it: `again when the app comes back`.
  package private(set) var reason: String?
  /// The lines of source that decide, the main one first.
  package private(set) var places: [SourceLocation] = []
  /// Whether no code gets a notification, so that a tap only opens the app.
  fileprivate private(set) var onlyOpens = false
  /// The fact about the system's behaviour.
  package private(set) var fact: FactID?
  /// The trace since the event.
  package private(set) var trace = Trace()

  /// Delivers an event to an app.
  ///
  /// - Parameter requirement: the verdict about launching, if the app is built with the SDK of iOS 27.
  /// - Throws: ``SimulatorError`` if a device of this version does not accept the app.
  package init(
    _ event: CodeEvent, _ launch: Launch, of package: PreparedPackage, _ code: SubjectCode, on model: DeviceModel,
    os: OSVersion, requirement: SceneRequirement? = nil
  ) throws {
    self.event = event
    self.launch = launch
    let device = try Device(model: model, os: os)
    let appCode = SourceDrivenCode(code)
    let sdk = requirement.map { _ in BuildSDK(.iOS, .scenesRequired) }
    let app = try device.install(package, options: InstallOptions(lifeCycle: appCode.lifeCycle(on: os), sdk: sdk))
    app.code = appCode
    if let requirement, requirement.answer != .launches, os >= .scenesRequired {
      (outcome, reason) = requirement.answer == .ends ? (.crashes, Self.endsReason) : (.notKnown, requirement.reason)
      (fact, places) = (requirement.fact, requirement.places)
      trace = try device.record { try device.launch(app, event.situation) }
      return
    }
    var isEarly = true
    do {
      try prepare(app, on: device)
      isEarly = false
      trace = try device.record {
        try device.launch(app, event.situation)
        _ = try device.settle()
      }
      try judge(app, appCode)
      guard outcome == .handledOnce else { return }
      try comeBack(app, on: device, appCode)
    } catch let error as SimulatorError {
      throw error
    } catch {
      (outcome, reason) = (.crashes, isEarly ? "at a plain launch" : "\(error)")
    }
  }

  private func prepare(_ app: InstalledApp, on device: Device) throws {
    try device.launch(app)
    _ = try device.settle()
    try device.pressHome()
    _ = try device.settle()
    switch launch {
    case .cold: try app.terminate()
    case .warm: break
    case .jetsam: try app.terminate(.jetsam)
    }
  }

  /// The reason why nothing is delivered to an app that iOS ends at each launch.
  private static let endsReason = "iOS terminates the app at launch"

  private mutating func judge(_ app: InstalledApp, _ appCode: SourceDrivenCode) throws {
    let sent = trace.first { $0.what == .delivery(.sent) }
    fact = sent?.fact
    let verdict = CodeVerdict(
      event, appCode.handlings.filter { $0.event.subject == event.subject }, sentTo: sent?.detail[.method], of: appCode,
      in: try app.package)
    onlyOpens = verdict.onlyOpens
    (outcome, reason, places) = (verdict.outcome, verdict.reason, verdict.places.map(appCode.code.location))
    if outcome == .lost, event.name == CodeCheck.runTimeAction, appCode.lastPlace != nil {
      (outcome, reason) = (.notKnown, "its type is computed at run time")
    }
    // A library takes what the app delegate lacks; it does not add methods to a scene delegate.
    let method: AppCallback? = sent?.detail[.method]
    if outcome == .lost && (method?.receiver == .appDelegate || event.subject == .notification) || onlyOpens,
      let (name, place) = DelegateLibraries.taker(of: event, in: try app.package)
    {
      (outcome, reason, places, onlyOpens) = (.notKnown, "“\(name)” may handle it", [place], false)
    }
  }

  /// Returns to the app: an event that is kept and not cleared is handled again (LAUNCH-036).
  private mutating func comeBack(_ app: InstalledApp, on device: Device, _ appCode: SourceDrivenCode) throws {
    let before = appCode.handlings.count
    try device.pressHome()
    _ = try device.settle()
    try device.launch(app)
    _ = try device.settle()
    let again = appCode.handlings.dropFirst(before).filter { $0.event.subject == event.subject }
    guard let first = again.first else { return }
    places.append(appCode.code.location(first.place))
    (outcome, reason, fact) =
      first.isCertain && !first.isPassed
      ? (.handledTwice, "again when the app comes back", "LAUNCH-036") : (.notKnown, "perhaps again later", fact)
  }
}

/// A trial of every event that an app declares or handles, by its sources: cold, warm and after the system ended the app.
enum CodeCheck {
  /// The name of a quick action whose type the code makes while the app runs.
  static let runTimeAction = "type made by code"

  /// Returns the events: the quick actions of the Info.plist, those that the code sets, and a URL of each declared
  /// scheme. Also a link of an entitled domain, and a notification if the sources handle one or set a delegate for it.
  ///
  /// - Parameter items: the items of the Info.plist in the menu.
  static func events(_ items: [ShortcutItem], of package: AppPackage, _ code: SubjectCode) -> [CodeEvent] {
    let document = code.document
    var types: Set<ExactText> = []
    var events: [CodeEvent] = []
    for item in items + document.shortcutItems where types.insert(ExactText(item.type)).inserted {
      events.append(.quickAction(item))
    }
    let made = document.dynamicItems.filter { [.set, .add].contains($0.change) }
    if made.contains(where: { made in
      made.items.contains { $0.type.literal == nil } || made.items.isEmpty && !made.isComplete
    }) {
      events.append(.quickAction(ShortcutItem(type: runTimeAction, localizedTitle: runTimeAction)))
    }
    // A sign-in session of Google's SDK gets the links of its scheme; the SDK only demands that the app declares it.
    events += schemes(package).filter { !$0.hasPrefix("com.googleusercontent.apps.") }.map { .url("\($0)://open") }
    if let link = link(package), isDeclared(package) || isExpected(link, in: document) { events.append(link) }
    let notification = CodeEvent.notification(UserNotification(title: "notification"))
    if code.silentNotificationDelegate != nil || isExpected(notification, in: document) { events.append(notification) }
    return events
  }

  /// Whether an entitlement names a domain whose links open the app for every user.
  private static func isDeclared(_ package: AppPackage) -> Bool {
    package.linkDomains?.contains { $0.isDomain && !$0.isUnfilled && $0.modes.isEmpty } ?? false
  }

  /// Returns whether code handles an event that is not declared. Code for certain activities only, such as those of the
  /// app's windows, does not expect links; the older method for notifications gets few taps from iOS 10 on (LAUNCH-089).
  private static func isExpected(_ event: CodeEvent, in document: SourceDocument) -> Bool {
    let methods = document.handlers.flatMap(\.methods).filter {
      $0.name != AppCallback.didReceiveRemoteNotification.rawValue
    }
    return methods.flatMap(\.steps).contains { step in
      guard step.subject == event.subject, step.action != .read, step.action != .offer else { return false }
      return step.comparison.map { $0.mayHold(event) } ?? true
    }
  }

  /// Returns a link of the first entitled domain, of an example domain if the entitlements are unknown, or nil without
  /// one.
  private static func link(_ package: AppPackage) -> CodeEvent? {
    guard let domains = package.linkDomains else { return .universalLink("https://example.com/") }
    // Domains for managed devices only are a last resort.
    let usable = domains.contains(where: \.isDomain) ? domains.filter(\.isDomain) : domains
    guard let domain = usable.first(where: { !$0.isUnfilled && $0.modes != [.managed] }) ?? usable.first
    else { return nil }
    let known = domain.isUnfilled ? "example.com" : domain.domain
    return .universalLink("https://\(domain.isWildcard ? "www" + known.dropFirst() : known)/")
  }

  private static func schemes(_ package: AppPackage) -> [String] {
    var seen: Set<String> = []
    return URLScheme.declared(in: package.infoPlist).filter {
      !$0.isEmpty && !URLScheme.isUnfilled($0) && seen.insert($0.lowercased()).inserted
    }
  }

  /// Returns the result of an event on one device.
  static func cell(
    _ event: CodeEvent, _ launch: CodeTrial.Launch, of package: PreparedPackage, _ code: SubjectCode,
    on model: DeviceModel, os: OSVersion, requirement: SceneRequirement?
  ) -> CheckCell {
    do {
      return CheckCell(try CodeTrial(event, launch, of: package, code, on: model, os: os, requirement: requirement))
    } catch {
      let error = error as? SimulatorError
      let entry = error?.code == .linkDomainMissing ? package.linkDomains?.first { !$0.isDomain } : nil
      if let entry { return CheckCell(.absent, "“\(entry.entry)” is not a domain", fact: "LAUNCH-195") }
      return CheckCell(.absent, error?.message ?? "not tried", fact: error?.fact)
    }
  }
}

extension CheckCell {
  fileprivate init(_ trial: CodeTrial) {
    let verdict: Verdict =
      switch trial.outcome {
      case .handledOnce: .holds
      case .handledTwice, .lost, .crashes, .unhandled: .fails
      // What no code gets is known.
      case .notKnown where trial.onlyOpens: .absent
      case .notKnown, .notSent, .completed, .reached, .withheld, .ended: .unknown
      }
    let reason = trial.reason.map { verdict == .absent ? $0 : ": \($0)" } ?? ""
    self.init(verdict, (verdict == .absent ? "" : trial.outcome.text) + reason, fact: trial.fact)
    (places, outcome) = (trial.places, trial.outcome)
  }
}

/// The libraries that add methods to the app delegate while the app runs, or become the notification centre’s delegate.
enum DelegateLibraries {
  /// The names in manifests, in lower case, with the events that each library takes.
  private static let all: [(name: String, takes: [HandlerStep.Subject])] = [
    ("@react-native-firebase/dynamic-links", [.url, .userActivity]), ("app_links", [.url, .userActivity]),
    ("firebase_dynamic_links", [.url, .userActivity]), ("uni_links", [.url, .userActivity]),
    ("@react-native-firebase/messaging", [.notification]), ("firebase_messaging", [.notification]),
    ("@notifee/react-native", [.notification]), ("onesignal", [.notification]), ("airship", [.notification]),
  ]

  /// Returns the library that may take an event of the app delegate, with its line in the nearest manifest, or nil.
  static func taker(of event: CodeEvent, in package: AppPackage) -> (name: String, place: SourceLocation)? {
    guard let files = package.files else { return nil }
    // Firebase’s sign-in has a scheme of its own; its libraries add no methods if the Info.plist says so.
    let isSignIn = if case .url(let url) = event { url.hasPrefix("app-1-") } else { false }
    let isOff = ["FirebaseAppDelegateProxyEnabled", "GoogleUtilitiesAppDelegateProxyEnabled"].contains {
      package.infoPlist[$0].map { $0.boolean == false || ["NO", "false", "0"].contains($0.string) } ?? false
    }
    let names = (isSignIn ? ["firebase"] : []) + all.filter { $0.takes.contains(event.subject) }.map(\.name)
    let active = names.filter { !isOff || !$0.contains("firebase") || event.subject == .notification }
    var folder = files.path(of: package.build?.projectFile ?? package.infoPlistFile) ?? ""
    while !active.isEmpty, !folder.isEmpty {
      folder = FileTreePath.directory(of: folder)
      let spaces = ((try? files.tree.entries(in: folder)) ?? []).map(\.name).filter { $0.hasSuffix(".xcworkspace") }
      for manifest in ["package.json", "pubspec.yaml", "Podfile.lock", "Podfile"]
        + spaces.map({ $0 + "/xcshareddata/swiftpm/Package.resolved" })
      {
        let path = FileTreePath.join(folder, manifest)
        guard let bytes = try? files.tree.readPrefix(path, count: WrapperText.maximumBytes) else { continue }
        for (number, line) in WrapperText.lines(bytes) where line.drop(while: \.isWhitespace).first != "#" {
          let text = line.lowercased()
          guard !text.contains("node_modules"), let name = active.first(where: text.contains) else { continue }
          return (name, SourceLocation(file: FileTreePath.join(files.tree.name, path), line: number))
        }
      }
    }
    return nil
  }
}

/// The files of a project that name plugins, as text.
enum WrapperText {
  /// The maximum size; the lock file of a large project can have a megabyte.
  static let maximumBytes = 4 << 20

  static func lines(_ bytes: [UInt8]) -> [(number: Int, line: Substring)] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { ($0 + 1, $1) }
  }
}

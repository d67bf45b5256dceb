import AppPackages
import AppSources
import HomeScreenSimulator
import PropertyLists

/// Every event that an app declares or handles, tried on its shadow: cold, warm and after the system has ended the app.
enum CodeCheck {
  /// What comes to the app: the quick actions of the Info.plist, those that the code sets, a URL of each scheme that it
  /// declares, and a link and a notification where anything in the sources handles one.
  ///
  /// - Parameter items: those of the Info.plist, as the menu shows them.
  static func events(_ items: [ShortcutItem], of package: AppPackage, _ document: SourceDocument) -> [CodeEvent] {
    var types: Set<ExactText> = []
    var events: [CodeEvent] = []
    let dynamic = document.dynamicItems.flatMap(\.items).compactMap { item in
      item.type.literal.map { ShortcutItem(type: $0, localizedTitle: item.title.literal ?? $0) }
    }
    for item in items + dynamic where types.insert(ExactText(item.type)).inserted { events.append(.quickAction(item)) }
    events += schemes(package).map { .url("\($0)://open") }
    let handled = Set(document.handlers.flatMap(\.methods).flatMap(\.steps).map(\.subject))
    if handled.contains(.userActivity) { events.append(.universalLink("https://example.com/")) }
    if handled.contains(.notification) { events.append(.notification(UserNotification(title: "notification"))) }
    return events
  }

  private static func schemes(_ package: AppPackage) -> [String] {
    let types = package.infoPlist["CFBundleURLTypes"]?.array ?? []
    return types.compactMap { $0.value.dictionary?["CFBundleURLSchemes"]?.array?.first?.value.string }
      .filter { !$0.isEmpty && !$0.contains("$(") }
  }

  /// What becomes of an event on one device.
  static func cell(
    _ event: CodeEvent, _ launch: CodeTrial.Launch, of package: PreparedPackage, _ code: SubjectCode,
    on model: DeviceModel, os: OSVersion
  ) -> CheckCell {
    do {
      return CheckCell(try CodeTrial(event, launch, of: package, code, on: model, os: os))
    } catch {
      let error = error as? SimulatorError
      return CheckCell(.absent, error?.message ?? "not to be tried", fact: error?.fact)
    }
  }
}

extension CheckCell {
  fileprivate init(_ trial: CodeTrial) {
    let verdict: Verdict =
      switch trial.outcome {
      case .handledOnce: .holds
      case .handledTwice, .lost, .crashes: .fails
      case .notKnown: .unknown
      }
    let reason = trial.reason.map { ": \($0)" } ?? ""
    self.init(verdict, trial.outcome.text + reason, fact: trial.fact)
    places = trial.places
  }
}

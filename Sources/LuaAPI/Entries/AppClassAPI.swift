import HomeScreenSimulator

/// The classes that scripts write for an app: every method that the system would call, with its arguments.
enum AppClassAPI {
  static let entries: [APIEntry] =
    AppCallback.allCases.map(entry)
    + [ClassKind.controller, .view].flatMap { kind in kind.slots.map { entry($0, of: kind) } }

  private static func entry(_ callback: AppCallback) -> APIEntry {
    let kind: ClassKind =
      switch callback.receiver {
      case .appDelegate: .delegate
      case .sceneDelegate: .sceneDelegate
      }
    let deprecated = callback.deprecated.map { " Deprecated from iOS \($0) on." } ?? ""
    return .callback(
      callback.slot, of: kind.apiType,
      callback.arguments.map(CallbackArgument.parameter),
      APIDocumentation(
        callback.summary, discussion: "Swift: `\(callback.swiftName)`. Selector: `\(callback.selector)`.\(deprecated)",
        example: SlotExamples.example(of: callback) ?? "", facts: callback.deprecated == nil ? [] : ["LAUNCH-054"]))
  }

  private static func entry(_ slot: ClassKind.Slot, of kind: ClassKind) -> APIEntry {
    .callback(
      slot.name, of: kind.apiType, slot.arguments(),
      APIDocumentation(
        "\(kind.noun.capitalizedSentence): `\(slot.swiftName)`.",
        example: kind == .view ? RootViewMethod(rawValue: slot.name).flatMap(SlotExamples.example) ?? "" : ""))
  }
}

extension String {
  fileprivate var capitalizedSentence: String { prefix(1).uppercased() + dropFirst() }
}

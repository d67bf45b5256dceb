/// The settings that a person gave beside an Info.plist, where no project says more.
struct SettingsTableSource: MacroSource {
  let settings: StringTable
  let packageName: String

  /// Unknown references stay visible: a value that silently became empty would be harder to find.
  var keepsUndefined: Bool { true }

  func definition(of name: String, below position: Int?) -> MacroDefinition? {
    if (position ?? 2) > 1, let value = settings[name] { return MacroDefinition(value: value, position: 1) }
    if (position ?? 2) > 0, let value = Self.standardValues[name] { return MacroDefinition(value: value, position: 0) }
    return nil
  }

  /// What every target has unless it says otherwise.
  private static let standardValues: [String: String] = [
    "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
    "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
    "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
    "DEVELOPMENT_LANGUAGE": "en",
  ]

  /// Guesses that let a package be used although its settings are unknown.
  func substitute(for name: String) -> String? {
    switch name {
    case "PRODUCT_NAME": settings["TARGET_NAME"] ?? packageName
    case "TARGET_NAME": settings["PRODUCT_NAME"] ?? packageName
    case "PRODUCT_BUNDLE_IDENTIFIER": MacroExpander.unknownIdentifier(for: packageName)
    default: nil
    }
  }
}

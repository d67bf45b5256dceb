/// Where the values of `$(NAME)` come from.
protocol MacroSource {
  /// The strongest definition of a name, or the one that comes next below another one of the same name: what
  /// `$(inherited)` means.
  func definition(of name: String, below position: Int?) -> MacroDefinition?

  /// What stands in for a name that is defined nowhere.
  func substitute(for name: String) -> String?

  /// Whether a reference to an undefined name stays as it is written; otherwise nothing takes its place, as in a build.
  var keepsUndefined: Bool { get }
}

/// One value of a build setting, with its rank among all values of that name.
struct MacroDefinition {
  let value: String
  /// The higher, the stronger.
  let position: Int
}

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

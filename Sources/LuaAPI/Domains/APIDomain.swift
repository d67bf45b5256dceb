/// What a text stands for, where its type says only `string`: whoever is asked for one can offer those that there are.
///
/// A parameter declares it; what a session knows of it is in ``DomainValues``.
public enum APIDomain: String, Sendable, CaseIterable {
  case action
  case activity
  case alertButton
  case app
  case appLabel
  case bundleIdentifier
  case command
  case fact
  case file
  case helpTopic
  case iconName
  case image
  case infoPlistKey
  case locale
  case menuItem
  case model
  case module
  case osVersion
  case plistKey
  case rule
  case sample
  case sceneConfiguration
  case sdk
  case slot
  case swiftVersion
  case systemIcon
  case url
  case xcode

  /// What help says of such a text.
  public var summary: String {
    switch self {
    case .action: "a method of the app's code"
    case .activity: "a type of activity that the app declares"
    case .alertButton: "a button of the alert"
    case .app: "a path to an app"
    case .appLabel: "a label on the Home Screen"
    case .bundleIdentifier: "a bundle identifier"
    case .command: "a command of the REPL"
    case .fact: "a fact"
    case .file: "a path to a file"
    case .helpTopic: "a name, a fact, an error code"
    case .iconName: "an icon of the app"
    case .image: "a picture of the app"
    case .infoPlistKey: "a key of an Info.plist"
    case .locale: "a language"
    case .menuItem: "a row of the menu"
    case .model: "a model"
    case .module: "a module"
    case .osVersion: "a version of iOS"
    case .plistKey: "a key of the list"
    case .rule: "a rule of lint"
    case .sample: "a sample app"
    case .sceneConfiguration: "a configuration of scenes"
    case .sdk: "an SDK"
    case .slot: "a method that the system calls"
    case .swiftVersion: "a version as Swift writes it"
    case .systemIcon: "an icon of UIKit"
    case .url: "a URL that the app opens"
    case .xcode: "a version of Xcode"
    }
  }

  /// Whether it is a path, of which one part after the other is offered.
  public var isPath: Bool { self == .app || self == .file }
}

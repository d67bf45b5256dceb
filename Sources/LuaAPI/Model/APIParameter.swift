/// A parameter in documentation and editors.
package struct APIParameter: Sendable, Hashable {
  /// The parameter's name; for a field of a table, the key.
  package let name: String
  /// The type in LuaCATS notation: `string`, `number`, `homescreen.App`, `fun(error?: homescreen.Error)`.
  package let type: String
  /// Whether the argument is optional. Fields of a table are optional unless they are ``required``.
  package let isOptional: Bool
  /// Whether a table without this field is an error.
  private(set) var isRequired = false
  /// A short description without a full stop; empty for a table that is described only by its fields.
  package let documentation: String
  /// The fields, if the argument is a table with named fields.
  package let fields: [APIParameter]
  /// The domain of a text or of the names of a table; nil if the type is enough.
  package let domain: APIDomain?

  init(
    _ name: String, type: String, isOptional: Bool = false, documentation: String, fields: [APIParameter] = [],
    domain: APIDomain? = nil
  ) {
    (self.name, self.domain, self.type, self.isOptional) = (name, domain, type, isOptional)
    (self.documentation, self.fields) = (documentation, fields)
  }

  /// The same field, displayed as one that a table must have.
  var required: APIParameter {
    var copy = self
    copy.isRequired = true
    return copy
  }

  /// Whether the argument is a table with named fields.
  package var isRecord: Bool { !fields.isEmpty }

  /// Returns the parameter and the fields of its table, with depths. A table without documentation is left out, but not
  /// its fields.
  func walk(depth: Int = 0) -> [(parameter: APIParameter, depth: Int)] {
    let own = documentation.isEmpty ? [] : [(self, depth)]
    return own + fields.flatMap { $0.walk(depth: documentation.isEmpty ? depth : depth + 1) }
  }

  /// The type with the table's fields: `string|{ title?: string, silent?: boolean }`. They replace the last `table`,
  /// which may be in a list or a map: `table<string, table[]>`.
  package var declaredType: String {
    guard isRecord, let place = type.ranges(of: "table").last else { return type }
    let fields = fields.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.declaredType)" }.joined(separator: ", ")
    return type[..<place.lowerBound] + "{ \(fields) }" + type[place.upperBound...]
  }

  /// The type for use in another type, in parentheses if a following `[]` would bind only to its end.
  var typeAsPart: String { type.contains("|") || type.hasPrefix("fun") ? "(\(type))" : type }

  /// The names of the fields: `model, os, locale`.
  var fieldList: String { fields.map(\.name).joined(separator: ", ") }
}

/// A result in documentation and editors.
package struct APIReturn: Sendable, Hashable {
  /// The type in LuaCATS notation, such as `string?`. Several results are separated by commas.
  package let type: String
  /// A short description without a full stop; empty if the type is enough.
  package let documentation: String

  init(_ type: String, _ documentation: String) { (self.type, self.documentation) = (type, documentation) }
}

/// The domain of a text whose type is only `string`, so that completion can offer the existing values.
///
/// A parameter declares it, and ``DomainValues`` has the values that a session knows.
package enum APIDomain: String, Sendable, CaseIterable {
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

  /// The description in help.
  package var summary: String {
    switch self {
    case .action: "a method of the app's code"
    case .activity: "a type of activity that the app declares"
    case .alertButton: "a button of the alert"
    case .app: "a path to an app"
    case .appLabel: "a label on the Home Screen"
    case .bundleIdentifier: "a bundle identifier"
    case .command: "a REPL command"
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
    case .plistKey: "a key of the property list"
    case .rule: "a lint rule"
    case .sample: "a sample app"
    case .sceneConfiguration: "a scene configuration"
    case .sdk: "an SDK"
    case .slot: "a method that the system calls"
    case .swiftVersion: "a version as Swift writes it"
    case .systemIcon: "a UIKit icon"
    case .url: "a URL that the app opens"
    case .xcode: "a version of Xcode"
    }
  }

  /// Whether the value is a path, which is completed part by part.
  package var isPath: Bool { self == .app || self == .file }
}

/// A value of a domain, for completion.
package struct DomainValue: Sendable, Equatable {
  package let text: String
  /// A short description; nil if the text is enough.
  package let summary: String?
  /// Whether the value must be continued, as a folder of a path.
  package let isOpen: Bool

  /// Creates a value with a description.
  package init(_ text: String, _ summary: String? = nil, isOpen: Bool = false) {
    (self.text, self.summary, self.isOpen) = (text, summary, isOpen)
  }
}

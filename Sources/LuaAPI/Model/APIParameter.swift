/// A parameter as documentation and editors show it.
package struct APIParameter: Sendable, Hashable {
  /// What the documentation calls it; for a field of a table, the key.
  package let name: String
  /// The type in LuaCATS notation: `string`, `number`, `homescreen.App`, `fun(error?: homescreen.Error)`.
  package let type: String
  /// Whether the argument may be left out; the fields of a table are shown as optional anyway.
  package let isOptional: Bool
  /// What it means, in a few words without a full stop; empty for a table that only its fields explain.
  package let documentation: String
  /// The fields, when the argument is one table with named fields.
  package let fields: [APIParameter]
  /// What its text stands for, or the names of its table; nil where the type says all.
  package let domain: APIDomain?

  init(
    _ name: String, type: String, isOptional: Bool = false, documentation: String, fields: [APIParameter] = [],
    domain: APIDomain? = nil
  ) {
    self.name = name
    self.domain = domain
    self.type = type
    self.isOptional = isOptional
    self.documentation = documentation
    self.fields = fields
  }

  /// Whether the argument is a table with named fields.
  package var isRecord: Bool { !fields.isEmpty }

  /// The parameter, and what lies in its table, with the depth of each; a table that is the only argument says nothing
  /// of its own.
  func walk(depth: Int = 0) -> [(parameter: APIParameter, depth: Int)] {
    let own = documentation.isEmpty ? [] : [(self, depth)]
    return own + fields.flatMap { $0.walk(depth: documentation.isEmpty ? depth : depth + 1) }
  }

  /// The type with the fields of the table written out: `string|{ title?: string, silent?: boolean }`. The fields are
  /// those of the last `table`, which may be in a list or have names of the script's own: `table<string, table[]>`.
  package var declaredType: String {
    guard isRecord, let place = type.ranges(of: "table").last else { return type }
    let fields = fields.map { "\($0.name)?: \($0.declaredType)" }.joined(separator: ", ")
    return type[..<place.lowerBound] + "{ \(fields) }" + type[place.upperBound...]
  }

  /// The type as a part of another: in parentheses where `[]` would belong to its end only.
  var typeAsPart: String { type.contains("|") || type.hasPrefix("fun") ? "(\(type))" : type }

  /// `model, os, locale`
  var fieldList: String { fields.map(\.name).joined(separator: ", ") }
}

/// A result as documentation and editors show it.
package struct APIReturn: Sendable, Hashable {
  /// The type in LuaCATS notation, `string?`; several results are separated by commas.
  package let type: String
  /// What it means, in a few words without a full stop; empty when its type says enough.
  package let documentation: String

  init(_ type: String, _ documentation: String) {
    self.type = type
    self.documentation = documentation
  }
}

/// What a text stands for, where its type says only `string`: a place that asks for one can offer those that exist.
///
/// A parameter declares it; what a session knows of it is in ``DomainValues``.
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

  /// What help says of such a text.
  package var summary: String {
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
  package var isPath: Bool { self == .app || self == .file }
}

/// A text that can stand where a text of a domain is asked for.
package struct DomainValue: Sendable, Equatable {
  /// The text itself.
  package let text: String
  /// What it is, in a few words; nil where the text says all.
  package let summary: String?
  /// Whether more follows: a folder of a path.
  package let isOpen: Bool

  /// A text and what it is.
  package init(_ text: String, _ summary: String? = nil, isOpen: Bool = false) {
    self.text = text
    self.summary = summary
    self.isOpen = isOpen
  }
}

/// What a command says, by who reads it.
public enum OutputText: Sendable {
  /// A report or message: what a terminal would obey is written out, wherever it goes, because a file is shown some day
  /// too.
  case forPeople(StyledText)
  /// JSON, a property list, a format of a plugin: byte for byte, except on a terminal, and where a service of continuous
  /// integration would take something for a command.
  case forPrograms(String, as: TextForm = .lines)
  /// A picture: for files, and for no terminal.
  case bytes([UInt8])

  /// The text as a file keeps it; none of bytes.
  public var plain: String {
    switch self {
    case .forPeople(let text): text.rendered(hasStyles: false)
    case .forPrograms(let text, _): text
    case .bytes: ""
    }
  }

  /// How it may be written otherwise.
  public var form: TextForm {
    switch self {
    case .forPrograms(_, let form): form
    case .forPeople, .bytes: .lines
    }
  }

  /// What a file keeps.
  public var fileContent: [UInt8] {
    switch self {
    case .forPeople(let text): Array(text.rendered(hasStyles: false).utf8)
    case .forPrograms(let text, _): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}

/// How a text may be written otherwise without meaning something else.
public enum TextForm: Sendable {
  /// Lines that know no other way, and Markdown: a backslash.
  case lines
  /// JSON, and YAML in double quotes: `\u003a`.
  case json
  /// XML and HTML: `&#58;`.
  case markup
  /// A patch, which must stay as it is: lines around it.
  case diff
  /// Commands of GitHub Actions that this program gives itself.
  case commands
}

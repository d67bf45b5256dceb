/// What a command says, by who reads it.
public enum OutputText: Sendable {
  /// A report or message: what a terminal would obey is written out, wherever it goes, because a file is shown some day
  /// too.
  case forPeople(StyledText)
  /// JSON, a property list, a format of a plugin: byte for byte, except on a terminal.
  case forPrograms(String)

  /// The text as a file keeps it.
  public var plain: String {
    switch self {
    case .forPeople(let text): text.rendered(hasStyles: false)
    case .forPrograms(let text): text
    }
  }
}

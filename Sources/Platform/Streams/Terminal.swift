internal import CProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a stream can show: whether it is a terminal, how wide, and whether text may be styled.
public struct Terminal: Sendable {
  /// The width where none is known, in columns.
  public static let defaultColumns = 80

  /// Whether a person may be looking at it.
  public let isTerminal: Bool
  /// Whether text may be styled.
  public let usesStyles: Bool
  /// The width in columns when the value was made, at least 1; nil for what has none, such as a pipe or a file, unless
  /// `COLUMNS` says one.
  public let knownColumns: Int?
  /// The width, or ``defaultColumns`` where there is none.
  public var columns: Int { knownColumns ?? Self.defaultColumns }

  /// What a standard stream can show.
  public init(_ stream: StandardStream, environment: (String) -> String? = ProcessEnvironment.value) {
    self.init(fileDescriptor: stream.fileDescriptor, environment: environment)
  }

  /// What an open file can show.
  public init(fileDescriptor: Int32, environment: (String) -> String? = ProcessEnvironment.value) {
    let isTerminal = Self.isTerminal(fileDescriptor)
    self.isTerminal = isTerminal
    usesStyles = Self.usesStyles(isTerminal: isTerminal, environment: environment)
    let columns = Int(cp_terminal_columns(fileDescriptor))
    knownColumns = columns > 0 ? columns : environment("COLUMNS").flatMap(Self.columns)
  }

  /// Whether an open file is a terminal.
  public static func isTerminal(_ fileDescriptor: Int32) -> Bool {
    isatty(fileDescriptor) == 1
  }

  /// The usual rules, the first that applies: `NO_COLOR` (set and not empty) means no; `CLICOLOR_FORCE` (set and not
  /// `0`) means yes, also in a pipe; `CLICOLOR=0` means no; otherwise a terminal whose `TERM` is neither unset,
  /// empty nor `dumb`.
  public static func usesStyles(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    func isOn(_ name: String) -> Bool {
      guard let value = environment(name) else { return false }
      return !value.isEmpty && value != "0"
    }
    if let value = environment("NO_COLOR"), !value.isEmpty { return false }
    if isOn("CLICOLOR_FORCE") { return true }
    if environment("CLICOLOR") == "0" { return false }
    return isTerminal && knowsControlSequences(environment: environment)
  }

  /// Whether the environment names a terminal that is more than paper: `TERM` is neither unset, empty nor `dumb`.
  public static func knowsControlSequences(environment: (String) -> String?) -> Bool {
    guard let name = environment("TERM") else { return false }
    return !name.isEmpty && name != "dumb"
  }

  /// `COLUMNS` is believed only within reason.
  private static func columns(_ text: String) -> Int? {
    guard let value = Int(text), (1...10_000).contains(value) else { return nil }
    return value
  }
}

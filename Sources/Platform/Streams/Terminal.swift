internal import CProcess
import PropertyLists
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The capabilities of a stream: whether it is a terminal, how wide, and whether text may be styled.
public struct Terminal: Sendable {
  /// The width in columns if it is unknown.
  public static let defaultColumns = 80

  /// Whether the stream is a terminal, so that a person may be looking.
  public let isTerminal: Bool
  /// Whether text may be styled.
  public let usesStyles: Bool
  /// The width in columns when the value was made, at least 1; nil for a pipe or a file, unless `COLUMNS` is set.
  public let knownColumns: Int?
  /// The width, or ``defaultColumns`` if it is unknown.
  public var columns: Int { knownColumns ?? Self.defaultColumns }
  /// The current height in rows; nil if it is unknown.
  package var rows: Int? {
    let rows = Int(cp_terminal_rows(fileDescriptor))
    return rows > 0 ? rows : nil
  }
  private let fileDescriptor: Int32

  /// Reads the capabilities of a standard stream.
  public init(_ stream: StandardStream, environment: (String) -> String? = ProcessEnvironment.value) {
    self.init(fileDescriptor: stream.fileDescriptor, environment: environment)
  }

  /// Reads the capabilities of an open file.
  public init(fileDescriptor: Int32, environment: (String) -> String? = ProcessEnvironment.value) {
    let isTerminal = Self.isTerminal(fileDescriptor)
    (self.fileDescriptor, self.isTerminal) = (fileDescriptor, isTerminal)
    usesStyles = Self.usesStyles(isTerminal: isTerminal, environment: environment)
    let columns = Int(cp_terminal_columns(fileDescriptor))
    knownColumns = columns > 0 ? columns : environment("COLUMNS").flatMap(Self.columns)
  }

  /// Returns whether an open file is a terminal.
  public static func isTerminal(_ fileDescriptor: Int32) -> Bool { isatty(fileDescriptor) == 1 }

  /// Applies the usual rules, the first that matches: `NO_COLOR` (set and not empty) means no; `CLICOLOR_FORCE` (set
  /// and not `0`) means yes, also in a pipe; `CLICOLOR=0` means no; otherwise a terminal with a `TERM` that is neither
  /// unset, empty nor `dumb`.
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

  /// Returns whether the terminal knows control sequences: `TERM` is neither unset, empty nor `dumb`.
  public static func knowsControlSequences(environment: (String) -> String?) -> Bool {
    guard let name = environment("TERM") else { return false }
    return !name.isEmpty && name != "dumb"
  }

  /// Parses `COLUMNS`; nil for implausible values.
  private static func columns(_ text: String) -> Int? {
    guard let value = Int(text), (1...10_000).contains(value) else { return nil }
    return value
  }
}

/// The way in which a terminal shows pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
  /// The protocol of kitty, also in Ghostty and Konsole.
  case kitty
  /// The protocol of iTerm2, also in WezTerm.
  case iterm2
  /// Two pixels in each cell, in the two colours of a half block: nearly every terminal.
  case blocks
  /// Words only.
  case none

  /// The variable that overrides the detection.
  public static let variable = "HOMESCREEN_GRAPHICS"

  /// Returns a message about an unknown value of ``variable``, on one line; nil if the value is valid or missing.
  public static func remark(environment: (String) -> String?) -> String? {
    guard let asked = environment(variable), !asked.isEmpty, TerminalGraphics(rawValue: asked) == nil else {
      return nil
    }
    let names = allCases.map(\.rawValue)
    let near = Spelling.nearest(to: asked, in: names).first.map { "; did you mean “\($0)”?" } ?? ""
    return TerminalText.visible(
      "\(variable)=\(asked) is not known; use one of \(names.joined(separator: ", "))\(near)", isOneLine: true)
  }

  /// Detects the protocol from the environment; asking the terminal would hang if it does not answer.
  ///
  /// - Parameters:
  ///   - usesStyles: whether text may be styled: if not, there are only words, whatever the variable says.
  ///   - environment: returns the value of a variable.
  public init(usesStyles: Bool, environment: (String) -> String?) {
    guard usesStyles else {
      self = .none
      return
    }
    if let asked = environment("HOMESCREEN_GRAPHICS").flatMap({ TerminalGraphics(rawValue: $0) }) {
      self = asked
      return
    }
    let name = environment("TERM") ?? ""
    let program = environment("TERM_PROGRAM") ?? ""
    // A multiplexer passes pictures on only in its own escape sequence.
    let isInside = environment("TMUX") != nil || name.hasPrefix("tmux") || name.hasPrefix("screen")
    if isInside {
      self = .blocks
    } else if environment("KITTY_WINDOW_ID") != nil || name == "xterm-kitty" || program == "ghostty" {
      self = .kitty
    } else if program == "iTerm.app" || program == "WezTerm" {
      self = .iterm2
    } else {
      self = .blocks
    }
  }
}

/// The colours of a terminal.
public enum TerminalColours: Sendable {
  /// All colours.
  case all
  /// 256 colours, 216 of which are a cube.
  case indexed

  /// Detects the colours from the environment.
  public init(environment: (String) -> String?) {
    let words = environment("COLORTERM") ?? ""
    self = words == "truecolor" || words == "24bit" ? .all : .indexed
  }
}

/// A line of progress at the bottom of a terminal. It is drawn on standard error and removed before any other output.
public struct StatusLine {
  private let columns: Int
  private var drawn = 0.0
  /// The seconds between two drawings: people read no faster, and a terminal is slow.
  private static let pause = 0.05

  /// Creates a line on standard error; nil without a terminal, or with only plain lines (`NO_COLOR`, `TERM=dumb`).
  public init?(environment: (String) -> String? = ProcessEnvironment.value) {
    self.init(Terminal(.error, environment: environment))
  }

  /// Creates a line for a known terminal.
  package init?(_ terminal: Terminal) {
    guard terminal.isTerminal, terminal.usesStyles else { return nil }
    columns = terminal.columns
  }

  /// Draws the line again, unless it was drawn just now.
  /// - Parameter text: returns the line for a width in columns; nil if there is none.
  public mutating func draw(_ text: (_ columns: Int) -> StyledText?) {
    let now = Self.now()
    guard now - drawn >= Self.pause, let line = text(columns) else { return }
    drawn = now
    StandardStream.drawStatus(line)
  }

  /// Removes the line.
  public func wipe() { StandardStream.wipeStatus() }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension StandardStream {
  private static let isStatusShown = Atomic(false)
  /// Moves to the first column and clears the line.
  private static let wiping = "\r\u{1B}[K"

  fileprivate static func drawStatus(_ line: StyledText) {
    StandardStream.error.writeRendered(wiping + line.rendered(hasStyles: true))
    isStatusShown.store(true, ordering: .relaxed)
  }

  /// Removes the status line, if there is one. Every write to a standard stream calls it first.
  package static func wipeStatus() {
    guard isStatusShown.exchange(false, ordering: .relaxed) else { return }
    _ = writeAll(Array(wiping.utf8), to: StandardStream.error.fileDescriptor)
  }
}

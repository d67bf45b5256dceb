internal import CProcess
import PropertyLists
import Synchronization

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

/// How a terminal shows pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
  /// The protocol of kitty, which Ghostty and Konsole know too.
  case kitty
  /// The protocol of iTerm2, which WezTerm knows too.
  case iterm2
  /// Two pixels in each cell, by the colours of half a block: nearly every terminal.
  case blocks
  /// Words only.
  case none

  /// The variable that says what a terminal has, for where nobody can know.
  public static let variable = "HOMESCREEN_GRAPHICS"

  /// What to say of a value of the variable that is none of them, in one line; nil for a fine one, or none.
  public static func remark(environment: (String) -> String?) -> String? {
    guard let asked = environment(variable), !asked.isEmpty, TerminalGraphics(rawValue: asked) == nil else {
      return nil
    }
    let names = allCases.map(\.rawValue)
    let near = Spelling.nearest(to: asked, in: names).first.map { "; did you mean “\($0)”?" } ?? ""
    return TerminalText.visible(
      "\(variable)=\(asked) is not known; use one of \(names.joined(separator: ", "))\(near)", isOneLine: true)
  }

  /// What the environment says of the terminal; it is not asked itself, since one that does not answer would be waited
  /// for.
  ///
  /// - Parameters:
  ///   - usesStyles: whether text may be styled: where not, there are words only, whatever is asked for.
  ///   - environment: the value of a variable.
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
    // A multiplexer passes no pictures on unless it is asked in its own way.
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

/// How many colours a terminal has.
public enum TerminalColours: Sendable {
  /// Every colour of a screen.
  case all
  /// 256, of which 216 are a cube.
  case indexed

  /// What the environment says.
  public init(environment: (String) -> String?) {
    let words = environment("COLORTERM") ?? ""
    self = words == "truecolor" || words == "24bit" ? .all : .indexed
  }
}

/// A line at the foot of a person's terminal that says how far something is. It is drawn on standard error and wiped
/// before anything else is written.
public struct StatusLine {
  private let columns: Int
  private var drawn = 0.0
  /// Seconds between two drawings: nobody reads faster, and a terminal is slow.
  private static let pause = 0.05

  /// A line for standard error; nil where nobody looks at it, or where only plain lines are wanted (`NO_COLOR`,
  /// `TERM=dumb`).
  public init?(environment: (String) -> String? = ProcessEnvironment.value) {
    self.init(Terminal(.error, environment: environment))
  }

  /// A line for a terminal that is known.
  package init?(_ terminal: Terminal) {
    guard terminal.isTerminal, terminal.usesStyles else { return nil }
    columns = terminal.columns
  }

  /// Draws the line anew, unless it was drawn just now.
  /// - Parameter text: makes the line for a width in columns; nil for none.
  public mutating func draw(_ text: (_ columns: Int) -> StyledText?) {
    let now = Self.now()
    guard now - drawn >= Self.pause, let line = text(columns) else { return }
    drawn = now
    StandardStream.drawStatus(line)
  }

  /// Takes the line away.
  public func wipe() { StandardStream.wipeStatus() }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension StandardStream {
  private static let isStatusShown = Atomic(false)
  /// To the first column, and away with what is there.
  private static let wiping = "\r\u{1B}[K"

  fileprivate static func drawStatus(_ line: StyledText) {
    StandardStream.error.writeRendered(wiping + line.rendered(hasStyles: true))
    isStatusShown.store(true, ordering: .relaxed)
  }

  /// Takes the status line away, if there is one; what writes to a standard stream calls it before.
  package static func wipeStatus() {
    guard isStatusShown.exchange(false, ordering: .relaxed) else { return }
    _ = writeAll(Array(wiping.utf8), to: StandardStream.error.fileDescriptor)
  }
}

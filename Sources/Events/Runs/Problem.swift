public import Platform

/// A failure as reports show it.
public struct Problem: Sendable, Equatable, Recorded {
  /// A stable name that `homescreen explain` knows.
  public var code: String
  /// What happened, without the place.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// The ID of the fact of iOS that it rests on.
  public var fact: String?
  /// `file:line`.
  public var place: String?
  /// The line of the script, without its indentation.
  public var sourceLine: String?
  /// The Lua stack, innermost first.
  public var traceback: [String]
  /// The simulated stack, innermost first, when the error left the app's code: `in APP: CALLBACK, at TIME s`.
  public var appStack: [String] = []
  /// The script around the place, where it is at hand.
  public var excerpt: Excerpt?
  /// The last events of the trace of the device that was used last, the newest at the end, as `device.trace` prints them.
  public var lastEvents: [String] = []
  /// The picture of a snapshot, as it was kept and as it is now.
  public var picture: Picture?

  /// The pictures of a snapshot that is different.
  public struct Picture: Sendable, Equatable, Recorded {
    /// The snapshot's name.
    public var name: String
    /// The file that keeps it, as messages call it.
    public var file: String
    /// What is in the file, in SVG; nil where that is not shown. Anybody may have written it: a page takes it as a
    /// picture, never as markup.
    public var expected: String?
    /// What was drawn now, in SVG; empty where the run had no room for it.
    public var actual: String
    /// Why the kept one, or both, are not shown.
    public var remark: String?

    /// A picture without the kept one.
    public init(name: String, file: String, actual: String) {
      self.name = name
      self.file = file
      self.actual = actual
    }

    package static var blank: Self { Self(name: "", file: "", actual: "") }

    package mutating func fields(_ field: inout RecordFields) {
      field("name", &name)
      field("file", &file)
      field("expected", &expected)
      field("actual", &actual)
      field("remark", &remark)
    }
  }

  /// Some lines of a script.
  public struct Excerpt: Sendable, Equatable {
    /// The number of the first one.
    public var firstLine: Int
    /// As they stand there.
    public var lines: [String]

    /// Lines from this one on.
    public init(firstLine: Int, lines: [String]) {
      self.firstLine = firstLine
      self.lines = lines
    }
  }

  /// A problem with all that is known of it.
  public init(
    code: String, message: String, hint: String? = nil, fact: String? = nil, place: String? = nil,
    sourceLine: String? = nil, traceback: [String] = []
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.fact = fact
    self.place = place
    self.sourceLine = sourceLine
    self.traceback = traceback
  }

  /// The code of a scenario that does something else when it runs alone.
  public static let orderDependence = "order-dependence"

  /// What ended a file.
  public init(_ ending: Ending, message: String, hint: String? = nil) {
    self.init(code: ending.rawValue, message: message, hint: hint)
  }

  /// What ends a file, whatever its scenarios came to; the raw values are codes.
  public enum Ending: String, Sendable, CaseIterable {
    /// A process that a script brought down.
    case crash
    /// A script that cannot be read.
    case unreadableScript = "script-unreadable"
    /// Ctrl-C.
    case interrupt
    /// The script took too long, in processor time or in real time.
    case deadline
    /// A snapshot is not there, or is no longer used.
    case snapshot

    /// How the process ends with it.
    public var exitCode: ExitCode {
      switch self {
      case .crash: .internalFault
      case .unreadableScript: .noInput
      case .interrupt: .interrupted
      case .deadline: .watchdog
      case .snapshot: .staleSnapshots
      }
    }
  }

  /// Which of them it is; nil for what a scenario or a script raised.
  public var ending: Ending? { Ending(rawValue: code) }

  /// What is kept of a message, in bytes. Nobody reads more, and a script may raise megabytes.
  public static let maximumMessageLength = 16_384

  /// A message as a problem keeps it.
  /// - Parameter length: how many bytes are kept.
  public static func shortened(_ message: String, to length: Int = maximumMessageLength) -> String {
    let excess = message.utf8.count - length
    guard excess > 0 else { return message }
    let kept = String(decoding: message.utf8.prefix(length), as: UTF8.self)
    return "\(kept)… (\(excess) more bytes)"
  }

  package static var blank: Self { Self(code: "", message: "") }

  package mutating func fields(_ field: inout RecordFields) {
    field("code", &code)
    field("message", &message)
    field("hint", &hint)
    field("fact", &fact)
    field("place", &place)
    field("sourceLine", &sourceLine)
    var (line, lines) = (excerpt?.firstLine, excerpt?.lines)
    field("excerptLine", &line)
    field("excerpt", &lines)
    excerpt = line.map { Excerpt(firstLine: $0, lines: lines ?? []) }
    field("traceback", &traceback, unless: [])
    field("appStack", &appStack, unless: [])
    field("lastEvents", &lastEvents, unless: [])
    field("picture", &picture)
  }
}

/// `file:line`, taken apart.
package struct ProblemPlace {
  package let file: String
  package let line: Int

  /// Nil for a place without a line.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    guard let line = Int(text[text.utf8.index(after: colon)...]), line > 0 else { return nil }
    file = String(text[..<colon])
    self.line = line
  }
}

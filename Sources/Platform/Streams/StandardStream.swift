internal import CProcess
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error, written at once and in the order of the calls, also beside `print`. All that this
/// program says leaves here; what a terminal would obey stays behind, and so does what a service of continuous
/// integration would (``CommandGuard``).
///
/// Nobody has to look whether a text arrived: the first failure of standard output is kept, nothing more is written
/// after it, so that what arrived has no hole, and ``closeOutput()`` tells of it at the end of the process.
public enum StandardStream: Sendable {
  case output
  case error

  /// The number that the system knows it by.
  public var fileDescriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Writes a text; nothing is added.
  public func write(_ text: StyledText) { write(.forPeople(text)) }

  /// Writes a text; nothing is added.
  public func write(_ text: OutputText) {
    let rendered = text.rendered(for: terminal)
    guard Self.isRead else { return writeRendered(rendered) }
    writeRendered(
      Self.guards.withLock { guards in
        guards[self == .output ? 0 : 1].harmless(rendered, as: Self.form(of: text))
      })
  }

  /// A text as this stream takes it, whole lines: it begins a line.
  public func rendered(_ text: OutputText) -> String {
    let rendered = text.rendered(for: terminal)
    guard Self.isRead else { return rendered }
    var commands = CommandGuard()
    return commands.harmless(rendered, as: Self.form(of: text))
  }

  /// What is a command of GitHub's may hold one of another service.
  private static func form(of text: OutputText) -> TextForm {
    text.form == .commands && isElsewhere ? .lines : text.form
  }

  /// Whether a service reads commands from what is printed.
  private static let isRead = ProcessEnvironment.value("GITHUB_ACTIONS") == "true" || isElsewhere
  private static let isElsewhere =
    ProcessEnvironment.value("TF_BUILD")?.isEmpty == false
    || ProcessEnvironment.value("TEAMCITY_VERSION")?.isEmpty == false

  /// For text that comes in pieces: where standard output and standard error are in their lines.
  private static let guards = Mutex([CommandGuard(), CommandGuard()])

  /// Writes what ``rendered(_:)`` made.
  public func writeRendered(_ text: String) {
    Self.wipeStatus()
    guard self == .error || Self.lost.load(ordering: .relaxed) == 0 else { return }
    var code = cp_flush_standard_streams()
    if code == 0 || self == .error { code = Self.writeAll(Array(text.utf8), to: fileDescriptor) }
    if code != 0, self == .output { Self.keepFailure(code) }
  }

  private static let outputTerminal = Terminal(.output)
  private static let errorTerminal = Terminal(.error)

  /// What the stream showed itself to be at its first use.
  private var terminal: Terminal { self == .output ? Self.outputTerminal : Self.errorTerminal }

  // MARK: The life of the process

  /// `errno` of what was lost first; 0 while all has arrived.
  private static let lost = Atomic<Int32>(0)

  private static func keepFailure(_ code: Int32) {
    _ = lost.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }

  /// Why text for standard output was lost, in words; nil when nothing was.
  public static var outputFailure: String? {
    switch lost.load(ordering: .relaxed) {
    case 0: nil
    case EBADF: "it is closed"
    case let code: SystemError.text(code)
    }
  }

  /// Opens what stands in for a closed standard stream, so that no other file takes its descriptor. Reading and writing
  /// it fails as if it were closed.
  public static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if open("/dev/null", mode) < 0 { _ = open("/", O_RDONLY) }
    }
  }

  /// Closes standard output, which is when some file systems first say that they had no room.
  ///
  /// - Returns: why something of it was lost; nil when all has arrived.
  public static func closeOutput() -> String? {
    let code = cp_flush_standard_streams()
    if code != 0 { keepFailure(code) }
    if close(STDOUT_FILENO) != 0, errno != EINTR { keepFailure(errno) }
    return outputFailure
  }

  // MARK: Writing

  /// Writes all bytes to a descriptor of any kind.
  /// - Returns: 0, or `errno` of what kept the rest from being written.
  public static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = writeSome(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count == 0 {
          return EIO
        } else if errno == EAGAIN {
          var target = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&target, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  private static func writeSome(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension OutputText {
  /// The text as a stream takes it.
  package func rendered(for terminal: Terminal) -> String {
    switch self {
    case .forPeople(let text): text.rendered(hasStyles: terminal.usesStyles)
    case .forPrograms(let text, _): terminal.isTerminal ? TerminalText.visible(text) : text
    case .bytes: ""
    }
  }
}

/// Finds the lines in bytes that come in pieces.
public struct LineBuffer {
  private var bytes: [UInt8] = []
  /// Up to where they were given.
  private var given = 0
  /// Up to where they have no end of a line.
  private var searched = 0
  /// What came cannot be lines of this program: nothing more is found.
  public private(set) var isBroken = false

  /// More than any line of a run takes, in bytes.
  public static let maximumLength = 256 << 20
  /// What is kept of the memory of a long line, in bytes.
  private static let keptCapacity = 1 << 20

  /// A buffer that has seen nothing.
  public init() {}

  /// Takes the next piece.
  public mutating func append(_ piece: ArraySlice<UInt8>) {
    if given == bytes.count {
      bytes.removeAll(keepingCapacity: given < Self.keptCapacity)
    } else {
      bytes.removeFirst(given)
    }
    (searched, given) = (searched - given, 0)
    guard !isBroken else { return }
    bytes += piece
    guard searched + piece.count > Self.maximumLength, !piece.contains(UInt8(ascii: "\n")) else { return }
    (isBroken, bytes, searched) = (true, [], 0)
  }

  /// The next complete line, with its end; nil if more bytes are needed.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (given, searched) = (feed + 1, feed + 1) }
    return bytes[given...feed]
  }

  /// What is left when nothing more comes: the beginning of a line.
  public mutating func takeRest() -> ArraySlice<UInt8> {
    defer { (given, searched) = (bytes.count, bytes.count) }
    return bytes[given...]
  }

  /// Takes the next piece, and gives each line that is whole now.
  public mutating func take(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    append(piece)
    while let line = next() { body(line) }
  }
}

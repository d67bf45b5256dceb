internal import CProcess
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error, unbuffered and in the order of the calls, also when mixed with `print`. All
/// output of this program goes through them; they neutralise control sequences of terminals and commands of CI services
/// (``CommandGuard``).
///
/// Callers need not check for errors: the first failure of standard output is kept, later output is dropped, so that it
/// has no gap, and ``closeOutput()`` reports the failure at the end of the process.
public enum StandardStream: Sendable {
  case output
  case error

  /// The file descriptor of the stream.
  public var fileDescriptor: Int32 {
    switch self {
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Writes a text as it is, without a line feed.
  public func write(_ text: StyledText) { write(.forPeople(text)) }

  /// Writes a text as it is, without a line feed.
  public func write(_ text: OutputText) {
    let rendered = text.rendered(for: terminal)
    guard Self.isRead else { return writeRendered(rendered) }
    writeRendered(
      Self.guards.withLock { guards in
        guards[self == .output ? 0 : 1].harmless(rendered, as: Self.form(of: text))
      })
  }

  /// Returns a text as this stream writes it; it must be whole lines.
  public func rendered(_ text: OutputText) -> String {
    let rendered = text.rendered(for: terminal)
    guard Self.isRead else { return rendered }
    var commands = CommandGuard()
    return commands.harmless(rendered, as: Self.form(of: text))
  }

  /// Returns the form of a text. Commands for GitHub are plain lines if another CI service reads the output.
  private static func form(of text: OutputText) -> TextForm {
    text.form == .commands && isElsewhere ? .lines : text.form
  }

  /// Whether a CI service reads commands from the output.
  private static let isRead = ProcessEnvironment.value("GITHUB_ACTIONS") == "true" || isElsewhere
  private static let isElsewhere =
    ProcessEnvironment.value("TF_BUILD")?.isEmpty == false
    || ProcessEnvironment.value("TEAMCITY_VERSION")?.isEmpty == false

  /// The positions of standard output and standard error in their lines, for text in pieces.
  private static let guards = Mutex([CommandGuard(), CommandGuard()])

  /// Writes a result of ``rendered(_:)``.
  public func writeRendered(_ text: String) {
    Self.wipeStatus()
    guard self == .error || Self.lost.load(ordering: .relaxed) == 0 else { return }
    var code = cp_flush_standard_streams()
    if code == 0 || self == .error { code = Self.writeAll(Array(text.utf8), to: fileDescriptor) }
    if code != 0, self == .output { Self.keepFailure(code) }
  }

  private static let outputTerminal = Terminal(.output)
  private static let errorTerminal = Terminal(.error)

  /// The capabilities of the stream, determined at its first use.
  private var terminal: Terminal { self == .output ? Self.outputTerminal : Self.errorTerminal }

  // MARK: The life of the process

  /// The `errno` of the first loss; 0 if there was none.
  private static let lost = Atomic<Int32>(0)

  private static func keepFailure(_ code: Int32) {
    _ = lost.compareExchange(expected: 0, desired: code, ordering: .relaxed)
  }

  /// Why text for standard output was lost; nil if none was.
  public static var outputFailure: String? {
    switch lost.load(ordering: .relaxed) {
    case 0: nil
    case EBADF: "it is closed"
    case let code: SystemError.text(code)
    }
  }

  /// Opens replacements for closed standard streams, so that no other file takes their descriptors. Reads and
  /// writes fail as if the streams were closed.
  public static func reserveDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
      if open("/dev/null", mode) < 0 { _ = open("/", O_RDONLY) }
    }
  }

  /// Closes standard output; some file systems report a full disk only then.
  ///
  /// - Returns: why a part of it was lost; nil if none was.
  public static func closeOutput() -> String? {
    let code = cp_flush_standard_streams()
    if code != 0 { keepFailure(code) }
    if close(STDOUT_FILENO) != 0, errno != EINTR { keepFailure(errno) }
    return outputFailure
  }

  // MARK: Writing

  /// Writes all bytes to a descriptor of any kind.
  /// - Returns: 0, or the `errno` that stopped the writing.
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
  package func rendered(for terminal: Terminal) -> String {
    switch self {
    case .forPeople(let text): text.rendered(hasStyles: terminal.usesStyles)
    case .forPrograms(let text, _): terminal.isTerminal ? TerminalText.visible(text) : text
    case .bytes: ""
    }
  }
}

/// Splits bytes that arrive in pieces into lines.
public struct LineBuffer {
  private var bytes: [UInt8] = []
  /// The end of the lines that were returned.
  private var given = 0
  /// The end of the part without a line feed.
  private var searched = 0
  /// Whether the bytes cannot be lines of this program; it then finds no more lines.
  public private(set) var isBroken = false

  /// The maximum length of a line in bytes, longer than any line of a run.
  public static let maximumLength = 256 << 20
  /// The memory that is kept after a long line, in bytes.
  private static let keptCapacity = 1 << 20

  /// Creates an empty buffer.
  public init() {}

  /// Appends the next piece.
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

  /// Returns the next complete line, with its line feed; nil if more bytes are needed.
  public mutating func next() -> ArraySlice<UInt8>? {
    guard let feed = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      return nil
    }
    defer { (given, searched) = (feed + 1, feed + 1) }
    return bytes[given...feed]
  }

  /// Returns the rest at the end of the input: a line without a line feed.
  public mutating func takeRest() -> ArraySlice<UInt8> {
    defer { (given, searched) = (bytes.count, bytes.count) }
    return bytes[given...]
  }

  /// Appends the next piece, and passes each complete line to `body`.
  public mutating func take(_ piece: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) -> Void) {
    append(piece)
    while let line = next() { body(line) }
  }
}

internal import AppPackages
package import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines from a pipe or a file: no prompt, no editing, no history.
///
/// A line ends with LF or CR LF; the last one may lack it. A UTF-8 byte order mark at the beginning is skipped. After
/// an error nothing more is read: every later call returns ``LineInput/endOfFile``.
package final class PipedInput: LineSource {
  /// The maximum length of a line, in bytes without its line break.
  package static let maximumLineBytes = 16 * 1024 * 1024

  /// Always false.
  package let isInteractive = false

  private let fileDescriptor: Int32
  private let wasInterrupted: () -> Bool
  private var block = [UInt8](repeating: 0, count: 64 * 1024)
  private var buffer: [UInt8] = []
  private var start = 0
  private var lineNumber = 0
  private var isAtEnd = false

  /// Reads lines from a descriptor.
  ///
  /// - Parameters:
  ///   - fileDescriptor: read from, never closed.
  ///   - wasInterrupted: called when a signal interrupts the wait for input; `true` ends the wait as
  ///     ``LineInput/interrupted``.
  package init(fileDescriptor: Int32 = 0, wasInterrupted: @escaping () -> Bool = { false }) {
    (self.fileDescriptor, self.wasInterrupted) = (fileDescriptor, wasInterrupted)
  }

  /// Reads up to the end of a line; the prompt is not shown.
  package func readLine(prompt: String = "") throws(InputError) -> LineInput {
    var searched = start
    while true {
      if let end = lineFeed(from: searched) {
        let range = start..<end
        start = end + 1
        return .line(try text(of: range))
      }
      searched = buffer.endIndex
      if searched - start > Self.maximumLineBytes { throw tooLong() }
      if isAtEnd { return try lastLine() }
      let unread = searched - start
      guard try fill() else { return .interrupted }
      searched = start + unread
    }
  }

  /// Does nothing: a pipe has no history.
  package func remember(_ entry: String) {}

  private func lineFeed(from index: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = memchr(base + index, 10, bytes.count - index) else { return nil }
      return base.distance(to: UnsafeRawPointer(found))
    }
  }

  private func lastLine() throws(InputError) -> LineInput {
    guard start < buffer.endIndex else { return .endOfFile }
    let range = start..<buffer.endIndex
    start = buffer.endIndex
    return .line(try text(of: range))
  }

  private func text(of range: Range<Int>) throws(InputError) -> String {
    lineNumber += 1
    var line = buffer[range]
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    guard line.count <= Self.maximumLineBytes else {
      lineNumber -= 1
      throw tooLong()
    }
    switch UTF8Text.decode(line) {
    case .success(let text): return text
    case .failure(let damage):
      stop()
      throw .invalidUTF8(line: lineNumber, column: damage.offset + 1)
    }
  }

  /// Appends a block. Returns false when interrupted.
  private func fill() throws(InputError) -> Bool {
    if start > 0 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    let count = block.withUnsafeMutableBytes { read(fileDescriptor, $0.baseAddress, $0.count) }
    let code = errno
    if count > 0 {
      buffer += block[..<count]
      return true
    }
    if count == 0 {
      isAtEnd = true
      return true
    }
    switch code {
    case EINTR:
      return !wasInterrupted()
    case EAGAIN:
      var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, -1) >= 0 || !wasInterrupted()
    default:
      stop()
      throw .unreadable(line: lineNumber + 1, reason: SystemError.text(code))
    }
  }

  private func tooLong() -> InputError {
    stop()
    return .lineTooLong(line: lineNumber + 1, limit: Self.maximumLineBytes)
  }

  private func stop() {
    buffer = []
    start = 0
    isAtEnd = true
  }
}

/// The kind of input of this process.
package enum StandardInput {
  /// The stream on which a person sees the line.
  static var screen: StandardStream? {
    [StandardStream.output, .error].first { Terminal.isTerminal($0.fileDescriptor) }
  }

  /// Whether a person types at a terminal, and sees the line.
  package static var isTyped: Bool { screen != nil && Terminal.isTerminal(STDIN_FILENO) }

  /// Whether the input is a file or pipe that is not empty. Waits for the first byte of a pipe, or its end.
  package static var hasLines: Bool {
    var status = stat()
    guard fstat(STDIN_FILENO, &status) == 0 else { return false }
    if status.st_mode & S_IFMT == S_IFREG { return status.st_size > lseek(STDIN_FILENO, 0, SEEK_CUR) }
    guard status.st_mode & S_IFMT == S_IFIFO else { return false }
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&input, 1, -1) == 1 && Int32(input.revents) & Int32(POLLIN) != 0
  }

  /// Returns a ``LineEditor`` for a person at a terminal who can see standard output or, if that goes into a pipe,
  /// standard error; a ``PipedInput`` otherwise.
  package static func open(
    historyFile: HistoryFile? = HistoryFile.standard(), promptStyles: [TextStyle] = [],
    completer: LineEditor.Completer? = nil, wasInterrupted: @escaping () -> Bool = { false }
  ) -> any LineSource {
    if let screen, isTyped {
      let editor = try? LineEditor(
        output: screen.fileDescriptor, historyFile: historyFile, promptStyles: promptStyles, completer: completer)
      if let editor { return editor }
    }
    return PipedInput(wasInterrupted: wasInterrupted)
  }
}

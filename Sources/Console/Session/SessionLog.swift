internal import AppPackages
internal import HomeScreenReports
internal import LuaAPI
internal import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A session as Markdown, written as it goes on: what was typed, and what was shown for it.
final class SessionLog {
  private let file: Int32
  let path: String
  private let onFailure: (String) -> Void
  private var hasFailed = false

  /// - Parameter onFailure: gets, once, why the rest cannot be written.
  /// - Throws: ``SaveFailure``; a file that is there stays as it is.
  init(_ path: String, title: String, onFailure: @escaping (String) -> Void) throws(SaveFailure) {
    do { _ = try RealPath.ofOutput(path) } catch {
      throw SaveFailure(description: "\(path) cannot be written: \(error.message)")
    }
    file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    self.path = path
    self.onFailure = onFailure
    guard file >= 0 else {
      throw SaveFailure(
        description: errno == EEXIST
          ? "\(path) is there already; nothing was written" : "\(path) cannot be written: \(SystemError.text(errno))")
    }
    let code = Self.write("# A session of homescreen\n\n\(title)\n", to: file)
    guard code == 0 else {
      unlink(path)
      throw SaveFailure(description: "\(path) cannot be written: \(SystemError.text(code))")
    }
  }

  deinit { if file >= 0 { close(file) } }

  /// What was typed.
  func add(input text: String) {
    let fence = Self.fence(for: text)
    write("\n\(fence)lua\n\(text)\n\(fence)\n")
  }

  /// A line that was shown. Indented, it is code wherever it stands.
  func add(output line: StyledText) {
    let text = line.rendered(hasStyles: false)
    write(text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)\n" }.joined())
  }

  /// Longer than any in the text.
  private static func fence(for text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    return String(repeating: "`", count: max(3, longest + 1))
  }

  private func write(_ text: String) {
    guard !hasFailed, case let code = Self.write(text, to: file), code != 0 else { return }
    hasFailed = true
    onFailure("\(path) is not complete: \(SystemError.text(code)); nothing more is written into it")
  }

  private static func write(_ text: String, to file: Int32) -> Int32 {
    StandardStream.writeAll(Array(text.utf8), to: file)
  }
}

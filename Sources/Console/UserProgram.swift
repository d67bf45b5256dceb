package import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The programs of the user's environment that get the terminal: the pager and the editor.
package enum UserProgram {
  /// Shows lines in the user's pager.
  /// - Parameter note: shows a line about a pager that failed.
  /// - Returns: false if the lines must be shown without a pager.
  package static func showPages(_ lines: [String], note: (StyledText) -> Void) -> Bool {
    let pager = ProcessEnvironment.value("PAGER") ?? "less -FRX"
    guard !pager.isEmpty, pager != "cat" else { return false }
    guard let path = temporaryFile(TerminalText.visible(lines.joined(separator: "\n")) + "\n") else { return false }
    defer { unlink(path) }
    let code = run("{ \(pager)\n} < \(ShellWord.inQuotes(path))")
    guard code != 0 else { return true }
    note("note: the pager “\(line: pager)” exited with code \(Int(code)); set $PAGER to use another pager")
    return false
  }

  /// Returns the path of a new file with this text; nil if it cannot be written.
  static func temporaryFile(_ text: String) -> String? {
    let folder = ProcessEnvironment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(folder)/homescreen-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    guard let path, StandardStream.writeAll(Array(text.utf8), to: file) == 0 else { return nil }
    return path
  }

  /// Gives the terminal to a program of the user until it ends.
  /// - Parameter command: the value of the user's variable, which may contain arguments, as in other programs, and the
  ///   file.
  /// - Returns: its exit code, or 128 plus the number of the signal that ended it.
  static func run(_ command: String) -> Int32 {
    // system() leaves Ctrl-C to the program.
    #if canImport(Glibc)
      let status = Glibc.system(command)
    #else
      let status = Darwin.system(command)
    #endif
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}

internal import AppPackages
internal import LuaAPI
internal import LuaEngine
internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lines that come from files.
extension REPL {
  /// `:load`: runs a file as one line.
  func load(_ path: String, _ firstLine: Int) -> ExitCode? {
    guard let text = text(of: path) else { return failed(.failure) }
    var chunk = SourceChunk(text: text, firstLine: firstLine, isComplete: true)
    chunk.file = path
    return runAndShow(chunk)
  }

  /// `:edit`: opens a file, or the last line in one of its own, and runs what it holds then.
  func edit(_ path: String?, _ firstLine: Int) -> ExitCode? {
    guard source.isInteractive else { return refuse(":edit needs a terminal") }
    if let path {
      guard openEditor(path) else { return nil }
      return load(path, firstLine)
    }
    let last = lines.last { if case .code = $0.kind { true } else { false } }
    var text = ""
    if case .code(let chunk)? = last?.kind { text = chunk.text + "\n" }
    guard let path = temporaryFile(text) else {
      return refuse("cannot write a file for the editor: \(SystemError.text(errno))")
    }
    defer { unlink(path) }
    guard openEditor(path), let edited = self.text(of: path) else { return nil }
    guard edited != text, edited.utf8.contains(where: { $0 > UInt8(ascii: " ") }) else {
      return tell("nothing was changed")
    }
    var lines = edited[...]
    while lines.last?.isNewline == true { lines.removeLast() }
    let entry = String(lines)
    source.remember(entry)
    output("\(line: entry)")
    return evaluate(SourceChunk(text: entry, firstLine: firstLine, isComplete: true))
  }

  /// The text of a file of Lua; what is wrong with it is told.
  private func text(of path: String) -> String? {
    func refused(_ reason: String) -> String? {
      errors("\(line: path) cannot be read: \(line: reason)")
      return nil
    }
    switch FileBytes.read(path, limit: Reader.maximumChunkBytes) {
    case .failure(let problem): return refused(problem.reason)
    case .success(nil): return refused("there is no such file")
    case .success(let bytes?):
      var bytes = bytes[...]
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
      // As `lua` does: `#!/usr/bin/env lua`. The line break stays, so that lines keep their numbers.
      if bytes.first == UInt8(ascii: "#") { bytes = bytes.drop { $0 != UInt8(ascii: "\n") } }
      switch UTF8Text.decode(bytes) {
      case .success(let text): return text
      case .failure(let damage): return refused("byte \(damage.offset + 1) is not UTF-8 text")
      }
    }
  }

  private func temporaryFile(_ text: String) -> String? {
    let folder = ProcessEnvironment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var name = Array("\(folder)/homescreen-XXXXXX.lua".utf8CString)
    let file = mkstemps(&name, 4)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
    guard let path, StandardStream.writeAll(Array(text.utf8), to: file) == 0 else { return nil }
    return path
  }

  /// Gives the terminal to a program of the person's until it ends.
  /// - Parameter command: as the person's variable has it; as elsewhere it may hold arguments, too.
  /// - Returns: its exit code, or 128 and the number of the signal that ended it.
  private func runAtTerminal(_ command: String, _ path: String) -> Int32 {
    let quoted = ShellWord.inQuotes(path)
    // system() leaves Ctrl-C to the program.
    #if canImport(Glibc)
      let status = Glibc.system("\(command) \(quoted)")
    #else
      let status = Darwin.system("\(command) \(quoted)")
    #endif
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Lets the person edit; false when the editor failed, which is told.
  private func openEditor(_ path: String) -> Bool {
    let names = [ProcessEnvironment.value("VISUAL"), ProcessEnvironment.value("EDITOR")].compactMap(\.self)
    let editor = names.first { !$0.isEmpty } ?? "vi"
    let code = runAtTerminal(editor, path)
    guard code != 0 else { return true }
    let hint = code == 127 ? "; $VISUAL or $EDITOR names another one" : ""
    errors("the editor “\(line: editor)” ended with \(Int(code)), so nothing was run\(line: hint)")
    return false
  }
}

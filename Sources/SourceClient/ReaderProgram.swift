internal import AppPackages
internal import AppSources
internal import Platform

/// The program that reads sources: found, and known to speak the same language.
struct ReaderProgram: Sendable {
  static let name = "homescreen-sources"
  /// How to get it: the rest of a sentence.
  static let remedy =
    "scripts/sources builds it in a checkout; elsewhere pip install 'homescreen[sources]', or the Debian package "
    + "homescreen-sources, has it"

  let program: ChildProgram
  /// How it differs from the one in packages, in its own words; empty for that one.
  let words: String

  /// Why there is none, as a sentence without a full stop.
  struct Absence: Error {
    let message: String
  }

  /// Looks beside the running executable, then on the PATH.
  ///
  /// - Parameter version: of this program, as `homescreen version` prints it.
  static func find(version: String) throws(Absence) -> ReaderProgram {
    if let named = CurrentMachine.value.variable("HOMESCREEN_READER"), !named.isEmpty, !named.hasPrefix("/") {
      throw Absence(message: "HOMESCREEN_READER must be an absolute path, not “\(named)”")
    }
    guard let program = candidates().first(where: \.exists) else {
      throw Absence(message: "\(name) is missing next to homescreen and on the PATH; \(remedy)")
    }
    let outcome = program.run(["--version"], seconds: startSeconds)
    let answer = String(decoding: outcome.output.prefix(200), as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard outcome.end == .code(0), answer.count >= 4, answer[0] == name, answer[2] == "document" else {
      throw Absence(message: "\(program.path) does not report its version; \(remedy)")
    }
    guard answer[1] == version, answer[3] == "\(SourceDocument.currentVersion)" else {
      throw Absence(
        message: "\(program.path) has version \(answer[1]) and writes documents \(answer[3]), but this is homescreen "
          + "\(version), which reads \(SourceDocument.currentVersion); \(remedy)")
    }
    return ReaderProgram(program: program, words: answer.dropFirst(4).joined(separator: " "))
  }

  /// To say its version; a machine that is busy takes its time.
  private static let startSeconds: Double = 10

  private static func candidates() -> [ChildProgram] {
    let machine = CurrentMachine.value
    if let named = machine.variable("HOMESCREEN_READER"), !named.isEmpty { return [ChildProgram(path: named)] }
    let own = ChildProgram.current.flatMap { try? machine.realPath($0) }.map { FileTreePath.directory(of: $0) }
    let path = (machine.variable("PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).map { String(Substring($0)) }
    // What lies in the working folder, or its checkout, is not run just because it lies there.
    let here = VersionControl.root(of: machine.workingFolder) ?? machine.workingFolder
    let others = path.filter { folder in
      folder.hasPrefix("/") && !RealPath.lies(RealPath.leading(folder), in: RealPath.leading(here))
    }
    return ([own].compactMap(\.self) + others).map { ChildProgram(path: "\($0)/\(name)") }
  }
}

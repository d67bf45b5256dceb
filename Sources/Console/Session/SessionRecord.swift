internal import PropertyLists
internal import Streams

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The lines of a session in a file beside the history, for as long as the session lasts: what a process that was ended
/// (the watchdog, `kill -9`, a lost terminal) leaves behind can be run again by the next one.
///
/// The file is written line by line: what began, and what came of it. Its owner holds a lock on it, which ends with the
/// process.
final class SessionRecord {
  /// What a session that did not end by itself has left.
  struct Lost {
    let path: String
    /// What the program was started with.
    let arguments: [String]
    /// Its lines, the preparation first.
    let lines: [REPLLine]
    /// The line that ran when it was ended; nil when none did.
    let current: String?
    /// What `:os` and `:device` had changed.
    let system: REPLSystem
  }

  /// More sessions at once keep no record.
  private static let slots = 1...16
  private static let maximumBytes = 64 * 1024 * 1024

  private let file: LockedFile
  private let path: String
  private let arguments: [String]
  private var system = REPLSystem()

  /// Begins a record in the folder of the history; nil where that cannot be done, or no history is wanted.
  init?(beside history: HistoryFile, arguments: [String]) {
    guard history.isUsable, (try? FileBytes.createParents(of: history.path)) != nil else { return nil }
    for slot in Self.slots {
      let path = Self.path(slot, history)
      guard let file = try? LockedFile(ifFree: path), file.size == 0 else { continue }
      self.file = file
      self.path = path
      self.arguments = arguments
      begin()
      return
    }
    return nil
  }

  /// The newest record that nobody writes any more. Those without any line go.
  static func lost(beside history: HistoryFile) -> Lost? {
    guard history.isUsable else { return nil }
    var newest: (time: Int, lost: Lost)?
    for slot in slots {
      let path = path(slot, history)
      guard ProcessEnvironment.fileExists(path), let file = try? LockedFile(ifFree: path) else { continue }
      guard let lost = Lost(path, (try? FileBytes.read(file.descriptor, limit: maximumBytes).get()) ?? []) else {
        unlink(path)
        continue
      }
      if newest.map({ $0.time < file.time }) ?? true { newest = (file.time, lost) }
    }
    return newest?.lost
  }

  private static func path(_ slot: Int, _ history: HistoryFile) -> String { "\(history.path).session-\(slot)" }

  // MARK: Writing

  private func begin() {
    var header = JSONText()
    header.add("schemaVersion", 1)
    header.add("arguments", arguments)
    header.add("os", system.os)
    header.add("model", system.model)
    write(header)
  }

  /// A line begins. What begins with a space is kept nowhere.
  func add(beginning text: String) {
    guard !Self.isPrivate(text) else { return }
    var json = JSONText()
    json.add("begins", text)
    write(json)
  }

  /// What began has ended, and is no line.
  func endBegun() {
    var json = JSONText()
    json.add("ends", true)
    write(json)
  }

  /// A line has ended.
  func add(_ line: REPLLine) {
    if case .code(let chunk) = line.kind, Self.isPrivate(chunk.text) { return }
    write(line.json)
  }

  private static func isPrivate(_ text: String) -> Bool { text.hasPrefix(" ") }

  /// The session has these lines now, on this system.
  func replace(_ lines: SessionLines, system: REPLSystem) {
    self.system = system
    guard ftruncate(file.descriptor, 0) == 0 else { return }
    begin()
    lines.dropFirst().forEach(add)
  }

  /// The session has ended by itself.
  func end() { unlink(path) }

  /// Removes a record that nobody writes any more.
  static func remove(_ lost: Lost) {
    // Another session may have taken its place since.
    guard let file = try? LockedFile(ifFree: lost.path) else { return }
    withExtendedLifetime(file) { _ = unlink(lost.path) }
  }

  /// A record that cannot be written is missing later; the session goes on.
  private func write(_ json: JSONText) { try? file.append(Array((json.line + "\n").utf8)) }
}

extension SessionRecord.Lost {
  /// nil for what is no record, or one without anything in it.
  fileprivate init?(_ path: String, _ bytes: [UInt8]) {
    // The end of a process may have cut the last one off.
    let nodes = JSONNode.lines(of: bytes)
    guard let header = nodes.first ?? nil, header["schemaVersion"]?.number == 1,
      let arguments = header["arguments"]?.array?.compactMap(\.string)
    else { return nil }
    var lines = [REPLLine(kind: .preparation, start: 0)]
    var current: String?
    for node in nodes.dropFirst() {
      if let text = node?["begins"]?.string {
        current = text
      } else if node?.truth("ends") == true {
        current = nil
      } else if let line = node.flatMap(REPLLine.init) {
        lines.append(line)
        current = nil
      }
    }
    guard lines.count > 1 else { return nil }
    let system = REPLSystem(os: header.text("os"), model: header.text("model"))
    self.init(path: path, arguments: arguments, lines: lines, current: current, system: system)
  }
}

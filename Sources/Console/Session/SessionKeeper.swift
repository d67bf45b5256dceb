internal import LuaEngine
internal import PropertyLists
internal import Streams

/// What of a session outlives its process: the lines for the one that goes on where this one gets stuck, and those in a
/// file beside the history for whoever comes later.
final class SessionKeeper {
  /// The file that the lines are kept in, should the process be ended.
  var record: SessionRecord?
  /// What a process left that was ended.
  var lost: SessionRecord.Lost?
  /// How the session starts anew when a line gets stuck; nil where nobody sits at the keyboard.
  private let restart: Restart?
  /// Where each line ends among the bytes that are kept for that.
  private var ends: [Int] = []

  /// - Parameter restarts: whether somebody sits there who can press Ctrl-C twice.
  init(restarts: Bool) {
    restart = restarts ? Restart(arguments: ["homescreen"] + ProcessEnvironment.arguments) : nil
  }

  /// Something begins that may get stuck.
  /// - Parameter ending: asked for where it is needed.
  func begin(after lines: inout SessionLines, _ ending: () -> SessionJournal.Ending) {
    guard let restart else { return }
    let ending = ending()
    record?.add(beginning: ending.current)
    ends.removeSubrange(min(lines.keptCount, ends.count)...)
    let start = ends.last ?? 0
    var bytes: [UInt8] = []
    for line in lines[ends.count...] {
      bytes += (line.json.line + "\n").utf8
      ends.append(start + bytes.count)
    }
    bytes += ending.json.line.utf8
    restart.keep(bytes, after: start)
    lines.markKept()
  }

  /// Runs what has begun; the second Ctrl-C without an answer starts the program anew without it.
  func guarding<Outcome>(_ body: () -> Outcome) -> Outcome { restart.map { $0.guarding(body) } ?? body() }
}

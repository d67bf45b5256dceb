import PropertyLists

/// What a process that runs scripts writes to its supervisor: lines. An event is the line of JSON that reports have; what
/// is something else begins with `=`.
public enum EventLine {
  /// What a line holds.
  public enum Content {
    case event(RunEvent)
    case text(String)
  }

  /// What a line holds, before all of it is read.
  public enum Kind: Equatable, Sendable {
    case event(RunEvent.Name)
    case text
  }

  private static let mark = UInt8(ascii: "=")
  private static let end = UInt8(ascii: "\n")
  /// Of the line of an event.
  private static let beginning = Array(#"{"event":""#.utf8)

  /// The line of an event, with its end.
  public static func bytes(_ event: RunEvent) -> [UInt8] { Array(event.record.line.utf8) + [end] }

  /// The line of a text, with its end.
  /// - Parameter text: one line, without an end.
  public static func bytes(text: String) -> [UInt8] {
    assert(!text.utf8.contains(end))
    return [mark] + Array(text.utf8) + [end]
  }

  /// What a line holds, by its beginning.
  /// - Returns: nil for something that this program does not write.
  public static func kind(of line: ArraySlice<UInt8>) -> Kind? {
    if line.first == mark { return .text }
    guard line.starts(with: beginning) else { return nil }
    let name = line.dropFirst(beginning.count).prefix { $0 != UInt8(ascii: "\"") }
    return RunEvent.Name(rawValue: String(decoding: name, as: UTF8.self)).map(Kind.event)
  }

  /// Reads a line.
  /// - Parameter line: a whole one, with its end.
  /// - Returns: nil for something that this program does not write.
  public static func read(_ line: ArraySlice<UInt8>) -> Content? {
    switch kind(of: line) {
    case nil: nil
    case .text: .text(String(decoding: line.dropFirst().dropLast(), as: UTF8.self))
    case .event: RunEvent(line: line).map(Content.event)
    }
  }
}

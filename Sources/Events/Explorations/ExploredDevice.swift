internal import HomeScreenSimulator

/// A device on which stories were played.
public struct ExploredDevice: Sendable, Codable, Equatable {
  /// Such as `iPad`.
  public var model: String
  /// Its version.
  public var os: String
  /// Its language and conditions, as text; empty for the usual ones.
  public var circumstances: String

  /// A device of a definition.
  public init(model: String, os: String, circumstances: String) {
    self.model = model
    self.os = os
    self.circumstances = circumstances
  }

  /// `iPhone 17.5`, `iPad 18.0, keepSessions=always`
  public var name: String { "\(model) \(os)" + (circumstances.isEmpty ? "" : ", \(circumstances)") }

  /// Devices in few words: `iPad 13.0–18.5; iPhone 17.5`. Versions that were tried one after the other count as a span.
  public static func span(_ broken: [ExploredDevice], of all: [ExploredDevice]) -> String {
    if broken.count == all.count, all.count > 1 { return "all \(all.count) devices" }
    var groups: [(head: String, tail: String)] = []
    for cell in all where !groups.contains(where: { $0 == (cell.model, cell.circumstances) }) {
      groups.append((cell.model, cell.circumstances))
    }
    var parts: [String] = []
    for group in groups {
      let tried = all.filter { $0.model == group.head && $0.circumstances == group.tail }
      let versions = tried.sorted { precedes($0.os, $1.os) }
      let spans = spans(versions.map { cell in (cell.os, broken.contains { $0.name == cell.name }) })
      guard !spans.isEmpty else { continue }
      parts.append("\(group.head) \(spans.joined(separator: ", "))" + (group.tail.isEmpty ? "" : " (\(group.tail))"))
    }
    return parts.joined(separator: "; ")
  }

  /// Runs of broken versions: `13.0–18.5`.
  private static func spans(_ versions: [(os: String, isBroken: Bool)]) -> [String] {
    var spans: [String] = []
    var start: String?
    var last = ""
    for (os, isBroken) in versions {
      if isBroken {
        if start == nil { start = os }
        last = os
      } else if let first = start {
        spans.append(first == last ? first : "\(first)–\(last)")
        start = nil
      }
    }
    if let first = start { spans.append(first == last ? first : "\(first)–\(last)") }
    return spans
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    guard let left = try? OSVersion(parsing: left), let right = try? OSVersion(parsing: right) else { return false }
    return left < right
  }
}

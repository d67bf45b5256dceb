public import Events
public import Platform
import PropertyLists

/// The first event in which two runs differ.
public struct EventDifference: Sendable {
  /// The event of the earlier run; nil when that was over.
  public let earlier: RunEvent?
  /// The event of the later run; nil when that was over.
  public let later: RunEvent?

  init(_ earlier: RunEvent?, _ later: RunEvent?) {
    self.earlier = earlier
    self.later = later
  }

  /// A field of an event, as both runs have it; nil where a run has none.
  public struct Field: Sendable, Equatable {
    /// `problem.message`.
    public let name: String
    /// In the earlier run.
    public let earlier: String?
    /// In the later run.
    public let later: String?
  }

  /// Where it is: `menu_spec.lua › the menu › has rows`; nil when it is about the whole run.
  public var place: String? {
    let record = [earlier, later].compactMap(\.self).map { fields(of: $0) }.first { $0["file"] != nil }
    guard let file = record?["file"]?.first else { return nil }
    return ([file] + name).joined(separator: " › ")
  }

  private var name: [String] {
    for event in [earlier, later].compactMap(\.self) {
      switch event {
      case .scenarioFinished(let result): return result.name
      case .scenarioListed(let scenario): return scenario.name
      case .runStarted, .pluginFailed, .fileStarted, .output, .note, .coverage, .fileFailed, .fileFinished,
        .runFinished:
        continue
      }
    }
    return []
  }

  /// The fields that differ; those of different kinds of events all. Of a list the first line that differs.
  public var fields: [Field] {
    let before = earlier.map { fields(of: $0) } ?? [:]
    let now = later.map { fields(of: $0) } ?? [:]
    var names = earlier.map(fieldNames) ?? []
    for name in later.map(fieldNames) ?? [] where !names.contains(name) { names.append(name) }
    return names.filter { before[$0]?.map(ExactText.init) != now[$0]?.map(ExactText.init) }.map {
      Self.field($0, before[$0], now[$0])
    }
  }

  private static func field(_ name: String, _ before: [String]?, _ now: [String]?) -> Field {
    guard let before, let now, before.count > 1 || now.count > 1 else {
      return Field(name: name, earlier: before?.joined(separator: " "), later: now?.joined(separator: " "))
    }
    let same = zip(before, now).prefix { ExactText.isSame($0, $1) }.count
    return Field(
      name: "\(name), line \(same + 1)", earlier: same < before.count ? before[same] : nil,
      later: same < now.count ? now[same] : nil)
  }

  private func fieldNames(of event: RunEvent) -> [String] {
    event.withoutMachine.record.flat("").map(\.name)
  }

  /// Texts as one line, lists as all of theirs.
  private func fields(of event: RunEvent) -> [String: [String]] {
    Dictionary(event.withoutMachine.record.flat("").map { ($0.name, $0.lines) }) { first, _ in first }
  }

  /// For people: where, and both events side by side.
  ///
  /// - Parameters:
  ///   - earlier: what the earlier run is called: `recorded`.
  ///   - later: what the later one is called: `now`.
  public func text(earlier: String, later: String) -> StyledText {
    let width = max(earlier.count, later.count)
    func pad(_ word: String) -> String { word + ":" + String(repeating: " ", count: width - word.count) }
    func shown(_ text: String?) -> String {
      guard let text else { return "(nothing)" }
      let limit = 2000
      return text.count > limit ? text.prefix(limit) + "…" : text
    }
    var lines: StyledText = "\(StyledText(TerminalText.visible(place ?? "the run", isOneLine: true), .bold))\n"
    for field in fields {
      lines = lines + "  \(line: field.name)\n"
      lines = lines + "    \(StyledText(pad(earlier), .dim)) \(line: shown(field.earlier))\n"
      lines = lines + "    \(StyledText(pad(later), .dim)) \(line: shown(field.later))\n"
    }
    return lines
  }
}

extension JSONTree {
  /// The texts and numbers with the names that lead to them.
  fileprivate func flat(_ name: String) -> [(name: String, lines: [String])] {
    switch self {
    case .text(let text): return [(name, [text])]
    case .number(let number): return [(name, [String(number)])]
    case .null, .flag, .written: return [(name, [line])]
    case .object(let members): return members.flatMap { $1.flat(name.isEmpty ? $0 : "\(name).\($0)") }
    case .list(let values):
      if case .object? = values.first { return values.enumerated().flatMap { $1.flat("\(name)[\($0 + 1)]") } }
      return [(name, values.flatMap { $0.flat("").flatMap(\.lines) })]
    }
  }
}

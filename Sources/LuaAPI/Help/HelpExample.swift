import HomeScreenSimulator

/// What help shows as an example, and `:run` runs: a script, or the scenario of a fact.
public struct HelpExample: Sendable, Equatable {
  /// What runs.
  public enum Content: Sendable, Equatable {
    /// A script, beside the apps of the built-in scenarios.
    case script(String)
    /// The scenario of the fact that is the topic, in its cells.
    case fact
  }

  /// What it is an example of.
  public let topic: String
  /// What runs.
  public let content: Content
  /// Whether it was written for what was requested, and does not only show it among others.
  let isOwn: Bool

  /// The lines that help shows.
  var lines: [String] {
    [isOwn ? "  Example:" : "  Example, of \(topic):"]
      + text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
  }

  /// The text of a script.
  var text: String {
    switch content {
    case .script(let text): text
    case .fact: "-- homescreen facts --run \(topic)"
    }
  }

  /// The text of a script; nil for a fact's scenario.
  public var script: String? { if case .script(let text) = content { text } else { nil } }

  /// The entry's own example, else the first one of another entry that names it; nil where no example does.
  init?(of entry: APIEntry) {
    if !entry.example.isEmpty {
      (topic, content, isOwn) = (entry.qualifiedName, .script(entry.example), true)
      return
    }
    // Any example names some function of Lua's.
    guard LuaLibrary.entry(named: entry.qualifiedName) == nil, let other = HelpExample.showing(entry) else {
      return nil
    }
    (topic, content, isOwn) = (other.qualifiedName, .script(other.example), false)
  }

  /// An error's; nil for a code that no short script gets.
  public init?(ofError code: String) {
    guard let text = ErrorExamples.example(of: code) else { return nil }
    (topic, content, isOwn) = (code, .script(text), true)
  }

  init(of fact: Fact) {
    (topic, content, isOwn) = (fact.id.rawValue, .fact, true)
  }

  private static let examples = APICatalog.homescreen.entries.filter { !$0.example.isEmpty }

  private static func showing(_ entry: APIEntry) -> APIEntry? {
    let signs: [String] =
      switch entry.kind {
      case .method, .callback: [":\(entry.name)"]
      case .property: [".\(entry.name)"]
      case .constructor, .function, .namespace: entry.receiver == nil ? [entry.name] : [".\(entry.name)"]
      }
    // Of its own type first: others may have a member of the same name.
    let near = examples.filter { $0.receiver == entry.receiver } + examples.filter { $0.receiver != entry.receiver }
    return near.first { other in signs.contains { HelpExample.has($0, in: other.example) } }
  }

  /// Whether a text has a name that goes no further.
  private static func has(_ sign: String, in text: String) -> Bool {
    text.ranges(of: sign).contains { range in
      guard range.upperBound < text.endIndex else { return true }
      let next = text[range.upperBound]
      return !next.isLetter && !next.isNumber && next != "_"
    }
  }
}

package import Events
import HomeScreenSimulator
import Platform
import PropertyLists

/// Explains names: those of the API and of slots, and with services, all other names.
package final class Explanation {
  private let services: (any SessionServices)?

  package init(_ services: (any SessionServices)?) { self.services = services }

  /// The maximum length of a name.
  private static let longestName = 256

  /// The steps (``Work``) for searching all names.
  private static let costOfName = 500

  /// Returns the text for a name; nil if it is unknown.
  package func text(of name: String) -> String? {
    Work.count(Self.costOfName)
    // Longer text is pasted, for example from a log.
    guard name.utf8.count <= Self.longestName else { return services?.explanation(of: name) }
    // `device` is a type, and also a member of other types.
    if let type = APICatalog.homescreen.type(named: name), let entry = Self.entry(named: name), entry.name == name,
      entry.receiver != nil
    {
      return [Self.of(type), Self.text(entry), defined(name)].compactMap(\.self).joined(separator: "\n\n")
    }
    let slots = AppCallback.allCases.map(\.slot).filter { slot in
      name.count > 12 && slot.split { "_:.".contains($0) }.contains { ExactText.isSame(String($0), name) }
    }
    if slots.count > 1 { return slots.compactMap { Self.entry(named: $0).map(Self.text) }.joined(separator: "\n\n") }
    if APICatalog.homescreen.type(named: name) == nil, let library = LuaLibrary.explanation(of: name) { return library }
    if let entry = Self.entry(named: name) {
      // A word of scenarios may also be an error code: `budget`.
      let code = services?.codes.contains(name) == true ? services?.explanation(of: name) : nil
      let members = entry.kind == .namespace ? APIPath(entry.name)?.type.map(Self.of) : nil
      return [Self.text(entry), members, code].compactMap(\.self).joined(separator: "\n\n")
    }
    if name.hasPrefix(":"), let word = REPLWord(named: String(name.dropFirst())) { return Self.of(word) }
    if let type = APICatalog.homescreen.type(named: name)
      ?? APICatalog.homescreen.types.first(where: { $0.className == name })
    {
      return [Self.of(type), defined(name)].compactMap(\.self).joined(separator: "\n\n")
    }
    if let callback = AppCallback.allCases.first(where: { [$0.selector, $0.swiftName].contains(name) }),
      let entry = Self.entry(named: callback.slot)
    {
      return Self.text(entry)
    }
    let definition = OtherVocabulary.cure("help.\(name)") ?? defined(name)
    guard let known = services?.explanation(of: name) else {
      return definition ?? APIPath(name).flatMap { Self.of($0) }
    }
    return ([definition.map { $0 + "\n" }, known].compactMap(\.self) + (HelpExample(ofError: name)?.lines ?? []))
      .joined(separator: "\n")
  }

  /// Returns the definition of a word in the glossary, with what mentions it; nil if it has none.
  private func defined(_ word: String) -> String? {
    services?.definition(of: word).map { ([$0, "", "These mention it:"] + mentions(of: word)).joined(separator: "\n") }
  }

  static func of(_ word: REPLWord) -> String { "\(word.usage)\n  A REPL command: it \(word.summary)." }

  private static func of(_ path: APIPath) -> String? {
    if let entry = path.entry { return text(entry) + (path.type.map { "\n\n\(of($0))" } ?? "") }
    return path.type.map(of)
  }

  /// Returns the message for an unknown name.
  package func unknown(_ name: String) -> String {
    Work.count(Self.costOfName)
    let rows = mentions(of: name)
    let mentions = rows.isEmpty ? "" : "\nThese mention it:\n\(rows.joined(separator: "\n"))"
    if let cure = OtherVocabulary.cure(name) { return "unknown name “\(name)”\n\(cure)\(mentions)" }
    let members = APICatalog.homescreen.entries.filter { $0.name == name }.map(\.qualifiedName)
    let near = members.isEmpty ? vocabulary.nearest(to: name, atMost: 3) : members
    return (services?.unknown(name, near: near) ?? "unknown name “\(Spelling.beginning(of: name))”") + mentions
  }

  /// Returns the first names, facts and articles that contain all words of a phrase, such as “cold launch”.
  private func mentions(of phrase: String) -> [String] {
    let words = phrase.lowercased().split(separator: " ")
    guard !words.isEmpty, (4...Self.longestName).contains(phrase.utf8.count) else { return [] }
    func has(_ text: String) -> Bool { words.allSatisfy(text.lowercased().contains) }
    // Four letters are in many names by chance.
    let entries = APICatalog.homescreen.entries.lazy.filter { entry in
      has(phrase.count > 4 ? "\(entry.qualifiedName) \(entry.summary)" : entry.summary)
    }
    let codes = (services?.codes ?? []).lazy.filter(has)
    func rank(_ entry: APIEntry) -> Int { entry.name == phrase ? 0 : entry.summary.count }
    let rows =
      entries.sorted { rank($0) < rank($1) }.prefix(4).map { [$0.qualifiedName, $0.summary] }
      + codes.prefix(4).map { [$0, "homescreen explain \($0)"] }
    return rows.map { "  " + TextRow.text($0, widths: [31], gap: 2) } + (services?.mentions(of: phrase) ?? [])
  }

  /// Created once, because a script may ask for many names.
  private lazy var vocabulary = Vocabulary(
    APICatalog.homescreen.entries.map(\.qualifiedName) + (services?.codes ?? []) + AppCallback.allCases.map(\.slot)
      + LuaLibrary.entries.map(\.name))

  /// Returns the entry for `device:launch`, `device.launch`, `UIApplication.shared`, `Device`, or for the name of a
  /// member that only one type has.
  package static func entry(named name: String) -> APIEntry? {
    let bare = name.hasSuffix("()") ? String(name.dropLast(2)) : name
    let colons = String(bare.map { $0 == "." ? ":" : $0 })
    func withColons(_ text: String) -> String { String(text.map { $0 == "." ? ":" : $0 }) }
    // Matches `UIApplication.shared:setAlternateIconName`, and with the type's name, `application:setAlternateIconName`.
    let found = APICatalog.homescreen.entries.first { entry in
      withColons(entry.qualifiedName) == colons || entry.receiver.map { "\($0.name):\(entry.name)" } == colons
    }
    if let found { return found }
    let members = APICatalog.homescreen.entries.filter { $0.name == bare }
    return members.count == 1 ? members[0] : LuaLibrary.entry(named: bare)
  }

  /// Returns the text for a type with its members.
  static func of(_ type: APIType) -> String {
    var lines = ["\(type.name): \(type.summary)"]
    for entry in APICatalog.homescreen.members(of: type) {
      lines.append("  " + TextRow.text([entry.signature, entry.summary], widths: [39], gap: 2))
    }
    return lines.joined(separator: "\n")
  }

  static func text(_ entry: APIEntry) -> String {
    var lines = [entry.signature]
    lines.append("  \(entry.summary)")
    if !entry.discussion.isEmpty { lines += entry.discussion.split(separator: "\n").map { "  \($0)" } }
    if !isProperty(entry) {
      for (parameter, depth) in entry.parameters.flatMap({ $0.walk() }) {
        let isOptional = parameter.isOptional || depth > 0 || entry.kind == .constructor
        let optional = isOptional && !parameter.isRequired ? "?" : ""
        let indent = String(repeating: "  ", count: depth)
        let domain = parameter.domain.map { " (\($0.summary))" } ?? ""
        lines.append(
          "    \(indent)\(parameter.name)\(optional): \(parameter.type)\(domain)  \(parameter.documentation)")
      }
    }
    if let returns = entry.returns, !isNamespace(entry) {
      let word = isProperty(entry) ? "type" : "gives"
      lines.append("    \(word) \(returns.type)" + (returns.documentation.isEmpty ? "" : "  \(returns.documentation)"))
    }
    if let availability = entry.availability { lines.append("  Available from \(availability).") }
    if !entry.facts.isEmpty { lines.append("  Facts: \(entry.facts.joined(separator: ", ")).") }
    if let example = HelpExample(of: entry) { lines += example.lines }
    return lines.joined(separator: "\n")
  }

  private static func isProperty(_ entry: APIEntry) -> Bool {
    if case .property = entry.kind { true } else { false }
  }

  private static func isNamespace(_ entry: APIEntry) -> Bool { entry.kind == .namespace }
}

/// An example that help shows and `:run` runs: a script, or the scenario of a fact.
package struct HelpExample: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    /// A script, which can use the apps of the built-in scenarios.
    case script(String)
    /// The scenario of the fact that is the topic, in the fact's cells.
    case fact
  }

  /// The topic of the example.
  package let topic: String
  package let content: Content
  /// Whether the example was written for the requested topic. If false, the topic only occurs in it.
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

  /// The text of a script; nil for the scenario of a fact.
  package var script: String? { if case .script(let text) = content { text } else { nil } }

  /// Uses the entry's own example, or the first one of another entry that names it; nil if there is none.
  init?(of entry: APIEntry) {
    if !entry.example.isEmpty {
      (topic, content, isOwn) = (entry.qualifiedName, .script(entry.example), true)
      return
    }
    // Lua functions are excluded, because every example uses some.
    guard LuaLibrary.entry(named: entry.qualifiedName) == nil, let other = HelpExample.showing(entry) else {
      return nil
    }
    (topic, content, isOwn) = (other.qualifiedName, .script(other.example), false)
  }

  /// Returns nil for an error that no short script can cause.
  package init?(ofError code: String) {
    guard let text = ErrorExamples.example(of: code) else { return nil }
    (topic, content, isOwn) = (code, .script(text), true)
  }

  init(of fact: Fact) { (topic, content, isOwn) = (fact.id.rawValue, .fact, true) }

  private static let examples = APICatalog.homescreen.entries.filter { !$0.example.isEmpty }

  private static func showing(_ entry: APIEntry) -> APIEntry? {
    let signs: [String] =
      switch entry.kind {
      case .method, .callback: [":\(entry.name)"]
      case .property: [".\(entry.name)"]
      case .constructor, .function, .namespace: entry.receiver == nil ? [entry.name] : [".\(entry.name)"]
      }
    // Examples of the same type come first, because members of other types may have the same name.
    let near = examples.filter { $0.receiver == entry.receiver } + examples.filter { $0.receiver != entry.receiver }
    return near.first { other in signs.contains { HelpExample.has($0, in: other.example) } }
  }

  /// Whether a text contains a name that is not the beginning of a longer one.
  private static func has(_ sign: String, in text: String) -> Bool {
    text.ranges(of: sign).contains { range in
      guard range.upperBound < text.endIndex else { return true }
      let next = text[range.upperBound]
      return !next.isLetter && !next.isNumber && next != "_"
    }
  }
}

/// A path through the API, from a global or a type: `device.springboard:icon(app):press`, `app.trace[1].kind`. It is
/// resolved from declared types only.
struct APIPath {
  /// The last entry of the path; nil for a type alone.
  let entry: APIEntry?
  /// The type of the result; nil if it is not an object.
  let type: APIType?

  /// Returns nil for an invalid path.
  init?(_ text: String) {
    guard let names = APIPath.names(in: text), let first = names.first else { return nil }
    let catalog = APICatalog.homescreen
    var entry = catalog.globals.first { $0.name == first }
    var types = entry.map(APIPath.types) ?? []
    if let type = catalog.type(named: first) { types.append(type) }
    guard entry != nil || !types.isEmpty else { return nil }
    for name in names.dropFirst() {
      guard let next = types.lazy.flatMap({ catalog.members(of: $0) }).first(where: { $0.name == name }) else {
        return nil
      }
      entry = next
      types = APIPath.types(next)
    }
    self.entry = entry
    type = types.first
  }

  private static func types(_ entry: APIEntry) -> [APIType] {
    guard let returns = entry.returns else { return [] }
    let type = DeclaredType(returns.type)
    let classes = type.classNames + (type.element?.classNames ?? [])
    return classes.compactMap { APICatalog.homescreen.type(ofClass: $0) }
  }

  /// Returns the names between dots and colons, without bracketed parts; nil for any other text.
  private static func names(in text: String) -> [String]? {
    var names = [""]
    var depth = 0
    for character in text {
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case _ where depth > 0: continue
      case ".", ":": names.append("")
      case _ where character.isLetter || character.isNumber || character == "_":
        names[names.count - 1].append(character)
      default: return nil
      }
      if depth < 0 { return nil }
    }
    return depth == 0 && names.allSatisfy { !$0.isEmpty } ? names : nil
  }
}

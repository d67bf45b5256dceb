import LuaAPI

/// Uses of the API: calls, properties, and modified examples.
extension ProgramWriter {
  mutating func callStatement() -> String { "keep(\(call(choices.pick(vocabulary.entries))))" }

  /// An expression that uses an entry of the API.
  mutating func call(_ entry: Vocabulary.Entry) -> String {
    let name = entry.entry.name
    switch entry.entry.kind {
    case .namespace: return name
    // Programs define them instead (ProgramWriter+Apps).
    case .callback: return "nil"
    case .property: return "\(receiver(entry)).\(name)"
    case .method: return "\(receiver(entry)):\(name)(\(arguments(entry)))"
    case .constructor, .function:
      return "\(entry.entry.receiver == nil ? "" : "\(receiver(entry)).")\(name)(\(arguments(entry)))"
    }
  }

  private mutating func receiver(_ entry: Vocabulary.Entry) -> String {
    guard let type = entry.entry.receiver else { return "_G" }
    let object = choices.chance(4) ? "(\(anything()))" : object(type.className)
    return object.hasPrefix("{") ? "(\(object))" : object
  }

  private mutating func arguments(_ entry: Vocabulary.Entry) -> String {
    depth += 1
    defer { depth -= 1 }
    var arguments: [String] = []
    for parameter in entry.parameters {
      if parameter.isOptional, choices.chance(30) { break }
      arguments.append(argument(parameter, words: entry.words))
    }
    if choices.chance(5) { arguments.append(anything()) }
    return arguments.joined(separator: ", ")
  }

  private mutating func argument(_ parameter: Vocabulary.Parameter, words: [String]) -> String {
    let words = parameter.words + words
    guard !parameter.fields.isEmpty, !choices.chance(5) else { return value(parameter.type, words: words) }
    var fields: [String] = []
    for field in parameter.fields where choices.chance(60) {
      fields.append("\(field.name) = \(argument(field, words: words))")
    }
    var text = "{ \(fields.joined(separator: ", ")) }"
    for holder in parameter.holders {
      switch holder {
      case .list: text = "{ \(text) }"
      case .names: text = "{ [\(self.text(from: words))] = \(text) }"
      }
    }
    return text
  }

  /// Assigns a property or an unknown name.
  mutating func assignment() -> String {
    let writable = vocabulary.writableProperties
    let entry = choices.pick(choices.chance(85) ? writable : vocabulary.entries)
    let type = entry.entry.returns.flatMap { TypeExpression($0.type) } ?? .any
    let value = value(type, words: entry.words + entry.parameters.flatMap(\.words))
    let receiver = entry.entry.receiver.map { object($0.className) } ?? kept("table")
    // A list accepts any key.
    let name = choices.chance(8) ? "[\(anything())]" : ".\(entry.entry.name)"
    return "\(receiver)\(name) = \(value)"
  }

  /// An example of the documentation, usually modified.
  mutating func example() -> String {
    let entry = choices.pick(vocabulary.entriesWithExamples)
    var lines = entry.entry.example.split(separator: "\n").map(String.init)
    let locals = Words.locals(in: entry.entry.example)
    for _ in 0..<choices.below(3) { change(&lines) }
    lines.append("keep(\(locals.joined(separator: ", ")))")
    return """
      keep(load([====[
      \(lines.joined(separator: "\n"))
      ]====], "=example", "t", setmetatable({ keep = keep, any = any, try = try }, { __index = _G }))())
      """
  }

  private mutating func change(_ lines: inout [String]) {
    guard !lines.isEmpty else { return }
    let place = choices.below(lines.count)
    switch choices.below(5) {
    case 0: lines.remove(at: place)
    case 1: lines.insert(lines[place], at: choices.below(lines.count + 1))
    case 2:
      // Without functions, which could contain another example that would end this one.
      lines.insert("keep(\(simple()))", at: place)
    case 3: lines.swapAt(place, choices.below(lines.count))
    default:
      let words = Words.literals(in: lines[place])
      guard !words.isEmpty else { return }
      lines[place].replace("\"\(choices.pick(words))\"", with: simple(), maxReplacements: 1)
    }
  }
}

extension Vocabulary {
  var objectNames: [String] { typeNames.values.sorted() }

  var writableProperties: [Entry] {
    entries.filter { if case .property(isWritable: true) = $0.entry.kind { true } else { false } }
  }

  var entriesWithExamples: [Entry] { entries.filter { !$0.entry.example.isEmpty } }
}

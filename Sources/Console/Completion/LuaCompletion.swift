internal import LuaAPI
internal import LuaEngine

/// Completion of Lua code: determines the place of the cursor, and collects the candidates for it.
struct LuaCompletion {
  private let session: Session
  /// Whether the line explains its expression and does not run it: `?device.launch`.
  private let explains: Bool

  init(_ session: Session, explains: Bool = false) { (self.session, self.explains) = (session, explains) }

  /// - Parameters:
  ///   - text: the text before the cursor, including earlier lines of the statement.
  ///   - rest: the text after the cursor.
  func answer(_ text: String, _ rest: String) -> CompletionAnswer {
    let bytes = Array(text.utf8)
    let tokens = LuaLexer.tokens(of: bytes)
    if let last = tokens.last, last.range.upperBound == bytes.count, isDead(last, bytes) { return CompletionAnswer() }
    let outline = LuaOutline(bytes, tokens: tokens)
    let place = LuaPlace(outline, rest: rest, explains: explains)
    let meanings = MeaningFinder(outline, session)
    let candidates = LuaCandidates(meanings, place)
    switch place.kind {
    case .nothing: return CompletionAnswer()
    case .string(let index): return StringCandidates(meanings, place).answer(index)
    case .member(let base, let isCall): return CompletionAnswer(candidates.members(of: base, isCall: isCall))
    case .slot(let base): return CompletionAnswer(candidates.slots(of: base))
    case .key(let table): return candidates.keys(ofTableAt: table)
    case .value: return candidates.values()
    case .name: return CompletionAnswer(candidates.names())
    }
  }

  /// Returns whether the cursor is inside a comment or a number, which have no completions.
  private func isDead(_ token: LuaToken, _ bytes: [UInt8]) -> Bool {
    switch token.kind {
    case .number: return true
    case .comment(let isClosed):
      // A line comment ends with its line; a long one ends with its brackets.
      return !isClosed || bytes[token.range].last != UInt8(ascii: "]") || !bytes[token.range].starts(with: "--[".utf8)
    case .name, .keyword, .string, .longString, .symbol: return false
    }
  }
}

/// The candidates for a place of a line.
struct LuaCandidates {
  let meanings: MeaningFinder
  let place: LuaPlace
  var outline: LuaOutline { meanings.outline }
  var session: Session { meanings.session }
  private var catalog: APICatalog { .homescreen }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) { (self.meanings, self.place) = (meanings, place) }

  // MARK: Names

  /// Returns names and keywords.
  func names() -> [Completion] {
    // Words that exist only in scenarios are documented, too.
    let known = catalog.globals.filter { session.hasGlobal($0.name) }
    let documented = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    let names =
      outline.declared(at: place.index) + session.localNames + documented.keys
      + session.globalNames.filter(LuaWords.isName)
      // Keywords would clutter the list before the first letter.
      + (place.word.isEmpty ? [] : LuaWords.keywords)
    return matching(names).map { name in
      // A name that the text declares belongs to the script.
      guard outline.declaration(of: name, at: place.index) == nil else { return completion(name, nil) }
      return completion(name, documented[name] ?? entry(session.value(named: name)))
    }
  }

  /// Returns the names that begin with the word, sorted, each once; if there are none, those in another letter case.
  func matching(_ names: some Sequence<String>) -> [String] {
    let word = place.word
    var found = Set(names.filter { $0.hasPrefix(word) })
    if found.isEmpty {
      let folded = word.lowercased()
      found = Set(names.filter { $0.lowercased().hasPrefix(folded) })
    }
    return found.sorted()
  }

  func completion(_ name: String, _ entry: APIEntry?, replacement: String? = nil, replacing more: Int = 0) -> Completion
  {
    Completion(
      replacement ?? name, display: name, summary: entry?.summary,
      signature: entry.map { "\($0.signature)  \($0.summary)" }, replacing: place.word.utf8.count + more)
  }

  /// Returns the documentation of an existing function.
  private func entry(_ live: LiveValue?) -> APIEntry? { live.flatMap { Meaning($0).entry } }

  // MARK: Members

  /// Returns the candidates after a dot or a colon.
  func members(of expression: LuaExpression, isCall: Bool) -> [Completion] {
    let base = meanings.meaning(of: expression, at: place.index)
    let entries = base.types.flatMap { catalog.members(of: $0) }
    let byName = Dictionary(entries.map { ($0.name, $0) }) { first, _ in first }
    func isMethod(_ name: String) -> Bool { byName[name].map(\.isCalledWithColon) ?? isFunction(name, of: base) }
    let names = (Array(byName.keys) + fields(of: base)).filter(LuaWords.isName)
    if base.isString, base.types.isEmpty {
      return isCall
        ? matching(session.stringMethods).map { completion($0, LuaLibrary.entry(named: "string.\($0)")) } : []
    }
    let right = matching(names.filter { place.explains && byName[$0] != nil || fits($0, isCall, isMethod, byName) })
    if !right.isEmpty || place.word.isEmpty {
      return right.map { completion($0, byName[$0] ?? entry(base.live?.member($0))) }
    }
    // A method after a dot and a property after a colon: the replacement includes the correct sign.
    let sign = isCall ? "." : ":"
    return matching(entries.filter { $0.isCalledWithColon != isCall }.map(\.name)).map { name in
      completion(name, byName[name], replacement: sign + name, replacing: 1)
    }
  }

  private func fits(
    _ name: String, _ isCall: Bool, _ isMethod: (String) -> Bool, _ entries: [String: APIEntry]
  ) -> Bool {
    // A dot reads all fields of a script, and assigns its callbacks.
    isCall ? isMethod(name) : entries[name]?.kind == .callback || entries[name] == nil || !isMethod(name)
  }

  private func isFunction(_ name: String, of base: Meaning) -> Bool {
    guard let live = base.live?.member(name) else { return false }
    return live.kind == .function
  }

  private func fields(of base: Meaning) -> [String] {
    (base.live?.names ?? []) + base.type.fields.map(\.name)
  }

  /// Returns the function names for a definition in a class, with their parameters.
  func slots(of expression: LuaExpression) -> [Completion] {
    let base = meanings.meaning(of: expression, at: place.index)
    let entries = base.types.flatMap { catalog.members(of: $0) }
    let isMethod = outline.isAt(place.index - 1, ":")
    let hasParentheses = place.rest.hasPrefix("(")
    let completions = entries.compactMap { entry -> Completion? in
      guard entry.name.hasPrefix(place.word), let whole = writing(slot: entry, isMethod: isMethod) else { return nil }
      let written = hasParentheses ? entry.name : whole
      return Completion(
        written, display: written, summary: entry.summary, signature: "\(entry.signature)  \(entry.summary)",
        replacing: place.word.utf8.count)
    }
    let known = Set(entries.map(\.name))
    let own = matching(fields(of: base).filter { LuaWords.isName($0) && !known.contains($0) })
    return completions.sorted { $0.replacement < $1.replacement }
      + own.filter { $0.hasPrefix(place.word) }.map { completion($0, nil) }
  }

  /// Returns the definition of a callback with its parameters, or the name of a property whose class has callbacks;
  /// otherwise nil.
  private func writing(slot entry: APIEntry, isMethod: Bool) -> String? {
    switch entry.kind {
    case .callback:
      let parameters = (isMethod ? [] : ["self"]) + entry.parameters.map(\.name)
      return "\(entry.name)(\(parameters.joined(separator: ", ")))"
    case .property(isWritable: true):
      guard !isMethod, let type = entry.parameters.first.map({ DeclaredType($0.declaredType) }) else { return nil }
      if let parameters = type.parameters { return "\(entry.name)(\(parameters.map(\.name).joined(separator: ", ")))" }
      let isClass = type.classNames.compactMap { catalog.type(ofClass: $0) }.contains { type in
        catalog.members(of: type).contains { $0.kind == .callback }
      }
      return isClass ? entry.name : nil
    case .property, .method, .constructor, .function, .namespace: return nil
    }
  }

  // MARK: Fields and values

  /// Returns the fields that a table lacks; also other keys or values, if it takes them.
  func keys(ofTableAt opener: Int) -> CompletionAnswer {
    guard let table = meanings.expectation(at: opener) else { return values() }
    let given = outline.keys(inTableAt: opener)
    var completions: [Completion] = []
    if table.isRecord {
      completions += table.fields.filter { !given.contains($0.name) && $0.name.hasPrefix(place.word) }
        .map { key($0.name, $0.documentation) }
    } else if !table.type.fields.isEmpty {
      completions += table.type.fields.map(\.name).filter { !given.contains($0) && $0.hasPrefix(place.word) }
        .map { key($0, nil) }
    } else if table.hasNamesOfDomain, let domain = table.domain {
      completions += DomainValues(session).values(of: domain, typed: place.word)
        .filter { !given.contains($0.text) && $0.text.hasPrefix(place.word) }
        .map { key($0.text, $0.summary) }
    }
    let takesNamesOnly = table.isRecord || table.hasNamesOfDomain || !table.type.fields.isEmpty
    guard takesNamesOnly, table.element == nil else { return values() }
    return answer(completions, note: Expectation.note(meanings.call(at: place.index), table.parameter))
  }

  private func key(_ name: String, _ summary: String?) -> Completion {
    let hasSign = place.rest.drop { $0 == " " }.hasPrefix("=")
    let written = LuaWords.isName(name) ? name : "[\(LuaQuotes.double.written(name))]"
    return Completion(
      hasSign ? written : "\(written) = ", display: name, summary: summary, replacing: place.word.utf8.count)
  }

  /// Returns the candidates for an expression.
  func values() -> CompletionAnswer {
    let call = meanings.call(at: place.index)
    guard let expected = meanings.expectation(at: place.index) else {
      let note = Expectation.note(call, call?.parameter)
      // A list of all names would hide the values that the function takes.
      return place.word.isEmpty && call != nil ? answer([], note: note) : answer(names(), note: note)
    }
    let note = Expectation.note(expected.call ?? call, expected.parameter)
    var completions = written(expected)
    if place.word.isEmpty {
      completions += variables(of: expected.type)
    } else {
      let found = Set(completions.map(\.display))
      completions += names().filter { !found.contains($0.display) }
      completions.sort { $0.display < $1.display }
    }
    return answer(completions, note: note)
  }

  private func answer(_ completions: [Completion], note: String?) -> CompletionAnswer {
    CompletionAnswer(completions, note: note, isOverview: place.word.isEmpty && note != nil)
  }

  /// Returns the literals: words, true and false, a function with its parameters.
  private func written(_ expected: Expectation) -> [Completion] {
    var found: [Completion] = []
    if place.word.isEmpty {
      found += expected.type.words.map { completion("\"\($0)\"", nil) }
      if let domain = expected.domain, !domain.isPath, !expected.hasNamesOfDomain {
        found += SessionValues(meanings, place).values(of: domain, expected, typed: "").map { value in
          Completion(LuaQuotes.double.written(value.text), display: value.text, summary: value.summary, replacing: 0)
        }
      }
    }
    if expected.type.holds("boolean") {
      found += ["false", "true"].filter { $0.hasPrefix(place.word) }.map { completion($0, nil) }
    }
    if let parameters = expected.type.parameters, "function".hasPrefix(place.word) {
      let text = "function(\(parameters.map(\.name).joined(separator: ", ")))"
      found.append(completion("\(text) … end", nil, replacement: "\(text) "))
    }
    return found
  }

  /// Returns the variables and the names of the API that have a value of this type.
  private func variables(of type: DeclaredType) -> [Completion] {
    let classes = Set(type.classNames)
    guard !classes.isEmpty else { return [] }
    let variables = outline.declared(at: place.index) + session.globalNames.filter(LuaWords.isName)
    let fitting = Set(variables).filter { name in
      let meaning = meanings.meaning(of: .name(name, at: place.index), at: place.index)
      return !classes.isDisjoint(with: meaning.type.classNames)
    }
    let makers = catalog.globals.filter { entry in
      entry.kind == .constructor && !classes.isDisjoint(with: DeclaredType(entry.returns?.type ?? "").classNames)
    }
    return fitting.sorted().map { completion($0, nil) } + makers.map { completion($0.name, $0) }
  }
}

extension APIEntry {
  /// Whether the function is called with a colon.
  fileprivate var isCalledWithColon: Bool {
    switch kind {
    case .method, .callback: true
    case .property, .constructor, .function, .namespace: false
    }
  }
}

/// The candidates inside a string: those of the argument, the field or the comparison.
struct StringCandidates {
  private let meanings: MeaningFinder
  private let place: LuaPlace
  private var outline: LuaOutline { meanings.outline }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) { (self.meanings, self.place) = (meanings, place) }

  /// - Parameter index: the token of the string.
  func answer(_ index: Int) -> CompletionAnswer {
    let typed = outline.content(ofString: index)
    let quotes = LuaQuotes(of: outline.text(index))
    let opener = outline.openers[index]
    // `plist["CFB`
    if outline.isAt(opener, "["), opener == index - 1 {
      if outline.endsExpression(opener - 1), let base = outline.expression(endingBefore: opener) {
        return completions(keys(of: base).map { ($0, nil, false) }, typed, quotes, nil)
      }
      return tableKeys(opener, typed, quotes)
    }
    guard let expected = meanings.expectation(at: index) else { return CompletionAnswer() }
    var values = expected.type.words.map { (text: $0, summary: String?.none, isOpen: false) }
    if let domain = expected.domain, !expected.hasNamesOfDomain || expected.type.holds("string") {
      values += SessionValues(meanings, place).values(of: domain, expected, typed: typed).map {
        ($0.text, $0.summary, $0.isOpen)
      }
    }
    return completions(values, typed, quotes, Expectation.note(expected.call, expected.parameter))
  }

  /// Returns the keys of an existing table, or the fields of its type.
  private func keys(of base: LuaExpression) -> [String] {
    let meaning = meanings.meaning(of: base, at: place.index)
    let members = meaning.types.flatMap { APICatalog.homescreen.members(of: $0) }.filter { entry in
      if case .property = entry.kind { true } else { false }
    }
    return (meaning.live?.names ?? []) + meaning.type.fields.map(\.name) + members.map(\.name)
  }

  /// Completes the key in `{ ["CFB`.
  private func tableKeys(_ bracket: Int, _ typed: String, _ quotes: LuaQuotes) -> CompletionAnswer {
    let table = outline.openers[bracket]
    guard outline.isAt(table, "{"), let expected = meanings.expectation(at: table) else { return CompletionAnswer() }
    let names = expected.isRecord ? expected.fields.map { ($0.name, String?.some($0.documentation), false) } : []
    let domain = expected.hasNamesOfDomain ? expected.domain : nil
    let values = domain.map { DomainValues(meanings.session).values(of: $0, typed: typed) } ?? []
    return completions(names + values.map { ($0.text, $0.summary, $0.isOpen) }, typed, quotes, nil)
  }

  private func completions(
    _ values: [(text: String, summary: String?, isOpen: Bool)], _ typed: String, _ quotes: LuaQuotes, _ note: String?
  ) -> CompletionAnswer {
    func found(_ fits: (String) -> Bool) -> [Completion] {
      var seen: Set<String> = []
      return values.filter { seen.insert($0.text).inserted }.compactMap { value in
        guard let inside = quotes.inside(value.text), fits(inside) else { return nil }
        let isClosed = place.rest.hasPrefix(quotes.close)
        return Completion(
          value.isOpen || isClosed ? inside : inside + quotes.close, display: value.text, summary: value.summary,
          replacing: typed.utf8.count)
      }
    }
    let exact = found { $0.hasPrefix(typed) }
    let folded = typed.lowercased()
    return CompletionAnswer(exact.isEmpty ? found { $0.lowercased().hasPrefix(folded) } : exact, note: note)
  }
}

/// The texts that the session offers for an argument: from the app and the list that the line mentions.
struct SessionValues {
  private let meanings: MeaningFinder
  private let place: LuaPlace
  private var outline: LuaOutline { meanings.outline }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) { (self.meanings, self.place) = (meanings, place) }

  /// Returns the texts in the order of the session.
  func values(of domain: APIDomain, _ expected: Expectation, typed: String) -> [DomainValue] {
    guard let call = expected.call else { return DomainValues(meanings.session).values(of: domain, typed: typed) }
    let steps = domain == .plistKey ? outline.strings(inArgumentsAt: call.arguments, before: place.index) : []
    let subjects = subjects(of: call.callee)
    return DomainValues(meanings.session, subjects: subjects, steps: steps).values(of: domain, typed: typed)
  }

  /// Returns the values in an expression, the nearest first: in `device.springboard:icon(app):press():item` the app,
  /// then the device.
  private func subjects(of expression: LuaExpression) -> [LiveValue] {
    let live = meanings.meaning(of: expression, at: place.index).live.map { [$0] } ?? []
    switch expression {
    case .name, .string: return live
    case .member(let base, _), .method(let base, _), .key(let base, _), .index(let base, _):
      return live + subjects(of: base)
    case .call(let callee, let arguments):
      let names = outline.closer(of: arguments).map { outline.expression(endingBefore: $0) } ?? nil
      let given = names.map { subjects(of: $0) } ?? []
      return live + given + subjects(of: callee)
    }
  }
}

/// A completion at the cursor.
package struct Completion: Equatable, Sendable {
  /// The text that replaces the last ``replacedBytes`` bytes before the cursor.
  package let replacement: String
  /// The text in a list of several completions.
  package let display: String
  /// The number of UTF-8 bytes before the cursor that the completion replaces; usually the word that was begun.
  package let replacedBytes: Int
  /// A description in a few words, for short lists; nil if the name is enough.
  package let summary: String?
  /// The signature, shown when the word is complete: `device:launch(app[, situation])`.
  package let signature: String?

  /// Creates a completion.
  ///
  /// - Parameter display: the replacement if left out.
  package init(
    _ replacement: String, display: String? = nil, summary: String? = nil, signature: String? = nil,
    replacing replacedBytes: Int
  ) {
    self.replacement = replacement
    self.display = display ?? replacement
    (self.summary, self.signature, self.replacedBytes) = (summary, signature, replacedBytes)
  }
}

/// The answer to Tab.
package struct CompletionAnswer: Equatable, Sendable {
  package var completions: [Completion]
  /// A line about the place: the function and the argument.
  package var note: String?
  /// Whether nothing was typed yet at this place: the list is shown first, and the line stays unchanged.
  package var isOverview: Bool

  /// Creates an answer; without completions and a note, it is empty.
  package init(_ completions: [Completion] = [], note: String? = nil, isOverview: Bool = false) {
    (self.completions, self.note, self.isOverview) = (completions, note, isOverview)
  }
}

internal import LuaAPI
internal import LuaEngine

/// Completion of Lua that is being typed: finds the place that the cursor is at, and asks for what it takes.
struct LuaCompletion {
  private let session: Session
  /// Whether the line explains its expression and does not run it: `?device.launch`.
  private let explains: Bool

  init(_ session: Session, explains: Bool = false) {
    self.session = session
    self.explains = explains
  }

  /// - Parameters:
  ///   - text: up to the cursor, with the lines before it that belong to the statement.
  ///   - rest: behind the cursor.
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

  /// Inside of a comment or a number nothing can follow.
  private func isDead(_ token: LuaToken, _ bytes: [UInt8]) -> Bool {
    switch token.kind {
    case .number: return true
    case .comment(let isClosed):
      // A line's comment goes on to its end; a long one ends with its brackets.
      return !isClosed || bytes[token.range].last != UInt8(ascii: "]") || !bytes[token.range].starts(with: "--[".utf8)
    case .name, .keyword, .string, .longString, .symbol: return false
    }
  }
}

/// What can stand at a place of a line.
struct LuaCandidates {
  let meanings: MeaningFinder
  let place: LuaPlace
  var outline: LuaOutline { meanings.outline }
  var session: Session { meanings.session }
  private var catalog: APICatalog { .homescreen }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) {
    self.meanings = meanings
    self.place = place
  }

  // MARK: Names

  /// Names and keywords.
  func names() -> [Completion] {
    // Words that only scenarios have are documented, too.
    let known = catalog.globals.filter { session.hasGlobal($0.name) }
    let documented = Dictionary(known.map { ($0.name, $0) }) { first, _ in first }
    let names =
      outline.declared(at: place.index) + session.localNames + documented.keys
      + session.globalNames.filter(LuaWords.isName)
      // Where nothing is begun nobody looks for them.
      + (place.word.isEmpty ? [] : LuaWords.keywords)
    return matching(names).map { name in
      // A name that the text declares is the script's own.
      guard outline.declaration(of: name, at: place.index) == nil else { return completion(name, nil) }
      return completion(name, documented[name] ?? entry(session.value(named: name)))
    }
  }

  /// Those that begin with the word, sorted, each once; where there are none, those that do so in other letter case.
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

  /// What is known of a function that is there already.
  private func entry(_ live: LiveValue?) -> APIEntry? { live.flatMap { Meaning($0).entry } }

  // MARK: Members

  /// What can follow a dot or a colon.
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
    // A method behind a dot and a property behind a colon: what is meant takes the place of the sign, too.
    let sign = isCall ? "." : ":"
    return matching(entries.filter { $0.isCalledWithColon != isCall }.map(\.name)).map { name in
      completion(name, byName[name], replacement: sign + name, replacing: 1)
    }
  }

  private func fits(
    _ name: String, _ isCall: Bool, _ isMethod: (String) -> Bool, _ entries: [String: APIEntry]
  ) -> Bool {
    // A field of a script's is read with a dot, whatever it is, and a method that a script writes is assigned to one.
    isCall ? isMethod(name) : entries[name]?.kind == .callback || entries[name] == nil || !isMethod(name)
  }

  private func isFunction(_ name: String, of base: Meaning) -> Bool {
    guard let live = base.live?.member(name) else { return false }
    return live.kind == .function
  }

  private func fields(of base: Meaning) -> [String] {
    (base.live?.names ?? []) + base.type.fields.map(\.name)
  }

  /// What a function of a class can be called, with its parameters.
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

  /// A method that a script writes, with its parameters, or a class on the way to one; nil for everything else.
  private func writing(slot entry: APIEntry, isMethod: Bool) -> String? {
    switch entry.kind {
    case .callback:
      let parameters = (isMethod ? [] : ["self"]) + entry.parameters.map(\.name)
      return "\(entry.name)(\(parameters.joined(separator: ", ")))"
    case .property(isWritable: true):
      guard !isMethod, let type = entry.parameters.first.map({ DeclaredType($0.declaredType) }) else { return nil }
      if let parameters = type.parameters {
        return "\(entry.name)(\(parameters.map(\.name).joined(separator: ", ")))"
      }
      let isClass = type.classNames.compactMap { catalog.type(ofClass: $0) }.contains { type in
        catalog.members(of: type).contains { $0.kind == .callback }
      }
      return isClass ? entry.name : nil
    case .property, .method, .constructor, .function, .namespace: return nil
    }
  }

  // MARK: Fields and values

  /// The fields that a table does not have yet; where it takes others too, or values, those.
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

  /// What an expression can be here.
  func values() -> CompletionAnswer {
    let call = meanings.call(at: place.index)
    guard let expected = meanings.expectation(at: place.index) else {
      let note = Expectation.note(call, call?.parameter)
      // All names there are would hide what the function takes.
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

  /// What can be written out: words, true and false, a function with its parameters.
  private func written(_ expected: Expectation) -> [Completion] {
    var found: [Completion] = []
    if place.word.isEmpty {
      found += expected.type.words.map { completion("\"\($0)\"", nil) }
      if let domain = expected.domain, !domain.isPath, !expected.hasNamesOfDomain {
        found += SessionValues(meanings, place).values(of: domain, expected, typed: "").map { value in
          Completion(
            LuaQuotes.double.written(value.text), display: value.text, summary: value.summary, replacing: 0)
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

  /// The variables and names of the API that give such an object.
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
  /// Whether it is called with a colon.
  fileprivate var isCalledWithColon: Bool {
    switch kind {
    case .method, .callback: true
    case .property, .constructor, .function, .namespace: false
    }
  }
}

/// What can stand in a string that is being typed: what the argument, the field or the comparison asks for.
struct StringCandidates {
  private let meanings: MeaningFinder
  private let place: LuaPlace
  private var outline: LuaOutline { meanings.outline }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) {
    self.meanings = meanings
    self.place = place
  }

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

  /// The keys of a table that is there, or whose type has fields.
  private func keys(of base: LuaExpression) -> [String] {
    let meaning = meanings.meaning(of: base, at: place.index)
    let members = meaning.types.flatMap { APICatalog.homescreen.members(of: $0) }.filter { entry in
      if case .property = entry.kind { true } else { false }
    }
    return (meaning.live?.names ?? []) + meaning.type.fields.map(\.name) + members.map(\.name)
  }

  /// `{ ["CFB`
  private func tableKeys(_ bracket: Int, _ typed: String, _ quotes: LuaQuotes) -> CompletionAnswer {
    let table = outline.openers[bracket]
    guard outline.isAt(table, "{"), let expected = meanings.expectation(at: table) else {
      return CompletionAnswer()
    }
    let names = expected.isRecord ? expected.fields.map { ($0.name, String?.some($0.documentation), false) } : []
    let domain = expected.hasNamesOfDomain ? expected.domain : nil
    let values = domain.map { DomainValues(meanings.session).values(of: $0, typed: typed) } ?? []
    return completions(
      names + values.map { ($0.text, $0.summary, $0.isOpen) }, typed, quotes, nil)
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

/// The texts of a domain at a place of a line: what the session knows, for the app and the list that the line names.
struct SessionValues {
  private let meanings: MeaningFinder
  private let place: LuaPlace
  private var outline: LuaOutline { meanings.outline }

  init(_ meanings: MeaningFinder, _ place: LuaPlace) {
    self.meanings = meanings
    self.place = place
  }

  /// The texts, in the order in which the session has them.
  func values(of domain: APIDomain, _ expected: Expectation, typed: String) -> [DomainValue] {
    guard let call = expected.call else { return DomainValues(meanings.session).values(of: domain, typed: typed) }
    let steps =
      domain == .plistKey ? outline.strings(inArgumentsAt: call.arguments, before: place.index) : []
    let subjects = subjects(of: call.callee)
    return DomainValues(meanings.session, subjects: subjects, steps: steps).values(of: domain, typed: typed)
  }

  /// The values that an expression names, the nearest first: of `device.springboard:icon(app):press():item` the app,
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

/// One way to go on at the cursor.
package struct Completion: Equatable, Sendable {
  /// The text that takes the place of the last ``replacedBytes`` bytes before the cursor.
  package let replacement: String
  /// What is shown in a list of several.
  package let display: String
  /// How much of the line before the cursor the replacement stands for, in UTF-8 bytes; usually the word begun.
  package let replacedBytes: Int
  /// What it is, in a few words, for short lists; nil where the name says all.
  package let summary: String?
  /// How it is written, for the moment when nothing is left to complete: `device:launch(app[, situation])`.
  package let signature: String?

  /// A text that can stand in place of what was typed.
  ///
  /// - Parameter display: the replacement itself when left out.
  package init(
    _ replacement: String, display: String? = nil, summary: String? = nil, signature: String? = nil,
    replacing replacedBytes: Int
  ) {
    self.replacement = replacement
    self.display = display ?? replacement
    self.summary = summary
    self.signature = signature
    self.replacedBytes = replacedBytes
  }
}

/// What Tab answers.
package struct CompletionAnswer: Equatable, Sendable {
  /// The ways to go on.
  package var completions: [Completion]
  /// What the place asks for, in one line: the function whose argument it is.
  package var note: String?
  /// Nothing was typed yet at this place: what there is is shown first, and nothing is put into the line.
  package var isOverview: Bool

  /// An answer; without completions and note there is none.
  package init(_ completions: [Completion] = [], note: String? = nil, isOverview: Bool = false) {
    self.completions = completions
    self.note = note
    self.isOverview = isOverview
  }
}

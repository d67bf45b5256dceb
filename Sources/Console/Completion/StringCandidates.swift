internal import LuaAPI

/// What can stand in a string that is being typed: what the argument, the field or the comparison asks for.
struct StringCandidates {
  private let candidates: LuaCandidates
  private var outline: LuaOutline { candidates.outline }

  init(_ candidates: LuaCandidates) {
    self.candidates = candidates
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
    let finder = ExpectationFinder(candidates.meanings)
    guard let expected = finder.expectation(at: index) else { return CompletionAnswer() }
    var values = expected.type.words.map { (text: $0, summary: String?.none, isOpen: false) }
    if let domain = expected.domain, !expected.hasNamesOfDomain || expected.type.holds("string") {
      values += domainValues(domain, expected, typed: typed).sortedByText().map { ($0.text, $0.summary, $0.isOpen) }
    }
    return completions(values, typed, quotes, candidates.note(expected.call, expected.parameter))
  }

  /// What the session knows of a domain, for the app and the list that the line names.
  func domainValues(_ domain: APIDomain, _ expected: Expectation, typed: String) -> [DomainValue] {
    guard let call = expected.call else { return DomainValues(candidates.session).values(of: domain, typed: typed) }
    let steps =
      domain == .plistKey ? outline.strings(inArgumentsAt: call.arguments, before: candidates.place.index) : []
    let subjects = subjects(of: call.callee)
    return DomainValues(candidates.session, subjects: subjects, steps: steps).values(of: domain, typed: typed)
  }

  /// The values that an expression names, the nearest first: of `device.springboard:icon(app):press():item` the app,
  /// then the device.
  private func subjects(of expression: LuaExpression) -> [LiveValue] {
    let live = candidates.meanings.meaning(of: expression, at: candidates.place.index).live.map { [$0] } ?? []
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

  /// The keys of a table that is there, or whose type has fields.
  private func keys(of base: LuaExpression) -> [String] {
    let meaning = candidates.meanings.meaning(of: base, at: candidates.place.index)
    let members = meaning.types.flatMap { APICatalog.homescreen.members(of: $0) }.filter { entry in
      if case .property = entry.kind { true } else { false }
    }
    return (meaning.live?.names ?? []) + meaning.type.fields.map(\.name) + members.map(\.name)
  }

  /// `{ ["CFB`
  private func tableKeys(_ bracket: Int, _ typed: String, _ quotes: LuaQuotes) -> CompletionAnswer {
    let table = outline.openers[bracket]
    guard outline.isAt(table, "{"), let expected = ExpectationFinder(candidates.meanings).expectation(at: table) else {
      return CompletionAnswer()
    }
    let names = expected.isRecord ? expected.fields.map { ($0.name, String?.some($0.documentation), false) } : []
    let domain = expected.hasNamesOfDomain ? expected.domain : nil
    let values = domain.map { DomainValues(candidates.session).values(of: $0, typed: typed) } ?? []
    return completions(
      names + values.sortedByText().map { ($0.text, $0.summary, $0.isOpen) }, typed, quotes, nil)
  }

  private func completions(
    _ values: [(text: String, summary: String?, isOpen: Bool)], _ typed: String, _ quotes: LuaQuotes, _ note: String?
  ) -> CompletionAnswer {
    func found(_ fits: (String) -> Bool) -> [Completion] {
      var seen: Set<String> = []
      return values.filter { seen.insert($0.text).inserted }.compactMap { value in
        guard let inside = quotes.inside(value.text), fits(inside) else { return nil }
        let isClosed = candidates.place.rest.hasPrefix(quotes.close)
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

/// How a string is written.
struct LuaQuotes: Equatable {
  static let double = LuaQuotes(open: "\"", close: "\"")
  let open: String
  let close: String

  private init(open: String, close: String) {
    self.open = open
    self.close = close
  }

  /// Those of a string as it stands in a text.
  init(of text: String) {
    if text.hasPrefix("[") {
      let signs = String(text.dropFirst().prefix { $0 == "=" })
      self.init(open: "[\(signs)[", close: "]\(signs)]")
    } else {
      let quote = String(text.prefix(1))
      self.init(open: quote, close: quote)
    }
  }

  /// A text as it is written between them; nil where it cannot be.
  func inside(_ text: String) -> String? {
    if open.hasPrefix("[") { return text.contains(close) ? nil : text }
    var written = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case _ where open.unicodeScalars.first == scalar: written += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: written += "\\x" + hexadecimal(scalar)
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  /// A text with its quotes.
  func written(_ text: String) -> String { open + (inside(text) ?? "") + close }

  private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return digits.count == 1 ? "0" + digits : digits
  }
}

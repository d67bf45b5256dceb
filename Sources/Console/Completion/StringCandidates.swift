internal import LuaAPI

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

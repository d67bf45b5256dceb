internal import LuaAPI

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

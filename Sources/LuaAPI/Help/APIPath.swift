/// A way through the API as somebody writes it, from a global or a type on: `device.springboard:icon(app):press`,
/// `app.trace[1].kind`. Only declared types are looked at.
struct APIPath {
  /// The name that it ends with; nil for a type alone.
  let entry: APIEntry?
  /// The type of what it leads to; nil where that is no object.
  let type: APIType?

  /// Nil for what is no such way.
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

  /// The names between dots and colons, without what stands in brackets; nil for anything else.
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

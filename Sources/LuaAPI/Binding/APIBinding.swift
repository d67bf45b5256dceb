import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Makes the Lua types of the engine out of API data.
enum APIBinding {
  /// The Lua type of objects of `type`: members come from the catalog, by name, when they are first used.
  static func luaType(
    _ type: APIType,
    fallback: (@Sendable (LuaCall) throws -> Int32)? = nil,
    assign: (@Sendable (LuaCall) throws -> Int32)? = nil,
    metamethods: [(name: String, body: @Sendable (LuaCall) throws -> Int32)] = []
  ) -> LuaType {
    LuaType(
      type.name, expression: type.expression,
      hasMethodsOnly: { state in state.homescreenSession?.globals.catalog.hasMethodsOnly(type) ?? false },
      member: { name, call in try call.session.globals.catalog.member(name, of: type).map(member) },
      fallback: fallback, assign: assign, metamethods: metamethods,
      unknown: { name, call in unknownMember(name, of: type, in: try call.session.globals.catalog) })
  }

  static func member(_ entry: APIEntry) -> LuaType.Member {
    switch entry.kind {
    case .property: .property(get: entry.body, set: entry.assign)
    case .method, .callback, .constructor, .function, .namespace: .method(entry.body)
    }
  }

  /// Steps (``Work``) of looking for what was meant: among all names.
  private static let costOfUnknownMember = 20_000

  private static func unknownMember(_ name: String, of type: APIType, in catalog: APICatalog) -> LuaFailure {
    Work.count(costOfUnknownMember)
    let members = catalog.members(of: type)
    let names = members.map(\.name)
    let hint: String
    if let cure = OtherVocabulary.cure(name) {
      hint = cure
    } else if let entry = catalog.member(near: name, of: type) {
      hint = "Did you mean \(entry.qualifiedName)? help(\"\(entry.qualifiedName)\") explains it."
    } else if let outside = OutsideOfModel.asked(by: name) {
      hint = outside.sentence
    } else if let other = catalog.member(near: name) {
      hint = "Did you mean \(other.qualifiedName)? help(\"\(type.name)\") lists its members."
    } else {
      hint = names.isEmpty ? "It has none." : "It has: \(names.joined(separator: ", "))."
    }
    return LuaFailure(
      "\(type.expression) has no member '\(Spelling.beginning(of: name))'", code: "unknown-member", hint: hint)
  }
}

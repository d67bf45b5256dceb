import LuaEngine
import Simulator

/// Names that are none of those that exist: the message names the place, the hint the nearest name and all of them.
extension LuaFailure {
  /// A value that is none of a few words: `plist:save: format cannot be "xlm"`.
  ///
  /// - Parameter place: the parameter or field, with its owner where the caller does not add that.
  static func noSuchChoice(_ text: String, for place: String, of names: [String]) -> LuaFailure {
    let near = Spelling.nearest(to: text, in: names).first.map { "Did you mean \"\($0)\"? " } ?? ""
    return LuaFailure(
      "\(place) cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
      hint: "\(near)It is one of: \(names.joined(separator: ", ")).")
  }

  /// A field that a table does not have.
  ///
  /// - Parameter owner: what messages call the table: `Device`.
  static func unknownField(
    _ name: String, of owner: String, known: [String], code: String = "unknown-field"
  ) -> LuaFailure {
    LuaFailure(
      "\(owner) has no field '\(Spelling.beginning(of: name))'", code: code,
      hint: unknownFieldHint(name, known: known))
  }

  /// What to do about a field that does not exist.
  static func unknownFieldHint(_ name: String?, known: [String]) -> String {
    let near = name.flatMap { Spelling.nearest(to: $0, in: known).first }.map { "Did you mean '\($0)'? " } ?? ""
    return "\(near)Fields: \(known.joined(separator: ", "))."
  }
}

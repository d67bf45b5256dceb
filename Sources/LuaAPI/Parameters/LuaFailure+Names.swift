import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Names that are none of those that exist: the message names the place, the hint the nearest name and all of them.
extension LuaFailure {
  /// A value that is none of a few words: `plist:save: format cannot be "xlm"`.
  ///
  /// - Parameter place: the parameter or field, with its owner where the caller does not add that.
  static func noSuchChoice(_ text: String, for place: String, of names: [String]) -> LuaFailure {
    let near = Spelling.nearest(to: text, in: names).first.map { "Did you mean \"\($0)\"? " } ?? ""
    return LuaFailure(
      "\(place) cannot be \"\(Spelling.beginning(of: text))\"", code: "argument",
      hint: "\(near)Use one of: \(names.joined(separator: ", ")).")
  }

  /// A field that a table does not have.
  ///
  /// The message begins with a blank: what the table is called comes from who reads it.
  static func unknownField(_ name: String, known: [String]) -> LuaFailure {
    LuaFailure(
      " has no field '\(Spelling.beginning(of: name))'", code: "unknown-field",
      hint: unknownFieldHint(name, known: known))
  }

  /// What to do about a field that does not exist.
  static func unknownFieldHint(_ name: String?, known: [String]) -> String {
    let near = name.flatMap { Spelling.nearest(to: $0, in: known).first }.map { "Did you mean '\($0)'? " }
    let other = name.flatMap { OtherVocabulary.cure($0) ?? OutsideOfModel.asked(by: $0)?.sentence }.map { "\($0) " }
    return "\(near ?? other ?? "")Fields: \(known.joined(separator: ", "))."
  }

  /// The failure of a part, told of what it is in: `entries[1]` and `size: a number is expected` make
  /// `entries[1].size: a number is expected`.
  ///
  /// What is not about a part begins with a blank, a colon or a bracket: ` has no field 'sise'`.
  func inside(_ place: String) -> LuaFailure {
    var failure = self
    let isOfPart = message.first.map { !" :[.".contains($0) } ?? false
    failure.message = place + (isOfPart ? "." : "") + message
    return failure
  }

  /// The failure of an argument, told of the function: `Device: os: a string is expected`, `Device has no field 'sise'`.
  func of(_ owner: String) -> LuaFailure {
    var failure = self
    let isOfPart = message.first.map { !" :".contains($0) } ?? false
    failure.message = owner + (isOfPart ? ": " : "") + message
    return failure
  }
}

extension String {
  /// Whether it has ASCII letters, digits, `_` and one more character; a letter or `_` first.
  func isLuaName(with extra: Character = "_") -> Bool {
    guard utf8.count <= 64, let first, first.isASCII, first.isLetter || first == "_" else { return false }
    return allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == extra) }
  }
}

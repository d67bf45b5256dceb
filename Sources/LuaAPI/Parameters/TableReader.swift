import LuaEngine

/// Reads the named fields of a table that was copied out of Lua; messages name the place of each.
struct TableReader {
  /// The function, for messages: `AppPackage`.
  let owner: String
  /// Where the table stands: `catalog.Night.entries[1]`.
  let place: String
  private let table: LuaTable

  /// - Parameter example: what such a table looks like.
  /// - Throws: ``LuaFailure`` when the value is no table, or has a field beside `fields`.
  init(_ value: LuaValue, of owner: String, at place: String, fields: [String], example: String) throws {
    self.owner = owner
    self.place = place
    guard case .table(let table) = value else {
      throw LuaFailure(
        "\(owner): \(place) must be a table, got \(value.typeName)", code: "argument",
        hint: "Such as \(example).")
    }
    self.table = table
    guard table.array.isEmpty else { throw failure("has no field [1]", hint: "The fields are named: \(example).") }
    for (key, _) in table.fields {
      guard case .string(let name) = key else {
        throw failure("takes named fields only", hint: LuaFailure.unknownFieldHint(nil, known: fields))
      }
      guard fields.contains(name) else {
        throw LuaFailure.unknownField(name, of: "\(owner): \(place)", known: fields, code: "argument")
      }
    }
  }

  /// A value as it is; nil when it is not given.
  func value(_ name: String) -> LuaValue? {
    guard let value = table[name], !value.isNil else { return nil }
    return value
  }

  func string(_ name: String) throws -> String? {
    guard let value = value(name) else { return nil }
    guard let text = value.string else { throw failure(".\(name) must be a string, got \(value.typeName)") }
    return text
  }

  /// One of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws -> Choice?
  where Choice.RawValue == String {
    guard let word = try string(name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      throw LuaFailure.noSuchChoice(word, for: "\(owner): \(place).\(name)", of: Choice.allCases.map(\.rawValue))
    }
    return choice
  }

  /// The elements of a list with their places; none when it is not given.
  func list(_ name: String) throws -> [(place: String, value: LuaValue)] {
    guard let value = value(name) else { return [] }
    guard case .table(let list) = value, list.fields.isEmpty else {
      throw failure(".\(name) must be a list, got \(value.typeName)")
    }
    return list.array.enumerated().map { ("\(place).\(name)[\($0.offset + 1)]", $0.element) }
  }

  /// What is wrong with the table, or with its field: then `words` begin with `.` and the name.
  func failure(_ words: String, hint: String? = nil) -> LuaFailure {
    LuaFailure(
      "\(owner): \(place)\(words.hasPrefix(".") ? "" : " ")\(words)", code: "argument", hint: hint)
  }
}

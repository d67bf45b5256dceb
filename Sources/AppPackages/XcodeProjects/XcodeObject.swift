import PropertyLists

/// One object of a project file, read leniently: a field that is missing or of another type is just not there.
struct XcodeObject: Sendable {
  let id: String
  let fields: PropertyListDictionary
  let location: SourceLocation?

  /// The object's class, e.g. `PBXGroup`.
  var isa: String { string("isa") ?? "" }

  func string(_ key: String) -> String? {
    switch fields[key] {
    case .string(let text): text
    // JSON and XML may hold numbers where OpenStep only has text.
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .unsignedInteger, .real, .date, .data, .uid, .array, .dictionary, nil: nil
    }
  }

  /// The texts of a list; a single text counts as a list of one.
  func strings(_ key: String) -> [String] {
    if let strings = fields[key]?.strings { return strings }
    return fields[key]?.string.map { [$0] } ?? []
  }

  func location(of key: String) -> SourceLocation? { fields.node(for: key)?.location ?? location }
}

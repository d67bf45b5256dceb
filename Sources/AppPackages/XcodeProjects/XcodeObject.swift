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

/// All objects of a project file, found by their identifiers.
struct XcodeObjectTable: Sendable {
  private let objects: PropertyListDictionary

  init(_ objects: PropertyListDictionary) {
    self.objects = objects
  }

  subscript(id: String) -> XcodeObject? {
    guard let node = objects.node(for: id), let fields = node.value.dictionary else { return nil }
    return XcodeObject(id: id, fields: fields, location: node.location)
  }

  /// The object that a field refers to.
  func object(_ owner: XcodeObject, _ key: String) -> XcodeObject? { owner.string(key).flatMap { self[$0] } }

  /// The objects that a list refers to; identifiers of nothing are left out.
  func objects(_ owner: XcodeObject, _ key: String) -> [XcodeObject] { owner.strings(key).compactMap { self[$0] } }
}

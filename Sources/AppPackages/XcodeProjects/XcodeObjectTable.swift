import PropertyLists

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

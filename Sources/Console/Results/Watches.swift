/// Expressions whose changes are told.
struct Watches {
  /// More nobody can follow.
  static let maximum = 20

  /// In the order in which they were named; `told` is what was told of the value last.
  private(set) var all: [(expression: String, told: String?)] = []

  var isEmpty: Bool { all.isEmpty }

  /// Another expression, or one that is there already.
  /// - Returns: false when there are too many.
  mutating func add(_ expression: String) -> Bool {
    guard !all.contains(where: { $0.expression == expression }) else { return true }
    guard all.count < Self.maximum else { return false }
    all.append((expression, nil))
    return true
  }

  /// Those that have other values than were told, with these.
  /// - Parameter value: the text of an expression's value; nil: it cannot be asked now.
  mutating func changes(_ value: (String) -> String?) -> [(expression: String, text: String)] {
    var changes: [(String, String)] = []
    for index in all.indices {
      guard let text = value(all[index].expression), text != all[index].told else { continue }
      all[index].told = text
      changes.append((all[index].expression, text))
    }
    return changes
  }
}

/// Whether two values are written in the same way.
enum PropertyListComparison {
  /// Stricter than `==`: strings are compared by bytes and reals by their bits. Without recursion.
  static func isSame(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
    guard left.isContainer, right.isContainer else { return isSameScalar(left, right) }
    var waiting = [(left, right)]
    while let (left, right) = waiting.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard left.count == right.count else { return false }
        for (left, right) in zip(left, right) {
          if left.value.isContainer {
            waiting.append((left.value, right.value))
          } else if !isSameScalar(left.value, right.value) {
            return false
          }
        }
      case (.dictionary(let left), .dictionary(let right)):
        guard left.count == right.count else { return false }
        for (key, node) in left.entries {
          guard let other = right[key] else { return false }
          if node.value.isContainer {
            waiting.append((node.value, other))
          } else if !isSameScalar(node.value, other) {
            return false
          }
        }
      default: return false
      }
    }
    return true
  }

  private static func isSameScalar(_ left: PropertyListValue, _ right: PropertyListValue) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): ExactText.isSame(left, right)
    case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern || left.isNaN && right.isNaN
    // A binary list can hold a date that is no number.
    case (.date(let left), .date(let right)):
      left == right || left.secondsSinceReferenceDate.isNaN && right.secondsSinceReferenceDate.isNaN
    case (.array, _), (.dictionary, _), (_, .array), (_, .dictionary): false
    default: left == right
    }
  }
}

extension PropertyListValue {
  var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: false
    }
  }
}

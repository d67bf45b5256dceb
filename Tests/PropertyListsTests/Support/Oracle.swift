import FoundationEssentials
import PropertyLists

/// The reader of FoundationEssentials, which reads each value with the type that ours found.
enum Oracle {
  struct Disagreement: Error, CustomStringConvertible {
    let description: String
  }

  /// Throws if the other reader fails or finds something else.
  static func compare(_ bytes: [UInt8], with value: PropertyListValue) throws {
    _ = try PropertyListDecoder().decode(Checked.self, from: Data(bytes), configuration: value)
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private struct Checked: DecodableWithConfiguration {
    init(from decoder: any Decoder, configuration value: PropertyListValue) throws {
      switch value {
      case .dictionary(let dictionary):
        let container = try decoder.container(keyedBy: Key.self)
        let keys = container.allKeys.map(\.stringValue).sorted()
        try Oracle.expect(keys, dictionary.keys.sorted(), "keys")
        for entry in dictionary.entries {
          _ = try container.decode(Checked.self, forKey: Key(entry.key), configuration: entry.node.value)
        }
      case .array(let nodes):
        var container = try decoder.unkeyedContainer()
        try Oracle.expect(container.count ?? -1, nodes.count, "count")
        for node in nodes { _ = try container.decode(Checked.self, configuration: node.value) }
      default:
        try Self.compareScalar(decoder.singleValueContainer(), value)
      }
    }

    private static func compareScalar(_ container: any SingleValueDecodingContainer, _ value: PropertyListValue) throws
    {
      switch value {
      case .string(let text):
        // Swift considers different spellings of an accent equal.
        try Oracle.expect(Array(try container.decode(String.self).utf8), Array(text.utf8), "string \(text)")
      case .integer(let number): try Oracle.expect(try container.decode(Int64.self), number, "integer")
      case .unsignedInteger(let number): try Oracle.expect(try container.decode(UInt64.self), number, "integer")
      case .real(let number):
        try Oracle.expect(try container.decode(Double.self).bitPattern, number.bitPattern, "real \(number)")
      case .boolean(let truth): try Oracle.expect(try container.decode(Bool.self), truth, "boolean")
      case .data(let bytes): try Oracle.expect(Array(try container.decode(Data.self)), bytes, "data")
      case .date(let date):
        try Oracle.expect(
          try container.decode(Date.self).timeIntervalSinceReferenceDate, date.secondsSinceReferenceDate, "date")
      case .uid, .array, .dictionary: break
      }
    }
  }

  private static func expect<T: Equatable>(_ theirs: T, _ ours: T, _ what: String) throws {
    guard theirs == ours else { throw Disagreement(description: "\(what): theirs \(theirs), ours \(ours)") }
  }
}

/// Writes values as JSON, the same values always in the same bytes: keys are sorted.
public enum SortedJSON {
  /// One line of JSON without a line end. Dates and data become texts, numbers that JSON cannot hold become null.
  ///
  /// - Parameter value: nested no deeper than property lists are read (``PropertyListLimits``).
  public static func text(_ value: PropertyListValue) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  private static func append(_ value: PropertyListValue, to text: inout String) {
    switch value {
    case .string(let string): JSONTree.quote(string, into: &text)
    case .integer(let number): text += String(number)
    case .unsignedInteger(let number), .uid(let number): text += String(number)
    case .real(let number): text += number.isFinite ? String(number) : "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .date(let date): JSONTree.quote(date.iso8601, into: &text)
    case .data(let bytes): JSONTree.quote("\(bytes.count) bytes", into: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        append(element.value, to: &text)
      }
      text += "]"
    case .dictionary(let dictionary):
      text += "{"
      let entries = dictionary.entries.sorted { ExactText.precedes($0.key, $1.key) }
      for (index, entry) in entries.enumerated() {
        if index > 0 { text += "," }
        JSONTree.quote(entry.key, into: &text)
        text += ":"
        append(entry.node.value, to: &text)
      }
      text += "}"
    }
  }
}

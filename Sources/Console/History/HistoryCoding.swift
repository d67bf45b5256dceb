/// One entry on one line of the history file: `\n`, `\r` and `\\` stand for line breaks and the backslash.
/// A line made by hand needs no knowledge of this: a backslash before anything else is itself.
enum HistoryCoding {
  static func encode(_ entry: String) -> String {
    var line = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  static func decode(_ line: Substring) -> String {
    var entry = String.UnicodeScalarView()
    var scalars = line.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        entry.append(scalar)
        continue
      }
      switch scalars.next() {
      case "n": entry.append("\n")
      case "r": entry.append("\r")
      case "\\": entry.append("\\")
      case let other?:
        entry.append("\\")
        entry.append(other)
      case nil: entry.append("\\")
      }
    }
    return String(entry)
  }
}

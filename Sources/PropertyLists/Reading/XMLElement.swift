/// The elements of an XML property list. The raw value is the name's ASCII letters as one number, so that the reader
/// compares names without making strings.
enum XMLElement: UInt64, CaseIterable {
  case plist = 0x70_6C69_7374
  case dict = 0x6469_6374
  case array = 0x61_7272_6179
  case key = 0x6B_6579
  case string = 0x7374_7269_6E67
  case integer = 0x69_6E74_6567_6572
  case real = 0x7265_616C
  case `true` = 0x7472_7565
  case `false` = 0x66_616C_7365
  case date = 0x6461_7465
  case data = 0x6461_7461

  var name: String {
    switch self {
    case .plist: "plist"
    case .dict: "dict"
    case .array: "array"
    case .key: "key"
    case .string: "string"
    case .integer: "integer"
    case .real: "real"
    case .true: "true"
    case .false: "false"
    case .date: "date"
    case .data: "data"
    }
  }

  /// A known element that `name` was probably meant to be, in its brackets.
  static func suggestion(for name: String) -> String? {
    let lowered = name.lowercased()
    switch lowered {
    case "dictionary", "map", "object": return "<dict>"
    case "list": return "<array>"
    case "str", "text": return "<string>"
    case "int", "number": return "<integer>"
    case "float", "double": return "<real>"
    case "bool", "boolean", "yes", "no": return "<true/> or <false/>"
    default: break
    }
    return allCases.map(\.name)
      .first { $0 == lowered || isOneEditApart(Array($0.utf8), Array(lowered.utf8)) }
      .map { "<\($0)>" }
  }

  /// One letter added, left out, changed, or two neighbours swapped.
  private static func isOneEditApart(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard abs(a.count - b.count) <= 1 else { return false }
    var prefix = 0
    while prefix < min(a.count, b.count), a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(a.count, b.count) - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }
    let (restA, restB) = (a.count - prefix - suffix, b.count - prefix - suffix)
    if max(restA, restB) <= 1 { return true }
    return restA == 2 && restB == 2 && a[prefix] == b[prefix + 1] && a[prefix + 1] == b[prefix]
  }
}

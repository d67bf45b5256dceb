/// Reads one JSON text recursively.
struct LenientJSONReader {
  let source: SourceText
  let limits: PropertyListLimits
  var position = 0
  private var nodeCount = 0
  private var depth = 0
  private var warnings: [JSONWarning] = []

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.limits = PropertyListLimits(
      maximumDepth: min(limits.maximumDepth, 200), maximumNodes: limits.maximumNodes, maximumBytes: limits.maximumBytes)
  }

  mutating func read(hasByteOrderMark: Bool) throws(PropertyListError) -> LenientJSON {
    if hasByteOrderMark {
      warn("the text begins with a byte order mark", at: 0, hint: "save the file as UTF-8 without a byte order mark")
    }
    try skipSpace()
    guard position < source.count else { throw failure(.empty, "the file has no value", at: position) }
    let root = try value()
    try skipSpace()
    guard position == source.count else {
      throw failure(.syntax, "unexpected “\(character)” after the end of the JSON text", at: position)
    }
    return LenientJSON(root: root, warnings: warnings)
  }

  // MARK: Values

  private mutating func value() throws(PropertyListError) -> JSONNode {
    nodeCount += 1
    guard nodeCount <= limits.maximumNodes else {
      throw failure(.tooManyNodes, "the JSON text has more than \(limits.maximumNodes) values", at: position)
    }
    let start = position
    let value: JSONValue
    switch source.bytes[position] {
    case UInt8(ascii: "{"): value = .object(try nested { reader throws(PropertyListError) in try reader.object() })
    case UInt8(ascii: "["): value = .array(try nested { reader throws(PropertyListError) in try reader.array() })
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = .number(try number())
    default: value = try word()
    }
    return JSONNode(value: value, origin: origin(start))
  }

  private mutating func nested<Result>(
    _ read: (inout LenientJSONReader) throws(PropertyListError) -> Result
  ) throws(PropertyListError) -> Result {
    guard depth < limits.effectiveDepth else {
      throw failure(.tooDeep, "values are nested more than \(limits.effectiveDepth) levels deep", at: position)
    }
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func object() throws(PropertyListError) -> JSONObject {
    let start = position
    position += 1
    var object = JSONObject()
    while try !closes(UInt8(ascii: "}"), start, isFirst: object.count == 0) {
      let keyStart = position
      guard source.bytes[position] == UInt8(ascii: "\"") else {
        throw failure(.syntax, "expected a key in quotes, not “\(character)”", at: position)
      }
      let key = try string()
      let keyOrigin = origin(keyStart)
      try skipSpace()
      guard source.bytes[position] == UInt8(ascii: ":"), position < source.count else {
        throw unexpected("a colon after the key “\(key)”")
      }
      position += 1
      try skipSpace()
      guard position < source.count else { throw unexpected("a value for the key “\(key)”") }
      let node = try value()
      if let earlier = object.append(JSONObject.Slot(node: node, keyOrigin: keyOrigin), key: key) {
        let twice = DuplicateKey(key: key, first: earlier.location, later: keyOrigin.location)
        add(JSONWarning(kind: .duplicateKey, message: twice.message, location: twice.later, hint: twice.hint))
      }
    }
    return object
  }

  private mutating func array() throws(PropertyListError) -> [JSONNode] {
    let start = position
    position += 1
    var elements: [JSONNode] = []
    while try !closes(UInt8(ascii: "]"), start, isFirst: elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  /// Returns whether the closing bracket follows, and skips it, or skips the comma before the next element.
  private mutating func closes(_ bracket: UInt8, _ start: Int, isFirst: Bool) throws(PropertyListError) -> Bool {
    try skipSpace()
    if !isFirst, position < source.count, source.bytes[position] == UInt8(ascii: ",") {
      let comma = position
      position += 1
      try skipSpace()
      if position < source.count, source.bytes[position] == bracket {
        warn("a comma follows the last element", at: comma, hint: "remove the comma: strict parsers reject the file")
      }
    } else if !isFirst, position < source.count, source.bytes[position] != bracket {
      throw failure(
        .syntax, "expected a comma or “\(Character(Unicode.Scalar(bracket)))”, not “\(character)”", at: position)
    }
    guard position < source.count else {
      let line = source.location(at: start).line ?? 1
      throw failure(
        .truncated, "the file ends before the “\(source.character(at: start))” on line \(line) is closed", at: position)
    }
    guard source.bytes[position] == bracket else { return false }
    position += 1
    return true
  }

  private mutating func word() throws(PropertyListError) -> JSONValue {
    for (text, value) in [("true", JSONValue.boolean(true)), ("false", .boolean(false)), ("null", .null)]
    where source.bytes[position...].starts(with: text.utf8) {
      position += text.utf8.count
      return value
    }
    throw failure(.syntax, "expected a value, not “\(character)”", at: position)
  }

  // MARK: Space and comments

  mutating func skipSpace() throws(PropertyListError) {
    while true {
      switch source.bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"): try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(PropertyListError) {
    let start = position
    switch source.bytes[position + 1] {
    case UInt8(ascii: "/"):
      while position < source.count, source.bytes[position] != 0x0A, source.bytes[position] != 0x0D { position += 1 }
    case UInt8(ascii: "*"):
      position += 2
      while position < source.count,
        !(source.bytes[position] == UInt8(ascii: "*") && source.bytes[position + 1] == UInt8(ascii: "/"))
      {
        position += 1
      }
      guard position < source.count else { throw failure(.truncated, "a comment is not closed", at: start) }
      position += 2
    default: throw failure(.syntax, "“/” does not begin a comment", at: start)
    }
    warn("a comment", at: start, hint: "remove the comment: JSON has none, and strict parsers reject the file")
  }

  // MARK: Messages

  var character: String { position < source.count ? source.character(at: position) : "end of file" }

  func unexpected(_ expected: String) -> PropertyListError {
    position < source.count
      ? failure(.syntax, "expected \(expected), not “\(character)”", at: position)
      : failure(.truncated, "the file ends where \(expected) is expected", at: position)
  }

  func failure(_ kind: PropertyListError.Kind, _ message: String, at position: Int) -> PropertyListError {
    PropertyListError(location: source.location(at: position), kind: kind, message: message)
  }

  private mutating func warn(_ message: String, at position: Int, hint: String) {
    add(JSONWarning(kind: .lenient, message: message, location: source.location(at: position), hint: hint))
  }

  private mutating func add(_ warning: JSONWarning) {
    if warnings.count < LenientJSON.maximumWarnings { warnings.append(warning) }
  }

  private func origin(_ start: Int) -> SourceOrigin {
    .range(source, start: UInt32(start), end: UInt32(position))
  }
}

/// Strings and numbers.
extension LenientJSONReader {
  /// Reads a string; the position must be at the opening quote.
  mutating func string() throws(PropertyListError) -> String {
    let start = position
    position += 1
    let first = position
    while position < source.count {
      switch source.bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return source.string(first..<position - 1)
      case UInt8(ascii: "\\"): return try escapedString(start, from: first)
      case 0..<0x20: throw controlCharacter()
      default: position += 1
      }
    }
    throw failure(.truncated, "a string is not closed", at: start)
  }

  private mutating func escapedString(_ start: Int, from first: Int) throws(PropertyListError) -> String {
    var bytes = Array(source.bytes[first..<position])
    while position < source.count {
      let byte = source.bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(&bytes)
      case 0..<0x20: throw controlCharacter()
      default:
        bytes.append(byte)
        position += 1
      }
    }
    throw failure(.truncated, "a string is not closed", at: start)
  }

  private func controlCharacter() -> PropertyListError {
    failure(.syntax, "a string cannot contain the control character \(character)", at: position)
  }

  private mutating func escape(_ bytes: inout [UInt8]) throws(PropertyListError) {
    let start = position
    position += 1
    guard position < source.count else { throw failure(.truncated, "a string is not closed", at: start) }
    let letter = source.bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): TextDecoding.appendUTF8(try scalar(start), to: &bytes)
    default:
      throw failure(.syntax, "“\\\(source.character(at: position - 1))” is not a JSON escape", at: start)
    }
  }

  /// Reads the digits after `\u`. A lone surrogate becomes U+FFFD, as in most parsers.
  private mutating func scalar(_ start: Int) throws(PropertyListError) -> UInt32 {
    let unit = try codeUnit(start)
    guard unit & 0xF800 == 0xD800 else { return unit }
    guard unit < 0xDC00, source.bytes[position] == UInt8(ascii: "\\"),
      source.bytes[position + 1] == UInt8(ascii: "u")
    else { return 0xFFFD }
    let second = position
    position += 2
    let low = try codeUnit(second)
    guard low & 0xFC00 == 0xDC00 else {
      position = second
      return 0xFFFD
    }
    return 0x10000 + (unit & 0x3FF) << 10 + (low & 0x3FF)
  }

  private mutating func codeUnit(_ start: Int) throws(PropertyListError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(source.bytes[position])).hexDigitValue else {
        throw failure(.syntax, "“\\u” needs four hexadecimal digits", at: start)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  mutating func number() throws(PropertyListError) -> Double {
    let start = position
    if source.bytes[position] == UInt8(ascii: "-") { position += 1 }
    let firstDigit = position
    let whole = skipDigits()
    var isGood = whole == 1 || whole > 1 && source.bytes[firstDigit] != UInt8(ascii: "0")
    if source.bytes[position] == UInt8(ascii: ".") {
      position += 1
      if skipDigits() == 0 { isGood = false }
    }
    if source.bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(source.bytes[position]) { position += 1 }
      if skipDigits() == 0 { isGood = false }
    }
    let text = source.string(start..<position)
    guard isGood, let number = Double(text), number.isFinite else {
      throw failure(.syntax, "“\(text)” is not a JSON number", at: start)
    }
    return number
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source.bytes[position]) { position += 1 }
    return position - start
  }
}

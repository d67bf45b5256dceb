/// Reads old-style property lists and `.strings` files from checked UTF-8, without recursion.
///
/// Everything is text here: strings, data, arrays, dictionaries, no numbers. A `.strings` file is the inside of a
/// dictionary without its braces.
struct OpenStepPropertyListReader {
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position = 0
  var builder: PropertyListBuilder
  private(set) var isStringsFile = false

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.bytes = source.bytes
    self.end = source.count
    self.builder = PropertyListBuilder(source: source, limits: limits)
  }

  mutating func read() throws(PropertyListError) -> PropertyListBuilder {
    try skipTrivia()
    if try startsLikeStringsFile() {
      isStringsFile = true
      try builder.open(isDictionary: true, at: 0)
    }
    while true {
      try skipTrivia()
      switch builder.expectation {
      case .nothing:
        guard position >= end else { throw trailingContent() }
        return builder
      case .key:
        if position >= end, isStringsFile, builder.frames.count == 1 {
          builder.close(at: end)
        } else if bytes[position] == UInt8(ascii: "}"), !isStringsFile || builder.frames.count > 1 {
          position += 1
          builder.close(at: position)
          try finishValue()
        } else {
          try readKey()
        }
      case .value:
        if let frame = builder.frames.last, !frame.isDictionary, bytes[position] == UInt8(ascii: ")") {
          position += 1
          builder.close(at: position)
          try finishValue()
        } else {
          try readValue()
        }
      }
    }
  }

  // MARK: Keys and values

  private mutating func readKey() throws(PropertyListError) {
    let start = position
    let key = try readString(expecting: .key)
    let keyEnd = position
    builder.key(key, start, keyEnd)
    try skipTrivia()
    switch bytes[position] {
    case UInt8(ascii: "="):
      position += 1
    case UInt8(ascii: ";"):
      // `key;` is short for `key = key;`.
      position += 1
      try builder.value(.string(key), start, keyEnd)
    default:
      if position >= end { throw truncation() }
      throw error(position, .syntax, "“=” is missing after the key “\(clipped(key))”", hint: hint(at: position))
    }
  }

  private mutating func readValue() throws(PropertyListError) {
    let start = position
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "("):
      try builder.open(isDictionary: bytes[position] == UInt8(ascii: "{"), at: start)
      position += 1
    case UInt8(ascii: "<"):
      let data = try readData()
      try builder.value(.data(data), start, position)
      try finishValue()
    default:
      let text = try readString(expecting: .value)
      try builder.value(.string(text), start, position)
      try finishValue()
    }
  }

  /// The `;` or `,` behind a value, as the container around it wants.
  private mutating func finishValue() throws(PropertyListError) {
    guard let frame = builder.frames.last else { return }
    let valueEnd = position
    try skipTrivia()
    if frame.isDictionary {
      guard bytes[position] != UInt8(ascii: ";") else {
        position += 1
        return
      }
      let key = clipped(builder.lastKey ?? "")
      if position >= end, !isStringsFile || builder.frames.count > 1 { throw truncation() }
      throw error(
        valueEnd, .syntax, "“;” is missing after the value of “\(key)”",
        hint: hint(at: position) ?? "write a quote inside a string as \\\"")
    }
    switch bytes[position] {
    case UInt8(ascii: ","): position += 1
    case UInt8(ascii: ")"): break
    default:
      if position >= end { throw truncation() }
      throw error(
        valueEnd, .syntax, "“,” or “)” is missing after an element of an array", hint: hint(at: position))
    }
  }

  // MARK: Which format

  /// True for `key =` and `key;` without braces, and for a file that holds only comments.
  private mutating func startsLikeStringsFile() throws(PropertyListError) -> Bool {
    let start = position
    defer { position = start }
    if position >= end { return true }
    switch bytes[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"): return false
    default:
      _ = try readString(expecting: .propertyList)
      try skipTrivia()
      return bytes[position] == UInt8(ascii: "=") || bytes[position] == UInt8(ascii: ";")
    }
  }

  // MARK: Errors

  func error(
    _ position: Int, _ kind: PropertyListError.Kind, _ message: String, hint: String? = nil
  ) -> PropertyListError {
    if PropertyListSniffer.isConflictMarker(source, position) {
      return PropertyListSniffer.conflict(source, position)
    }
    return PropertyListError(location: source.location(at: position), kind: kind, message: message, hint: hint)
  }

  func truncation() -> PropertyListError {
    guard let frame = builder.frames.last, !isStringsFile || builder.frames.count > 1 else {
      let key = builder.pendingKey.map { "before the value of “\(clipped($0))”" } ?? "too early"
      return error(end, .truncated, "the file ends \(key)")
    }
    let line = source.location(at: frame.start).line ?? 0
    return error(
      end, .truncated, "the file ends inside the “\(frame.isDictionary ? "{" : "(")” of line \(line)",
      hint: "was it cut off while copying or downloading?")
  }

  private func trailingContent() -> PropertyListError {
    let isPlainText = builder.root?.value.string != nil
    return error(
      position, isPlainText ? .notAPropertyList : .syntax,
      isPlainText ? "this is plain text, not a property list" : "there is content after the end of the property list",
      hint: hint(at: position))
  }

  func hint(at position: Int) -> String? {
    switch bytes[position] {
    case UInt8(ascii: ":"): "is this JSON? Old-style property lists write “=”"
    case UInt8(ascii: "#"): "a preprocessed file must go through the C preprocessor first"
    case UInt8(ascii: ","): "dictionaries separate with “;”, arrays with “,”"
    default: nil
    }
  }

  func clipped(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}

/// Reads XML property lists from checked UTF-8, byte by byte and without recursion.
///
/// The document type is skipped and never resolved: only XML's five entities and numeric references exist, so there is
/// nothing to expand without end.
struct XMLPropertyListReader {
  let source: SourceText
  let bytes: [UInt8]
  let end: Int
  var position = 0
  var builder: PropertyListBuilder

  init(source: SourceText, limits: PropertyListLimits) {
    self.source = source
    self.bytes = source.bytes
    self.end = source.count
    self.builder = PropertyListBuilder(source: source, limits: limits)
  }

  /// A name in a tag: the element if it is one of ours, and where the letters stand.
  struct Name {
    let element: XMLElement?
    let start: Int
    let end: Int
  }

  struct StartTag {
    let name: Name
    /// Of the `<`.
    let start: Int
    let isSelfClosing: Bool
    var element: XMLElement? { name.element }
  }

  mutating func read() throws(PropertyListError) -> PropertyListBuilder {
    try skipProlog()
    let hasPlistElement = try readPlistStartTag()
    while true {
      try skipMiscellaneous()
      guard position < end else {
        if !hasPlistElement, builder.root != nil { return builder }
        throw truncation()
      }
      guard bytes[position] == UInt8(ascii: "<") else { throw strayText() }
      guard bytes[position + 1] == UInt8(ascii: "/") else {
        try readElement(try readStartTag())
        continue
      }
      if try readEndTag() { break }
    }
    try skipMiscellaneous()
    guard position >= end else {
      throw error(position, .syntax, "there is content after </plist>", hint: "a property list ends there")
    }
    guard builder.root != nil else {
      throw error(0, .empty, "the <plist> element has no value", hint: "it needs a <dict> with the keys")
    }
    return builder
  }

  // MARK: Elements

  private mutating func readElement(_ tag: StartTag) throws(PropertyListError) {
    switch builder.expectation {
    case .key:
      guard tag.element == .key else {
        try requireValue(tag)
        throw error(
          tag.start, .syntax, "<\(text(tag.name))> instead of a <key>",
          hint: builder.lastKey.map { "the value of “\($0)” already exists" }
            ?? "each value of a <dict> follows its <key>")
      }
      let name = try readText(of: tag)
      builder.key(name, tag.start, position)
      return
    case .nothing:
      throw error(
        tag.start, .syntax, "<\(text(tag.name))> is a second value inside <plist>",
        hint: "put both into one <array> or <dict>")
    case .value:
      if tag.element == .key {
        if let key = builder.pendingKey {
          throw error(
            tag.start, .syntax, "the key “\(key)” has no value: another <key> follows",
            hint: "write its value between the two")
        }
        throw error(tag.start, .syntax, "<key> outside of a <dict>")
      }
    }

    switch tag.element {
    case .string:
      try builder.value(.string(try readText(of: tag)), tag.start, position)
    case .dict, .array:
      try builder.open(isDictionary: tag.element == .dict, at: tag.start)
      if tag.isSelfClosing { builder.close(at: position) }
    case .true, .false:
      if !tag.isSelfClosing { try readEndTag(of: tag) }
      try builder.value(.boolean(tag.element == .true), tag.start, position)
    case .integer:
      try builder.value(try readInteger(tag), tag.start, position)
    case .real:
      try builder.value(.real(try readReal(tag)), tag.start, position)
    case .date:
      try builder.value(.date(try readDate(tag)), tag.start, position)
    case .data:
      try builder.value(.data(try readData(tag)), tag.start, position)
    case .key, .plist, nil:
      try requireValue(tag)
    }
  }

  /// Returns true for `</plist>`.
  private mutating func readEndTag() throws(PropertyListError) -> Bool {
    let start = position
    position += 2
    let name = readName()
    skipWhitespace()
    guard position < end, bytes[position] == UInt8(ascii: ">") else {
      throw position < end
        ? error(position, .syntax, "the end tag </\(text(name)) is not closed by >") : truncation()
    }
    position += 1
    guard let frame = builder.frames.last else {
      if name.element == .plist { return true }
      throw error(start, .syntax, "</\(text(name))> closes nothing")
    }
    let open: XMLElement = frame.isDictionary ? .dict : .array
    guard name.element == open else {
      throw error(
        start, .syntax,
        "</\(text(name))> instead of </\(open.name)>",
        hint: "the <\(open.name)> of line \(source.location(at: frame.start).line ?? 0) is still open")
    }
    if let key = builder.pendingKey {
      throw error(start, .syntax, "the key “\(key)” has no value", hint: "write its value before </dict>")
    }
    builder.close(at: position)
    return false
  }

  /// Throws for everything that cannot be a value.
  private func requireValue(_ tag: StartTag) throws(PropertyListError) {
    if let element = tag.element, element != .plist { return }
    if PropertyListSniffer.isConflictMarker(source, tag.start) {
      throw PropertyListSniffer.conflict(source, tag.start)
    }
    if tag.element == .plist { throw error(tag.start, .syntax, "<plist> inside <plist>") }
    let name = text(tag.name)
    throw error(
      tag.start, .syntax, "<\(name)> is not an element of a property list",
      hint: XMLElement.suggestion(for: name).map { "did you mean \($0)?" }
        ?? "use dict, array, key, string, integer, real, true, false, date or data")
  }

  func text(_ name: Name) -> String { source.string(name.start..<name.end) }

  // MARK: Errors

  func error(
    _ position: Int, _ kind: PropertyListError.Kind, _ message: String, hint: String? = nil
  ) -> PropertyListError {
    PropertyListError(location: source.location(at: position), kind: kind, message: message, hint: hint)
  }

  func truncation() -> PropertyListError {
    let inside: String
    if let frame = builder.frames.last {
      let line = source.location(at: frame.start).line ?? 0
      inside = "inside the <\(frame.isDictionary ? "dict" : "array")> of line \(line)"
    } else {
      inside = builder.root == nil ? "before any value" : "before </plist>"
    }
    return error(end, .truncated, "the file ends \(inside)", hint: "was it cut off while copying or downloading?")
  }

  private func strayText() -> PropertyListError {
    if PropertyListSniffer.isConflictMarker(source, position) {
      return PropertyListSniffer.conflict(source, position)
    }
    if bytes[position] == UInt8(ascii: "#") {
      return error(
        position, .syntax, "text “#” between the elements",
        hint: "a property list for the C preprocessor is only read as the Info.plist of an app’s sources")
    }
    let character = source.character(at: position)
    return error(
      position, .syntax, "text “\(character)” between the elements", hint: "text belongs in <string>…</string>")
  }
}

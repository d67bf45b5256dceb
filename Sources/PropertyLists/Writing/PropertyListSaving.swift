extension PropertyList {
  /// Returns the bytes of a file with this list.
  ///
  /// A list that was read keeps its file: without a change the bytes are identical; otherwise text files (XML,
  /// OpenStep, `.strings`) only change where the value changes. Comments, order, indentation, line ends, quotes and the
  /// encoding are kept. A new key follows its predecessor in ``root``; existing keys keep their positions, whatever
  /// their order in ``root``, because the system ignores the order of keys. A removed pair includes a comment between
  /// its key and the end of its value; all other comments are kept. If the file contains a key twice, an edit changes
  /// the later pair, which is the one that applies; removing the key removes both. An edited binary list is rewritten
  /// completely.
  ///
  /// - Parameter format: another format rewrites the whole file; nil keeps the list's format.
  /// - Throws: ``PropertyListWriteError`` for content that the format does not support.
  public func serialised(
    as format: PropertyListFormat? = nil, limits: PropertyListLimits = .default
  ) throws(PropertyListWriteError) -> [UInt8] {
    let format = format ?? self.format
    if let source, source.format == format {
      if PropertyListComparison.isSame(source.root.value, root) { return source.bytes }
      try PropertyListContentCheck.check(root, for: format, limits: limits)
      if let bytes = patched(source) { return bytes }
    } else {
      try PropertyListContentCheck.check(root, for: format, limits: limits)
    }
    let bytes: [UInt8]
    switch format {
    case .xml: bytes = try XMLRenderer.file(root, limit: limits.effectiveBytes)
    case .openStep: bytes = try OpenStepRenderer.file(root, limit: limits.effectiveBytes)
    case .strings: bytes = try OpenStepRenderer.stringsFile(root, limit: limits.effectiveBytes)
    case .binary: bytes = try BinaryRenderer.file(root, limit: limits.effectiveBytes)
    }
    return bytes
  }

  /// Returns the file without the earlier pairs of a duplicate key in one of its dictionaries; the list's value is
  /// unchanged. nil if the file has no such pairs.
  package func bytesWithoutRepeats(of key: String, in steps: [PropertyListStep]) -> [UInt8]? {
    guard let source, let dictionary = source.root.value.value(at: steps)?.dictionary else { return nil }
    let text: [UInt8]
    switch source.format {
    case .binary: return nil
    case .xml: text = PropertyListPatcher(XMLPatchSyntax(source)).removingLostPairs(of: key, in: dictionary)
    case .openStep, .strings:
      text = PropertyListPatcher(OpenStepPatchSyntax(source)).removingLostPairs(of: key, in: dictionary)
    }
    let bytes = source.text.encoding.encode(text)
    guard bytes != source.bytes, let again = try? PropertyList.parse(bytes, file: file),
      PropertyListComparison.isSame(again.root, source.root.value)
    else { return nil }
    return bytes
  }

  /// Returns the patched source. It is parsed for verification: if its value differs from ``root``, the whole list is
  /// rewritten instead.
  private func patched(_ source: PropertyListSource) -> [UInt8]? {
    let text: [UInt8]?
    switch source.format {
    case .binary: return nil
    case .xml: text = PropertyListPatcher(XMLPatchSyntax(source)).patch(source.root, to: root)
    case .openStep, .strings: text = PropertyListPatcher(OpenStepPatchSyntax(source)).patch(source.root, to: root)
    }
    guard let text else { return nil }
    let bytes = source.text.encoding.encode(text)
    guard let again = try? PropertyList.parse(bytes, file: file), again.format == source.format,
      PropertyListComparison.isSame(again.root, root)
    else { return nil }
    return bytes
  }
}

/// Checks whether a format supports a list, before anything is written.
enum PropertyListContentCheck {
  static func check(
    _ root: PropertyListValue, for format: PropertyListFormat, limits: PropertyListLimits
  ) throws(PropertyListWriteError) {
    if format == .strings, root.dictionary == nil {
      throw PropertyListWriteError(
        kind: .badRoot, place: "plist", message: "a .strings file is a dictionary, not \(root.typeNameWithArticle)",
        hint: "save it as \"xml\"")
    }
    var walk = PropertyListWalk(root)
    var count = 0
    while let item = walk.next() {
      count += 1
      if let problem = problem(item, count, format, limits) {
        throw PropertyListWriteError(
          kind: problem.kind, place: PropertyListStep.place(of: walk.steps(to: item)), message: problem.message,
          hint: problem.hint)
      }
    }
  }

  private typealias Problem = (kind: PropertyListWriteError.Kind, message: String, hint: String?)

  private static func problem(
    _ item: PropertyListWalk.Item, _ count: Int, _ format: PropertyListFormat, _ limits: PropertyListLimits
  ) -> Problem? {
    if item.value.isContainer, item.depth >= limits.effectiveDepth {
      return (
        .tooDeep, "containers are nested more than \(limits.effectiveDepth) levels deep",
        "no reader of this format would accept the file"
      )
    }
    if count > limits.maximumNodes {
      return (.tooManyNodes, "the property list has more than \(limits.maximumNodes) values", nil)
    }
    switch format {
    case .binary: return nil
    case .xml: return xmlProblem(item)
    case .openStep, .strings: return openStepProblem(item, format)
    }
  }

  // MARK: XML

  private static func xmlProblem(_ item: PropertyListWalk.Item) -> Problem? {
    if let key = item.key, let scalar = firstBadScalar(in: key) { return badCharacter(scalar, "the key") }
    switch item.value {
    case .string(let text): return firstBadScalar(in: text).map { badCharacter($0, "the string") }
    case .uid:
      return (
        .unsupportedType, "XML has no uid",
        "only binary property lists have the uids of keyed archives; use the format \"binary\""
      )
    case .date(let date):
      guard PropertyListDate(iso8601: date.iso8601) != date else { return nil }
      return (
        .badDate, "XML writes dates of the years 0 to 9999 in whole seconds, so it cannot contain \(date)",
        "round the date, or use the format \"binary\""
      )
    case .integer, .unsignedInteger, .real, .boolean, .data, .array, .dictionary: return nil
    }
  }

  private static func badCharacter(_ scalar: Unicode.Scalar, _ what: String) -> Problem {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    return (.badCharacter, "\(what) has \(name), which cannot be in XML", "remove it, or use the format \"binary\"")
  }

  /// Returns the first scalar that XML 1.0 does not allow.
  private static func firstBadScalar(in text: String) -> Unicode.Scalar? {
    var text = text
    let isSuspicious = text.withUTF8 { bytes in
      // U+FFFE and U+FFFF begin with 0xEF.
      bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0xEF }
    }
    guard isSuspicious else { return nil }
    return text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: false
      case 0..<0x20, 0xFFFE, 0xFFFF: true
      default: false
      }
    }
  }

  // MARK: OpenStep

  private static func openStepProblem(_ item: PropertyListWalk.Item, _ format: PropertyListFormat) -> Problem? {
    switch item.value {
    case .string, .data, .array, .dictionary: return nil
    case .integer, .unsignedInteger, .real, .boolean, .date, .uid:
      let name = format == .strings ? "a .strings file" : "an OpenStep property list"
      return (
        .unsupportedType,
        "\(name) has only strings, data, arrays and dictionaries, so it cannot contain \(item.value.typeNameWithArticle)",
        "write the value as a string, or use the format \"xml\""
      )
    }
  }
}

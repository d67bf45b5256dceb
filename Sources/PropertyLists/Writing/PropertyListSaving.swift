extension PropertyList {
  /// The bytes of a file with this list.
  ///
  /// A list that was read keeps its file: without a change the bytes are the same ones, and otherwise text files (XML,
  /// OpenStep, `.strings`) differ only where the value differs. Comments, order, indentation, line ends, quotes and the
  /// encoding stay. New keys follow the key that precedes them in ``root``; keys that are there already keep their
  /// place, whatever their order in ``root``, because the order of keys means nothing to the system. A comment between a
  /// key and the end of its value goes with a removed pair, every other comment stays. Of a key that the file holds
  /// twice, an edit changes the later pair, which is the one that counts; removing the key removes both. Binary lists
  /// are written anew once they are edited.
  ///
  /// - Parameter format: another format writes everything anew; nil keeps the list's own.
  /// - Throws: ``PropertyListWriteError`` for what the format cannot hold.
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

  /// The bytes of the file without the earlier pairs of a key that one of its dictionaries holds more than once; what the
  /// list says stays the same. nil when the file has no such pairs.
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

  /// The source with the changes in it. What comes out is read once more: should it not say the same as ``root``, the
  /// list is written anew rather than wrongly.
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

/// Whether a format can hold a list, asked before the first byte is written.
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
        "no reader of such lists would accept the file"
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
        .unsupportedType, "XML has no uid", "only binary lists have the uids of keyed archives; save it as \"binary\""
      )
    case .date(let date):
      guard PropertyListDate(iso8601: date.iso8601) != date else { return nil }
      return (
        .badDate, "XML writes dates of the years 0 to 9999 in whole seconds, so it cannot contain \(date)",
        "round it, or save it as \"binary\""
      )
    case .integer, .unsignedInteger, .real, .boolean, .data, .array, .dictionary: return nil
    }
  }

  private static func badCharacter(_ scalar: Unicode.Scalar, _ what: String) -> Problem {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - hex.utf8.count)) + hex
    return (.badCharacter, "\(what) has \(name), which cannot be in XML", "remove it, or save the list as \"binary\"")
  }

  /// Everything but what XML 1.0 allows.
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
      let name = format == .strings ? "a .strings file" : "an OpenStep list"
      return (
        .unsupportedType,
        "\(name) has only strings, data, arrays and dictionaries, so it cannot contain \(item.value.typeNameWithArticle)",
        "write it as a string, or save the list as \"xml\""
      )
    }
  }
}

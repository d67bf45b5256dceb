extension PropertyListDictionary {
  /// The text that the first of its keys was read from; nil for a dictionary that no file holds.
  package var source: SourceText? {
    for (_, slot) in allSlots {
      if case .range(let source, _, _) = slot.keyOrigin { return source }
    }
    return nil
  }

  /// The keys that occur more than once, each time with the same value as the file writes it.
  ///
  /// Each value is compared once, however often its key occurs.
  var equallyRepeatedKeys: Set<ExactText> {
    var equal: Set<ExactText> = []
    var different: Set<ExactText> = []
    // A binary file can have one value under many keys.
    var compared: Set<[Range<Int>]> = []
    for pair in lostPairs {
      let key = ExactText(pair.key)
      guard !different.contains(key) else { continue }
      let (lost, kept) = (pair.valueOrigin, slot(for: pair.key)?.node.origin)
      if let place = lost.byteRange, let other = kept?.byteRange, let text = lost.text,
        place == other || !compared.insert([place, other]).inserted || text == kept?.text
      {
        equal.insert(key)
      } else {
        different.insert(key)
      }
    }
    return equal.subtracting(different)
  }
}

extension SourceText {
  /// The whole file, as it was read; nil for a text that was put together from several.
  package var fileBytes: [UInt8]? {
    if isComposed { return nil }
    let content = Array(bytes.dropLast())
    return isBinary ? content : encoding.encode(content)
  }

  /// Another text in the encoding of this one.
  package func encode(_ text: [UInt8]) -> [UInt8] { encoding.encode(text) }
}

extension SourceOrigin {
  /// The text of the file that a value was read from.
  package var source: SourceText? {
    switch self {
    case .range(let source, _, _): source
    case .none, .given: nil
    }
  }

  fileprivate var text: ArraySlice<UInt8>? {
    guard case .range(let source, _, _) = self, let range = byteRange else { return nil }
    return source.bytes[range]
  }
}

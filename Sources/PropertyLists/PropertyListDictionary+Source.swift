extension PropertyListDictionary {
  /// The text that the first of its keys was read from; nil for a dictionary that no file holds.
  package var source: SourceText? {
    for (_, slot) in allSlots {
      if case .range(let source, _, _) = slot.keyOrigin { return source }
    }
    return nil
  }

  /// Whether a key stands more than once, every time with the same value as its file writes it.
  package func repeatsEqually(_ key: String) -> Bool {
    let lost = lostPairs.filter { ExactText.isSame($0.key, key) }
    guard !lost.isEmpty, let kept = node(for: key)?.origin.text else { return false }
    return lost.allSatisfy { $0.valueOrigin.text == kept }
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

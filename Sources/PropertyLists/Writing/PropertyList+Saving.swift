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

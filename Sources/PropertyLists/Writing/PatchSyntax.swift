/// What ``PropertyListPatcher`` has to know about the grammar of a text format.
protocol PatchSyntax {
  var source: PropertyListSource { get }
  var lines: SourceLines { get }
  var style: SourceStyle { get }

  /// What is between the brackets or tags of a container; nil when there is no room for children (`<dict/>`).
  func content(of container: Range<Int>) -> Range<Int>?

  /// Whether the container has no brackets, so that its end is the end of the file (`.strings`).
  func isFile(_ container: Range<Int>) -> Bool

  /// Where a child ends, its separator included.
  func end(of value: Range<Int>, isInDictionary: Bool) -> Int

  /// The place behind comments of the same line, when nothing else follows on it; otherwise `position` itself.
  func endOfLine(behind position: Int) -> Int

  /// The comma that stands behind a child, nil when there is none.
  func comma(behind value: Range<Int>) -> Int?

  /// Whether the format separates elements of arrays with commas.
  var needsCommas: Bool { get }

  /// A value for the place of an old one.
  func replacement(
    of old: Range<Int>, key: Range<Int>?, by value: PropertyListValue, indent: [UInt8]
  ) throws(PropertyListWriteError) -> [UInt8]

  /// A pair, or an element without key, with its separator.
  ///
  /// - Parameter between: what stands between a key and its value in the neighbourhood, if that is known.
  func child(
    _ key: String?, _ value: PropertyListValue, indent: [UInt8], isInline: Bool, between: [UInt8]?
  ) throws(PropertyListWriteError) -> [UInt8]
}

/// What a property list was read from, and what it said then.
package struct PropertyListSource: Sendable {
  let text: SourceText
  /// The list as it was read; every node has its place in ``text``.
  let root: PropertyListNode
  let format: PropertyListFormat

  /// The bytes of the file.
  var bytes: [UInt8] {
    let content = Array(text.bytes.dropLast())
    return text.isBinary ? content : text.encoding.encode(content)
  }
}

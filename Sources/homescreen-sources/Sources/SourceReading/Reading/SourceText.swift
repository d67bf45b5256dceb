/// Questions about the bytes of a source that are answered without parsing it.
enum SourceText {
  /// Deeper than this Swift's parser gives up, and ours is not tried.
  static let deepestNesting = 250

  /// The offset where brackets are first nested too deep; nil where they are not. Texts and comments of one line do not
  /// count; in others brackets mostly come in pairs.
  static func tooDeep(_ bytes: [UInt8]) -> UInt32? {
    bytes.withUnsafeBufferPointer { bytes in
      var depth = 0
      var index = 0
      var isText = false
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "\n"): isText = false
        case UInt8(ascii: "\\") where isText: index += 1
        case UInt8(ascii: "\""): isText.toggle()
        case UInt8(ascii: "/") where !isText && index + 1 < bytes.count && bytes[index + 1] == byte:
          while index < bytes.count, bytes[index] != 10 { index += 1 }
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
          if !isText {
            depth += 1
            if depth > deepestNesting { return UInt32(index) }
          }
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): if !isText, depth > 0 { depth -= 1 }
        default: break
        }
        index += 1
      }
      return nil
    }
  }

  /// Whether the bytes are UTF-8, and the offset of the first that is not.
  static func firstInvalid(_ bytes: [UInt8]) -> UInt32? {
    if bytes.allSatisfy({ $0 < 128 }) { return nil }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset: UInt32 = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UInt32(UTF8.width(scalar))
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}

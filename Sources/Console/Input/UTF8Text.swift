/// Bytes to text, with the place of the first byte that is no UTF-8.
enum UTF8Text {
  struct Damage: Error, Equatable {
    /// How many bytes before it are sound.
    let offset: Int
  }

  static func decode(_ bytes: ArraySlice<UInt8>) -> Result<String, Damage> {
    if let text = String(validating: bytes, as: UTF8.self) { return .success(text) }
    return .failure(Damage(offset: soundPrefix(of: bytes)))
  }

  /// Only walked when the bytes are known to be damaged.
  private static func soundPrefix(of bytes: ArraySlice<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      offset += UTF8.width(scalar)
    }
    return offset
  }
}

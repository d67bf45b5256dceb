/// Looks at bytes by position; every question about bytes that are not there throws "truncated".
struct ByteReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(_ position: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position < bytes.count else { throw Self.truncated(bytes.count) }
    return Int(bytes[position])
  }

  func bigEndian(_ position: Int, _ size: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position <= bytes.count - size else { throw Self.truncated(bytes.count) }
    return bytes[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
  }

  func littleEndian(_ position: Int, _ size: Int) throws(ImageProblem) -> Int {
    guard position >= 0, position <= bytes.count - size else { throw Self.truncated(bytes.count) }
    return bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func matches(_ text: StaticString, at position: Int) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position >= 0, position <= bytes.count - length else { return false }
    for index in 0..<length where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  static func truncated(_ count: Int) -> ImageProblem {
    ImageProblem(
      kind: .truncated, message: "the picture ends after \(count) bytes, before its size is known",
      hint: "was it cut off while copying, or is it still in Git LFS?")
  }
}

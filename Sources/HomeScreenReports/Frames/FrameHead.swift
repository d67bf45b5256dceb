/// The bytes in front of a frame, which tell how many follow, the lowest first.
enum FrameHead {
  /// In bytes.
  static let size = 4
  /// More than follows for any event, in bytes.
  static let maximumLength = 1 << 30

  /// How long a frame is, with its head.
  /// - Parameter beginning: of the frame, the head at least.
  /// - Returns: nil for something that this program does not write.
  static func length(_ beginning: ArraySlice<UInt8>) -> Int? {
    var length = 0
    for place in 0..<size { length |= Int(beginning[beginning.startIndex + place]) << (8 * place) }
    return (1...maximumLength).contains(length) ? size + length : nil
  }
}

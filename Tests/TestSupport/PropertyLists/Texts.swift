/// An XML property list around a value.
public func xml(_ content: String) -> String { "<plist version=\"1.0\">\(content)</plist>" }

/// UTF-16 without byte order mark.
public func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  var bytes: [UInt8] = []
  for unit in text.utf16 {
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    bytes += isBigEndian ? [high, low] : [low, high]
  }
  return bytes
}

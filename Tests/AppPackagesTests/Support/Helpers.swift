import AppPackages

/// Parses text as `Info.plist`.
func parse(_ text: String, limits: PropertyListLimits = .default) throws -> PropertyList {
  try PropertyList.parse(Array(text.utf8), file: "Info.plist", limits: limits)
}

/// The error of parsing bytes; nil when they parse.
func parseError(_ bytes: [UInt8], limits: PropertyListLimits = .default) -> PropertyListError? {
  do throws(PropertyListError) {
    _ = try PropertyList.parse(bytes, file: "Info.plist", limits: limits)
    return nil
  } catch {
    return error
  }
}

func parseError(_ text: String, limits: PropertyListLimits = .default) -> PropertyListError? {
  parseError(Array(text.utf8), limits: limits)
}

/// An XML property list around a value.
func xml(_ content: String) -> String { "<plist version=\"1.0\">\(content)</plist>" }

/// UTF-16 without byte order mark.
func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  var bytes: [UInt8] = []
  for unit in text.utf16 {
    let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
    bytes += isBigEndian ? [high, low] : [low, high]
  }
  return bytes
}

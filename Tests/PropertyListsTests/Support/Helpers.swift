import PropertyLists

/// Parses text as `Info.plist`.
func parse(_ text: String, limits: PropertyListLimits = .default) throws -> PropertyList {
  try PropertyList.parse(Array(text.utf8), file: "Info.plist", limits: limits)
}

/// The error of parsing bytes, or nil.
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

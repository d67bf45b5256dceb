import PropertyLists

/// Pictures of icon sets that are no PNG.
enum IconFormatCheck {
  /// - Parameters:
  ///   - sets: all of a target's catalogs.
  ///   - compiled: those that the build takes: their pictures for iPhone and iPad have to be right.
  static func warnings(for sets: [AssetSet], compiled: [AssetSet]) -> [PackageWarning] {
    let paths = Set(compiled.compactMap(\.path))
    return sets.flatMap { set in
      set.kind == .appIcon && !set.isIconComposer
        ? warnings(for: set, isCompiled: set.path.map(paths.contains) ?? false) : []
    }
  }

  /// One for each file, however many slots name it.
  private static func warnings(for set: AssetSet, isCompiled: Bool) -> [PackageWarning] {
    var order: [String] = []
    var entries: [String: [AssetEntry]] = [:]
    for entry in set.entries {
      guard let header = entry.header, header.format != .png, let file = entry.filename ?? entry.rejectedFilename else {
        continue
      }
      if entries[file] == nil { order.append(file) }
      entries[file, default: []].append(entry)
    }
    return order.compactMap { file in
      guard let all = entries[file], let entry = all.first(where: \.isForIOS) ?? all.first, let header = entry.header
      else { return nil }
      let isNeeded = isCompiled && entry.isForIOS
      // Apps are in the store with it (STORE-042).
      let isTaken = header.format == .jpeg
      let claim = entry.problem?.kind == .wrongExtension ? " despite its name" : ""
      return PackageWarning(
        .iconFileFormat, "“\(file)” of the app icon set “\(set.name)” is not a PNG, but \(header.format.title)\(claim)",
        severity: isTaken ? .note : .warning, location: entry.location,
        hint: "export it as PNG; renaming does not convert a picture"
          + (isTaken
            ? ". An app was shipped with such a picture"
            : isNeeded ? ", and the App Store asks for PNG icons (ITMS-90704)" : ""))
    }
  }
}

public import PropertyLists

/// How a build puts generated entries into an Info.plist.
///
/// By key: what is missing is set, a scalar is replaced, an array grows by the elements that it lacks, a dictionary gets
/// the generated members on its top level. `CFBundleIcons` and its variants for devices are merged through all levels,
/// and there arrays are replaced: alternates that were written by hand stay beside a generated primary icon.
public enum InfoPlistMerge {
  /// Merges generated entries into a property list.
  ///
  /// - Parameters:
  ///   - mergesIcons: `INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE`. Without it icons are merged as all dictionaries are: a
  ///     generated `CFBundlePrimaryIcon` replaces the written one as a whole.
  ///   - file: what warnings call the written Info.plist where its values have no place of their own.
  /// - Returns: the warnings name keys whose two values do not go together; there the written value stays. Xcode ends
  ///   the build with these words.
  public static func merge(
    _ generated: PropertyListDictionary, into written: inout PropertyListDictionary, mergesIcons: Bool = true,
    file: String = "Info.plist"
  ) -> [PackageWarning] {
    var warnings: [PackageWarning] = []
    for (key, node) in generated.entries {
      guard let existing = written.node(for: key) else {
        written.setNode(node, for: key)
        continue
      }
      guard let merged = merge(key, node.value, onto: existing.value, mergesIcons: mergesIcons) else {
        warnings.append(
          PackageWarning(
            .plistMerge,
            "tried to merge \(node.value.typeName) value for key '\(key)' onto \(existing.value.typeName) value",
            severity: .error, endsBuild: true, location: existing.location ?? SourceLocation(file: file),
            hint: "remove the key from the Info.plist, or write it as \(node.value.typeNameWithArticle)"))
        continue
      }
      // A container stays where it is written; a plain value is now the generated one.
      let isContainer = merged.array != nil || merged.dictionary != nil
      written.setNode(
        PropertyListNode(value: merged, origin: isContainer ? existing.origin : node.origin), for: key)
    }
    return warnings
  }

  /// nil when the two do not go together.
  private static func merge(
    _ key: String, _ generated: PropertyListValue, onto written: PropertyListValue, mergesIcons: Bool
  ) -> PropertyListValue? {
    if key == "UIRequiredDeviceCapabilities", let merged = mergeCapabilities(generated, onto: written) { return merged }
    switch (generated, written) {
    case (.dictionary(let new), .dictionary(let old)):
      if mergesIcons, key == "CFBundleIcons" || key.hasPrefix("CFBundleIcons~") {
        return .dictionary(mergeDeeply(new, onto: old))
      }
      var result = old
      for (key, node) in new.entries { result.setNode(node, for: key) }
      return .dictionary(result)
    case (.array(let new), .array(let old)):
      // Generated elements are strings.
      var texts = Set(old.compactMap(\.value.string))
      var result = old
      for node in new where node.value.string.map({ texts.insert($0).inserted }) ?? !result.contains(node) {
        result.append(node)
      }
      return .array(result)
    case (.dictionary, _), (.array, _), (_, .dictionary), (_, .array): return nil
    default: return generated
    }
  }

  /// As deep as both have dictionaries; a generated leaf wins, and an array is a leaf.
  private static func mergeDeeply(
    _ new: PropertyListDictionary, onto old: PropertyListDictionary
  ) -> PropertyListDictionary {
    var result = old
    for (key, node) in new.entries {
      var node = node
      // Both sides have been read within the limits of depth.
      if let inner = node.value.dictionary, let existing = old[key]?.dictionary {
        node.value = .dictionary(mergeDeeply(inner, onto: existing))
      }
      result.setNode(node, for: key)
    }
    return result
  }

  /// The key may be a list of what is needed, or a dictionary that says of each thing whether it is; of a list and a
  /// dictionary a dictionary is made. nil when no such mix is there.
  private static func mergeCapabilities(
    _ generated: PropertyListValue, onto written: PropertyListValue
  ) -> PropertyListValue? {
    var result: PropertyListDictionary
    switch (generated, written) {
    case (.dictionary(let new), .array):
      result = capabilities(written)
      for (key, node) in new.entries { result.setNode(node, for: key) }
    case (.array, .dictionary(let old)):
      result = old
      for (key, node) in capabilities(generated).entries { result.setNode(node, for: key) }
    default: return nil
    }
    return .dictionary(result)
  }

  private static func capabilities(_ list: PropertyListValue) -> PropertyListDictionary {
    PropertyListDictionary((list.strings ?? []).map { ($0, true) })
  }
}

public import PropertyLists

extension AppPackage {
  /// Steps (``Work``) for looking at a key: taking its suffixes apart, and putting it into a new dictionary.
  private static let costOfKey = 40

  /// The Info.plist as a process on such a device reads it.
  ///
  /// Of `key-iphoneos~ipad`, `key~ipad`, `key-iphoneos` and `key` the first that exists wins on an iPad, likewise with
  /// `iphone` on an iPhone (ICON-106). The winner replaces the plain key wholesale, and all suffixed variants vanish
  /// (ICON-107); `CFBundleExecutable` and `CFBundleIdentifier` cannot be overridden (ICON-108); only top-level keys
  /// count (ICON-109). `$(…)` in values is expanded, unless the app is a built one.
  public func infoDictionary(for device: DeviceClass) -> PropertyListDictionary {
    var result = PropertyListDictionary(minimumCapacity: infoPlist.count)
    var choice = InfoPlistKeyChoice(for: device)
    infoPlist.forEachSlot { key, slot in
      Work.count(AppPackage.costOfKey + key.utf8.count / 16)
      guard let base = choice.take(key) else { return }
      var slot = slot
      slot.node = expand(slot.node)
      result.replace(slot, key: base)
    }
    return result
  }

  /// The Info.plist as a list that can be saved: with its file's format, comments and order where it was read from one.
  public var infoPropertyList: PropertyList {
    var list = PropertyList(root: .dictionary(infoPlist), format: infoPlistFormat ?? .xml, file: infoPlistFile)
    list.source = infoPlistSource
    return list
  }

  /// All values with `$(…)` expanded, keys as written.
  public var expandedInfoPlist: PropertyListDictionary {
    guard origin.expandsMacros else { return infoPlist }
    var result = infoPlist
    var expander = MacroExpander(settings: settings, packageName: name)
    result.mapNodes { expander.expand($0) }
    return result
  }

  private func expand(_ node: PropertyListNode) -> PropertyListNode {
    guard origin.expandsMacros else { return node }
    // By far the most values are texts without a reference.
    if case .string(let text) = node.value, !text.utf8.contains(UInt8(ascii: "$")) { return node }
    var expander = MacroExpander(settings: settings, packageName: name)
    return expander.expand(node)
  }
}

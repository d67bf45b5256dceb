public import AppPackages
public import PropertyLists

/// One `CFBundleIcons`, `CFBundleIcons~ipad` or other variant of the key, as it is written in an Info.plist.
public struct WrittenIcons: Sendable {
  /// As it is written: `CFBundleIcons~ipad`.
  public let key: String
  /// The kinds of device that read this variant (ICON-106).
  public let devices: [DeviceClass]
  /// The value of the key.
  public let node: PropertyListNode
  /// `CFBundlePrimaryIcon`; nil where there is none, or none that is a dictionary.
  public let primary: Entry?
  /// `CFBundleAlternateIcons`, in the order of the file; an entry that is no dictionary has no files.
  public let alternates: [Entry]

  /// One icon.
  public struct Entry: Sendable {
    /// The name of an alternate; nil for the primary icon.
    public let name: String?
    /// The icon's value.
    public let node: PropertyListNode
    /// The elements of `CFBundleIconFiles` that are texts.
    public let files: [(name: String, location: SourceLocation?)]

    init(_ name: String?, _ node: PropertyListNode) {
      self.name = name
      self.node = node
      files = (node.value.dictionary?["CFBundleIconFiles"]?.array ?? []).compactMap { element in
        element.value.string.map { ($0, element.location) }
      }
    }
  }

  /// nil for a key that is no variant of `CFBundleIcons`.
  init?(key: String, node: PropertyListNode, in package: AppPackage) {
    guard InfoPlistKey(key).base == "CFBundleIcons" else { return nil }
    self.key = key
    self.node = node
    devices = DeviceClass.allCases.filter { package.infoPlist.infoPlistKey(for: "CFBundleIcons", on: $0) == key }
    let content = node.value.dictionary
    primary = content?.node(for: "CFBundlePrimaryIcon").flatMap { $0.value.dictionary == nil ? nil : Entry(nil, $0) }
    alternates = (content?["CFBundleAlternateIcons"]?.dictionary?.entries ?? []).map { Entry($0.key, $0.node) }
  }

  /// `CFBundleIcons~ipad.Night`, for messages.
  public func title(of entry: Entry) -> String { "\(key).\(entry.name ?? "CFBundlePrimaryIcon")" }

  /// The way to `CFBundleIconFiles` of an entry in the property list, for fixes.
  func filesPath(of entry: Entry) -> [PropertyListStep] {
    let place: [PropertyListStep] =
      entry.name.map { [.key("CFBundleAlternateIcons"), .key($0)] } ?? [.key("CFBundlePrimaryIcon")]
    return [.key(key)] + place + [.key("CFBundleIconFiles")]
  }
}

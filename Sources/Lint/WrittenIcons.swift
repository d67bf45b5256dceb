public import AppPackages
public import PropertyLists

/// One `CFBundleIcons`, `CFBundleIcons~ipad` or other variant of the key, as it is written in an Info.plist.
public struct WrittenIcons: Sendable {
  /// As it is written: `CFBundleIcons~ipad`.
  public let key: String
  /// The kinds of device of the app that read this variant (ICON-106).
  public private(set) var devices: [DeviceClass]
  /// The value of the key.
  public let node: PropertyListNode
  /// Where the key is written.
  public let location: SourceLocation?
  /// `CFBundlePrimaryIcon`; nil where there is none, or none that is a dictionary.
  public private(set) var primary: Entry?
  /// `CFBundleAlternateIcons`, in the order of the file; an entry that is no dictionary has no files.
  public let alternates: [Entry]
  /// Keys of an icon that stand among the names of alternates, where other names are right: they mean nothing.
  let foreignKeys: [String]

  /// One icon.
  public struct Entry: Sendable {
    /// The name of an alternate; nil for the primary icon.
    public let name: String?
    /// The icon's value.
    public let node: PropertyListNode
    /// Where its key is written.
    public let location: SourceLocation?
    /// The elements of `CFBundleIconFiles` that are texts.
    public let files: [File]
    /// `CFBundleIconName`; nil where it is missing or no text.
    public let catalogName: String?

    /// All pictures that its files stand for on a kind of device, each once.
    public func pictures(on device: DeviceClass) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return files.flatMap { $0.pictures[device] ?? [] }.filter { seen.insert(ExactText($0.path)).inserted }
    }

    /// The same for several kinds of device.
    public func pictures(on devices: [DeviceClass]) -> [LooseImage] {
      var seen: Set<ExactText> = []
      return devices.flatMap { pictures(on: $0) }.filter { seen.insert(ExactText($0.path)).inserted }
    }
  }

  /// An element of `CFBundleIconFiles`.
  public struct File: Sendable {
    /// The name, with the settings of the build put in.
    public let name: String
    /// Where it is written.
    public let location: SourceLocation?
    /// Its place in the array, counted from 0.
    public let index: Int
    /// The files of the bundle that it stands for, for each kind of device of the app.
    public let pictures: [DeviceClass: [LooseImage]]
  }

  /// nil for a key that is no variant of `CFBundleIcons`.
  init?(key: String, in written: PropertyListDictionary, of package: AppPackage, for families: [DeviceClass]) {
    guard InfoPlistKey(key).base == "CFBundleIcons", let node = written.node(for: key) else { return nil }
    self.key = key
    self.node = node
    location = written.keyLocation(for: key) ?? node.location
    let devices = families.filter { package.infoPlist.infoPlistKey(for: "CFBundleIcons", on: $0) == key }
    self.devices = devices
    let content = node.value.dictionary
    let built = package.build == nil ? package.expandedInfoPlist[key]?.dictionary : package.infoPlist[key]?.dictionary
    func entry(_ name: String?, _ node: PropertyListNode, _ location: SourceLocation?, _ built: PropertyListValue?)
      -> Entry
    {
      let content = node.value.dictionary
      let expanded = built?.dictionary?["CFBundleIconFiles"]?.array ?? []
      let elements = content?["CFBundleIconFiles"]?.array ?? []
      let files = elements.enumerated().compactMap { index, element -> File? in
        guard var name = element.value.string else { return nil }
        // What a build puts in, it puts into the same place; where it has replaced the whole array, the name stays.
        if name.utf8.contains(UInt8(ascii: "$")), expanded.count == elements.count {
          name = expanded[index].value.string ?? name
        }
        return File(
          name: name, location: element.location, index: index,
          pictures: Dictionary(uniqueKeysWithValues: families.map { ($0, package.looseImages(named: name, for: $0)) }))
      }
      return Entry(
        name: name, node: node, location: location ?? node.location, files: files,
        catalogName: content?["CFBundleIconName"]?.string)
    }
    primary = content?.node(for: "CFBundlePrimaryIcon").flatMap { node in
      guard node.value.dictionary != nil else { return nil }
      return entry(nil, node, content?.keyLocation(for: "CFBundlePrimaryIcon"), built?["CFBundlePrimaryIcon"])
    }
    let alternates = content?["CFBundleAlternateIcons"]?.dictionary
    let builtAlternates = built?["CFBundleAlternateIcons"]?.dictionary
    let hasNames = alternates?.entries.contains { $0.node.value.dictionary != nil } ?? false
    let foreign = alternates.map { hasNames ? Self.keysOfOneIcon(in: $0) : [] } ?? []
    foreignKeys = foreign
    self.alternates = (alternates?.entries ?? []).filter { !foreign.contains($0.key) }.map { name, node in
      entry(name, node, alternates?.keyLocation(for: name), builtAlternates?[name])
    }
  }

  /// The same alternates as another kind of device would read them.
  func alternates(on device: DeviceClass) -> WrittenIcons {
    var icons = self
    (icons.devices, icons.primary) = ([device], nil)
    return icons
  }

  /// `CFBundleIcons~ipad.Night`, for messages.
  public func title(of entry: Entry) -> String { "\(key).\(entry.name ?? "CFBundlePrimaryIcon")" }

  /// The names in a message about an entry, which differ between messages of one cause; the last says in which list.
  func names(of entry: Entry, _ others: [String] = []) -> [String] {
    [entry.name ?? "CFBundlePrimaryIcon"] + others + [title(of: entry)]
  }

  /// The primary icon and the alternates.
  public var entries: [Entry] { [primary].compactMap(\.self) + alternates }

  private static let ofOneIcon: Set<String> = ["CFBundleIconFiles", "CFBundleIconName", "UIPrerenderedIcon"]

  /// Whether a key of `CFBundleAlternateIcons` was meant as a part of an icon: an entry of such a name is a dictionary.
  static func isOfOneIcon(_ key: String, in alternates: PropertyListDictionary) -> Bool {
    ofOneIcon.contains(key) && alternates[key]?.dictionary == nil
  }

  /// The keys of a dictionary of alternates that are no names.
  static func keysOfOneIcon(in alternates: PropertyListDictionary) -> [String] {
    alternates.keys.filter { isOfOneIcon($0, in: alternates) }
  }

  /// Keys directly inside of it that have a suffix for a kind of device, or belong to the top level: they mean nothing
  /// there (ICON-109).
  var misnestedKeys: [String] {
    (node.value.dictionary?.keys ?? []).filter { key in
      let base = InfoPlistKey(key).base
      return base == "CFBundleIcons"
        || ["CFBundleAlternateIcons", "CFBundlePrimaryIcon"].contains(base) && !ExactText.isSame(base, key)
    }
  }

  /// The way to `CFBundleIconFiles` of an entry in the property list, for fixes.
  func filesPath(of entry: Entry) -> [PropertyListStep] {
    let place: [PropertyListStep] =
      entry.name.map { [.key("CFBundleAlternateIcons"), .key($0)] } ?? [.key("CFBundlePrimaryIcon")]
    return [.key(key)] + place + [.key("CFBundleIconFiles")]
  }
}

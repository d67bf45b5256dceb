internal import AppPackages
import PropertyLists

/// Finds out about single icons of one device.
struct IconInspector {
  let package: AppPackage
  let model: DeviceModel
  private let icons: IconDeclarations
  private let resolver: IconPictureResolver
  private let written: Entries
  private let generated: Entries?
  private let all: Entries
  /// What the device answers to a request for an alternate that is declared; nil when it agrees.
  private let refusal: InspectedIcon.Refusal?

  init(package: AppPackage, model: DeviceModel, os: OSVersion, prepared: PreparedPackage) {
    self.package = package
    self.model = model
    icons = prepared.icons(on: model.deviceClass)
    resolver = IconPictureResolver(prepared, model: model, os: os)
    all = Entries(package.infoPlist, icons.key)
    written = package.build.map { [icons] in Entries($0.writtenInfoPlist, icons.key) } ?? all
    generated = package.build.map { [icons] in Entries($0.generatedIcons, icons.key) }
    let question = AlternateIconQuestion(
      os: os, deviceClass: model.deviceClass, deviceFamilies: prepared.deviceFamilies, sdk: prepared.sdk,
      applicationState: .active, educationMode: false, bundleIdentifier: package.bundleIdentifier ?? "", signedAs: nil,
      currentName: nil, requestedName: nil, alertService: .free, icons: icons)
    let support = question.support
    if case .refused(let error) = AlternateIconDecision(question).result, !support.isSupported {
      refusal = InspectedIcon.Refusal(error: error, fact: support.fact)
    } else {
      refusal = nil
    }
  }

  /// - Parameter name: nil for the primary icon.
  func icon(_ name: String?) -> InspectedIcon {
    let artwork = name.map(icons.artwork(of:)) ?? icons.primaryArtwork
    let picture = resolver.picture(of: name, on: .home)
    let catalogName = artwork.catalogName ?? (name == nil ? package.build?.primaryIcon : nil)
    return InspectedIcon(
      name: name, declaration: declaration(of: name), location: location(of: name), catalogName: catalogName,
      picture: picture, sizes: sizes(artwork, catalogName), refusal: name == nil ? nil : refusal)
  }

  // MARK: Pictures

  private func sizes(_ artwork: IconArtwork, _ catalogName: String?) -> [InspectedIcon.Size] {
    var sizes: [InspectedIcon.Size] = []
    func add(_ file: String, _ width: Int, _ height: Int, _ appearance: AssetEntry.Appearance = .any) {
      let size = InspectedIcon.Size(file: file, width: width, height: height, appearance: appearance)
      if !sizes.contains(size) { sizes.append(size) }
    }
    if let set = catalogName.flatMap({ package.catalog?.set(named: $0, kind: .appIcon) }) {
      let idioms = [model.deviceClass.idiom, "universal", "ios-marketing"]
      for entry in set.entries where entry.isForIOS && idioms.contains(entry.idiom) {
        if let picture = IconCandidate(entry) { add(picture.file, picture.width, picture.height, entry.appearance) }
      }
    }
    for name in artwork.files {
      for image in package.looseImages(named: name, for: model.deviceClass) {
        guard let header = image.header, header.hasPixelSize else { continue }
        add(image.path, header.width, header.height)
      }
    }
    return sizes.sorted { ($0.width, $0.height, $0.file) < ($1.width, $1.height, $1.file) }
  }

  // MARK: Declarations

  private func declaration(of name: String?) -> InspectedIcon.Declaration {
    let isWritten = written.entry(name) != nil
    let isGenerated = generated?.entry(name) != nil
    if let name, !icons.declares(name) { return .none }
    switch (isWritten, isGenerated) {
    case (true, true): return .both
    case (false, true): return .generated
    case (true, false): return .infoPlist
    case (false, false): return name == nil ? .none : .infoPlist
    }
  }

  /// The entries in the variant of the dictionary that the device of this package reads (ICON-110, ICON-170).
  private struct Entries {
    private let primary: PropertyListNode?
    private let alternates: PropertyListDictionary?
    /// Of a list that stands where the dictionary should: each name's first place.
    private let listed: [ExactText: PropertyListNode]

    init(_ plist: PropertyListDictionary, _ key: String) {
      let icons = plist[key]?.dictionary
      primary = icons?.node(for: "CFBundlePrimaryIcon")
      let value = icons?["CFBundleAlternateIcons"]
      alternates = value?.dictionary
      let names = (value?.array ?? []).compactMap { node in node.value.string.map { (ExactText($0), node) } }
      listed = Dictionary(names) { first, _ in first }
    }

    /// - Parameter name: nil for the primary icon.
    func entry(_ name: String?) -> PropertyListNode? {
      guard let name else { return primary }
      return alternates?.node(for: name) ?? listed[ExactText(name)]
    }
  }

  private func location(of name: String?) -> SourceLocation? { all.entry(name)?.location }
}

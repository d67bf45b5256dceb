public import AppPackages
public import PropertyLists

/// Inspects single icons on one device.
struct IconInspector {
  let package: AppPackage
  let model: DeviceModel
  private let icons: IconDeclarations
  private let resolver: IconPictureResolver
  private let written: Entries
  private let generated: Entries?
  private let all: Entries
  /// The device's refusal of every declared alternate; nil if it accepts them.
  private let refusal: InspectedIcon.Refusal?

  init(package: AppPackage, model: DeviceModel, os: OSVersion, prepared: PreparedPackage) {
    (self.package, self.model) = (package, model)
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
    let drawn = name.flatMap { icons.lacksEntry($0) ? nil : $0 }
    let artwork = drawn.map(icons.artwork(of:)) ?? icons.primaryArtwork
    let picture = resolver.picture(of: name, on: .home)
    let catalogName = artwork.catalogName ?? (drawn == nil ? package.build?.primaryIcon : nil)
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
    /// The first node of each name in a list that replaces the dictionary.
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

/// An icon for one class of device.
public struct InspectedIcon: Sendable {
  /// The declaration of an icon.
  public enum Declaration: String, Sendable {
    case infoPlist
    /// Added by the build from the asset catalog (ICON-136, ICON-137).
    case generated
    /// Both; they are merged.
    case both
    /// None: the device does not know the icon (ICON-036).
    case none
  }

  /// The reason why the device accepts no alternate of the app.
  public struct Refusal: Sendable {
    /// The error for the handler.
    public let error: NSErrorValue
    /// The fact about the refusal.
    public let fact: FactID
  }

  /// The name for `setAlternateIconName`; nil for the primary icon.
  public let name: String?
  /// The declaration: the Info.plist, the build, both or none.
  public let declaration: Declaration
  /// The location of the entry.
  public let location: SourceLocation?
  /// `CFBundleIconName`, or the set that the build uses for the primary icon.
  public let catalogName: String?
  /// The picture on the Home Screen.
  public let picture: IconPicture
  /// All pictures of the icon on this device.
  public let sizes: [Size]
  /// The refusal for an alternate on a device that never lets the app change its icon; otherwise nil.
  public let refusal: Refusal?

  /// An existing picture.
  public struct Size: Sendable, Equatable {
    /// The picture's file: its path in the bundle, or its name in the catalog.
    public let file: String
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// The appearance, in a catalog.
    public let appearance: AssetEntry.Appearance

    /// The size: `120`, or `120x80` for a picture that is not square.
    public var title: String { width == height ? "\(width)" : "\(width)x\(height)" }
  }

  /// Whether the Info.plist, the build, or both declare the icon.
  public var isDeclared: Bool { declaration != .none }
}

/// All pictures of an app's icons: each icon on each surface of each device in each appearance, without installing it.
public struct IconGallery {
  private let prepared: PreparedPackage
  private let os: OSVersion

  /// Creates the gallery of an app in one version.
  public init(_ package: AppPackage, os: OSVersion = .newest) {
    prepared = PreparedPackage(package)
    self.os = os
  }

  /// Returns the picture of an icon.
  ///
  /// - Parameter name: as for `setAlternateIconName`; nil for the primary icon.
  public func picture(
    of name: String?, on surface: IconSurface, appearance: IconAppearance = .light, model: DeviceModel
  ) -> IconPicture {
    IconPictureResolver(prepared, model: model, os: os).picture(of: name, on: surface, appearance: appearance)
  }
}

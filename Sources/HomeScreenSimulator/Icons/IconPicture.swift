/// The picture that a person sees for an app, where it comes from, and why.
public struct IconPicture: Sendable, Equatable {
  /// Where the picture comes from.
  public enum Source: String, Sendable, CaseIterable {
    /// A file in the bundle.
    case loose
    /// An app icon set of the asset catalog.
    case catalog
    /// The generic placeholder of the system.
    case placeholder
    /// The picture that was there before: the change is not to be seen (ICON-123, ICON-158).
    case unchanged
  }

  /// The picture's file: its path in the bundle, or its name inside the catalog; nil for the placeholder, and for a
  /// compiled catalog that cannot be read.
  public var file: String?
  /// Whether it is a file of the bundle, from the asset catalog, a placeholder, or the picture that was there before.
  public var source: Source
  /// The side of the picture on the screen, in pixels.
  public let pixels: Int
  /// The side of the file in pixels, if known.
  public var filePixels: Int?
  /// Whether the file has another size and is scaled (ICON-120, ICON-122).
  public var isScaled: Bool
  /// Whether the person sees the generic placeholder (ICON-123).
  public var isPlaceholder: Bool
  /// The appearance that the file is made for; the light one where there is no other (ICON-204).
  public var appearance = IconAppearance.light
  /// Whether the system makes the look that was asked for out of a picture of another one (ICON-204, ICON-254).
  public var isDerived: Bool { reasons.contains(where: \.isDerivation) }
  /// Whether it is the flat picture that the build makes of an Icon Composer file for older systems, with the edge of glass
  /// (ICON-207, ICON-255).
  public private(set) var isFlattened = false
  /// The name of the icon whose picture this is; nil is the primary icon.
  public let iconName: String?
  var reasons: [IconPictureReason]

  /// How the picture was found: a line for each thing that was looked at, with its fact.
  public var why: [String] { reasons.map(\.description) }

  /// The same without the lines that say what was looked for: the place with its size, and the icon's name.
  public var findings: [String] {
    reasons.filter { !$0.isQuestion }.map(\.description)
  }

  /// Of these the ones that leave open what exactly is drawn; none where the model is sure.
  public var doubts: [String] { reasons.filter(\.isDoubtful).map(\.description) }
}

/// What was found becomes the picture.
extension IconPicture {
  mutating func use(_ candidate: IconCandidate, from source: Source) {
    file = candidate.file
    self.source = source
    filePixels = candidate.side
    isScaled = !candidate.isExact(pixels)
    isPlaceholder = false
    reasons.append(isScaled ? .scaled(file: candidate.file) : .exact(file: candidate.file))
  }

  /// The set is taken to be in a compiled catalog that cannot be read (ICON-181).
  mutating func useCompiled(_ name: String) {
    reasons.append(.compiledCatalog(name))
    source = .catalog
    isPlaceholder = false
  }

  /// The build has made the picture of an Icon Composer file.
  mutating func isMadeFlat(of name: String) {
    isFlattened = true
    reasons.append(.composerFlattened(name))
  }

  /// Drawn from layers in exactly the size and appearance that is wanted.
  mutating func useComposer(_ name: String, _ appearance: IconAppearance, isFlattened: Bool = false) {
    if isFlattened { isMadeFlat(of: name) }
    file = name + ".icon"
    source = .catalog
    isPlaceholder = false
    self.appearance = appearance
    reasons.append(.composer(name))
  }
}

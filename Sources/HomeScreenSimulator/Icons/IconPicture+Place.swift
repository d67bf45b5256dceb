internal import AppPackages

/// Where the pixels of a picture are, for who wants to see them.
extension IconPicture {
  /// A place in the app.
  public enum Place: Sendable, Hashable {
    /// A file of the bundle, by its path.
    case file(String)
    /// A picture of an app icon set.
    case iconSet(String, file: String)
    /// A picture of an image set, which the alert previews (ICON-124).
    case imageSet(String, file: String?)
    /// An Icon Composer file, whose layers the system puts together (ICON-148).
    case iconComposer(String)
    /// A set of a compiled catalog that cannot be read (ICON-181).
    case unknownCatalog(String)
    /// Nowhere: the generic placeholder.
    case nowhere
  }

  /// Where the pixels are.
  public var place: Place {
    if isPlaceholder { return .nowhere }
    for reason in reasons.reversed() {
      switch reason {
      case .composer(let name): return .iconComposer(name)
      case .compiledCatalog(let name): return .unknownCatalog(name)
      case .imageSetInPreview(let name): return .imageSet(name, file: file)
      case .catalogSet(let name, let chosen?) where chosen == file: return .iconSet(name, file: chosen)
      case .catalogSet, .wanted, .iconNamed, .considered, .unreadable, .noFile, .exact, .scaled, .noCatalogSet,
        .catalogNameTooNew, .onlyImageSet, .noAppearances, .looseHasNoAppearance, .setHasNoAppearance,
        .sizedEntriesWin, .hasAppearance, .composerFlattened, .composerNotCompiled, .storeShowsPrimary,
        .noStoreArtwork, .noArtwork, .unchanged, .declaredTwice, .unscaledName,
        .primaryUnnamed, .stale:
        continue
      }
    }
    return file.map { .file($0) } ?? .nowhere
  }
}

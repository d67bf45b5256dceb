package import AppPackages
package import HomeScreenSimulator
import Platform
import PropertyLists

/// Reads the pixels of an app's pictures: loose files, asset catalog sets, and the contents of an `Assets.car`.
///
/// An unreadable picture is returned as a reason, not thrown, because the drawing continues without it.
package struct PictureLoader {
  /// The result of loading a picture.
  package enum Outcome: Sendable, Equatable {
    /// The picture's pixels.
    case pixels(ImagePixels)
    /// The layers of an Icon Composer file, which has no pixels.
    case layers(String)
    /// No pixels, for this reason.
    case missing(String)
  }

  private let package: AppPackage
  private var compiled: CompiledPictureReader?
  private var hasOpenedCompiled = false

  package init(_ package: AppPackage) { self.package = package }

  /// The maximum pixels decoded for a drawing: four times those of the App Store icon.
  private static let maximumPixels = 2048 * 2048

  /// Returns the pixels of an icon's picture, as they are in the file.
  package mutating func load(_ picture: IconPicture) -> Outcome {
    switch picture.place {
    case .file(let path): return loadLoose(path, picture)
    case .iconSet(let name, let file):
      guard let set = set(named: name, .appIcon) else { return .missing("the set “\(name)” is missing") }
      return load(file, of: set, pixels: picture.filePixels, picture.appearance)
    case .imageSet(let name, let file):
      guard let set = set(named: name, .image), let file else { return .missing("the set “\(name)” has no picture") }
      return load(file, of: set, pixels: nil, .light)
    case .iconComposer(let name): return .layers(name)
    case .unknownCatalog: return .missing("the compiled catalog cannot be read")
    case .nowhere: return .missing("the icon has no picture")
    }
  }

  /// Returns the layers of an Icon Composer file; nil if they are unavailable.
  func composer(_ name: String) -> ComposerSource? { ComposerSource(name, in: package) }

  /// Returns the pixels of a picture that the menu of an icon draws in one colour.
  ///
  /// - Parameter scale: the screen's scale.
  package mutating func load(_ glyph: ShortcutGlyph, scale: Int) -> Outcome {
    switch glyph.source {
    case .file: return glyph.name.map { loadFile($0) } ?? .missing("no file")
    case .asset:
      guard let set = glyph.name.flatMap({ set(named: $0, .image) }), let entry = set.picture(forScale: scale) else {
        return .missing("no picture of that name")
      }
      return load(entry, of: set)
    case .system, .symbol, .photo, .monogram, .dot, .placeholder: return .missing("not a picture of the app")
    }
  }

  // MARK: Catalogs

  /// Returns a set of the catalog, compiled or not; an Icon Composer icon of the same name is not a set.
  private func set(named name: String, _ kind: AssetSet.Kind) -> AssetSet? {
    let sets = package.catalog?.sets ?? []
    return sets.first { $0.kind == kind && !$0.isIconComposer && ExactText.isSame($0.name, name) }
  }

  private mutating func load(_ file: String, of set: AssetSet, pixels: Int?, _ appearance: IconAppearance) -> Outcome {
    let wanted: AssetEntry.Appearance =
      switch appearance {
      case .light: .any
      case .dark: .dark
      case .tinted, .clear: .tinted
      }
    let named = set.entries.filter { $0.filename.map { ExactText.isSame($0, file) } ?? false }
    // In a compiled catalog, many pictures can come from one file.
    let fitting = named.filter { entry in
      guard let pixels, let size = entry.pixelSize else { return false }
      return Int(max(size.width, size.height)) == pixels
    }
    let candidates = fitting.isEmpty ? named : fitting
    guard let entry = candidates.first(where: { $0.appearance == wanted }) ?? candidates.first else {
      return .missing("the set has no picture “\(file)”")
    }
    return load(entry, of: set)
  }

  private mutating func load(_ entry: AssetEntry, of set: AssetSet) -> Outcome {
    if entry.rendition != nil { return loadCompiled(entry) }
    guard let file = entry.filename, let path = set.path else { return .missing("the set has no files") }
    return read(FileTreePath.join(path, file))
  }

  private mutating func loadCompiled(_ entry: AssetEntry) -> Outcome {
    if !hasOpenedCompiled {
      hasOpenedCompiled = true
      compiled = package.compiledCatalog.flatMap { try? CompiledPictureReader($0, maximumPixels: Self.maximumPixels) }
    }
    guard compiled != nil else { return .missing("the compiled catalog cannot be opened") }
    do throws(CompiledCatalogProblem) {
      return try compiled?.pixels(of: entry).map { .pixels($0) }
        ?? .missing("the catalog has no pixels of this picture")
    } catch {
      return .missing(error.message)
    }
  }

  // MARK: Files

  /// Loads a loose file. A picture that the build makes from a set is drawn from the set.
  private mutating func loadLoose(_ path: String, _ picture: IconPicture) -> Outcome {
    guard let resource = package.resources[path] else { return .missing("\(path) is not in the bundle") }
    if resource.source != nil { return loadFile(path) }
    let base = LooseImageName(path).base
    let sets = (package.catalog?.sets ?? []).filter { $0.kind == .appIcon && base.hasPrefix($0.name) }
    guard let set = sets.max(by: { $0.name.utf8.count < $1.name.utf8.count }) else { return loadFile(path) }
    if set.isIconComposer { return .layers(set.name) }
    let light = set.entries.filter { $0.filename != nil && $0.appearance == .any && $0.isForIOS }
    let best = light.first { $0.wantedPixelSize?.width == picture.filePixels.map(Double.init) }
    let largest = light.max { ($0.pixelSize?.width ?? 0) < ($1.pixelSize?.width ?? 0) }
    guard let entry = best ?? largest else { return .missing("the set “\(set.name)” has no picture") }
    return load(entry, of: set)
  }

  private func loadFile(_ path: String) -> Outcome {
    guard let source = package.resources[path]?.source else { return .missing("\(path) has no pixels here") }
    return read(source)
  }

  private func read(_ path: String) -> Outcome {
    guard let files = package.files else { return .missing("the app is described in a script, without pictures") }
    do {
      return .pixels(try ImagePixels.decode(try files.tree.read(path), maximumPixels: Self.maximumPixels))
    } catch let problem as ImageProblem {
      return .missing(problem.message)
    } catch {
      return .missing("\(path) cannot be read")
    }
  }
}

extension UserError {
  /// Creates an error about an icon without pixels.
  init(undrawn reason: String) { self.init("the icon cannot be drawn as pixels: \(reason)") }
}

public import Platform
import PropertyLists

/// An `Assets.car`: what the catalog compiler has made of an app's asset catalogs and Icon Composer files.
///
/// Reading it looks at names, keys and headers only, a few hundred bytes for each picture; nothing is unpacked. Pixels
/// come from a ``CompiledPictureReader``.
public struct CompiledCatalog: Sendable {
  /// What the file is called in the root of every app.
  public static let fileName = "Assets.car"

  /// What messages call the file: `Paint.app/Assets.car`.
  public let file: String
  /// Its sets, as the compiler got them: app icons, images, and the names of all others.
  public internal(set) var catalog = AssetCatalog()
  /// What wrote the file, as it says itself: `Xcode 16.4 (16F6)`; nil when it says nothing.
  public internal(set) var tool: String?
  /// `ios`, `macosx`, …; nil when the file does not say.
  public internal(set) var platform: String?
  /// The oldest system that it is for; nil when the file does not say.
  public internal(set) var deploymentTarget: String?
  /// Whether the store, or a tool, has taken out what one kind of device does not need.
  public internal(set) var isThinned = false
  /// The number of renditions: pictures, colours, lists, each in all its forms.
  public internal(set) var renditionCount = 0

  /// The names of its app icons, each once: one may stand for an Icon Composer file and for pictures.
  public var iconNames: [String] {
    var seen: Set<ExactText> = []
    return catalog.names(of: .appIcon).filter { seen.insert(ExactText($0)).inserted }
  }

  /// How the keys of renditions are written.
  let keyFormat: RenditionKeyFormat
  /// Where the atlases lie, by their keys: pictures are parts of them.
  var atlases: [RenditionKey: Range<Int>] = [:]
  private let opener: @Sendable () throws(FileTreeError) -> any ByteSource

  /// Reads the names and renditions of a file of a tree.
  ///
  /// - Throws: ``CompiledCatalogProblem``: no compiled catalog, a damaged one, or one that cannot be read.
  public static func read(
    _ path: String, in tree: any FileTree
  ) throws(CompiledCatalogProblem) -> CompiledCatalog {
    try read(file: FileTreePath.join(tree.name, path)) { () throws(FileTreeError) in try tree.open(path) }
  }

  /// The same for a file in memory.
  ///
  /// - Parameter file: what messages call it.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(CompiledCatalogProblem) -> CompiledCatalog {
    try read(file: file) { () throws(FileTreeError) in BytesInMemory(all: bytes) }
  }

  private static func read(
    file: String, _ opener: @escaping @Sendable () throws(FileTreeError) -> any ByteSource
  ) throws(CompiledCatalogProblem) -> CompiledCatalog {
    var store = try BOMStore(try open(file, opener), file: file)
    var catalog = CompiledCatalog(file, try RenditionKeyFormat(&store), opener)
    try catalog.readOrigin(&store)
    var reader = try CompiledSetReader(&store, catalog.keyFormat)
    try reader.readRenditions(&store)
    catalog.catalog = reader.catalog
    catalog.atlases = reader.atlases
    catalog.renditionCount = reader.renditionCount
    return catalog
  }

  private init(
    _ file: String, _ keyFormat: RenditionKeyFormat,
    _ opener: @escaping @Sendable () throws(FileTreeError) -> any ByteSource
  ) {
    self.file = file
    self.keyFormat = keyFormat
    self.opener = opener
  }

  private static func open(
    _ file: String, _ opener: @Sendable () throws(FileTreeError) -> any ByteSource
  ) throws(CompiledCatalogProblem) -> any ByteSource {
    do throws(FileTreeError) {
      return try opener()
    } catch {
      throw CompiledCatalogProblem(.unreadable, error.message, SourceLocation(file: file), hint: error.hint)
    }
  }

  /// The file once more, for its pixels.
  func open() throws(CompiledCatalogProblem) -> CatalogBytes {
    CatalogBytes(try Self.open(file, opener), file: file)
  }

  /// Who wrote it, and for what. Writers that leave all this out are none the worse for it.
  private mutating func readOrigin(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    if let header = try store.block(named: "CARHEADER"), header.count >= 404 {
      let version = try store.bytes.text(header.start + 148, 256)
      // Which of Xcode's programs wrote it tells nothing.
      let line = String(version.prefix { !$0.isNewline })
      tool = known(line.firstRange(of: " via ").map { String(line[..<$0.lowerBound]) } ?? line)
    }
    guard let more = try store.block(named: "EXTENDED_METADATA"), more.count >= 4 + 4 * 256,
      try store.bytes.matches("META", at: more.start)
    else { return }
    isThinned = try store.bytes.text(more.start + 4, 256).contains("<idiom ")
    deploymentTarget = known(try store.bytes.text(more.start + 260, 256))
    platform = known(try store.bytes.text(more.start + 516, 256))
  }
}

public import Platform
import PropertyLists

/// An `Assets.car`: the compiled form of an app's asset catalogs and Icon Composer files.
///
/// Reading it looks only at names, keys and headers, a few hundred bytes per picture; nothing is unpacked. Use a
/// ``CompiledPictureReader`` to decode pixels.
public struct CompiledCatalog: Sendable {
  /// The name of the file in every app's root.
  public static let fileName = "Assets.car"

  /// The file's name in messages: `Paint.app/Assets.car`.
  public let file: String
  /// The sets as the compiler received them: app icons, images, and the names of all others.
  public internal(set) var catalog = AssetCatalog()
  /// The tool that wrote the file, as recorded in it: `Xcode 16.4 (16F6)`; nil if not recorded.
  public internal(set) var tool: String?
  /// `ios`, `macosx`, …; nil if not recorded.
  public internal(set) var platform: String?
  /// The oldest supported system; nil if not recorded.
  public internal(set) var deploymentTarget: String?
  /// Whether the App Store or a tool has removed content that a kind of device does not need.
  public internal(set) var isThinned = false
  /// The number of renditions: all variants of pictures, colours and lists.
  public internal(set) var renditionCount = 0

  /// The unique names of the app icons: an Icon Composer file and pictures may share a name.
  public var iconNames: [String] {
    var seen: Set<ExactText> = []
    return catalog.names(of: .appIcon).filter { seen.insert(ExactText($0)).inserted }
  }

  let keyFormat: RenditionKeyFormat
  /// The ranges of the atlases by their keys; pictures can be parts of atlases.
  var atlases: [RenditionKey: Range<Int>] = [:]
  private let opener: @Sendable () throws(FileTreeError) -> any ByteSource

  /// Reads the names and renditions from a file of a tree.
  ///
  /// - Throws: ``CompiledCatalogProblem`` if the file is not a compiled catalog, is damaged or cannot be read.
  public static func read(_ path: String, in tree: any FileTree) throws(CompiledCatalogProblem) -> CompiledCatalog {
    try read(file: FileTreePath.join(tree.name, path)) { () throws(FileTreeError) in try tree.open(path) }
  }

  /// Reads a file in memory.
  ///
  /// - Parameter file: the file's name in messages.
  public static func read(_ bytes: [UInt8], file: String) throws(CompiledCatalogProblem) -> CompiledCatalog {
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
    (self.file, self.keyFormat, self.opener) = (file, keyFormat, opener)
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

  /// Reopens the file to read pixels.
  func open() throws(CompiledCatalogProblem) -> CatalogBytes {
    CatalogBytes(try Self.open(file, opener), file: file)
  }

  /// Reads the tool and the platform; both are optional.
  private mutating func readOrigin(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    func known(_ text: String) -> String? { text.isEmpty ? nil : text }
    if let header = try store.block(named: "CARHEADER"), header.count >= 404 {
      let version = try store.bytes.text(header.start + 148, 256)
      // The program of Xcode that wrote the file is irrelevant.
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

/// Groups the renditions of a compiled catalog into named sets, as in an asset catalog.
struct CompiledSetReader {
  private(set) var atlases: [RenditionKey: Range<Int>] = [:]
  private(set) var renditionCount = 0

  private let format: RenditionKeyFormat
  private let file: String
  private var drafts: [Draft] = []
  /// Draft indexes by the renditions' identifier: a hash of the name, or any number that the writer chose.
  private var places: [Int: Int] = [:]
  private let appearances: [Int: String]
  /// The pictures of all sets so far, so that each one is added once.
  private var seen: Set<Look> = []

  /// The limits of a file, ten times the numbers in the largest apps.
  private static let maximumNames = 100_000
  private static let maximumRenditions = 300_000
  private static let maximumNameBytes = 1024

  /// A set under construction; its renditions arrive one by one.
  private struct Draft {
    let name: String
    /// The kind that most renditions of this name have.
    let part: Int
    var entries: [AssetEntry] = []
    var other: String?
    var intent: AssetSet.RenderingIntent?
    var isIntentKnown = false
    var isIcon = false
    /// The appearances that the layers of an Icon Composer file support.
    var stack: [AssetEntry.Appearance] = []
  }

  /// The attributes that distinguish the pictures of a set; variants for colour spaces, memory and processors compare equal.
  private struct Look: Hashable {
    /// The index of the draft.
    let place: Int32
    let idiom: UInt16
    let appearance: UInt16
    /// The scale; 0 for a picture without one.
    var scale: UInt8
    let width: UInt32
    let height: UInt32

    init(_ place: Int, idiom: Int, appearance: Int, scale: Int?, _ header: RenditionHeader) {
      self.place = Int32(clamping: place)
      self.idiom = UInt16(clamping: idiom)
      self.appearance = UInt16(clamping: appearance)
      self.scale = UInt8(clamping: scale ?? 0)
      width = UInt32(clamping: header.width)
      height = UInt32(clamping: header.height)
    }
  }

  init(_ store: inout BOMStore, _ format: RenditionKeyFormat) throws(CompiledCatalogProblem) {
    self.format = format
    file = store.bytes.file
    var names: [Int: String] = [:]
    try store.forEachPair(inTree: "APPEARANCEKEYS", atMost: 1000) {
      (store, key, value) throws(CompiledCatalogProblem) in
      let name = try Self.name(key, &store)
      let value = try store.block(value)
      guard value.count >= 2 else { return }
      let number = try store.bytes.little16(value.start)
      names[number] = name
    }
    appearances = names
    var drafts: [Draft] = []
    var places: [Int: Int] = [:]
    try store.forEachPair(inTree: "FACETKEYS", atMost: Self.maximumNames) {
      (store, key, value) throws(CompiledCatalogProblem) in
      let name = try Self.name(key, &store)
      let value = try store.block(value)
      guard value.count >= 6 else { throw store.bytes.problem("the name “\(name)” refers to nothing", at: value.start) }
      let count = try store.bytes.little16(value.start + 4)
      guard 6 + 4 * count <= value.count else {
        throw store.bytes.problem(
          "the name “\(name)” claims \(count) attributes, more than it has room for", at: value.start + 4)
      }
      var identifier: Int?
      var part = RenditionKey.Part.image.rawValue
      for place in stride(from: value.start + 6, to: value.start + 6 + 4 * count, by: 4) {
        switch RenditionKey.Attribute(rawValue: try store.bytes.little16(place)) {
        case .identifier: identifier = try store.bytes.little16(place + 2)
        case .part: part = try store.bytes.little16(place + 2)
        case .element, .appearance, .scale, .idiom, .subtype, nil: break
        }
      }
      if let identifier, places[identifier] == nil { places[identifier] = drafts.count }
      drafts.append(Draft(name: name, part: part))
    }
    (self.drafts, self.places) = (drafts, places)
  }

  private static func name(_ key: Int, _ store: inout BOMStore) throws(CompiledCatalogProblem) -> String {
    let block = try store.block(key)
    guard block.count <= maximumNameBytes else {
      throw store.bytes.problem("a name has \(block.count) bytes; the limit is \(maximumNameBytes)", at: block.start)
    }
    return try store.bytes.text(block.start, block.count)
  }

  // MARK: Renditions

  mutating func readRenditions(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    // A closure must not capture self while self is being mutated.
    var reader = self
    try store.forEachPair(inTree: "RENDITIONS", atMost: Self.maximumRenditions) {
      (store, key, value) throws(CompiledCatalogProblem) in
      let key = try reader.format.key(try store.block(key), &store.bytes)
      reader.add(key, try RenditionHeader(try store.block(value), &store.bytes))
    }
    self = reader
  }

  private mutating func add(_ key: RenditionKey, _ header: RenditionHeader) {
    renditionCount += 1
    let range = header.block.start..<header.block.start + header.block.count
    if header.layout == .packed { atlases[key] = range }
    guard let place = places[format.value(.identifier, of: key)] else { return }
    switch header.layout {
    case .sizes: drafts[place].isIcon = true
    case .iconStack: addStack(format.value(.appearance, of: key), place)
    case .link, .fixedSize, .tiled, .scaled, .vector: addPicture(key, header, range, place)
    case .rawData where header.pixelFormat != "DATA": addPicture(key, header, range, place)
    case .rawData: drafts[place].other = "dataset"
    case .colour: drafts[place].other = "colorset"
    case .symbol: drafts[place].other = "symbolset"
    case .iconGroup: drafts[place].other = "icongroup"
    case .gradient: drafts[place].other = "gradient"
    case .packed, nil: break
    }
  }

  private mutating func addPicture(_ key: RenditionKey, _ header: RenditionHeader, _ range: Range<Int>, _ place: Int) {
    let part = RenditionKey.Part(rawValue: format.value(.part, of: key))
    let isIcon = part == .icon
    if isIcon { drafts[place].isIcon = true }
    let idiom = format.value(.idiom, of: key)
    let appearance = format.value(.appearance, of: key)
    let isVector = header.layout == .vector
    let scale = isVector ? nil : scale(key, header)
    let look = Look(place, idiom: idiom, appearance: appearance, scale: scale, header)
    // For the large phones of 2014 an icon is listed twice, the second time with another size in points.
    let isCopy = isIcon && format.value(.subtype, of: key) != 0
    guard seen.insert(look).inserted, !isCopy || !isThere(look) else { return }
    var entry = AssetEntry(
      idiom: Self.idiom(idiom), scale: scale, filename: header.name.isEmpty ? drafts[place].name : header.name,
      location: SourceLocation(file: file, offset: range.lowerBound))
    apply(appearance, to: &entry)
    if header.width > 0, header.height > 0 {
      let pixels = AssetEntry.Size(width: Double(header.width), height: Double(header.height))
      if !isVector { entry.pixelSize = pixels }
      // The list of sizes rounds 83.5 points; the picture does not.
      if isIcon, let scale {
        entry.size = AssetEntry.Size(width: pixels.width / Double(scale), height: pixels.height / Double(scale))
      }
    }
    entry.rendition = range
    if !isIcon, !drafts[place].isIntentKnown {
      drafts[place].intent = header.renderingIntent
      drafts[place].isIntentKnown = true
    }
    drafts[place].entries.append(entry)
  }

  /// Returns whether the same pixels exist for the same device at another scale.
  private func isThere(_ look: Look) -> Bool {
    (1...3 as ClosedRange<UInt8>).contains { scale in
      var other = look
      other.scale = scale
      return scale != look.scale && seen.contains(other)
    }
  }

  private func scale(_ key: RenditionKey, _ header: RenditionHeader) -> Int {
    let ofKey = format.value(.scale, of: key)
    let scale = ofKey == 0 ? header.scale / 100 : ofKey
    return (1...3).contains(scale) ? scale : 1
  }

  /// The names in asset catalogs, by the numbers in compiled ones.
  private static let idioms = ["universal", "iphone", "ipad", "tv", "car", "watch", "ios-marketing"]

  private static func idiom(_ number: Int) -> String {
    idioms.indices.contains(number) ? idioms[number] : "idiom \(number)"
  }

  // MARK: Appearances

  private enum SystemLook {
    case known(AssetEntry.Appearance)
    case other(String)
  }

  /// Returns the appearance with a number: by the file's names, or if it has none, by the numbers that Xcode uses.
  private func look(_ number: Int) -> SystemLook {
    if number == 0 { return .known(.any) }
    guard let name = appearances[number] else {
      switch number {
      case 1: return .known(.dark)
      case 10: return .known(.tinted)
      case 4, 8: return .other("luminosity light")
      default: return .other("appearance \(number)")
      }
    }
    switch name {
    case "UIAppearanceAny", "NSAppearanceNameSystem": return .known(.any)
    case "UIAppearanceDark", "NSAppearanceNameDarkAqua": return .known(.dark)
    case "ISAppearanceTintable": return .known(.tinted)
    case "UIAppearanceLight", "NSAppearanceNameAqua": return .other("luminosity light")
    default: return .other(name)
    }
  }

  private func apply(_ number: Int, to entry: inout AssetEntry) {
    switch look(number) {
    case .known(let appearance): entry.appearance = appearance
    case .other(let name): entry.otherAppearances = [name]
    }
  }

  private mutating func addStack(_ appearance: Int, _ place: Int) {
    drafts[place].isIcon = true
    let known: AssetEntry.Appearance
    switch look(appearance) {
    case .known(let own): known = own
    // The light appearance is the default.
    case .other: known = .any
    }
    if !drafts[place].stack.contains(known) { drafts[place].stack.append(known) }
  }

  // MARK: Sets

  /// The sets in file order; an Icon Composer file precedes the pictures of the same name.
  var catalog: AssetCatalog { AssetCatalog(sets: drafts.flatMap(sets)) }

  private func sets(_ draft: Draft) -> [AssetSet] {
    let location = SourceLocation(file: file)
    let part = RenditionKey.Part(rawValue: draft.part)
    guard draft.isIcon || part == .icon || part == .iconSizes || part == .iconStack else {
      let kind: AssetSet.Kind = draft.entries.isEmpty ? draft.other.map { .other($0) } ?? .image : .image
      return [
        AssetSet(
          name: draft.name, kind: kind, entries: draft.entries, renderingIntent: draft.intent, location: location)
      ]
    }
    let pictures = AssetSet(name: draft.name, kind: .appIcon, entries: draft.entries, location: location)
    guard !draft.stack.isEmpty || part == .iconStack else { return [pictures] }
    let looks = AssetEntry.Appearance.allCases.filter { $0 == .any || draft.stack.contains($0) }
    let size = AssetEntry.Size(width: 1024, height: 1024)
    let layers = AssetSet(
      name: draft.name, kind: .appIcon,
      entries: looks.map {
        AssetEntry(platform: "ios", size: size, appearance: $0, filename: draft.name + ".icon", location: location)
      },
      iconComposer: IconComposerDocument(appearances: looks), location: location)
    return draft.entries.isEmpty ? [layers] : [layers, pictures]
  }
}

/// The first 184 bytes of a rendition, one variant of a named item: little-endian, and the same for pictures, colours
/// and lists.
struct RenditionHeader {
  /// The layouts of renditions that are read.
  enum Layout: Int {
    case vector = 9
    case fixedSize = 10
    case tiled = 11
    case scaled = 12
    case rawData = 1000
    /// A part of an atlas.
    case link = 1003
    /// An atlas.
    case packed = 1004
    case colour = 1009
    case sizes = 1010
    case symbol = 1017
    case iconStack = 1019
    case iconGroup = 1020
    case gradient = 1021
  }

  /// The size of the header in bytes.
  static let size = 184

  let block: BOMStore.Block
  let flags: Int
  let width: Int
  let height: Int
  /// The pixels per point times 100.
  let scale: Int
  /// The four-letter format in reading order: `ARGB`.
  let pixelFormat: String
  let layout: Layout?
  /// The name, usually of the source file.
  let name: String
  /// The number of property bytes between header and payload.
  let propertySize: Int

  init(_ block: BOMStore.Block, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) {
    let start = block.start
    guard block.count >= Self.size, try bytes.matches("ISTC", at: start) else {
      throw bytes.problem("no rendition begins here", at: start)
    }
    self.block = block
    flags = try bytes.little32(start + 8)
    width = try bytes.little32(start + 12)
    height = try bytes.little32(start + 16)
    scale = try bytes.little32(start + 20)
    let format = try bytes.little32(start + 24)
    pixelFormat = String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: format >> $0) }.filter { $0 > 32 && $0 < 127 },
      as: UTF8.self)
    layout = Layout(rawValue: try bytes.little16(start + 36))
    name = try bytes.text(start + 40, 128)
    propertySize = try bytes.little32(start + 168)
    guard propertySize <= block.count - Self.size else {
      throw bytes.problem(
        "a rendition claims \(propertySize) bytes of properties, but has \(block.count)", at: start + 168)
    }
  }

  /// The payload: the bytes from the end of the properties to the end of the block.
  var payload: Range<Int> { block.start + Self.size + propertySize..<block.start + block.count }

  /// The rendering intent in an image's flags: bit 3 for a template, bit 4 if the set does not specify it.
  var renderingIntent: AssetSet.RenderingIntent? {
    if flags & 0x08 != 0 { return .template }
    return flags & 0x10 != 0 ? nil : .original
  }

  /// Returns the bytes of a property; nil if the rendition does not have it.
  func property(_ number: Int, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) -> Range<Int>? {
    var place = block.start + Self.size
    let end = place + propertySize
    while place <= end - 8 {
      let size = try bytes.little32(place + 4)
      guard size <= end - place - 8 else { throw bytes.problem("a property of a rendition is cut off", at: place) }
      if try bytes.little32(place) == number { return place + 8..<place + 8 + size }
      place += 8 + size
    }
    return nil
  }
}

/// The key of a rendition: a value for each attribute, in the order that the file defines.
struct RenditionKey: Hashable {
  /// The attributes that are used, by their numbers in the file.
  enum Attribute: Int {
    case element = 1
    case part = 2
    case appearance = 7
    case scale = 12
    case idiom = 15
    case subtype = 16
    case identifier = 17
  }

  /// The kind of item that a rendition belongs to.
  enum Part: Int {
    case image = 181
    case colour = 217
    case iconSizes = 218
    case icon = 220
    case iconStack = 245
  }

  let values: [UInt16]
}

/// The attributes of a file's keys. Files that were thinned for one device omit the redundant ones.
struct RenditionKeyFormat {
  private let attributes: [Int]

  /// The maximum number of attributes; real files have about thirty.
  private static let maximumAttributes = 64

  init(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    guard let block = try store.block(named: "KEYFORMAT") else {
      throw store.bytes.problem("the catalog does not define the format of its keys (KEYFORMAT)", at: 0)
    }
    guard block.count >= 12, try store.bytes.matches("tmfk", at: block.start) else {
      throw store.bytes.problem("KEYFORMAT does not describe keys", at: block.start)
    }
    let count = try store.bytes.little32(block.start + 8)
    guard count <= Self.maximumAttributes, 12 + 4 * count <= block.count else {
      throw store.bytes.problem("KEYFORMAT claims \(count) attributes, which is too many", at: block.start + 8)
    }
    var attributes: [Int] = []
    for index in 0..<count { attributes.append(try store.bytes.little32(block.start + 12 + 4 * index)) }
    self.attributes = attributes
  }

  /// Reads a key; a key shorter than the format lacks the last attributes.
  func key(_ block: BOMStore.Block, _ bytes: inout CatalogBytes) throws(CompiledCatalogProblem) -> RenditionKey {
    var values = [UInt16](repeating: 0, count: attributes.count)
    for index in 0..<min(attributes.count, block.count / 2) {
      values[index] = UInt16(truncatingIfNeeded: try bytes.little16(block.start + 2 * index))
    }
    return RenditionKey(values: values)
  }

  /// Returns the key for pairs of attributes and values; ignores attributes that the file's keys lack.
  func key(_ pairs: [(attribute: Int, value: Int)]) -> RenditionKey {
    var values = [UInt16](repeating: 0, count: attributes.count)
    for pair in pairs {
      guard let place = attributes.firstIndex(of: pair.attribute) else { continue }
      values[place] = UInt16(truncatingIfNeeded: pair.value)
    }
    return RenditionKey(values: values)
  }

  /// Returns the value of an attribute; 0 if the file's keys lack it.
  func value(_ attribute: RenditionKey.Attribute, of key: RenditionKey) -> Int {
    attributes.firstIndex(of: attribute.rawValue).map { Int(key.values[$0]) } ?? 0
  }
}

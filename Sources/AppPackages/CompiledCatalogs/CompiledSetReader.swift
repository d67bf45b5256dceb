import PropertyLists

/// Puts the renditions of a compiled catalog together to sets, each with a name, as an asset catalog has them.
struct CompiledSetReader {
  private(set) var atlases: [RenditionKey: Range<Int>] = [:]
  private(set) var renditionCount = 0

  private let format: RenditionKeyFormat
  private let file: String
  private var drafts: [Draft] = []
  /// Numbers of drafts by the number that renditions name them with: a hash of the name, or whatever the writer took.
  private var places: [Int: Int] = [:]
  private let appearances: [Int: String]
  /// The pictures of all sets, so that each is taken once.
  private var seen: Set<Look> = []

  /// What the largest apps have, ten times.
  private static let maximumNames = 100_000
  private static let maximumRenditions = 300_000
  private static let maximumNameBytes = 1024

  /// A set whose renditions are met one by one.
  private struct Draft {
    let name: String
    /// Of its names: what most of its renditions are.
    let part: Int
    var entries: [AssetEntry] = []
    var other: String?
    var intent: AssetSet.RenderingIntent?
    var isIntentKnown = false
    var isIcon = false
    /// Of an Icon Composer file, with the system's looks that it has layers for.
    var stack: [AssetEntry.Appearance] = []
  }

  /// What distinguishes the pictures of one set; forms for other colour spaces, memory and processors are equal.
  private struct Look: Hashable {
    /// The number of the draft.
    let place: Int32
    let idiom: UInt16
    let appearance: UInt16
    /// 0 for a picture without one.
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
      guard value.count >= 6 else {
        throw store.bytes.problem("the name “\(name)” refers to nothing", at: value.start)
      }
      let count = try store.bytes.little16(value.start + 4)
      guard 6 + 4 * count <= value.count else {
        throw store.bytes.problem("the name “\(name)” claims \(count) attributes", at: value.start + 4)
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
    self.drafts = drafts
    self.places = places
  }

  private static func name(_ key: Int, _ store: inout BOMStore) throws(CompiledCatalogProblem) -> String {
    let block = try store.block(key)
    guard block.count <= maximumNameBytes else {
      throw store.bytes.problem("a name of \(block.count) bytes", at: block.start)
    }
    return try store.bytes.text(block.start, block.count)
  }

  // MARK: Renditions

  mutating func readRenditions(_ store: inout BOMStore) throws(CompiledCatalogProblem) {
    // A closure must not take hold of self while it is changed.
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

  private mutating func addPicture(
    _ key: RenditionKey, _ header: RenditionHeader, _ range: Range<Int>, _ place: Int
  ) {
    let part = RenditionKey.Part(rawValue: format.value(.part, of: key))
    let isIcon = part == .icon
    if isIcon { drafts[place].isIcon = true }
    let idiom = format.value(.idiom, of: key)
    let appearance = format.value(.appearance, of: key)
    let isVector = header.layout == .vector
    let scale = isVector ? nil : scale(key, header)
    let look = Look(place, idiom: idiom, appearance: appearance, scale: scale, header)
    // For the large phones of 2014 an icon stands there twice, the second time as if it had other points.
    let isCopy = isIcon && format.value(.subtype, of: key) != 0
    guard seen.insert(look).inserted, !isCopy || !isThere(look) else { return }
    var entry = AssetEntry(
      idiom: Self.idiom(idiom), scale: scale, filename: header.name.isEmpty ? drafts[place].name : header.name,
      location: SourceLocation(file: file, offset: range.lowerBound))
    apply(appearance, to: &entry)
    if header.width > 0, header.height > 0 {
      let pixels = AssetEntry.Size(width: Double(header.width), height: Double(header.height))
      if !isVector { entry.pixelSize = pixels }
      // The list of sizes rounds 83.5 points; the picture itself does not.
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

  /// Whether the same pixels are there for the same device, with whatever points.
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

  /// The words of asset catalogs by the numbers of compiled ones.
  private static let idioms = ["universal", "iphone", "ipad", "tv", "car", "watch", "ios-marketing"]

  private static func idiom(_ number: Int) -> String {
    idioms.indices.contains(number) ? idioms[number] : "idiom \(number)"
  }

  // MARK: Appearances

  private enum SystemLook {
    case known(AssetEntry.Appearance)
    case other(String)
  }

  /// By the names that the file gives them; without names by the numbers that Xcode takes.
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
    // The light look is the usual one.
    case .other: known = .any
    }
    if !drafts[place].stack.contains(known) { drafts[place].stack.append(known) }
  }

  // MARK: Sets

  /// The sets in the order of the file; of a name for both, the Icon Composer file comes before its pictures.
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
        AssetEntry(
          platform: "ios", size: size, appearance: $0, filename: draft.name + ".icon", location: location)
      },
      iconComposer: IconComposerDocument(appearances: looks), location: location)
    return draft.entries.isEmpty ? [layers] : [layers, pictures]
  }
}

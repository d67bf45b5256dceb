internal import AppPackages
internal import HomeScreenSimulator
import PropertyLists

/// What an `icon.json` of Icon Composer says for one appearance (ICON-148): fills, groups and layers, as far as they can be
/// drawn flat. Glass, shadows, lighting and translucency are the system's.
struct ComposerIcon {
  /// A colour, or several that run into each other.
  struct Fill {
    var colours: [String]
    var start = (x: 0.5, y: 0.0)
    var stop = (x: 0.5, y: 1.0)
  }

  struct Layer {
    var image: String?
    /// nil: as the picture is.
    var fill: Fill?
    var opacity: Double
    var blend: String?
    var position: Position
  }

  struct Group {
    var opacity: Double
    var blend: String?
    var position: Position
    /// The front one first.
    var layers: [Layer]
  }

  struct Position {
    var scale = 1.0
    var x = 0.0
    var y = 0.0
  }

  let background: Fill?
  /// The front one first.
  let groups: [Group]

  private static let maximumGroups = 64
  private static let maximumLayers = 128

  init(_ root: JSONNode, _ appearance: IconAppearance) {
    let reader = ComposerValues(appearance: appearance)
    background = reader.fill(root) ?? (appearance == .light ? Fill(colours: ["#ffffff"]) : ComposerValues.dark)
    groups = (root["groups"]?.array ?? []).prefix(Self.maximumGroups).compactMap { node in
      guard reader.value("hidden", node)?.boolean != true else { return nil }
      let layers = (node["layers"]?.array ?? []).prefix(Self.maximumLayers).compactMap { layer -> Layer? in
        guard reader.value("hidden", layer)?.boolean != true else { return nil }
        return Layer(
          image: reader.value("image-name", layer)?.string, fill: reader.fill(layer),
          opacity: reader.opacity(layer), blend: reader.blend(layer), position: reader.position(layer))
      }
      return Group(
        opacity: reader.opacity(node), blend: reader.blend(node), position: reader.position(node), layers: layers)
    }
  }
}

/// Values of one appearance: what is said for it, else for all.
private struct ComposerValues {
  let appearance: IconAppearance

  /// What lies behind dark icons.
  static let dark = ComposerIcon.Fill(colours: ["#313135", "#141416"])

  func value(_ key: String, _ node: JSONNode) -> JSONNode? {
    var general = node[key]
    var own: JSONNode?
    for entry in node["\(key)-specializations"]?.array ?? [] {
      // The other shape is that of watches.
      if let idiom = entry["idiom"]?.string, idiom != "square" { continue }
      switch entry["appearance"]?.string {
      case nil: general = entry["value"] ?? general
      // A clear icon is made of what is said for tinted ones (ICON-251).
      case appearance.pictures.rawValue?: own = entry["value"]
      default: continue
      }
    }
    return own ?? general
  }

  func opacity(_ node: JSONNode) -> Double { bounded(value("opacity", node)?.number, 0...1) ?? 1 }

  /// The names of CSS, which has most of them.
  private static let blends: [String: String] = [
    "multiply": "multiply", "screen": "screen", "overlay": "overlay", "darken": "darken", "lighten": "lighten",
    "color-dodge": "color-dodge", "color-burn": "color-burn", "soft-light": "soft-light", "hard-light": "hard-light",
    "difference": "difference", "exclusion": "exclusion", "hue": "hue", "saturation": "saturation", "color": "color",
    "luminosity": "luminosity", "plus-lighter": "plus-lighter", "plus-darker": "multiply",
  ]

  func blend(_ node: JSONNode) -> String? { value("blend-mode", node)?.string.flatMap { Self.blends[$0] } }

  func position(_ node: JSONNode) -> ComposerIcon.Position {
    guard let value = value("position", node) else { return ComposerIcon.Position() }
    let shift = value["translation-in-points"]?.array ?? []
    return ComposerIcon.Position(
      scale: bounded(value["scale"]?.number, 0.001...100) ?? 1,
      x: bounded(shift.first?.number, -10_000...10_000) ?? 0,
      y: bounded(shift.dropFirst().first?.number, -10_000...10_000) ?? 0)
  }

  private func bounded(_ value: Double?, _ range: ClosedRange<Double>) -> Double? {
    value.flatMap { $0.isFinite ? min(range.upperBound, max(range.lowerBound, $0)) : nil }
  }

  // MARK: Fills

  func fill(_ node: JSONNode) -> ComposerIcon.Fill? {
    guard let value = value("fill", node) else { return nil }
    switch value.string {
    case "system-light": return ComposerIcon.Fill(colours: ["#ffffff", "#eeeef0"])
    case "system-dark": return Self.dark
    case "automatic", "none": return nil
    default: break
    }
    if let colour = value["solid"].flatMap(colour) { return ComposerIcon.Fill(colours: [colour]) }
    // The system derives the lighter one; how much lighter is not known.
    if let colour = value["automatic-gradient"].flatMap(colour) {
      return ComposerIcon.Fill(colours: ["color-mix(in srgb, \(colour) 82%, white)", colour])
    }
    let colours = (value["linear-gradient"]?.array ?? []).prefix(8).compactMap(colour)
    guard !colours.isEmpty else { return nil }
    var fill = ComposerIcon.Fill(colours: colours)
    if let start = point(value["orientation"]?["start"]) { fill.start = start }
    if let stop = point(value["orientation"]?["stop"]) { fill.stop = stop }
    return fill
  }

  private func point(_ node: JSONNode?) -> (x: Double, y: Double)? {
    guard let x = bounded(node?["x"]?.number, -10...10), let y = bounded(node?["y"]?.number, -10...10) else {
      return nil
    }
    return (x, y)
  }

  /// `srgb:1,0.5,0,1` in CSS's words.
  private func colour(_ node: JSONNode) -> String? {
    guard let text = node.string, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let numbers = text[text.index(after: colon)...].split(separator: ",").compactMap { part -> Double? in
      Double(part).flatMap { bounded($0, -1...2) }
    }
    func n(_ value: Double) -> String { "\(Double(Int(value * 10_000)) / 10_000)" }
    switch (text[..<colon], numbers.count) {
    case ("srgb", 4), ("extended-srgb", 4):
      return "color(srgb \(n(numbers[0])) \(n(numbers[1])) \(n(numbers[2])) / \(n(numbers[3])))"
    case ("display-p3", 4):
      return "color(display-p3 \(n(numbers[0])) \(n(numbers[1])) \(n(numbers[2])) / \(n(numbers[3])))"
    case ("gray", 2), ("extended-gray", 2):
      return "color(srgb \(n(numbers[0])) \(n(numbers[0])) \(n(numbers[0])) / \(n(numbers[1])))"
    default: return nil
    }
  }
}

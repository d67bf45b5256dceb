internal import HomeScreenSimulator
import PropertyLists

/// The generic icon of the system, which is drawn where an app has no picture (ICON-123): a grid in light grey.
enum Placeholder {
  static func draw(_ size: Double, _ outline: String, _ look: ScreenLook, _ markup: inout SVGMarkup) {
    let isDark = look.icons.isDark
    let back = isDark ? "#2c2c2e" : "#f2f2f4"
    let line = isDark ? "#5a5a5f" : "#b9b9c0"
    func n(_ value: Double) -> String { SVGMarkup.number(value * size) }
    markup.append("<path d=\"\(outline)\" fill=\"\(back)\" stroke=\"\(line)\" stroke-width=\"0.5\"/>")
    markup.append("<g fill=\"none\" stroke=\"\(line)\" stroke-width=\"\(SVGMarkup.number(size / 90))\">")
    for place in [0.28, 0.5, 0.72] {
      markup.append("<path d=\"M\(n(place)) \(n(0.04))V\(n(0.96))M\(n(0.04)) \(n(place))H\(n(0.96))\"/>")
    }
    for radius in [0.14, 0.27, 0.4] {
      markup.append("<circle cx=\"\(n(0.5))\" cy=\"\(n(0.5))\" r=\"\(n(radius))\"/>")
    }
    markup.append("<path d=\"M\(n(0.1)) \(n(0.1))L\(n(0.9)) \(n(0.9))M\(n(0.9)) \(n(0.1))L\(n(0.1)) \(n(0.9))\"/></g>")
  }
}

/// What is drawn for a picture whose pixels are not at hand, as in an app that a script made of data: a colour of its own,
/// the beginning of its name, and a dashed edge.
struct IconStandIn {
  let name: String
  let seed: String

  func draw(_ size: Double, _ outline: String, _ look: ScreenLook, _ markup: inout SVGMarkup) {
    let fill = look.icons.icons == .clear ? "#ffffff" : colour(look)
    let opacity = look.icons.icons == .clear ? " fill-opacity=\"0.25\"" : ""
    let dash = SVGMarkup.number(size / 15)
    markup.append(
      "<path d=\"\(outline)\" fill=\"\(fill)\"\(opacity) stroke=\"#ffffff\" stroke-width=\"1\" stroke-dasharray=\"\(dash)\"/>"
    )
    markup.words(
      letters, size / 2, size * 0.62, size: size * 0.36, fill: "#ffffff", anchor: .middle, weight: 600)
  }

  /// Up to two letters.
  private var letters: String {
    let name = SVGText.clean(name, limit: 40)
    let words = name.split { !$0.isLetter && !$0.isNumber }
    guard let first = words.first else { return "" }
    return String(first.prefix(2))
  }

  func colour(_ look: ScreenLook) -> String {
    var hash = FNV1a64()
    hash.feed(seed)
    hash.feed(name)
    let palette = ["#8a3f6b", "#2f6d4f", "#8a5a1c", "#3f4fa8", "#9b3c34", "#1f6a80", "#6a4aa0", "#5d6320"]
    let grey = ["#4a4f57", "#3d4148"]
    let colours = look.icons.icons == .tinted ? grey : palette
    return colours[Int(hash.value % UInt64(colours.count))]
  }
}

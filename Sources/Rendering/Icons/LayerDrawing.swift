/// The drawings that layers of icons are made of. In a picture of a page a browser runs no script of theirs and loads
/// nothing.
enum LayerDrawing {
  /// More bytes than that no layer of an icon has.
  static let maximumBytes = 512 * 1024

  /// Of the `svg` element: width and height, else the view box, else the whole canvas.
  static func size(_ text: String) -> (width: Double, height: Double) {
    let whole = (1024.0, 1024.0)
    guard let start = text.firstRange(of: "<svg") else { return whole }
    let tag = text[start.upperBound...].prefix(4000).prefix { $0 != ">" }
    func attribute(_ name: String) -> Substring? {
      guard let found = tag.firstRange(of: " \(name)=") else { return nil }
      let rest = tag[found.upperBound...]
      guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
      return rest.dropFirst().prefix { $0 != quote }
    }
    func length(_ text: Substring?) -> Double? {
      guard let text, text.last != "%" else { return nil }
      return Double(text.prefix { $0.isNumber || $0 == "." }).flatMap { (0.01...20_000).contains($0) ? $0 : nil }
    }
    if let width = length(attribute("width")), let height = length(attribute("height")) { return (width, height) }
    let box = (attribute("viewBox") ?? "").split { $0 == " " || $0 == "," }
    guard box.count == 4, let width = length(box[2]), let height = length(box[3]) else { return whole }
    return (width, height)
  }
}

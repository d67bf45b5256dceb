internal import AppPackages
import PropertyLists

/// A picture of a layer, ready to be embedded.
struct LayerPicture {
  let width: Double
  let height: Double
  /// `data:image/…`
  let data: String
}

/// The folder of an Icon Composer icon: its document and the pictures of its layers, which may hold anything.
struct ComposerSource {
  let root: JSONNode
  private let tree: any FileTree
  private let folder: String
  /// Every look takes the same pictures.
  private var known: [String: Result<LayerPicture, Refusal>] = [:]
  /// Of all pictures that were read, as they are embedded.
  private var total = 0

  /// nil for an icon whose layers are not at hand, as in a compiled catalog, or cannot be read.
  init?(_ name: String, in package: AppPackage) {
    guard let tree = package.files?.tree,
      let path = package.catalog?.sets.first(where: { $0.isIconComposer && ExactText.isSame($0.name, name) })?.path,
      let json = try? LenientJSON.read(FileTreePath.join(path, "icon.json"), in: tree), json.root.object != nil
    else { return nil }
    root = json.root
    self.tree = tree
    folder = FileTreePath.join(path, "Assets")
  }

  /// Why a layer is not drawn.
  struct Refusal: Error {
    let reason: String
  }

  private static let maximumSide = 512
  /// What a document’s pictures may take together, in bytes; that of a real one has a tenth.
  private static let maximumTotal = 4 << 20

  mutating func picture(_ name: String) throws(Refusal) -> LayerPicture {
    if let result = known[name] { return try result.get() }
    guard total < Self.maximumTotal else {
      throw Refusal(reason: "the icon’s pictures have more than \(Self.maximumTotal >> 20) MiB together")
    }
    let result = Result { () throws(Refusal) in try read(name) }
    if case .success(let picture) = result { total += picture.data.utf8.count }
    known[name] = result
    return try result.get()
  }

  private func read(_ name: String) throws(Refusal) -> LayerPicture {
    guard FileTreePath.parts(of: name).count == 1, name != "..", name != "." else {
      throw Refusal(reason: "its name is a path")
    }
    let path = FileTreePath.join(folder, name)
    let bytes: [UInt8]
    do {
      bytes = try tree.readPrefix(path, count: 16 * LayerDrawing.maximumBytes)
    } catch {
      throw Refusal(reason: "its picture cannot be read")
    }
    guard let header = try? ImageHeader.read(bytes) else { throw Refusal(reason: "it is no picture") }
    switch header.format {
    case .svg: return try vector(bytes)
    case .png: return try raster(bytes)
    case .jpeg, .webP, .heic, .gif, .pdf, .tiff, .icns, .bmp:
      throw Refusal(reason: "pictures of the format \(header.format.title) are not drawn")
    }
  }

  private func raster(_ bytes: [UInt8]) throws(Refusal) -> LayerPicture {
    guard let pixels = try? ImagePixels.decode(bytes, maximumPixels: 2048 * 2048) else {
      throw Refusal(reason: "its pixels cannot be read")
    }
    let share = min(1, Double(Self.maximumSide) / Double(max(pixels.width, pixels.height, 1)))
    let small = PixelScaling.scaled(
      pixels, width: max(1, Int(Double(pixels.width) * share)), height: max(1, Int(Double(pixels.height) * share)))
    guard let file = PNGWriter.write(small) else { throw Refusal(reason: "there is no memory for it") }
    return LayerPicture(
      width: Double(pixels.width), height: Double(pixels.height),
      data: "data:image/png;base64,\(Base64.encode(file))")
  }

  private func vector(_ bytes: [UInt8]) throws(Refusal) -> LayerPicture {
    if let reason = LayerDrawing.refusal(of: bytes) { throw Refusal(reason: reason) }
    let size = LayerDrawing.size(String(decoding: bytes, as: UTF8.self))
    return LayerPicture(
      width: size.width, height: size.height, data: "data:image/svg+xml;base64,\(Base64.encode(bytes))")
  }
}

/// The drawings that layers of icons are made of. In a picture of a page a browser runs no script of theirs and loads
/// nothing; but it may get work without end.
enum LayerDrawing {
  /// More bytes than that no layer of an icon has.
  static let maximumBytes = 512 * 1024
  /// Elements that repeat others; each may double what a browser has to draw.
  private static let maximumUses = 32

  /// Why a drawing is left out; nil for one that is drawn.
  static func refusal(of bytes: [UInt8]) -> String? {
    guard bytes.count <= maximumBytes else { return "its drawing has more than 512 KiB" }
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.contains("<!ENTITY"), !text.contains("<!DOCTYPE svg [") else {
      return "its drawing declares entities"
    }
    guard text.ranges(of: "<use").count <= maximumUses else {
      return "its drawing repeats parts more than \(maximumUses) times"
    }
    return nil
  }

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

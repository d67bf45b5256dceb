internal import AppPackages
internal import Platform
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
  private var known: [ExactText: Result<LayerPicture, Refusal>] = [:]
  /// Of all pictures that were read, as they are embedded.
  private var total = 0
  /// Of all pictures that were decoded.
  private var pixels = 0

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
  /// Of one picture, and of all together.
  private static let maximumPixels = 2048 * 2048, maximumPixelsTogether = 16 * maximumPixels

  mutating func picture(_ name: String) throws(Refusal) -> LayerPicture {
    guard !name.utf8.contains(UInt8(ascii: "/")), FileTreePath.parts(of: name).count == 1, name != "..", name != "."
    else { throw Refusal(reason: "its name is a path") }
    let path = FileTreePath.join(folder, name)
    // In a folder where letter case does not count, one file has many names.
    let key = ExactText(tree.spelling(of: path) ?? path)
    if let result = known[key] { return try result.get() }
    guard total < Self.maximumTotal else {
      throw Refusal(reason: "the icon’s pictures have more than \(Self.maximumTotal >> 20) MiB together")
    }
    let result: Result<LayerPicture, Refusal>
    do throws(Refusal) {
      result = .success(try read(path))
    } catch {
      result = .failure(error)
    }
    if case .success(let picture) = result { total += picture.data.utf8.count }
    known[key] = result
    return try result.get()
  }

  private mutating func read(_ path: String) throws(Refusal) -> LayerPicture {
    let bytes: [UInt8]
    do {
      bytes = try tree.readPrefix(path, count: 16 * LayerDrawing.maximumBytes)
    } catch {
      throw Refusal(reason: "its picture cannot be read")
    }
    guard let header = try? ImageHeader.read(bytes) else { throw Refusal(reason: "it is not a picture") }
    switch header.format {
    case .svg: return try vector(bytes)
    case .png: return try raster(bytes, header)
    case .jpeg, .webP, .heic, .gif, .pdf, .tiff, .icns, .bmp:
      throw Refusal(reason: "pictures of the format \(header.format.title) are not drawn")
    }
  }

  private mutating func raster(_ bytes: [UInt8], _ header: ImageHeader) throws(Refusal) -> LayerPicture {
    let count = header.width.multipliedReportingOverflow(by: header.height)
    // A larger one is refused before anything is decoded.
    if !count.overflow, count.partialValue <= Self.maximumPixels {
      guard count.partialValue <= Self.maximumPixelsTogether - pixels else {
        throw Refusal(reason: "the icon’s pictures have more than \(Self.maximumPixelsTogether) pixels together")
      }
      pixels += count.partialValue
    }
    guard let pixels = try? ImagePixels.decode(bytes, maximumPixels: Self.maximumPixels) else {
      throw Refusal(reason: "its pixels cannot be read")
    }
    let share = min(1, Double(Self.maximumSide) / Double(max(pixels.width, pixels.height, 1)))
    let small = PixelScaling.scaled(
      pixels, width: max(1, Int(Double(pixels.width) * share)), height: max(1, Int(Double(pixels.height) * share)))
    guard let file = PNGWriter.write(small) else { throw Refusal(reason: "out of memory for it") }
    return LayerPicture(
      width: Double(pixels.width), height: Double(pixels.height),
      data: "data:image/png;base64,\(Base64.encode(file))")
  }

  private func vector(_ bytes: [UInt8]) throws(Refusal) -> LayerPicture {
    guard bytes.count <= LayerDrawing.maximumBytes else {
      throw Refusal(reason: "its drawing has more than \(LayerDrawing.maximumBytes >> 10) KiB")
    }
    let size = LayerDrawing.size(String(decoding: bytes, as: UTF8.self))
    return LayerPicture(
      width: size.width, height: size.height, data: "data:image/svg+xml;base64,\(Base64.encode(bytes))")
  }
}

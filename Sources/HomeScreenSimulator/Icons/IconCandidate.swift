internal import AppPackages

/// A picture that could be shown.
struct IconCandidate {
  let file: String
  let width: Int
  let height: Int

  /// The side that counts: the longer one.
  var side: Int { max(width, height) }

  func isExact(_ pixels: Int) -> Bool { width == pixels && height == pixels }

  init(file: String, width: Int, height: Int) {
    self.file = file
    self.width = width
    self.height = height
  }

  /// The picture of a catalog's entry, in its own size, else in the one that the entry asks for; an entry that names
  /// none is the single picture of 1024 px (ICON-145). nil for an empty slot.
  init?(_ entry: AssetEntry) {
    let single = AssetEntry.Size(width: 1024, height: 1024)
    let size = entry.pixelSize ?? entry.wantedPixelSize ?? single
    // A catalog may claim any size; anything beyond this is no picture.
    let possible = 1...Double(ImageHeader.maximumDimension)
    guard let file = entry.filename, possible.contains(size.width), possible.contains(size.height) else { return nil }
    self.init(file: file, width: Int(size.width), height: Int(size.height))
  }

  /// The best of the candidates for a side of so many pixels: the first one of exactly this size (ICON-119), else the
  /// smallest larger one, else the largest (ICON-120, ICON-180).
  static func best(of candidates: [IconCandidate], for pixels: Int) -> IconCandidate? {
    var best: IconCandidate?
    for candidate in candidates {
      if candidate.isExact(pixels) { return candidate }
      guard let current = best else {
        best = candidate
        continue
      }
      let isBetter =
        current.side < pixels
        ? candidate.side > current.side : candidate.side >= pixels && candidate.side < current.side
      if isBetter { best = candidate }
    }
    return best
  }
}

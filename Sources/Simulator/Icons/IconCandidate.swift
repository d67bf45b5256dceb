/// A picture that could be shown.
struct IconCandidate {
  let file: String
  let width: Int
  let height: Int

  /// The side that counts: the longer one.
  var side: Int { max(width, height) }

  func isExact(_ pixels: Int) -> Bool { width == pixels && height == pixels }

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

internal import AppPackages

/// The shape of an icon: a square whose corners bend gradually, not as quarters of a circle.
enum IconMask {
  /// The outline of a square of this side.
  ///
  /// - Parameter share: the radius of a circle with the same bend in the middle of the corner, as a share of the side.
  static func path(side: Double, share: Double) -> String {
    // Each corner is one curve. It begins so far from the corner that nobody sees where, and its handles are chosen so
    // that its middle lies on the circle's.
    let start = 1.5287 * share * side
    let handle = (8 * 0.2929 * share * side - start) / 3
    func n(_ value: Double) -> String { SVGMarkup.number(value) }
    let (near, far) = (side - start, side - handle)
    return "M0 \(n(start))C0 \(n(handle)) \(n(handle)) 0 \(n(start)) 0"
      + "H\(n(near))C\(n(far)) 0 \(n(side)) \(n(handle)) \(n(side)) \(n(start))"
      + "V\(n(near))C\(n(side)) \(n(far)) \(n(far)) \(n(side)) \(n(near)) \(n(side))"
      + "H\(n(start))C\(n(handle)) \(n(side)) 0 \(n(far)) 0 \(n(near))Z"
  }

  // MARK: Pixels

  /// The pixels with transparent corners, smooth at their edges.
  static func applied(to pixels: ImagePixels, share: Double) -> ImagePixels {
    let side = pixels.width
    guard side > 1, pixels.height == side else { return pixels }
    let edge = Edge(side: Double(side), share: share)
    var rgba = pixels.rgba
    for y in 0..<min(side, Int(edge.start.rounded(.up))) {
      for x in 0..<side / 2 {
        let covered = edge.coverage(x, y)
        if covered >= 1 { break }
        for (column, row) in [(x, y), (side - 1 - x, y), (x, side - 1 - y), (side - 1 - x, side - 1 - y)]
        where row >= y {
          let place = 4 * (row * side + column) + 3
          rgba[place] = UInt8((Double(pixels.rgba[place]) * covered).rounded())
        }
      }
    }
    return ImagePixels(width: side, height: side, rgba: rgba)
  }

  /// The upper left corner: for each height where the shape begins.
  private struct Edge {
    let start: Double
    private var points: [(x: Double, y: Double)] = []
    private static let steps = 128
    private static let rows = 4

    init(side: Double, share: Double) {
      start = 1.5287 * share * side
      let handle = (8 * 0.2929 * share * side - start) / 3
      // The curve from 0, start to start, 0.
      points = (0...Self.steps).map { step in
        let t = Double(step) / Double(Self.steps)
        let u = 1 - t
        return (
          x: 3 * u * t * t * handle + t * t * t * start,
          y: u * u * u * start + 3 * u * u * t * handle
        )
      }
    }

    /// How much of a pixel lies inside, from 0 to 1.
    func coverage(_ x: Int, _ y: Int) -> Double {
      var sum = 0.0
      for row in 0..<Self.rows {
        let height = Double(y) + (Double(row) + 0.5) / Double(Self.rows)
        sum += max(0, min(1, Double(x + 1) - left(height)))
      }
      return sum / Double(Self.rows)
    }

    private func left(_ y: Double) -> Double {
      guard y < start else { return 0 }
      var index = 0
      while index < points.count - 1, points[index + 1].y > y { index += 1 }
      guard index < points.count - 1 else { return points[points.count - 1].x }
      let (a, b) = (points[index], points[index + 1])
      let share = a.y == b.y ? 0 : (a.y - y) / (a.y - b.y)
      return a.x + (b.x - a.x) * share
    }
  }
}

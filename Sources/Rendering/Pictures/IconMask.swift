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
}

/// Why the drawing of an icon's layer, which anybody may have made, is left out.
struct DrawingRefusal: Error {
  /// In words, without a full stop.
  let reason: String
}

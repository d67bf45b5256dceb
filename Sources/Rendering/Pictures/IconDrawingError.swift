/// An icon that has no pixels to be drawn.
///
/// Drawings get along without: they show a stand-in, and say so. It is thrown where somebody wants the pixels themselves,
/// as in a PNG.
public struct IconDrawingError: Error, CustomStringConvertible, Sendable {
  /// Why, without a full stop.
  public let reason: String

  init(reason: String) { self.reason = reason }

  /// What a person reads, without a full stop.
  public var description: String { "the icon cannot be drawn as pixels: \(reason)" }
}

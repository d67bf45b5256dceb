/// Why a drawing that anybody may have made is not shown: the kept file of a picture, or a layer of an icon.
public struct DrawingRefusal: Error {
  /// In words, without a full stop.
  public let reason: String
}

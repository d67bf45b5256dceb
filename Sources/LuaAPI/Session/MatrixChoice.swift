public import HomeScreenSimulator

/// Which cells of each `matrix` the person who runs the script wants.
public struct MatrixChoice: Sendable {
  /// Only cells of this model, where cells name one.
  public var model: DeviceModel?
  /// Only cells of this version, where cells name one.
  public var os: OSVersion?

  /// All cells, or those of a model and a version.
  public init(model: DeviceModel? = nil, os: OSVersion? = nil) {
    self.model = model
    self.os = os
  }

  /// Whether a cell is wanted that has these; nil for what it leaves open.
  func includes(model: DeviceModel?, os: OSVersion?) -> Bool {
    if let model, let wanted = self.model, model != wanted { return false }
    if let os, let wanted = self.os, os != wanted { return false }
    return true
  }

  /// `iPad, iOS 17.5`
  var text: String {
    [model?.name, os.map { "\((model ?? .iPhone).systemName($0)) \($0)" }].compactMap(\.self).joined(separator: ", ")
  }
}

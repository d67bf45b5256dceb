import HomeScreenSimulator
public import LuaAPI

/// Two devices on which the same scripts run.
public struct RunComparison: Sendable {
  /// What differs.
  public enum Axis: String, Sendable, CaseIterable {
    case os, device, locale

    /// What of a device it is.
    var field: DeviceDefaults.Fields {
      switch self {
      case .os: .os
      case .device: .model
      case .locale: .locale
      }
    }
  }

  /// What differs.
  public let axis: Axis
  /// As they were given.
  public let values: [String]
  /// What a device is that names nothing itself, for each of the ``values``.
  let defaults: [DeviceDefaults]

  /// Reads `os=26.0,26.1`.
  /// - Parameter base: what else devices are.
  /// - Throws: ``ComparisonError``, `SimulatorError`.
  public init(parsing text: String, base: DeviceDefaults) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let values =
      parts.count == 2 ? parts[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init) : []
    guard let axis = Axis(rawValue: String(parts.first ?? "")), values.count == 2, !values.contains("") else {
      throw ComparisonError(
        description: "--compare is written os=26.0,26.1, or the same with device or locale and two values")
    }
    self.axis = axis
    self.values = values
    defaults = try values.map { value in
      var defaults = base
      switch axis {
      case .os: defaults.os = try OSVersion(parsing: value)
      case .device: defaults.model = try DeviceModel(named: value)
      case .locale: defaults.locale = value
      }
      let (model, os) = (defaults.model ?? .iPhone, defaults.os ?? .newest)
      // Whether there is such a device is told before anything runs.
      _ = try Device(model: model, os: os, locale: defaults.locale ?? "en")
      return defaults
    }
  }
}

/// A comparison that cannot be.
public struct ComparisonError: Error, CustomStringConvertible {
  /// What a person reads, without a full stop.
  public let description: String
}

public import Simulator

/// What a device is that a script makes without saying it, as the person who runs the script wants it.
public struct DeviceDefaults: Sendable {
  public var model: DeviceModel?
  public var os: OSVersion?
  public var locale: String?

  public init(model: DeviceModel? = nil, os: OSVersion? = nil, locale: String? = nil) {
    self.model = model
    self.os = os
    self.locale = locale
  }
}

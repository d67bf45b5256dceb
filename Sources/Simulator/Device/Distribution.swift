/// How a build came onto the device.
public enum Distribution: String, Sendable, CaseIterable {
  /// Run from Xcode.
  case development
  case adHoc
  case enterprise
  case testFlight
  case appStore
}

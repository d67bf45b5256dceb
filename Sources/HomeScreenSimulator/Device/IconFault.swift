/// A fault of the system around icon changes that a scenario can choose (ICON-058). It shows only where it was seen; a
/// request on another system notes a quirk and goes its usual way.
public enum IconFault: String, Sendable, CaseIterable {
  case none
  /// Every request gets error 35 as long as this is set (ICON-047); iOS 26.1 and later.
  case busy
  /// The same until the device reboots, which sets ``none`` (ICON-051); iOS 26.1 and later.
  case busyUntilReboot
  /// After something modal has closed, the first request gets error 35 and the following ones 3072, until the app has
  /// left the system in peace for a second (ICON-050, ICON-200); iOS 26.1 and later.
  case afterModal
  /// The change takes effect without an alert, and the handler gets error 5 (ICON-052, ICON-053); only on the Simulator
  /// of iOS 26.1 and 26.2.
  case upcall

  /// Whether a system can have the fault; every one can have none.
  func occurs(on os: OSVersion, simulator: Bool) -> Bool {
    switch self {
    case .none: true
    case .busy, .busyUntilReboot, .afterModal: os >= .systemIconAlert
    case .upcall: simulator && os >= .systemIconAlert && os < OSVersion(26, 3)
    }
  }

  /// The fact behind it.
  var fact: FactID {
    switch self {
    case .none: "ICON-057"
    case .busy: "ICON-047"
    case .busyUntilReboot: "ICON-051"
    case .afterModal: "ICON-050"
    case .upcall: "ICON-052"
    }
  }
}

/// The part of the system that shows icon alerts, from iOS 26.1 on, as a request finds it.
enum IconAlertService: Equatable {
  case free
  /// An alert of the app is outstanding (ICON-046).
  case outstanding
  /// It refuses with error 35, for this reason: shortly after an alert or a launch, or a fault (ICON-047, ICON-051).
  case busy(FactID)
  /// Something modal has just closed; so many requests were refused since (ICON-050).
  case afterModal(refusals: Int)
}

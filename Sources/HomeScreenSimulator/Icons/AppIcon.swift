/// The icon of an installed app: the name that the system has stored, and what the Home Screen draws.
struct AppIcon: Hashable {
  /// The name in a cache that was not renewed.
  struct Stale: Hashable {
    let name: String?
    /// Why it was not: ICON-158 or ICON-159.
    let fact: FactID
  }

  /// The name that the system has stored (ICON-152); nil is the primary icon.
  private(set) var storedName: String?
  /// The name whose picture is shown: another than the stored one where missing artwork leaves the picture
  /// unchanged (ICON-123).
  private(set) var shownName: String?
  /// The Home Screen's own idea while its cache is stale (ICON-158); nil while it is not.
  private(set) var stale: Stale?
  /// Changes since the Home Screen drew the icon anew (ICON-159).
  private var changes = 0

  /// Stores a name. Gives whether it is another one than before, and whether it was not the first change.
  mutating func store(_ name: String?) -> (isChange: Bool, isLaterChange: Bool) {
    let isChange = name != storedName
    defer { if isChange { changes += 1 } }
    storedName = name
    return (isChange, isChange && changes > 0)
  }

  /// The name that is stored is also the one that is shown.
  mutating func show() { shownName = storedName }

  /// The Home Screen goes on to draw what it draws now.
  mutating func keepDrawn(because fact: FactID) {
    stale = stale ?? Stale(name: shownName, fact: fact)
  }

  /// The icons jiggle: that renews a cache of ICON-158, not one of ICON-159.
  mutating func jiggle() {
    if stale?.fact == "ICON-158" { stale = nil }
  }

  /// The Home Screen forgets what it has drawn: a reboot, a new installation.
  mutating func forgetDrawn() {
    stale = nil
    changes = 0
  }

  /// A new installation draws the icon anew.
  /// - Parameter keepsName: whether the stored name outlives it (ICON-153, ICON-154, ICON-156).
  mutating func install(keepsName: Bool) {
    if !keepsName { storedName = nil }
    shownName = nil
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path).stored", storedName)
    state.write("\(path).shown", shownName)
    state.write("\(path).stale", stale.map { $0.name ?? "primary" })
    state.write("\(path).hasChanged", isSet: changes > 0)
  }
}

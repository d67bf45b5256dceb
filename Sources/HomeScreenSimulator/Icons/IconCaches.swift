internal import AppPackages

/// What the places other than the Home Screen have drawn of an app and not renewed: caches of their own, which reports
/// tell of. They go by the app's bundle identifier, and outlive the app itself (ICON-247).
struct IconCaches {
  /// A picture that stays: which icon of which package it is.
  struct Kept {
    let name: String?
    let package: PreparedPackage
    /// Which fact let it stay.
    let fact: FactID
    /// When the place draws the icon anew by itself; nil: not before the device restarts.
    let end: VirtualTime?
  }

  private var kept: [String: [IconSurface: Kept]] = [:]

  /// The places that have a cache of their own.
  static let surfaces: [IconSurface] = [.switcher, .notification, .share, .settings]

  /// What such a place goes on to show of an app.
  subscript(identifier: String, surface: IconSurface, now now: VirtualTime) -> Kept? {
    guard let picture = kept[identifier]?[surface] else { return nil }
    if let end = picture.end, end <= now { return nil }
    return picture
  }

  /// The place keeps this picture, unless it keeps an older one.
  mutating func keep(_ picture: Kept, of identifier: String, on surface: IconSurface, now: VirtualTime) {
    if self[identifier, surface, now: now] == nil { kept[identifier, default: [:]][surface] = picture }
  }

  /// The place draws the app's icon anew.
  mutating func renew(_ surface: IconSurface, of identifier: String) {
    kept[identifier]?[surface] = nil
    if kept[identifier]?.isEmpty == true { kept[identifier] = nil }
  }

  /// A restart.
  mutating func renewAll() { kept = [:] }

  func write(to state: inout DeviceState, at path: String, now: VirtualTime) {
    for identifier in kept.keys.sorted() {
      for surface in Self.surfaces {
        guard let picture = self[identifier, surface, now: now] else { continue }
        let path = "\(path)[\(identifier)].\(surface.rawValue)"
        state.write(path, "\(picture.name ?? "primary") of \(picture.package.fingerprint)")
        if let end = picture.end { state.write("\(path).for", end - now) }
      }
    }
  }
}

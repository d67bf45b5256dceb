internal import AppPackages
import PropertyLists

/// Caches of the places that show an app's icon: what the conditions let them keep.
extension Device {
  /// Which fact lets a place keep its picture now: what the conditions say, and where the version has such a cache.
  private func staleness(of surface: IconSurface) -> FactID? {
    switch surface {
    case .switcher: conditions.staleSwitcherIcon ? "ICON-247" : nil
    case .notification: conditions.notificationIconDelay > 0 ? "ICON-248" : nil
    // It was seen up to 17, and looked for in vain on 18.
    case .share: conditions.staleShareIcon && os < .v18 ? "ICON-249" : nil
    case .settings: conditions.staleSettingsIcon ? "ICON-250" : nil
    case .home, .spotlight, .dock, .library, .appStore: nil
    }
  }

  /// What changes an app's icon.
  enum IconRenewal {
    case choice
    case update
    case removal
  }

  /// Before an app's icon changes: each place with a cache keeps what it shows, or is about to draw it anew.
  func renewCaches(of record: AppRecord, because cause: IconRenewal) {
    let identifier = record.bundleIdentifier
    for surface in IconCaches.surfaces {
      guard let fact = staleness(of: surface), cause != .removal || surface == .switcher else {
        iconCaches.renew(surface, of: identifier)
        continue
      }
      let end = surface == .notification ? scheduler.now + span(conditions.notificationIconDelay) : nil
      iconCaches.keep(
        IconCaches.Kept(name: record.icon.shownName, package: record.prepared, fact: fact, end: end), of: identifier,
        on: surface, now: scheduler.now)
      note(
        .quirk(.staleIcon), app: identifier,
        [TraceDetail.Field(.name, .init(record.icon.shownName)), TraceDetail.Field(.surface, surface)], fact: fact)
    }
  }

  /// The picture in the cache of a place that was not renewed; nil where there is none.
  func keptPicture(
    of record: AppRecord, on surface: IconSurface, appearance: IconAppearance
  ) -> IconPicture? {
    guard let kept = iconCaches[record.bundleIdentifier, surface, now: scheduler.now] else { return nil }
    let isCurrent =
      kept.package.fingerprint == record.prepared.fingerprint
      && kept.name.map { ExactText($0) } == record.icon.shownName.map { ExactText($0) }
    guard !isCurrent else { return nil }
    return IconPictureResolver(kept.package, model: model, os: os)
      .picture(of: kept.name, on: surface, appearance: appearance)
      .unchanged(because: .stale(surface, stored: record.icon.storedName, fact: kept.fact))
  }
}

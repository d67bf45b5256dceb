/// What the Home Screen shows.
extension Device {
  func pictureResolver(for record: AppRecord) -> IconPictureResolver {
    IconPictureResolver(record.prepared, model: model, os: os)
  }

  /// Draws the stored icon, or leaves the picture where missing artwork does so (ICON-123).
  func showIcon(of record: AppRecord) {
    let name = record.icon.storedName
    if name != nil, keepsPictureWithoutArtwork, !pictureResolver(for: record).hasArtwork(name) {
      note(
        .quirk(.pictureUnchanged), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: "ICON-123")
      return
    }
    record.icon.show()
    if record.icon.stale == nil {
      note(.icon(.shown), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))], fact: "ICON-173")
    }
  }

  /// The picture of an app on one of the places that show it.
  func picture(
    of record: AppRecord, on surface: IconSurface, appearance: IconAppearance = .light
  ) -> IconPicture {
    let resolver = pictureResolver(for: record)
    if surface == .home, let stale = record.icon.stale {
      return resolver.picture(of: stale.name, on: surface, appearance: appearance)
        .unchanged(because: .stale(stored: record.icon.storedName, fact: stale.fact))
    }
    let picture = resolver.picture(of: record.icon.shownName, on: surface, appearance: appearance)
    guard surface != .appStore, record.icon.shownName != record.icon.storedName else { return picture }
    return picture.unchanged(because: .unchanged(stored: record.icon.storedName))
  }

  /// The picture that an accepted request for `name` would lead to, on a device without faults.
  func picture(of record: AppRecord, on surface: IconSurface, after name: String?) -> IconPicture {
    let resolver = pictureResolver(for: record)
    guard surface != .appStore, name != nil, keepsPictureWithoutArtwork, !resolver.hasArtwork(name) else {
      return resolver.picture(of: name, on: surface)
    }
    var picture = resolver.picture(of: record.icon.shownName, on: surface)
    // What was looked for in vain says more than what stays.
    picture.reasons = resolver.picture(of: name, on: surface).reasons.dropLast() + picture.reasons.dropFirst()
    return picture.unchanged(because: .unchanged(stored: name))
  }

  private var keepsPictureWithoutArtwork: Bool {
    switch conditions.missingArtwork {
    case .unchanged: true
    case .placeholder: false
    case .byVersion: os < .v11
    }
  }
}

extension IconPicture {
  fileprivate func unchanged(because reason: IconPictureReason) -> IconPicture {
    var picture = self
    if !picture.isPlaceholder { picture.source = .unchanged }
    picture.reasons.append(reason)
    return picture
  }
}

internal import AppPackages
import PropertyLists

/// What the Home Screen shows.
extension Device {
  func pictureResolver(for record: AppRecord) -> IconPictureResolver {
    IconPictureResolver(record.prepared, model: model, os: os)
  }

  /// Draws the stored icon, or leaves the picture as it is (ICON-123, ICON-140).
  func showIcon(of record: AppRecord) {
    let name = record.icon.storedName
    if let kept = reasonToKeepPicture(of: record, for: name) {
      note(
        .quirk(.pictureUnchanged), app: record.bundleIdentifier, [TraceDetail.Field(.name, .init(name))],
        fact: kept.fact)
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
    if let kept = keptPicture(of: record, on: surface, appearance: appearance) { return kept }
    let resolver = pictureResolver(for: record)
    if surface == .home || surface == .dock, let stale = record.icon.stale {
      return resolver.picture(of: stale.name, on: surface, appearance: appearance)
        .unchanged(because: .stale(.home, stored: record.icon.storedName, fact: stale.fact))
    }
    let picture = resolver.picture(of: record.icon.shownName, on: surface, appearance: appearance)
    guard surface != .appStore, record.icon.shownName != record.icon.storedName else { return picture }
    let kept = reasonToKeepPicture(of: record, for: record.icon.storedName)
    return picture.unchanged(because: kept?.reason ?? .unchanged(stored: record.icon.storedName))
  }

  /// Why the Home Screen goes on with the picture that it has, though the name is stored; nil when it does not.
  func reasonToKeepPicture(
    of record: AppRecord, for name: String?
  ) -> (reason: IconPictureReason, fact: FactID)? {
    guard let name else { return nil }
    let key = record.prepared.icons(on: deviceClass).key
    if record.prepared.package.alternatesDeclaredTwice[key]?.contains(ExactText(name)) == true {
      return (.declaredTwice(name, key: key), "ICON-140")
    }
    if let reported = reportedReasonToKeep(of: record, for: name) { return reported }
    guard keepsPictureWithoutArtwork, !pictureResolver(for: record).hasArtwork(name) else { return nil }
    return (.unchanged(stored: name), "ICON-123")
  }

  /// What single reports tell, where the conditions say so: a name without a scale (ICON-257), a primary icon without a
  /// name (ICON-258).
  private func reportedReasonToKeep(
    of record: AppRecord, for name: String
  ) -> (reason: IconPictureReason, fact: FactID)? {
    if conditions.needsPrimaryIconName {
      let primary = record.prepared.icons(on: deviceClass).primaryArtwork
      if primary.files.isEmpty, primary.catalogName == nil { return (.primaryUnnamed(stored: name), "ICON-258") }
    }
    guard conditions.needsScaledNames else { return nil }
    let picture = pictureResolver(for: record).picture(of: name, on: .home)
    guard picture.source == .loose, let file = picture.file, !file.contains("@2x"), !file.contains("@3x") else {
      return nil
    }
    return (.unscaledName(name, file: file), "ICON-257")
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
  func unchanged(because reason: IconPictureReason) -> IconPicture {
    var picture = self
    if !picture.isPlaceholder { picture.source = .unchanged }
    picture.reasons.append(reason)
    return picture
  }
}

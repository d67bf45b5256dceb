import PropertyLists

/// The named sets of an asset catalog, whether they come from folders, from an Assets.car or from a script's table.
public struct AssetCatalog: Sendable, Equatable {
  /// In the order of their source.
  public var sets: [AssetSet]

  /// A catalog of these sets, which keep their order.
  public init(sets: [AssetSet] = []) { self.sets = sets }

  /// The first set of a name, of one kind or of any. Letter case counts.
  public func set(named name: String, kind: AssetSet.Kind? = nil) -> AssetSet? {
    sets.first { ExactText.isSame($0.name, name) && (kind == nil || $0.kind == kind) }
  }

  /// Names of all sets of a kind, in order.
  public func names(of kind: AssetSet.Kind) -> [String] { sets.filter { $0.kind == kind }.map(\.name) }

  /// Adds the sets of a further catalog of the same target behind the own ones.
  public mutating func append(_ other: AssetCatalog) { sets += other.sets }

  /// The app icon sets that a version of Xcode compiles, each name once, in order.
  ///
  /// Of a `.icon` and a `.appiconset` of one name Xcode 26 takes the `.icon`, if that is for iOS (ICON-151); an older
  /// Xcode does not know `.icon` at all (ICON-148).
  public func iconSets(for xcode: XcodeVersion) -> [AssetSet] {
    var chosen: [AssetSet] = []
    var places: [ExactText: Int] = [:]
    for set in sets where set.kind == .appIcon {
      guard xcode.readsIconComposer || !set.isIconComposer else { continue }
      if let place = places[ExactText(set.name)] {
        if set.iconComposer?.supportsIOS == true, !chosen[place].isIconComposer {
          chosen[place] = set
        } else if chosen[place].iconComposer?.supportsIOS == false, !set.isIconComposer {
          chosen[place] = set
        }
      } else {
        places[ExactText(set.name)] = chosen.count
        chosen.append(set)
      }
    }
    return chosen
  }

  /// The folders of app icon sets that a `.icon` for iOS of the same name replaces: what is in them is in no app.
  public func setsReplaced(for settings: IconBuildSettings) -> Set<String> {
    guard settings.xcodeVersion.readsIconComposer, !settings.keepsFallbacks else { return [] }
    let icons = Set(sets.filter { $0.iconComposer?.supportsIOS == true }.map { ExactText($0.name) })
    return Set(
      sets.filter { $0.kind == .appIcon && !$0.isIconComposer && icons.contains(ExactText($0.name)) }
        .compactMap(\.path))
  }

  /// The catalog as a version of Xcode compiles it: as ``iconSets(for:)`` chooses, all other sets as they are.
  public func compiled(by xcode: XcodeVersion) -> AssetCatalog {
    AssetCatalog(sets: iconSets(for: xcode) + sets.filter { $0.kind != .appIcon })
  }

  /// Sets of one name and kind, of which the build takes one only. A `.icon` beside a `.appiconset` is no such pair.
  public func duplicateWarnings() -> [PackageWarning] {
    var first: [ExactText: AssetSet] = [:]
    var warnings: [PackageWarning] = []
    for set in sets where set.kind == .appIcon || set.kind == .image {
      let key = ExactText("\(set.kind == .image) \(set.isIconComposer) \(set.name)")
      guard let earlier = first[key] else {
        first[key] = set
        continue
      }
      let kind = set.kind == .image ? "imagesets" : "app icon sets"
      warnings.append(
        PackageWarning(
          .duplicateSet, "“\(set.name)” is the name of several \(kind)", location: set.location,
          hint: earlier.location.map { "the one of \($0.file) counts; rename this one" }))
    }
    return warnings
  }
}

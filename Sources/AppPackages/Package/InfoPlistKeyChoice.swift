public import PropertyLists

/// Which variant of each key of an Info.plist a class of device reads: the one rule, whoever asks.
///
/// Keys are offered in the order of the list; of the variants of a key the one with the highest rank is taken (ICON-106).
struct InfoPlistKeyChoice {
  private let device: DeviceClass
  /// Of keys with a suffix only: a plain one has the lowest rank, and comes once.
  private var ranks: [ExactText: Int] = [:]

  init(for device: DeviceClass) { self.device = device }

  /// The plain key whose value `key` gives on this device; nil when it gives none, or a better variant came before.
  mutating func take(_ key: String) -> String? {
    let variant = InfoPlistKey(key)
    guard let rank = variant.rank(on: device) else { return nil }
    if variant.isSuffixed || !ranks.isEmpty {
      guard rank > ranks[ExactText(variant.base), default: variant.isSuffixed ? 0 : -1] else { return nil }
      if variant.isSuffixed { ranks[ExactText(variant.base)] = rank }
    }
    return variant.base
  }
}

extension PropertyListDictionary {
  /// The key of this Info.plist, as it is written, whose value such a device takes for `base`: `CFBundleIcons~ipad` on
  /// an iPad where it is there (ICON-106); nil when there is none.
  public func infoPlistKey(for base: String, on device: DeviceClass) -> String? {
    Work.count(count * 4)
    var choice = InfoPlistKeyChoice(for: device)
    var found: String?
    for key in keys where key.utf8.starts(with: base.utf8) {
      if let taken = choice.take(key), ExactText.isSame(taken, base) { found = key }
    }
    return found
  }
}

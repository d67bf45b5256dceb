import HomeScreenSimulator

/// The methods that the system calls on delegates, by all their names.
enum KnownSlots {
  /// Longer names are none of them, in bytes.
  static let longestName = 256

  static let callbacks = Set(AppCallback.allCases.map(\.slot))
  static let vocabulary = Vocabulary(AppCallback.allCases.map(\.slot))
  /// Slots by their selectors and Swift names; of two the first.
  static let callbackByForeignName: [String: String] = AppCallback.allCases.reduce(into: [:]) { result, callback in
    for name in [callback.selector, callback.swiftName] where result[name] == nil { result[name] = callback.slot }
  }

  /// Methods of UIKit that are not modelled.
  static let unmodelled = UnmodelledCallback.all.map { callback in
    (
      name: callback.slot, selector: callback.selector, owner: callback.owner,
      folded: Array(callback.slot.lowercased().utf8)
    )
  }

  /// The slots of all other kinds of classes.
  static func others(than kind: ClassKind) -> [(kind: ClassKind, slot: ClassKind.Slot)] { othersByKind[kind] ?? [] }

  private static let othersByKind: [ClassKind: [(kind: ClassKind, slot: ClassKind.Slot)]] = Dictionary(
    uniqueKeysWithValues: ClassKind.allCases.map { kind in
      (kind, ClassKind.allCases.filter { $0 != kind }.flatMap { other in other.slots.map { (other, $0) } })
    })
}

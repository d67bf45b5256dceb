import AppSources

extension DelegateSlot {
  /// Returns the slot that a function fills, by its exact name.
  static func filled(by function: Function) -> DelegateSlot? {
    let name = function.selector ?? function.written
    if older.contains(where: { $0.contains(name) }) { return .openURL }
    if function.selector != nil { return bySelector[name] }
    return bySwiftName[name] ?? (function.isAsync ? byAsyncName[name] : nil)
  }

  /// Returns how many newer names the slot has: the system calls an older one if the class has no newer one (LAUNCH-180).
  static func age(of function: Function) -> Int {
    let name = function.selector ?? function.written
    return older.firstIndex { $0.contains(name) }.map { $0 + 1 } ?? 0
  }

  /// The names that `application(_:open:options:)` had before, the newest first.
  private static let older: [Set<String>] = [
    ["application(_:open:sourceApplication:annotation:)", "application:openURL:sourceApplication:annotation:"],
    ["application(_:handleOpen:)", "application:handleOpenURL:"],
  ]

  private static let bySelector = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.selector, $0) })
  private static let bySwiftName = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.swiftName, $0) })
  private static let byAsyncName = Dictionary(
    DelegateSlot.allCases.compactMap { slot in slot.asyncName.map { ($0, slot) } },
    uniquingKeysWith: { first, _ in first })
}

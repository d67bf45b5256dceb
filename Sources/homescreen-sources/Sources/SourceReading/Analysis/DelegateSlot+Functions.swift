import AppSources

extension DelegateSlot {
  /// Returns the slot that a function fills, by its exact name.
  static func filled(by function: Function) -> DelegateSlot? {
    if let selector = function.selector { return bySelector[selector] }
    let written = function.written
    return bySwiftName[written] ?? (function.isAsync ? byAsyncName[written] : nil)
  }

  private static let bySelector = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.selector, $0) })
  private static let bySwiftName = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.swiftName, $0) })
  private static let byAsyncName = Dictionary(
    DelegateSlot.allCases.compactMap { slot in slot.asyncName.map { ($0, slot) } },
    uniquingKeysWith: { first, _ in first })
}

extension ModelledFacts {
  /// What the store checks of an upload: nothing of it happens on a device.
  static let storePending: [(id: FactID, status: FactStatus)] =
    FactLedger.all.filter { $0.ledger == "store-validation" }.map { ($0.id, .lint) }
}

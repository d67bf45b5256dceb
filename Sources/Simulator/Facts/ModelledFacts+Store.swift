extension ModelledFacts {
  /// What the store says of an upload: nothing on a device depends on it.
  static let storePending = [
    Pending(status: .lint, prefix: "STORE", numbers: Array(1...41))
  ]
}

/// How sure the ledger is of a fact.
public enum FactConfidence: String, Sendable, CaseIterable {
  /// Apple says so publicly.
  case documented
  /// Several developers report it.
  case observed
  /// One report.
  case reported
  /// No public source: the model's own choice, to be re-checked on a device.
  case assumed
}

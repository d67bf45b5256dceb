public import PropertyLists

/// The `NSCoder` of state restoration in an app without scenes: values by key, kept by the system (LAUNCH-056).
public final class StateCoder {
  /// The most keys that are kept.
  public static let maximumKeys = 1000

  public private(set) var values: PropertyListDictionary

  init(_ values: PropertyListDictionary = [:]) {
    self.values = values
  }

  /// Keeps a value under a key.
  ///
  /// - Throws: ``SimulatorError`` `too-many-items` beyond ``maximumKeys``.
  public func encode(_ value: PropertyListValue, forKey key: String) throws(SimulatorError) {
    guard values[key] != nil || values.entries.count < StateCoder.maximumKeys else {
      throw SimulatorError(
        .tooManyItems, "An app keeps \(StateCoder.maximumKeys) values for state restoration, and no more",
        hint: "Look for code that encodes without end.")
    }
    values[key] = value
  }
}

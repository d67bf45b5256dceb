import OrderedCollections

/// Strings by key, in the order of their source: build settings, the entries of a `.strings` file.
public struct StringTable: Sendable, Equatable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  private var entries: OrderedDictionary<String, String> = [:]

  /// No key at all.
  public init() {}

  /// Of two equal keys the later value counts, at the place of the first.
  public init(_ pairs: some Sequence<(String, String)>) {
    for (key, value) in pairs { entries[key] = value }
  }

  /// `["PRODUCT_NAME": "ChangeIcon"]`; of two equal keys the later value counts, at the place of the first.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// The string of a key; nil when there is none. A new key gets the last place, setting nil removes the key.
  public subscript(key: String) -> String? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// In the order of their source.
  public var keys: [String] { Array(entries.keys) }
  /// The position of the first key, 0.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { entries.count }
  /// The key at a position with its string; the position must exist.
  public subscript(position: Int) -> (key: String, value: String) { entries.elements[position] }
}

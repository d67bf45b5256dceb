import OrderedCollections

/// Strings by key, in the order of their source: build settings, the entries of a `.strings` file.
public struct StringTable: Sendable, Equatable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  private var entries: OrderedDictionary<String, String> = [:]

  public init() {}

  /// Of two equal keys the later value counts, at the place of the first.
  public init(_ pairs: some Sequence<(String, String)>) {
    for (key, value) in pairs { entries[key] = value }
  }

  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  public subscript(key: String) -> String? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  public var keys: [String] { Array(entries.keys) }
  public var startIndex: Int { 0 }
  public var endIndex: Int { entries.count }
  public subscript(position: Int) -> (key: String, value: String) { entries.elements[position] }
}

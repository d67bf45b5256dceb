import OrderedCollections
import PropertyLists

/// What `xx.lproj/InfoPlist.strings` says, by language.
public struct LocalizedInfo: Sendable, Equatable {
  private var tables: [(language: String, strings: StringTable)] = []

  /// No language at all.
  public init() {}

  /// Languages as their folders are named (`en`, `zh-Hans`, `Base`), sorted by their bytes.
  public var languages: [String] { tables.map(\.language) }

  /// Whether there is no language; one whose table is empty counts.
  public var isEmpty: Bool { tables.isEmpty }

  /// The strings of exactly this language.
  public subscript(language: String) -> StringTable? {
    get {
      let index = lowerBound(language)
      return index < tables.count && ExactText.isSame(tables[index].language, language) ? tables[index].strings : nil
    }
    set {
      let index = lowerBound(language)
      let exists = index < tables.count && ExactText.isSame(tables[index].language, language)
      switch (newValue, exists) {
      case (let strings?, true): tables[index].strings = strings
      case (let strings?, false): tables.insert((language, strings), at: index)
      case (nil, true): tables.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// The place of the first language that does not come before this one.
  private func lowerBound(_ language: String) -> Int {
    tables.partitioningIndex { !ExactText.precedes($0.language, language) }
  }

  private static let longestName = 255

  /// The localisation that serves a list of preferred languages: the first of them that is there, exactly or without
  /// its region and script (`zh-Hans-CN`, `zh-Hans`, `zh`), else the fall-back, else nil.
  ///
  /// A text that is longer than any language's name is compared as a whole only.
  public func bestLanguage(for preferred: [String], fallback: String? = nil) -> String? {
    for language in preferred + [fallback].compactMap({ $0 }) {
      var candidate = language.replacing("_", with: "-")[...]
      while true {
        Work.count(tables.count * 8)
        if let found = languages.first(where: { $0.replacing("_", with: "-") == candidate }) { return found }
        guard language.utf8.count <= Self.longestName, let dash = candidate.lastIndex(of: "-") else { break }
        candidate = candidate[..<dash]
      }
    }
    return nil
  }

  /// Equal when both have the same languages with the same strings, in the same order.
  public static func == (left: LocalizedInfo, right: LocalizedInfo) -> Bool {
    left.tables.elementsEqual(right.tables) { $0 == $1 }
  }
}

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

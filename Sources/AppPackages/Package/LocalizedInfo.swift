import OrderedCollections
import PropertyLists

/// The strings in `xx.lproj/InfoPlist.strings`, by language.
public struct LocalizedInfo: Sendable, Equatable {
  private var tables: [(language: String, hyphenated: String, strings: StringTable)] = []

  /// The string catalog that all the languages come from; nil if any language has a separate file.
  package internal(set) var catalog: Catalog?

  /// A string catalog, `InfoPlist.xcstrings`.
  package struct Catalog: Sendable, Equatable {
    /// The path in the tree of the package.
    package let path: String
    /// The language of the keys.
    package let sourceLanguage: String?
  }

  /// Creates a value without languages.
  public init() {}

  /// The languages as their folders are named (`en`, `zh-Hans`, `Base`), sorted bytewise.
  public var languages: [String] { tables.map(\.language) }

  /// Whether the value has no languages; a language with an empty table counts.
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
      case (let strings?, false):
        tables.insert((language, language.replacing("_", with: "-"), strings), at: index)
      case (nil, true): tables.remove(at: index)
      case (nil, false): break
      }
    }
  }

  /// Returns the index of the first language that does not precede this one.
  private func lowerBound(_ language: String) -> Int {
    tables.partitioningIndex { !ExactText.precedes($0.language, language) }
  }

  private static let longestName = 255

  /// Returns the localisation for a list of preferred languages: the first available one, exactly or without its region
  /// and script (`zh-Hans-CN`, `zh-Hans`, `zh`), otherwise the fallback, otherwise nil. `zh-CN` is an older name of
  /// `zh-Hans`, and `zh-TW` of `zh-Hant` (QUICK-028).
  ///
  /// A text longer than any language's name is only compared as a whole.
  public func bestLanguage(for preferred: [String], fallback: String? = nil) -> String? {
    for language in preferred + [fallback].compactMap({ $0 }) {
      var candidate = language.replacing("_", with: "-")[...]
      while true {
        Work.count(tables.count * 8)
        if let found = tables.first(where: { $0.hyphenated == candidate }) { return found.language }
        let names = Self.chinese(candidate)
        if let found = tables.first(where: { names.contains($0.hyphenated) }) { return found.language }
        guard language.utf8.count <= Self.longestName, let dash = candidate.lastIndex(of: "-") else { break }
        candidate = candidate[..<dash]
      }
    }
    return nil
  }

  /// Returns the names of the Chinese that a tag with a script or region means; none for other languages.
  private static func chinese(_ tag: Substring) -> [String] {
    switch tag {
    case "zh-Hans", "zh-CN", "zh-SG": ["zh-Hans", "zh-CN"]
    case "zh-Hant", "zh-TW", "zh-HK", "zh-MO": ["zh-Hant", "zh-TW"]
    default: []
    }
  }

  /// Returns whether both have the same languages with the same strings, in the same order.
  public static func == (left: LocalizedInfo, right: LocalizedInfo) -> Bool {
    left.tables.elementsEqual(right.tables) { $0 == $1 }
  }
}

/// Strings by key, in source order: build settings, the entries of a `.strings` file.
public struct StringTable: Sendable, Equatable, ExpressibleByDictionaryLiteral, RandomAccessCollection {
  private var entries: OrderedDictionary<String, String> = [:]

  /// Creates an empty table.
  public init() {}

  /// Creates a table; for equal keys, the later value applies, at the position of the first.
  public init(_ pairs: some Sequence<(String, String)>) { for (key, value) in pairs { entries[key] = value } }

  /// Creates a table from `["PRODUCT_NAME": "ChangeIcon"]`; equal keys are treated as in the other initializer.
  public init(dictionaryLiteral elements: (String, String)...) { self.init(elements) }

  /// The string for a key; nil if there is none. A new key is appended; setting nil removes the key.
  public subscript(key: String) -> String? {
    get { entries[key] }
    set { entries[key] = newValue }
  }

  /// The keys in source order.
  public var keys: [String] { Array(entries.keys) }
  /// The position of the first key, 0.
  public var startIndex: Int { 0 }
  /// The number of keys.
  public var endIndex: Int { entries.count }
  /// The key and string at a position, which must exist.
  public subscript(position: Int) -> (key: String, value: String) { entries.elements[position] }
}

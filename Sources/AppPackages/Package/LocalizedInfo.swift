/// What `xx.lproj/InfoPlist.strings` says, by language.
public struct LocalizedInfo: Sendable, Equatable {
  private var tables: [(language: String, strings: StringTable)] = []

  public init() {}

  /// Languages as their folders are named (`en`, `zh-Hans`, `Base`), sorted by their bytes.
  public var languages: [String] { tables.map(\.language) }

  public var isEmpty: Bool { tables.isEmpty }

  /// The strings of exactly this language.
  public subscript(language: String) -> StringTable? {
    get { tables.first { $0.language == language }?.strings }
    set {
      tables.removeAll { $0.language == language }
      guard let newValue else { return }
      tables.append((language, newValue))
      tables.sort { FileTreePath.precedes($0.language, $1.language) }
    }
  }

  /// The localisation that serves a list of preferred languages: the first of them that is there, exactly or without
  /// its region and script (`zh-Hans-CN`, `zh-Hans`, `zh`), else the fall-back, else nil.
  public func bestLanguage(for preferred: [String], fallback: String? = nil) -> String? {
    for language in preferred + [fallback].compactMap({ $0 }) {
      var candidate = language.replacing("_", with: "-")[...]
      while true {
        if let found = languages.first(where: { $0.replacing("_", with: "-") == candidate }) { return found }
        guard let dash = candidate.lastIndex(of: "-") else { break }
        candidate = candidate[..<dash]
      }
    }
    return nil
  }

  public static func == (left: LocalizedInfo, right: LocalizedInfo) -> Bool {
    left.tables.elementsEqual(right.tables) { $0 == $1 }
  }
}

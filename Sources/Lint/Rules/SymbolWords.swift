internal import CEmbedded

/// The words in names of SF Symbols, such as `pencil` in `square.and.pencil`. Newer symbols mostly use the same words,
/// so a name with another one is probably misspelt.
package enum SymbolWords {
  /// Returns the words of a name that are not in any known symbol.
  package static func unknown(in name: String) -> [String] {
    name.split(separator: ".").map(String.init).filter { word in
      !known.contains(word) && !word.allSatisfy(\.isNumber)
    }
  }

  /// The words of the symbols up to iOS 17.4, and of some later ones.
  private static let known = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let text = String(cString: hs_symbol_words())
}

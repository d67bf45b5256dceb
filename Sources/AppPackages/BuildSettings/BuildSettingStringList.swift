/// A build setting that is a list: words between white space, as Xcode splits them.
///
/// Quotes of both kinds hold a word with spaces together, and a backslash takes the next character as it is. Commas mean
/// nothing: `"og, joy"` are the words `og,` and `joy`.
public struct BuildSettingStringList: Sendable, Equatable {
  /// In order, without the quotes and backslashes that held them together.
  public var words: [String]

  /// Splits the value of a setting; a quote that is never closed reaches to the end.
  public init(_ text: String) {
    words = []
    var word = ""
    var isInWord = false
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        word.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if scalar == open { quote = nil } else { word.unicodeScalars.append(scalar) }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
        isInWord = true
      } else if [" ", "\t", "\n", "\r"].contains(scalar) {
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
      } else {
        word.unicodeScalars.append(scalar)
        isInWord = true
      }
    }
    if isInWord { words.append(word) }
  }
}

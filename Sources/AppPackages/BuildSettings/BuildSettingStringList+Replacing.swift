import PropertyLists

extension BuildSettingStringList {
  /// The text of a list with another word in place of one of its own; quotes, blanks and all other words stay. nil when
  /// the list has no such word.
  package static func replacing(_ word: String, with new: String, in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\r"]
    var output = String.UnicodeScalarView()
    var isReplaced = false
    var position = 0
    while position < scalars.count {
      guard !blanks.contains(scalars[position]) else {
        output.append(scalars[position])
        position += 1
        continue
      }
      let end = self.end(ofWordAt: position, in: scalars, blanks)
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[position..<end])
      position = end
      if BuildSettingStringList(String(piece)).words.elementsEqual([word], by: ExactText.isSame) {
        isReplaced = true
        output.append(contentsOf: written(new, like: piece).unicodeScalars)
      } else {
        output.append(contentsOf: piece)
      }
    }
    return isReplaced ? String(output) : nil
  }

  /// Behind a word with its quotes, as ``init(_:)`` splits them.
  private static func end(
    ofWordAt start: Int, in scalars: [Unicode.Scalar], _ blanks: Set<Unicode.Scalar>
  ) -> Int {
    var position = start
    var quote: Unicode.Scalar?
    while position < scalars.count {
      let scalar = scalars[position]
      if scalar == "\\" {
        position += 1
      } else if let open = quote {
        if scalar == open { quote = nil }
      } else if scalar == "\"" || scalar == "'" {
        quote = scalar
      } else if blanks.contains(scalar) {
        break
      }
      position += 1
    }
    return min(position, scalars.count)
  }

  /// In the quotes in which the old word stood, where the new one fits between them.
  private static func written(_ new: String, like old: String.UnicodeScalarView) -> String {
    let plain = new.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "'" && $0 != "\\" }
    guard plain, let quote = old.first, quote == "\"" || quote == "'", old.last == quote else {
      return BuildSettings.text(of: [new])
    }
    return "\(quote)\(new)\(quote)"
  }
}

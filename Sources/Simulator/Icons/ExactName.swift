/// A name that is compared byte for byte, without folding of case or Unicode (ICON-026).
struct ExactName: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactName, right: ExactName) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

import Platform
import PropertyLists

/// The files of one set by name.
struct SetFiles {
  /// In the order of bytes.
  let names: [String]
  private let files: [ExactText: FileTreeWalk.File]
  /// By what names fold to; only somebody who looks for a name in vain needs it.
  private lazy var folded = Dictionary(names.map { (LetterCase.folded($0), $0) }) { first, _ in first }

  init(_ files: [FileTreeWalk.File]) {
    names = files.map { FileTreePath.lastComponent($0.path) }
    self.files = Dictionary(zip(names.map(ExactText.init), files)) { first, _ in first }
  }

  func file(named name: String) -> FileTreeWalk.File? { files[ExactText(name)] }

  /// The name of a file that the usual disk of a Mac takes for `name`, which no file has exactly.
  mutating func respelling(of name: String) -> String? { folded[LetterCase.folded(name)] }

  /// What to do about a name that no file has.
  func advice(for name: String) -> String {
    name.utf8.contains(UInt8(ascii: "/"))
      ? "a slot must name a file in its folder, without a path" : "add the file, or remove its name"
  }
}

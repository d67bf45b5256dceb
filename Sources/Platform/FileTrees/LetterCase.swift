/// Names that differ in letter case, or in how their accents are written, are one name on the usual disk of a Mac, and
/// two on every other.
package enum LetterCase {
  /// What two names have in common that such a disk takes for one. Strings of Swift are equal in every Unicode form.
  package static func folded(_ name: String) -> String { name.lowercased() }
}

import TestSupport

extension Repository {
  /// The fact IDs in a text.
  static func factIDs(in text: String) -> Set<String> {
    Set(text.matches(of: /\b(?:ICON|LAUNCH|QUICK|STORE)-[0-9]{3}\b/).map { String($0.output) })
  }
}

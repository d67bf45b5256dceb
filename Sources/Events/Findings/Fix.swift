public import PropertyLists

/// A change of files that mends what a finding is about.
public struct Fix: Sendable, Equatable {
  /// Whether the change can be made without asking.
  public enum Safety: String, Sendable, CaseIterable {
    /// There is one right answer.
    case safe
    /// It guesses what was meant; a person looks at it.
    case unsafe
  }

  /// One change of one file.
  public enum Edit: Sendable, Equatable {
    /// Sets a value of a property list, making the dictionaries on the way; comments, order and format stay.
    case set([PropertyListStep], PropertyListValue, file: String)
    /// Removes a value of a property list.
    case remove([PropertyListStep], file: String)
    /// Removes the earlier pairs of a key that a dictionary holds more than once; the steps lead to the dictionary.
    case removeRepeats(of: String, in: [PropertyListStep], file: String)
    /// Writes one word in place of another in the list that begins at exactly this place: the value of a build setting in
    /// a project, or the line of an xcconfig file. Quotes and all other words stay.
    case replace(String, with: String, at: SourceLocation)

    /// The file, as the package names it.
    public var file: String {
      switch self {
      case .set(_, _, let file), .remove(_, let file), .removeRepeats(_, _, let file): file
      case .replace(_, _, let place): place.file
      }
    }
  }

  /// Whether it needs to be asked for by name.
  public var safety: Safety
  /// What it does, as an order: `Repeat the alternates under CFBundleIcons~ipad`.
  public var summary: String
  /// The changes, made together or not at all.
  public var edits: [Edit]

  /// A change of one or several files.
  public init(_ safety: Safety, _ summary: String, _ edits: [Edit]) {
    self.safety = safety
    self.summary = summary
    self.edits = edits
  }
}

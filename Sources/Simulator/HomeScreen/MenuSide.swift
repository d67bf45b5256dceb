/// A side of the menu. The raw values are the names that scripts use.
public enum MenuSide: String, Sendable, CaseIterable {
  case left
  case right
}

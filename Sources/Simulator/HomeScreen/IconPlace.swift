/// Where an icon is: rows and columns count from 1, from the top left (QUICK-118).
public enum IconPlace: Sendable, Hashable {
  case grid(page: Int, row: Int, column: Int)
  case dock(column: Int)
}

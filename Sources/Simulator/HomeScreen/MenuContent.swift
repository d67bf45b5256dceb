/// The menu of an icon as the device keeps it.
final class MenuContent {
  let record: AppRecord
  /// From top to bottom.
  let rows: [MenuRowContent]
  /// It opens upward: the first item is the lowest row (QUICK-071).
  let opensUpward: Bool
  /// On which side of the texts the icons are (QUICK-072).
  let iconSide: MenuSide
  /// The Today widget above the rows (QUICK-011).
  let widget: String?

  init(record: AppRecord, rows: [MenuRowContent], opensUpward: Bool, iconSide: MenuSide, widget: String?) {
    self.record = record
    self.rows = rows
    self.opensUpward = opensUpward
    self.iconSide = iconSide
    self.widget = widget
  }
}

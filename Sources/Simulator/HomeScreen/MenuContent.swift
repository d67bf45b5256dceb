/// The menu of an icon as the device keeps it.
final class MenuContent {
  let record: AppRecord
  let rows: [MenuRowContent]

  init(record: AppRecord, rows: [MenuRowContent]) {
    self.record = record
    self.rows = rows
  }
}

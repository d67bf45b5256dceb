/// What the page of a run may still take, in bytes or in rows.
struct PageRoom {
  var rows = 250_000
  var rowBytes = 32 << 20
  var details = 8 << 20
  var steps = 16 << 20
  var output = 256 << 10
  var console = 64 << 10
  var notes = 1_000
  var pictures = 8 << 20

  /// What is kept free for failures.
  static let reserved = PageRoom(rows: 50_000, rowBytes: 8 << 20)

  /// What there was no room for, to be said at the end of its list; nil for nothing.
  static func leftOut(_ count: Int, _ one: String, _ many: String) -> String? {
    count == 0 ? nil : "… \(count) more \(count == 1 ? one : many) left out: the page is too large"
  }
}

/// One `it`, or a `pending`.
struct Spec {
  let name: String
  /// Its function's number in the list of the file's scenarios; nil: pending.
  let body: Int64?
  /// Where it stands.
  let line: Int?
  /// The cell of the matrix that it was made for, where its block has another one.
  let cell: String?
}

/// What a state takes from the world outside: where `print` and `io.write` go, which time it is, who hears of what is not
/// deterministic. A state without one prints nothing and stands at the epoch.
public protocol LuaWorld: AnyObject {
  /// One call of `print` (no line end).
  func print(_ text: String)
  /// Bytes that `io.write` was given; a line may come in pieces.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// The virtual clock in milliseconds since 1970, behind `os.time`, `os.date` and `os.clock`.
  var millisecondsSince1970: Int64 { get }
  /// The script depends on something that is not deterministic; `text` says what, in one sentence.
  func note(_ text: String)
}

import LuaEngine

/// One `it`, or a `pending`.
struct Spec {
  let name: String
  /// nil: pending.
  let body: LuaReference?
  /// `file:line`.
  let place: String?
  /// Why it is pending.
  let reason: String?

  var line: Int? {
    place.flatMap { place in place.lastIndex(of: ":").flatMap { Int(place[place.index(after: $0)...]) } }
  }
}

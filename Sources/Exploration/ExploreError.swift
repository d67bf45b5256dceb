import LuaAPI
import LuaEngine

/// An exploration that cannot begin, or an app whose definition is wrong.
public struct ExploreError: Error, CustomStringConvertible {
  /// What a person reads.
  public let description: String
  /// The file was not there.
  public let isMissingInput: Bool
  /// The file runs, and there is nothing in it to explore.
  public let isEmpty: Bool

  init(_ description: String, isMissingInput: Bool = false, isEmpty: Bool = false) {
    self.description = description
    self.isMissingInput = isMissingInput
    self.isEmpty = isEmpty
  }

  /// What any error says: what Lua raised with its place, as far as that is one that a person can go to.
  static func text(of error: any Error) -> String {
    guard let error = error as? LuaError else { return "\(error)" }
    return (place(of: error).map { "\($0): " } ?? "") + error.message
  }

  private static func place(of error: LuaError) -> LuaError.Place? {
    guard let place = error.place, isOurs(place) else { return error.place }
    return error.traceback.lazy.compactMap { LuaError.Place(parsing: $0) }.first { !isOurs($0) }
  }

  /// The chunks that explorations run themselves.
  static let chunkName = "=[homescreen]/explore"

  /// Of the module that definitions are made with: it is inside the executable.
  private static let module = "homescreen/explore.lua"

  private static func isOurs(_ place: LuaError.Place) -> Bool {
    ErrorAdvice.isHidden(place.file) || place.file == module
  }
}

internal import LuaAPI
internal import LuaEngine

/// What is known of an expression before it runs.
struct Meaning {
  /// The value itself, where a name or a field leads to it.
  var live: LiveValue?
  var type: DeclaredType = .any
  /// The name of the API that it is.
  var entry: APIEntry?

  init(live: LiveValue? = nil, type: DeclaredType = .any, entry: APIEntry? = nil) {
    self.live = live
    self.type = type
    self.entry = entry
  }

  /// A value that was found.
  init(_ live: LiveValue) {
    self.live = live
    if let type = live.type {
      self.type = .object(type.className)
    } else {
      switch live.kind {
      case .string, .number, .boolean, .table: type = .plain(live.kind.rawValue)
      case .nil, .function, .userdata, .thread: break
      }
    }
    entry = live.functionName.flatMap { Explanation.entry(named: $0) }
  }

  /// The classes of the API that it can be of.
  var types: [APIType] { type.classNames.compactMap { APICatalog.homescreen.type(ofClass: $0) } }

  var isString: Bool { live?.kind == .string || type.holds("string") || !type.words.isEmpty }
}

import LuaEngine

/// A `describe` block: its hooks, scenarios and inner blocks, in the order they were written.
final class SpecBlock {
  enum Item {
    case block(SpecBlock)
    case spec(SpecList.Index)
  }

  let name: String
  weak var parent: SpecBlock?
  var items: [Item] = []
  var setups: [LuaReference] = []
  var teardowns: [LuaReference] = []
  var beforeEach: [LuaReference] = []
  var afterEach: [LuaReference] = []

  init(name: String, parent: SpecBlock?) {
    self.name = name
    self.parent = parent
  }

  /// The blocks from the outermost to this one, the file's own nameless block left out.
  var path: [SpecBlock] { (parent?.path ?? []) + (parent == nil ? [] : [self]) }

  /// Names of ``path``.
  var names: [String] { path.map(\.name) }

  /// This block and those around it, the innermost first.
  var chain: [SpecBlock] { [self] + (parent?.chain ?? []) }
}

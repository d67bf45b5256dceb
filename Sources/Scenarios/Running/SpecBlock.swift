import LuaAPI
import LuaEngine

/// A function that runs around scenarios.
struct SpecHook {
  /// As it was written.
  let word: SpecWord
  let function: LuaReference
  let line: Int?
}

/// A `describe` block, or a whole file: what its body defined, in the order in which it was written.
final class SpecBlock {
  enum Item {
    case block(SpecBlock)
    case scenario(SpecList.Index)
    /// It has run: nothing of it is kept.
    case done
  }

  /// The names of the blocks around it and its own; none for a file.
  let names: [String]
  /// nil: the file.
  let word: SpecWord?
  let line: Int?
  /// The cell of the matrix that it was made for.
  let cell: String?
  weak var parent: SpecBlock?
  /// nil until a body is given, and when it has run.
  var body: LuaReference?

  var items: [Item] = []
  var beforeEach: [SpecHook] = []
  var afterEach: [SpecHook] = []
  var setups: [SpecHook] = []
  var teardowns: [SpecHook] = []
  var lazySetups: [SpecHook] = []
  var lazyTeardowns: [SpecHook] = []
  /// How the lazy setups ended; nil before the first scenario.
  var lazySetupSucceeded: Bool?
  /// The seed of the order of its items; nil: as they were written.
  var orderSeed: UInt64?
  /// What `insulate` puts back when the block has ended.
  var snapshot: BlockEnvironments.Snapshot?
  /// What each of its scenarios may use up.
  var limits = SpecLimits()
  /// Its globals, from when its body runs.
  var globals: BlockEnvironments.Level?

  init(
    names: [String] = [], word: SpecWord? = nil, line: Int? = nil, cell: String? = nil, parent: SpecBlock? = nil,
    body: LuaReference? = nil
  ) {
    self.names = names
    self.word = word
    self.line = line
    self.cell = cell
    self.parent = parent
    self.body = body
  }

  /// This block and those around it, the innermost first.
  var chain: [SpecBlock] { [self] + (parent?.chain ?? []) }

  /// What a scenario of it may use up.
  /// - Parameter outer: where no block says anything.
  func limits(within outer: SpecLimits) -> SpecLimits { limits.within(parent?.limits(within: outer) ?? outer) }

  /// How many blocks are around it.
  var depth: Int { (parent?.depth ?? -1) + 1 }
}

/// The named sets of an asset catalog, whether they come from a folder, from an Assets.car or from a script's table.
public struct AssetCatalog: Sendable, Equatable {
  /// In the order of their source.
  public var sets: [AssetSet]

  public init(sets: [AssetSet] = []) { self.sets = sets }

  /// The first set of a name, of one kind or of any. Letter case counts.
  public func set(named name: String, kind: AssetSet.Kind? = nil) -> AssetSet? {
    sets.first { FileTreePath.isSame($0.name, name) && (kind == nil || $0.kind == kind) }
  }

  /// Names of all sets of a kind, in order.
  public func names(of kind: AssetSet.Kind) -> [String] { sets.filter { $0.kind == kind }.map(\.name) }
}

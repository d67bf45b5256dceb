public import LuaEngine

/// Follows every Swift object that comes into a state, without keeping any of them alive.
public final class Canaries {
  private struct Bird {
    weak var object: AnyObject?
    let kind: String
  }

  private var birds: [Bird] = []
  /// The types that were seen.
  public private(set) var kinds: Set<String> = []

  /// - Parameter state: from now on its objects are followed.
  public init(in state: LuaState) {
    state.witness = { [unowned self] object in watch(object) }
    watch(state)
  }

  public func watch(_ object: AnyObject) {
    let kind = String(describing: type(of: object))
    kinds.insert(kind)
    birds.append(Bird(object: object, kind: kind))
    // A long program makes many; those that are gone need not be remembered.
    if birds.count > 50_000 { birds.removeAll { $0.object == nil } }
  }

  /// The types of those that are still there, with how many there are, ascending.
  public var alive: [String] {
    var counts: [String: Int] = [:]
    for bird in birds where bird.object != nil { counts[bird.kind, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
  }
}

package import LuaEngine

/// Follows every Swift object that comes into a state, without keeping any of them alive.
package final class Canaries {
  private struct Bird {
    weak var object: AnyObject?
    let type: ObjectIdentifier
  }

  private var birds: [Bird] = []
  /// Those of each type that are kept alive.
  private var samples: [ObjectIdentifier: [AnyObject]] = [:]
  /// The names of the types that were seen; asking for one is slow.
  private var names: [ObjectIdentifier: String] = [:]
  /// So many of the first objects of each type are kept alive until ``takeSamples()``.
  package var samplesPerKind = 0

  /// - Parameter state: from now on its objects are followed.
  package init(in state: LuaState) {
    state.objectObserver = { [unowned self] object in watch(object) }
    watch(state)
  }

  /// Follows an object until it is released.
  package func watch(_ object: AnyObject) {
    let type = ObjectIdentifier(type(of: object))
    if names[type] == nil { names[type] = String(describing: Swift.type(of: object)) }
    birds.append(Bird(object: object, type: type))
    if samplesPerKind > 0, samples[type, default: []].count < samplesPerKind {
      samples[type, default: []].append(object)
    }
    // A long program makes many; those that are gone need not be remembered.
    if birds.count > 50_000 { birds.removeAll { $0.object == nil } }
  }

  /// The names of the types that were seen.
  package var kinds: Set<String> { Set(names.values) }

  /// Gives away the objects that were kept alive, by the names of their types.
  package func takeSamples() -> [AnyObject] {
    defer {
      samples = [:]
      samplesPerKind = 0
    }
    return samples.sorted { names[$0.key, default: ""] < names[$1.key, default: ""] }.flatMap(\.value)
  }

  /// The types of those that are still there, with how many there are, ascending.
  package var alive: [String] {
    var counts: [String: Int] = [:]
    for bird in birds where bird.object != nil { counts[names[bird.type, default: ""], default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
  }
}

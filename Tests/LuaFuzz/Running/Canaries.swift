package import LuaEngine

/// Tracks every Swift object that enters a state, without retaining any.
package final class Canaries {
  private struct Bird {
    weak var object: AnyObject?
    let type: ObjectIdentifier
  }

  private var birds: [Bird] = []
  /// The retained objects of each type.
  private var samples: [ObjectIdentifier: [AnyObject]] = [:]
  /// The names of the seen types; reading one is slow.
  private var names: [ObjectIdentifier: String] = [:]
  /// The number of objects of each type that are retained until ``takeSamples()``.
  package var samplesPerKind = 0

  /// - Parameter state: The state whose objects are tracked from now on.
  package init(in state: LuaState) {
    state.objectObserver = { [unowned self] object in watch(object) }
    watch(state)
  }

  /// Tracks an object until it is released.
  package func watch(_ object: AnyObject) {
    let type = ObjectIdentifier(type(of: object))
    if names[type] == nil { names[type] = String(describing: Swift.type(of: object)) }
    birds.append(Bird(object: object, type: type))
    if samplesPerKind > 0, samples[type, default: []].count < samplesPerKind {
      samples[type, default: []].append(object)
    }
    // A long program creates many; released ones are dropped.
    if birds.count > 50_000 { birds.removeAll { $0.object == nil } }
  }

  /// The names of the seen types.
  package var kinds: Set<String> { Set(names.values) }

  /// Returns and releases the retained objects, ordered by type name.
  package func takeSamples() -> [AnyObject] {
    defer {
      samples = [:]
      samplesPerKind = 0
    }
    return samples.sorted { names[$0.key, default: ""] < names[$1.key, default: ""] }.flatMap(\.value)
  }

  /// The types of living objects with their counts, ascending.
  package var alive: [String] {
    var counts: [String: Int] = [:]
    for bird in birds where bird.object != nil { counts[names[bird.type, default: ""], default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
  }
}

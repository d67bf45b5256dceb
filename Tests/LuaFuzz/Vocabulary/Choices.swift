import TestSupport

/// The random decisions of a program: equal for equal seeds on every machine.
struct Choices {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  /// Returns true in this percentage of calls.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns a random element, weighted.
  mutating func pick<Element>(weighted elements: [(weight: Int, element: Element)]) -> Element {
    var left = below(elements.reduce(0) { $0 + $1.weight })
    for (weight, element) in elements {
      if left < weight { return element }
      left -= weight
    }
    return elements[0].element
  }
}

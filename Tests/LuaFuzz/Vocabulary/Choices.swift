import TestSupport

/// The decisions behind a program: the same ones for the same seed, on every machine.
struct Choices {
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  /// True so many times of a hundred.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// An element, each as often as its weight says.
  mutating func pick<Element>(weighted elements: [(weight: Int, element: Element)]) -> Element {
    var left = below(elements.reduce(0) { $0 + $1.weight })
    for (weight, element) in elements {
      if left < weight { return element }
      left -= weight
    }
    return elements[0].element
  }
}

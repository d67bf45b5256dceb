/// The files or folders of a target, and the types of others that they name.
struct SourceGraph {
  private let names: [String]
  private let edges: [[Int]]

  /// - Parameter nodes: Files, or folders with all their files, by the name in messages.
  init(_ nodes: [(name: String, sources: [SwiftSource])]) {
    var home: [String: Int] = [:]
    for (index, node) in nodes.enumerated() {
      for type in node.sources.flatMap(\.declaredTypes) where home[type] == nil { home[type] = index }
    }
    names = nodes.map(\.name)
    edges = nodes.enumerated().map { index, node in
      Set(node.sources.flatMap(\.namedTypes).compactMap { home[$0] }).subtracting([index]).sorted()
    }
  }

  /// The files of the largest cycle, or a single file if there is none.
  var largestCycle: [String] {
    cycles.max { $0.count < $1.count }.map { $0.map { names[$0] }.sorted() } ?? []
  }

  /// Tarjan's strongly connected components, without recursion.
  private var cycles: [[Int]] {
    var found: [[Int]] = []
    var number: [Int?] = Array(repeating: nil, count: edges.count)
    var lowest = Array(repeating: 0, count: edges.count)
    var open: [Int] = []
    var isOpen = Array(repeating: false, count: edges.count)
    var count = 0
    for start in edges.indices where number[start] == nil {
      var way: [(file: Int, next: Int)] = [(start, 0)]
      while let (file, next) = way.last {
        if next == 0 {
          number[file] = count
          lowest[file] = count
          count += 1
          open.append(file)
          isOpen[file] = true
        }
        if next < edges[file].count {
          way[way.count - 1].next += 1
          let other = edges[file][next]
          if let known = number[other] {
            if isOpen[other] { lowest[file] = min(lowest[file], known) }
          } else {
            way.append((other, 0))
          }
          continue
        }
        way.removeLast()
        if let parent = way.last?.file { lowest[parent] = min(lowest[parent], lowest[file]) }
        guard lowest[file] == number[file], let begin = open.firstIndex(of: file) else { continue }
        for index in open[begin...] { isOpen[index] = false }
        found.append(Array(open[begin...]))
        open.removeSubrange(begin...)
      }
    }
    return found
  }
}

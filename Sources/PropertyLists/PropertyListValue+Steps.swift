extension PropertyListValue {
  /// The value at the end of some steps; nil as soon as one of them leads nowhere.
  package func value(at steps: some Sequence<PropertyListStep>) -> PropertyListValue? {
    var value = self
    for step in steps {
      switch (step, value) {
      case (.key(let key), .dictionary(let dictionary)):
        guard let inner = dictionary[key] else { return nil }
        value = inner
      case (.index(let index), .array(let nodes)):
        guard nodes.indices.contains(index) else { return nil }
        value = nodes[index].value
      case (.key, _), (.index, _): return nil
      }
    }
    return value
  }

  /// Sets a value, making the dictionaries on the way; everything else keeps its place in the file.
  ///
  /// - Returns: false, with nothing changed, when something else than a dictionary or array stands in the way.
  package mutating func set(_ new: PropertyListValue, at steps: ArraySlice<PropertyListStep>) -> Bool {
    guard let step = steps.first else {
      self = new
      return true
    }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      var inner = dictionary[key] ?? .dictionary([:])
      guard inner.set(new, at: rest) else { return false }
      if dictionary.contains(key) { dictionary.update(key) { $0 = inner } } else { dictionary.insert(inner, for: key) }
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)) where nodes.indices.contains(index):
      guard nodes[index].value.set(new, at: rest) else { return false }
      self = .array(nodes)
    case (.index(let index), .array(let nodes)) where index == nodes.count && rest.isEmpty:
      self = .array(nodes + [PropertyListNode(new)])
    case (.key, _), (.index, _): return false
    }
    return true
  }

  /// Takes a value out.
  ///
  /// - Returns: false, with nothing changed, when there is none.
  package mutating func remove(at steps: ArraySlice<PropertyListStep>) -> Bool {
    guard let step = steps.first else { return false }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      guard var inner = dictionary[key] else { return false }
      if rest.isEmpty {
        dictionary.remove(key)
      } else {
        guard inner.remove(at: rest) else { return false }
        dictionary.update(key) { $0 = inner }
      }
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)) where nodes.indices.contains(index):
      if rest.isEmpty {
        nodes.remove(at: index)
      } else {
        guard nodes[index].value.remove(at: rest) else { return false }
      }
      self = .array(nodes)
    case (.key, _), (.index, _): return false
    }
    return true
  }

  /// The steps to the value that begins at a place of its file.
  package func steps(to place: SourceLocation) -> [PropertyListStep]? {
    var waiting: [(steps: [PropertyListStep], node: PropertyListNode)] = [([], PropertyListNode(self))]
    while let (steps, node) = waiting.popLast() {
      if !steps.isEmpty, node.location == place { return steps }
      switch node.value {
      case .dictionary(let dictionary):
        for (key, inner) in dictionary.entries { waiting.append((steps + [.key(key)], inner)) }
      case .array(let nodes):
        for (index, inner) in nodes.enumerated() { waiting.append((steps + [.index(index)], inner)) }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    return nil
  }

  /// The keys that a dictionary holds more than once, every time with the same value as the file writes it: for each place
  /// where such a key occurs again, the key and the steps to its dictionary.
  package var equalRepeats: [SourceLocation: (key: String, steps: [PropertyListStep])] {
    var repeats: [SourceLocation: (key: String, steps: [PropertyListStep])] = [:]
    var waiting: [(steps: [PropertyListStep], value: PropertyListValue)] = [([], self)]
    while let (steps, value) = waiting.popLast() {
      switch value {
      case .dictionary(let dictionary):
        let equal = dictionary.duplicates.isEmpty ? [] : dictionary.equallyRepeatedKeys
        for duplicate in dictionary.duplicates where equal.contains(ExactText(duplicate.key)) {
          if let later = duplicate.later { repeats[later] = (duplicate.key, steps) }
        }
        for (key, inner) in dictionary.entries where inner.value.isContainer {
          waiting.append((steps + [.key(key)], inner.value))
        }
      case .array(let nodes):
        for (index, inner) in nodes.enumerated() where inner.value.isContainer {
          waiting.append((steps + [.index(index)], inner.value))
        }
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    return repeats
  }
}

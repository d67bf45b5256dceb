import AppPackages
import LuaEngine

/// A dictionary or array inside a package's Info.plist, live: what is assigned here is in the package.
final class PropertyListView: LuaRepresentable, Equatable {
  static var luaType: LuaType { PropertyListAPI.luaType }

  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  let package: PackageObject
  let path: [Step]

  init(_ package: PackageObject, path: [Step]) {
    self.package = package
    self.path = path
  }

  static func == (left: PropertyListView, right: PropertyListView) -> Bool {
    left.package === right.package && left.path == right.path
  }

  /// How messages name the place: `plist.CFBundleIcons[1]`.
  var place: String {
    path.reduce("plist") { text, step in
      switch step {
      case .key(let key): "\(text).\(key)"
      case .index(let index): "\(text)[\(index + 1)]"
      }
    }
  }

  /// The value that the view stands for.
  /// - Throws: ``LuaFailure`` when it was removed meanwhile.
  func value() throws -> PropertyListValue {
    var value = PropertyListValue.dictionary(package.package.infoPlist)
    for step in path {
      guard let inner = value.child(step) else {
        throw LuaFailure("\(place) is not there any more", code: "plist-value")
      }
      value = inner
    }
    return value
  }

  /// How deep and large a property list may become by assignments; files have limits of their own.
  private static let maximumDepth = 200
  private static let maximumNodes = 500_000

  /// Sets (or with nil removes) a child.
  /// - Throws: ``LuaFailure`` when the list would become too deep or too large.
  func set(_ step: Step, to value: PropertyListValue?) throws {
    var root = PropertyListValue.dictionary(package.package.infoPlist)
    if let value {
      var nodes = 0
      let fits =
        value.measure(depth: path.count + 1, limit: Self.maximumDepth, nodes: &nodes, Self.maximumNodes)
        && root.measure(depth: 0, limit: .max, nodes: &nodes, Self.maximumNodes)
      guard fits else {
        throw LuaFailure(
          "\(place) would become too deep or too large", code: "plist-value",
          hint: "At most \(Self.maximumDepth) levels and \(Self.maximumNodes) values; is it put into itself?")
      }
    }
    try root.set(path + [step], to: value, place: place)
    guard let dictionary = root.dictionary else { return }
    package.package.infoPlist = dictionary
  }

  /// A child as Lua sees it: containers as views.
  func luaChild(_ step: Step, _ value: PropertyListValue) -> LuaValue {
    switch value {
    case .dictionary, .array: .object(PropertyListView(package, path: path + [step]))
    default: PropertyListConversion.luaValue(value)
    }
  }
}

extension PropertyListValue {
  /// Counts values; false as soon as a limit is passed.
  fileprivate func measure(depth: Int, limit: Int, nodes: inout Int, _ maximum: Int) -> Bool {
    nodes += 1
    guard depth <= limit, nodes <= maximum else { return false }
    switch self {
    case .array(let children):
      for child in children where !child.value.measure(depth: depth + 1, limit: limit, nodes: &nodes, maximum) {
        return false
      }
    case .dictionary(let dictionary):
      for entry in dictionary.entries
      where !entry.node.value.measure(depth: depth + 1, limit: limit, nodes: &nodes, maximum) {
        return false
      }
    default: break
    }
    return true
  }

  /// The value one step inwards; nil when it is not there.
  func child(_ step: PropertyListView.Step) -> PropertyListValue? {
    switch (step, self) {
    case (.key(let key), .dictionary(let dictionary)): dictionary[key]
    case (.index(let index), .array(let nodes)): nodes.indices.contains(index) ? nodes[index].value : nil
    default: nil
    }
  }

  fileprivate mutating func set(_ path: [PropertyListView.Step], to value: PropertyListValue?, place: String) throws {
    guard let step = path.first else { return }
    let isLast = path.count == 1
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      if isLast {
        // Assigning nil removes, as in a Lua table.
        if let value { dictionary[key] = value } else { dictionary.remove(key) }
      } else if var inner = dictionary[key] {
        try inner.set(Array(path.dropFirst()), to: value, place: place)
        dictionary[key] = inner
      }
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)):
      if isLast {
        guard (0...nodes.count).contains(index) else {
          throw LuaFailure(
            "\(place)[\(index + 1)]: the array has \(nodes.count) elements", code: "plist-value",
            hint: "Assign to 1…\(nodes.count + 1).")
        }
        if let value {
          if index < nodes.count { nodes[index].value = value } else { nodes.append(PropertyListNode(value)) }
        } else if index < nodes.count {
          nodes.remove(at: index)
        }
      } else if nodes.indices.contains(index) {
        try nodes[index].value.set(Array(path.dropFirst()), to: value, place: place)
      }
      self = .array(nodes)
    default:
      throw LuaFailure("\(place) is \(typeNameWithArticle), and takes no such key", code: "plist-value")
    }
  }
}

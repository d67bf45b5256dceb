import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// A live view of a dictionary or array in a property list. Assignments change the list.
final class PropertyListView: Equatable {
  let holder: any PropertyListHolder
  let path: [PropertyListStep]

  init(_ holder: any PropertyListHolder, path: [PropertyListStep] = []) { (self.holder, self.path) = (holder, path) }

  static func == (left: PropertyListView, right: PropertyListView) -> Bool {
    left.holder === right.holder && left.path == right.path
  }

  /// The place in messages: `plist.CFBundleIcons[1]`.
  var place: String { PropertyListStep.place(of: path) }

  /// Returns the place of a child.
  func place(_ step: PropertyListStep) -> String { PropertyListStep.place(of: path + [step]) }

  /// The location of the value in its file; nil if it does not come from a file or was removed.
  var location: SourceLocation? {
    Work.count(4 + path.count * 6)
    var node = PropertyListNode(holder.root, location: holder.list.rootLocation)
    for step in path {
      switch (step, node.value) {
      case (.key(let key), .dictionary(let dictionary)):
        guard let inner = dictionary.node(for: key) else { return nil }
        node = inner
      case (.index(let index), .array(let nodes)):
        guard nodes.indices.contains(index) else { return nil }
        node = nodes[index]
      case (.key, _), (.index, _): return nil
      }
    }
    return node.location
  }

  /// Returns the current value of the view.
  /// - Throws: ``LuaFailure`` if the value was removed.
  func value() throws -> PropertyListValue {
    Work.count(4 + path.count * 6)
    var value = holder.root
    for step in path {
      guard let inner = value.child(step) else { throw LuaFailure("\(place) no longer exists", code: "plist-value") }
      value = inner
    }
    return value
  }

  /// The maximum size of a property list that assignments can reach. Files have separate limits.
  private static let maximumNodes = 500_000

  /// Sets a child, or removes it if the value is nil.
  /// - Returns: the number of new values.
  /// - Throws: ``LuaFailure`` if the list would become too large, or deeper than readers accept.
  @discardableResult
  func set(_ step: PropertyListStep, to value: PropertyListValue?) throws -> Int {
    Work.count(40 + path.count * 6)
    // Reports a stale view first.
    _ = try self.value()
    var count = 0
    if let value { count = try countAfterInserting(for: value, at: step) }
    let place = place
    try holder.edit { root in try root.set(path[...], step, to: value, place: place) }
    return count
  }

  private func countAfterInserting(for value: PropertyListValue, at step: PropertyListStep) throws -> Int {
    let levels = PropertyListLimits.default.maximumDepth
    if let count = value.nodeCount(maximumDepth: levels - path.count - 1, maximumNodes: Self.maximumNodes) {
      // The bound grows with each assignment. Removed values are deducted at the next count.
      var bound = holder.valueBound ?? holder.root.nodeCount() ?? 0
      if bound + count > Self.maximumNodes { bound = holder.root.nodeCount() ?? .max / 2 }
      if bound + count <= Self.maximumNodes {
        holder.valueBound = bound + count
        return count
      }
    }
    throw LuaFailure(
      "\(place(step)) would be too deep or too large", code: "plist-value",
      hint: "Use at most \(levels) levels and \(Self.maximumNodes) values; does the value contain itself?")
  }

  /// Returns a child as a Lua value; containers become views.
  func luaChild(_ step: PropertyListStep, _ value: PropertyListValue) -> LuaValue {
    switch value {
    case .dictionary, .array: .object(PropertyListView(holder, path: path + [step]))
    case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid:
      PropertyListConversion.luaValue(value)
    }
  }
}

extension PropertyListValue {
  /// Returns the value one step inside; nil if it is missing.
  func child(_ step: PropertyListStep) -> PropertyListValue? {
    switch (step, self) {
    case (.key(let key), .dictionary(let dictionary)): dictionary[key]
    case (.index(let index), .array(let nodes)): nodes.indices.contains(index) ? nodes[index].value : nil
    case (.key, _), (.index, _): nil
    }
  }

  /// Changes a child at a path whose other steps exist. All values on the path keep their positions in the file.
  fileprivate mutating func set(
    _ path: ArraySlice<PropertyListStep>, _ step: PropertyListStep, to value: PropertyListValue?, place: String
  ) throws {
    guard let next = path.first else { return try setChild(step, to: value, place: place) }
    let rest = path.dropFirst()
    switch (next, self) {
    case (.key(let key), .dictionary(var dictionary)):
      // Leaves only one reference to the changed value, so that it is not copied.
      self = .boolean(false)
      defer { self = .dictionary(dictionary) }
      try dictionary.update(key) { inner in try inner.set(rest, step, to: value, place: place) }
    case (.index(let index), .array(var nodes)) where nodes.indices.contains(index):
      self = .boolean(false)
      defer { self = .array(nodes) }
      try nodes[index].value.set(rest, step, to: value, place: place)
    // The view that created the steps has checked that they exist.
    case (.key, _), (.index, _): break
    }
  }

  private mutating func setChild(_ step: PropertyListStep, to value: PropertyListValue?, place: String) throws {
    switch (step, self) {
    case (.key(let key), .dictionary(var dictionary)):
      self = .boolean(false)
      // Assigning nil removes, as in a Lua table.
      dictionary[key] = value
      self = .dictionary(dictionary)
    case (.index(let index), .array(var nodes)):
      guard (0...nodes.count).contains(index) else {
        throw LuaFailure(
          "\(place)[\(index + 1)]: the array has only \(Counted.text(nodes.count, "element"))", code: "plist-value",
          hint: "Assign to 1…\(nodes.count + 1).")
      }
      self = .boolean(false)
      defer { self = .array(nodes) }
      guard let value else {
        if index < nodes.count { nodes.remove(at: index) }
        return
      }
      if index < nodes.count { nodes[index] = PropertyListNode(value) } else { nodes.append(PropertyListNode(value)) }
    case (.key, _), (.index, _):
      throw LuaFailure("\(place) is \(typeNameWithArticle), which has no such key", code: "plist-value")
    }
  }
}

/// The list that a view changes: a package's Info.plist, or a separate list.
protocol PropertyListHolder: AnyObject {
  /// The list, with the data for saving it.
  var list: PropertyList { get }
  var root: PropertyListValue { get }
  /// An upper bound on the number of values in the list; nil before the first count.
  var valueBound: Int? { get set }
  /// The path for `save` without a path, in a script's notation.
  var ownPath: String? { get }
  /// Changes the list in place. A dictionary must stay a dictionary.
  func edit(_ change: (inout PropertyListValue) throws -> Void) throws
}

/// A property list that a script has loaded, parsed or created.
final class PropertyListObject: PropertyListHolder {
  private(set) var list: PropertyList
  let ownPath: String?
  var valueBound: Int?

  init(_ list: PropertyList, ownPath: String? = nil) { (self.list, self.ownPath) = (list, ownPath) }

  var root: PropertyListValue { list.root }

  func edit(_ change: (inout PropertyListValue) throws -> Void) throws { try change(&list.root) }
}

extension PackageObject: PropertyListHolder {
  var list: PropertyList { package.infoPropertyList }

  var root: PropertyListValue { .dictionary(package.infoPlist) }

  func edit(_ change: (inout PropertyListValue) throws -> Void) throws {
    keepBuiltInfoPlist()
    isWritten = true
    var root = self.root
    // Leaves only one reference to the changed list, so that it is not copied.
    package.infoPlist = [:]
    defer { if let dictionary = root.dictionary { package.infoPlist = dictionary } }
    try change(&root)
  }
}

/// An app that scripts load, edit and install.
final class PackageObject {
  var package: AppPackage { didSet { preparedPackage = nil } }
  var luaWeight: Int { 2_048 }
  private var preparedPackage: PreparedPackage?
  var valueBound: Int?
  /// The path of the Info.plist in a script's notation; nil if there is none.
  var ownPath: String?

  /// The package in the form for devices, created again after a change.
  var prepared: PreparedPackage {
    if let preparedPackage { return preparedPackage }
    let prepared = PreparedPackage(package)
    preparedPackage = prepared
    return prepared
  }

  /// The Info.plist of a project's build before the first change by the script; nil if unchanged.
  private var builtInfoPlist: PropertyListDictionary?

  /// Whether a script wrote the Info.plist, or a part of it, since its faults were noted last.
  private var isWritten: Bool

  init(_ package: AppPackage, isWritten: Bool = false) { (self.package, self.isWritten) = (package, isWritten) }

  private static let quietFaults: Set<RuleCode> = [
    "shortcut-title-missing", "shortcut-key-unknown", "unknown-icon-key",
  ]

  /// Returns the misspelt keys and the items without a title that a script wrote since the last call: they show nothing,
  /// and raise no error.
  func newFaults(_ services: any SessionServices) -> [String] {
    guard isWritten else { return [] }
    isWritten = false
    return services.findings(in: packageAsWritten, codes: Self.quietFaults, others: [])
      .filter { $0.severity != .note }
      .map { "\(package.name): \($0.message)\($0.help.map { "; \($0)" } ?? "")" }
  }

  /// Saves the built Info.plist before a change.
  func keepBuiltInfoPlist() { if builtInfoPlist == nil, package.build != nil { builtInfoPlist = package.infoPlist } }

  /// The package with the script's changes also in the source Info.plist, which lint checks.
  var packageAsWritten: AppPackage {
    guard let builtInfoPlist, var written = package.build?.writtenInfoPlist else { return package }
    Self.apply(from: builtInfoPlist, to: package.infoPlist, on: &written, depth: 0)
    var package = package
    package.build?.writtenInfoPlist = written
    return package
  }

  /// Applies the changed keys of nested dictionaries, and replaces all other values.
  private static func apply(
    from old: PropertyListDictionary, to new: PropertyListDictionary, on written: inout PropertyListDictionary,
    depth: Int
  ) {
    for key in old.keys where new[key] == nil { written[key] = nil }
    for (key, node) in new.entries where old[key] != node.value {
      if depth < 16, let oldInner = old[key]?.dictionary, let newInner = node.value.dictionary,
        var inner = written[key]?.dictionary
      {
        apply(from: oldInner, to: newInner, on: &inner, depth: depth + 1)
        written[key] = .dictionary(inner)
      } else {
        written[key] = node.value
      }
    }
  }
}

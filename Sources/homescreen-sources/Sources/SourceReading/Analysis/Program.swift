import AppSources

/// All files of a request together: their types, functions and properties by name.
///
/// Built once, then only read. Functions, accessors and values of properties are all ``Routine``s, identified by
/// number.
final class Program {
  struct File {
    let path: String
    let module: String?
    let facts: SourceFacts
  }

  /// Code with a name: a function, an accessor, the value of a property, the statements of `main.swift`. It is a class,
  /// because a structure would be copied with its content at each use.
  final class Routine {
    let file: Int
    /// The type to which the routine belongs, as ``TypeEntry/name``.
    let owner: String?
    let function: Function
    /// Whether the routine is a property's accessor or value.
    let isProperty: Bool
    /// The SwiftUI modifier whose closure this is, such as `onOpenURL`.
    let modifier: String?
    let body: [Statement]

    init(file: Int, owner: String?, function: Function, isProperty: Bool, modifier: String? = nil) {
      self.file = file
      self.owner = owner
      self.function = function
      self.isProperty = isProperty
      self.modifier = modifier
      body = function.body ?? []
    }
  }

  struct PropertyEntry {
    let file: Int
    let owner: String?
    let property: Property
    /// The other object of the class that has the property, as it is created: `Owner()`.
    var object: String?
    /// `Owner.name`.
    var identifier: String { (object ?? owner).map { "\($0).\(property.name)" } ?? property.name }
  }

  /// A type with all its extensions and categories.
  struct TypeEntry {
    let name: String
    var kind: TypeFacts.Kind = .extension
    var inherits: [String] = []
    /// The declarations: file, and index in the file.
    var parts: [(file: Int, index: Int)] = []
    var routines: [Int] = []
    var properties: [String: PropertyEntry] = [:]
    var cases: [(file: Int, value: EnumCase)] = []
    /// The primary declaration, if it is among the files.
    var home: (file: Int, index: Int)?
  }

  let files: [File]
  private(set) var routines: [Routine] = []
  /// The routines, indexed by file.
  private var routinesByFile: [[Int]]
  /// The closures of SwiftUI modifiers, keyed by the enclosing type.
  private(set) var modifiersByOwner: [String: [Int]] = [:]
  private(set) var types: [String: TypeEntry] = [:]
  /// The types, keyed by the last part of their names.
  private(set) var typesByLastName: [String: [String]] = [:]
  private(set) var routinesByName: [String: [Int]] = [:]
  /// The Objective-C names of Swift functions, if they differ.
  private(set) var bridged: [Int: Function] = [:]
  private(set) var propertiesByName: [String: [PropertyEntry]] = [:]
  private(set) var globals: [String: PropertyEntry] = [:]
  /// The types that aliases mean, keyed by the last part of their names.
  private(set) var aliases: [String: String] = [:]
  /// The same, keyed by their names with the enclosing types; empty if the files disagree.
  private var fullAliases: [String: String] = [:]
  /// The scopes computed so far.
  var scopes: [Int: Scope] = [:]
  private var knownAncestors: [String: [String]] = [:]
  /// Whether functions only log, as far as that is known.
  var logging: [Int: Bool] = [:]
  /// How code reads the properties of which that is known.
  var readings: [String: Reading] = [:]
  /// Whether properties are set only in the shared object of their class, as far as that is known.
  var setInSharedObject: [String: Bool] = [:]
  /// The calls whose notification or setting no code uses, by file and offset.
  private(set) lazy var unheard = findUnheard()

  /// Whether files are searched even if their index excludes them; the results must be the same.
  private let looksEverywhere: Bool

  init(files: [File], looksEverywhere: Bool = false) {
    self.files = files
    self.looksEverywhere = looksEverywhere
    routinesByFile = Array(repeating: [], count: files.count)
    var declared: Set<String> = []
    for facts in files.map(\.facts) {
      fullAliases.merge(facts.aliases) { $0 == $1 ? $0 : "" }
      for (name, other) in facts.aliases { aliases[Self.lastName(name)] = other }
      for type in facts.types where type.kind != .extension { declared.insert(type.name) }
    }
    for (index, file) in files.enumerated() { add(file.facts, index, declared) }
    addModifiers()
    for name in types.keys.sorted() { typesByLastName[Self.lastName(name), default: []].append(name) }
    for (number, routine) in routines.enumerated() where !routine.isProperty {
      routinesByName[routine.function.name, default: []].append(number)
      guard let other = bridgedName(of: routine) else { continue }
      bridged[number] = other
      if other.name != routine.function.name { routinesByName[other.name, default: []].append(number) }
    }
  }

  private func bridgedName(of routine: Routine) -> Function? {
    guard let owner = routine.owner, files[routine.file].path.hasSuffix(".swift") else { return nil }
    let function = routine.function
    let isSeen =
      function.selector != nil || function.attributes.contains { ["objc", "IBAction"].contains($0) }
      || types[owner]?.parts.contains { facts($0).attributes.contains { ["objc", "objcMembers"].contains($0) } } == true
    return isSeen ? function.inObjectiveC : nil
  }

  /// Returns `Inner` for `Outer.Inner`.
  static func lastName(_ name: String) -> String {
    guard let point = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    return String(name[name.utf8.index(after: point)...])
  }

  private func add(_ facts: SourceFacts, _ file: Int, _ declared: Set<String>) {
    for (index, type) in facts.types.enumerated() {
      add(type, named: fullAliases.isEmpty ? type.name : resolved(type.name, declared), file, index)
    }
    for function in facts.functions { add(Routine(file: file, owner: nil, function: function, isProperty: false)) }
    for property in facts.globals {
      let entry = PropertyEntry(file: file, owner: nil, property: property)
      if globals[property.name] == nil { globals[property.name] = entry }
      _ = addCode(of: entry)
    }
    if !facts.statements.isEmpty {
      let main = Function("", parameters: [], body: facts.statements, at: 0, end: 0)
      add(Routine(file: file, owner: nil, function: main, isProperty: true))
    }
  }

  /// Returns the name of a type without aliases: `AppDelegate.Kind` for `Handler.Kind` with `typealias Handler = AppDelegate`.
  private func resolved(_ name: String, _ declared: Set<String>) -> String {
    var name = name
    for _ in 0..<10 {
      let parts = name.split(separator: ".")
      let heads = parts.indices.map { parts[...$0].joined(separator: ".") }
      guard let head = heads.first(where: { fullAliases[$0] != nil && !declared.contains($0) }),
        let other = fullAliases[head].map(Self.plain), !other.isEmpty
      else { return name }
      // The alias of a type may mean a type next to it.
      let near = heads.prefix { $0 != head }.map { "\($0).\(other)" }.last {
        declared.contains($0) || fullAliases[$0] != nil
      }
      name = (near ?? other) + name.dropFirst(head.count)
    }
    return name
  }

  private func add(_ type: TypeFacts, named name: String, _ file: Int, _ index: Int) {
    var entry = types[name] ?? TypeEntry(name: name)
    types[name] = nil
    entry.parts.append((file, index))
    // The superclass stays first, although extensions may be read before the class.
    let isOwn = type.kind != .extension && type.kind != .category
    let (first, more) = isOwn ? (type.inherits, entry.inherits) : (entry.inherits, type.inherits)
    entry.inherits = first + more.filter { !first.contains($0) }
    if isOwn {
      entry.kind = type.kind
      if entry.home == nil || !type.isInterface { entry.home = (file, index) }
    }
    for function in type.functions where !(type.isInterface && function.body == nil) {
      entry.routines.append(routines.count)
      add(Routine(file: file, owner: name, function: function, isProperty: false))
    }
    for property in type.properties {
      let known = PropertyEntry(file: file, owner: name, property: property)
      if entry.properties[property.name] == nil {
        entry.properties[property.name] = known
        propertiesByName[property.name, default: []].append(known)
      }
      entry.routines += addCode(of: known)
    }
    entry.cases += type.cases.map { (file, $0) }
    types[name] = entry
  }

  /// - Returns: the numbers of the routines.
  private func addCode(of entry: PropertyEntry) -> Range<Int> {
    let first = routines.count
    let property = entry.property
    var bodies = property.accessors.map(\.body)
    if let value = property.value { bodies.append([Statement(.expression(value), at: value.offset)]) }
    for body in bodies {
      var function = Function(property.name, parameters: [], body: body, at: property.offset, end: property.offset)
      function.isStatic = property.isStatic
      function.result = property.type
      function.attributes = property.attributes.map(\.name)
      function.condition = property.condition
      add(Routine(file: entry.file, owner: entry.owner, function: function, isProperty: true))
    }
    return first..<routines.count
  }

  /// Adds the closures that SwiftUI calls as named code.
  private func addModifiers() {
    var found: [Routine] = []
    let own = routineNumbers(mentioning: ["onOpenURL"]).filter {
      routines[$0].owner == "View" && SwiftUIModifier.isWrapper(routines[$0].function)
    }
    let wrappers = Set(own.map { routines[$0].function.name })
    for number in routineNumbers(mentioning: SwiftUIModifier.names + wrappers) where !own.contains(number) {
      let routine = routines[number]
      guard let owner = routine.owner else { continue }
      for (name, closure, offset) in SwiftUIModifier.closures(in: routine.body, wrappers: wrappers) {
        let parameters = closure.parameters.map { Parameter(label: "_", name: $0, type: "") }
        let function = Function(name, parameters: parameters, body: closure.body, at: offset, end: offset)
        found.append(Routine(file: routine.file, owner: owner, function: function, isProperty: true, modifier: name))
      }
    }
    for routine in found {
      if let owner = routine.owner { modifiersByOwner[owner, default: []].append(routines.count) }
      add(routine)
    }
  }

  private func add(_ routine: Routine) {
    routinesByFile[routine.file].append(routines.count)
    routines.append(routine)
  }

  /// Returns the routines of the files that mention one of these names, in order.
  func routineNumbers(mentioning names: some Sequence<String>) -> [Int] {
    let names = Array(names)
    return routineNumbers(where: { index in names.contains { index.mayMention($0) } })
  }

  /// Returns the routines of the files that pass the test, in order.
  func routineNumbers(where test: (SourceIndex) -> Bool) -> [Int] {
    files.indices.filter { looksEverywhere || test(files[$0].facts.index) }.flatMap { routinesByFile[$0] }.sorted()
  }

  // MARK: Places

  func place(_ offset: UInt32, in file: Int) -> SourcePlace {
    let position = files[file].facts.lines.position(of: offset)
    return SourcePlace(file: files[file].path, line: position.line, column: position.column)
  }

  func facts(_ part: (file: Int, index: Int)) -> TypeFacts { files[part.file].facts.types[part.index] }

  // MARK: Types

  /// Returns the type that a name means inside another: that type, a nested or enclosing one, or the only one.
  func type(named name: String, from owner: String? = nil) -> TypeEntry? {
    let name = Self.plain(name)
    var around = owner
    while let outer = around {
      if let found = types["\(outer).\(name)"] { return found }
      around = outer.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(outer[..<$0]) }
    }
    if let found = types[name] { return found }
    var next = aliases[name]
    for _ in 0..<10 where next != nil {
      let other = Self.plain(next ?? "")
      if let found = types[other] { return found }
      next = aliases[other]
    }
    let last = Self.lastName(name)
    if let all = typesByLastName[last], all.count == 1 { return types[all[0]] }
    return nil
  }

  /// Removes `*`, `?`, generic arguments and surrounding words: `Foo` for `Foo<Bar> *`.
  static func plain(_ type: String) -> String {
    var name = type[...]
    if let end = name.utf8.firstIndex(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "*") }),
      end != name.startIndex
    {
      name = name[..<end]
    }
    while let last = name.utf8.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "?") { name = name.dropLast() }
    return String(name)
  }

  /// Returns the names of all superclasses and protocols, as written, nearest first.
  func ancestors(of name: String) -> [String] {
    if let known = knownAncestors[name] { return known }
    let found = findAncestors(of: name)
    knownAncestors[name] = found
    return found
  }

  private func findAncestors(of name: String) -> [String] {
    var found: [String] = []
    var open = types[name]?.inherits ?? []
    var index = 0
    while index < open.count, index < 200 {
      let parent = open[index]
      index += 1
      guard !found.contains(parent) else { continue }
      found.append(parent)
      for part in parent.split(separator: "&") {
        let trimmed = String(part).trimmed
        if trimmed != parent { open.append(trimmed) }
        if let entry = type(named: trimmed, from: name), entry.name != name {
          open += entry.inherits
        } else if let other = aliases[trimmed] {
          open.append(other)
        }
      }
    }
    return found
  }
}

extension String {
  /// The text without leading and trailing spaces.
  var trimmed: String {
    var rest = self[...]
    while let first = rest.utf8.first, first <= 32 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last <= 32 { rest = rest.dropLast() }
    return String(rest)
  }
}

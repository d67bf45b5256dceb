import AppPackages
import HomeScreenSimulator
package import LuaEngine
import PropertyLists

/// A value of a session that is inspected without running code: neither metamethods of scripts nor properties that are
/// computed in Lua.
package struct LiveValue {
  private unowned let session: Session
  private let reference: LuaReference
  package let kind: LuaType.Kind

  /// Pops the value on top of the stack; returns nil for nil.
  init?(takingTopOf session: Session) {
    let stack = session.lua.stack
    kind = stack.kind(at: -1)
    guard kind != .nil else {
      stack.removeLast()
      return nil
    }
    self.session = session
    reference = stack.reference(to: -1)
    stack.removeLast()
  }

  /// The maximum number of nested metatables to follow, each with a table as its `__index`.
  private static let maximumAncestors = 16

  private func withValue<Result>(_ body: (LuaStack) -> Result) -> Result {
    let stack = session.lua.stack
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    guard stack.hasSpace(8) else {
      stack.pushNil()
      return body(stack)
    }
    stack.push(reference)
    return body(stack)
  }

  // MARK: Type and content

  /// The Swift object of the value.
  package var object: AnyObject? { kind == .userdata ? withValue { $0.object(at: -1) } : nil }

  /// The type of an object; nil for every other value.
  package var type: APIType? {
    guard let object = object as? any LuaRepresentable else { return nil }
    return session.globals.catalog.type(named: Swift.type(of: object).luaType.name)
  }

  /// The text of a string.
  package var string: String? { kind == .string ? withValue { $0.string(at: -1) } : nil }

  /// The name of the API or Lua function; nil for functions of scripts.
  package var functionName: String? {
    guard kind == .function else { return nil }
    return withValue { session.lua.boundName(at: -1, on: $0) ?? session.libraryName(at: $0.count, on: $0) }
  }

  // MARK: Members

  /// The names of the fields of a table, of its parents, or of a property list.
  package var names: [String] {
    if let view = object as? PropertyListView {
      guard case .dictionary(let dictionary)? = try? view.value() else { return [] }
      return dictionary.entries.map(\.key)
    }
    guard kind == .table else { return [] }
    return withValue { stack in
      var names: [String] = []
      for _ in 0..<Self.maximumAncestors {
        names += stack.keys(ofTable: -1).compactMap { if case .string(let name) = $0 { name } else { nil } }
        guard stack.hasSpace(4), stack.pushMetafield("__index", of: -1) else { break }
        guard stack.kind(at: -1) == .table else { break }
      }
      return names
    }
  }

  /// Returns a field by name; nil if it is missing or requires running code.
  package func member(_ name: String) -> LiveValue? {
    if let child = child(name) { return child }
    guard kind == .table else { return nil }
    let isThere = pushField(name)
    return isThere ? LiveValue(takingTopOf: session) : nil
  }

  /// Pushes a field; returns false, without pushing, if there is none.
  private func pushField(_ name: String) -> Bool {
    let stack = session.lua.stack
    guard stack.hasSpace(8 + Self.maximumAncestors) else { return false }
    let top = stack.count
    stack.push(reference)
    for _ in 0..<Self.maximumAncestors {
      if stack.pushRaw(name, of: -1) != .nil {
        // Removes the tables below the value.
        while stack.count > top + 1 { stack.remove(at: -2) }
        return true
      }
      stack.removeLast()
      guard stack.pushMetafield("__index", of: -1), stack.kind(at: -1) == .table else { break }
    }
    stack.removeLast(stack.count - top)
    return false
  }

  /// Returns an element of a list, counted from 1.
  package func element(_ index: Int) -> LiveValue? {
    if let view = object as? PropertyListView { return child(of: view, .index(index - 1)) }
    guard kind == .table, session.lua.stack.hasSpace(8) else { return nil }
    let stack = session.lua.stack
    stack.push(reference)
    stack.pushRaw(Int64(index), of: -1)
    stack.remove(at: -2)
    return LiveValue(takingTopOf: session)
  }

  /// Returns a member of a Swift object, if reading it changes nothing.
  private func child(_ name: String) -> LiveValue? {
    switch object {
    case let view as PropertyListView: child(of: view, .key(name))
    case let package as PackageObject where name == "plist": push(PropertyListView(package, path: []))
    case let device as Device where name == "front": device.front.flatMap(push)
    case let app as InstalledApp where name == "device": push(app.device)
    default: nil
    }
  }

  private func child(of view: PropertyListView, _ step: PropertyListStep) -> LiveValue? {
    guard let value = try? view.value().child(step), session.lua.stack.hasSpace(8) else { return nil }
    view.luaChild(step, value).push(onto: session.lua.stack)
    return LiveValue(takingTopOf: session)
  }

  private func push(_ object: some LuaRepresentable) -> LiveValue? {
    guard session.lua.stack.hasSpace(8) else { return nil }
    object.push(onto: session.lua.stack)
    return LiveValue(takingTopOf: session)
  }
}

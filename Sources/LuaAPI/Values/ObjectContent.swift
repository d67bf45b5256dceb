import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The content of objects that are data: what assertions compare where `==` asks whether two objects stand for the
/// same thing, and what snapshots keep.
enum ObjectContent {
  /// The types whose content is what their properties say.
  private static let records = [
    EventObject.apiType, MenuRow.apiType, ShortcutItem.apiType, MutableItemObject.apiType, DrawnIcon.apiType,
    ScreenView.apiType,
  ]

  /// Pushes the content of the object at 1 as a table of plain values, or nil for an object that is no data. A view of a
  /// property list has a second result, its name and type: its content is all there is to show of it.
  static func push(_ call: LuaCall) throws -> Int32 {
    let stack = call.stack
    guard let object = stack.object(at: 1) as? any APIObject else { return call.result(String?.none) }
    if let view = object as? PropertyListView { return try push(view, call) }
    try stack.reserve(8)
    if let trace = object as? TraceObject {
      push(trace, on: stack)
      return 1
    }
    let type = type(of: object).apiType
    if type == IconMenu.apiType {
      try stack.pushMember("rows", of: 1)
      return 1
    }
    guard records.contains(type) else { return call.result(String?.none) }
    stack.pushTable()
    for entry in try call.session.globals.catalog.members(of: type) {
      guard case .property = entry.kind else { continue }
      try stack.pushMember(entry.name, of: 1)
      stack.setRaw(entry.name, in: -2)
    }
    return 1
  }

  private static func push(_ view: PropertyListView, _ call: LuaCall) throws -> Int32 {
    let value = try view.value()
    PropertyListConversion.luaValue(value).push(onto: call.stack)
    call.stack.push("\(view.place): \(value.typeName)")
    return 2
  }

  private static func push(_ trace: TraceObject, on stack: LuaStack) {
    stack.pushTable(arrayCapacity: trace.count)
    for position in 0..<trace.count {
      trace.event(position).push(onto: stack)
      stack.setRaw(Int64(position + 1), in: -2)
    }
  }

  /// Pushes the object at 1, or in place of a view a view of a copy of its own, which keeps the content as it is now.
  static func pushCopy(_ call: LuaCall) throws -> Int32 {
    guard let view = call.stack.object(at: 1) as? PropertyListView else {
      call.stack.pushCopy(of: 1)
      return 1
    }
    return call.result(PropertyListView(PropertyListObject(PropertyList(root: try view.value(), file: "copy"))))
  }
}

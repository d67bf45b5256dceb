import AppPackages
package import HomeScreenSimulator
public import LuaEngine
import PropertyLists

// The simulator's classes in Lua. All objects of a device share its anchor.

extension Device: LuaRepresentable {
  /// The anchor of the device and of its objects, created on first use.
  package var luaAnchor: LuaAnchor? {
    if let anchor = attachment as? LuaAnchor { return anchor }
    let anchor = LuaAnchor()
    attachment = anchor
    return anchor
  }

  /// 1 KiB. The events of the trace are added when they are hashed.
  package var luaWeight: Int { 1_024 }
}

extension InstalledApp: LuaRepresentable {
  package var luaAnchor: LuaAnchor? { device.luaAnchor }
  /// 1 KiB.
  package var luaWeight: Int { 1_024 }
}

extension Application: LuaRepresentable {
  /// The anchor of the device; nil if it was released.
  package var luaAnchor: LuaAnchor? { device?.luaAnchor }
  /// 1 KiB.
  package var luaWeight: Int { 1_024 }
}

// Objects that the code of an app sees under other names than the tester.

/// `Bundle.main`.
struct AppBundle {
  let app: InstalledApp

  /// The Info.plist as the process sees it.
  var info: PropertyListDictionary { get throws { try app.package.infoDictionary(for: app.device.deviceClass) } }
}

/// `UIDevice.current`.
struct CurrentDevice { let device: Device }

/// A queue of a process.
struct AppQueue: Equatable {
  let application: Application
  var isMain = true

  func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    if isMain {
      try application.mainQueue.asyncAfter(seconds, block)
    } else {
      try application.globalQueue.asyncAfter(seconds, block)
    }
  }

  static func == (left: AppQueue, right: AppQueue) -> Bool {
    left.application === right.application && left.isMain == right.isMain
  }
}

/// A quick action, mutable or not.
protocol ItemHolder: APIObject {
  var item: ShortcutItem { get }
}

/// `UIApplicationShortcutItem`, an immutable value.
extension Box: ItemHolder where Value == ShortcutItem { var item: ShortcutItem { value } }

/// `UIMutableApplicationShortcutItem`.
final class MutableItemObject: ItemHolder {
  var item: ShortcutItem

  init(_ item: ShortcutItem) { self.item = item }
}

/// An event of a trace.
final class EventObject {
  let event: TraceEvent
  /// The index of the event in its device's trace.
  let number: Int
  /// The identity of the device, which an event must not keep alive.
  private let owner: ObjectIdentifier

  init(_ event: TraceEvent, number: Int, of device: Device) {
    (self.event, self.number) = (event, number)
    owner = ObjectIdentifier(device)
  }

  func belongs(to device: Device) -> Bool {
    owner == ObjectIdentifier(device) && number < device.trace.count && device.trace[number] == event
  }
}

/// A range of a device's trace. Events never change and are never removed, so they are not copied.
final class TraceObject {
  private let device: Device
  private let range: Range<Int>
  var luaAnchor: LuaAnchor? { device.luaAnchor }

  /// Creates the range of the events from the index `start` up to now.
  init(_ device: Device, from start: Int = 0) {
    self.device = device
    range = start..<max(start, device.trace.count)
  }

  var count: Int { range.count }

  /// Returns an event by its index.
  func event(_ position: Int) -> EventObject {
    let number = range.lowerBound + position
    return EventObject(device.trace[number], number: number, of: device)
  }

  /// A copy of the events.
  var trace: Trace { Trace(device.trace.events[range]) }

  /// The deliveries among the events.
  var deliveries: [DeliveryRecord] { device.deliveries(in: trace) }
}

/// `Task`: a function that may await.
final class TaskObject {
  /// Whether the function has returned or raised.
  var isFinished = false
  /// The error that ended the task.
  var error: Box<NSErrorValue>?
}

/// Lines that are a list in Lua, and that `print` and a console show as a report.
struct TextReport: APIValue {
  static var apiName: String { [String].apiName }
  let lines: [String]

  func push(onto stack: LuaStack) {
    lines.push(onto: stack)
    guard stack.kind(at: -1) == .table, stack.hasSpace(4) else { return }
    stack.pushTable(fieldCapacity: 1)
    stack.pushFunction { call in
      // Uses the current list, which a script may have changed.
      var text = ""
      var position: Int64 = 1
      while call.stack.kind(at: 1) == .table {
        call.stack.pushRaw(position, of: 1)
        defer { call.stack.removeLast() }
        guard let line = call.stack.string(at: -1) else { break }
        text += (text.isEmpty ? "" : "\n") + line
        position += 1
      }
      return call.result(text)
    }
    stack.setRaw("__tostring", in: -2)
    stack.setMetatable(of: -2)
  }
}

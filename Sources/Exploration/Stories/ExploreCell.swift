internal import LuaAPI
import HomeScreenReports
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// A device on which stories play: what `Device` takes.
struct ExploreCell {
  let table: LuaTable
  let device: ExploredDevice

  init(_ table: LuaTable) throws {
    self.table = table
    let model = table["model"]?.string ?? DeviceModel.iPhone.name
    let os = table["os"]?.string ?? OSVersion.newest.description
    var parts: [String] = []
    if let locale = table["locale"]?.string { parts.append(locale) }
    for (key, value) in table["conditions"]?.table?.fields ?? [] {
      guard case .string(let name) = key else { continue }
      let text = value.string ?? value.number.map { "\($0)" } ?? value.boolean.map { "\($0)" } ?? ""
      parts.append("\(name)=\(text)")
    }
    device = ExploredDevice(model: model, os: os, circumstances: parts.joined(separator: ", "))
    let version = try OSVersion(parsing: os)
    try _ = Device(model: DeviceModel(named: model), os: version)
  }

  var name: String { device.name }

  /// The table as Lua writes it: `{ model = "iPad", os = "17.5" }`.
  var lua: String { Self.written(.table(table)) }

  private static func written(_ value: LuaValue) -> String {
    switch value {
    case .table(let table):
      let elements = table.array.map(written)
      let fields = table.fields.compactMap { key, value -> String? in
        guard case .string(let name) = key else { return nil }
        return "\(name) = \(written(value))"
      }
      let all = elements + fields
      return all.isEmpty ? "{}" : "{ " + all.joined(separator: ", ") + " }"
    case .string(let text): return text.quotedForLua
    case .boolean(let flag): return "\(flag)"
    case .integer(let number): return "\(number)"
    case .number(let number): return "\(number)"
    case .nil, .bytes, .object, .function, .other: return "nil"
    }
  }
}

/// The devices that the command line names instead of those of the definition.
public struct DeviceChoice: Sendable {
  /// Empty: those of the definition.
  public var models: [String]
  /// Empty: those of the definition.
  public var versions: [String]

  /// All models on all versions; empty lists leave the choice to the definition.
  public init(models: [String] = [], versions: [String] = []) {
    self.models = models
    self.versions = versions
  }

  /// - Throws: `SimulatorError` for a device that cannot be.
  func cells(of places: [LuaTable]) throws -> [ExploreCell] {
    var tables: [LuaTable] = []
    for place in places {
      for model in models.isEmpty ? [place["model"]?.string] : models.map(Optional.some) {
        for version in versions.isEmpty ? [place["os"]?.string] : versions.map(Optional.some) {
          var table = place
          table.set("model", model)
          table.set("os", version)
          tables.append(table)
        }
      }
    }
    var cells: [ExploreCell] = []
    for table in tables {
      let cell = try ExploreCell(table)
      if !cells.contains(where: { $0.name == cell.name }) { cells.append(cell) }
    }
    return cells
  }
}

extension LuaTable {
  /// Replaces a field; nil leaves it.
  fileprivate mutating func set(_ name: String, _ text: String?) {
    guard let text else { return }
    fields.removeAll { $0.key == .string(name) }
    fields.append((.string(name), .string(text)))
    fields.sort { "\($0.key)" < "\($1.key)" }
  }
}

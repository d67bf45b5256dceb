import Events
internal import LuaAPI
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// A device on which stories play: what `Device` takes, with its model and its version.
struct ExploreCell {
  let table: LuaTable
  let device: ExploredDevice

  /// - Parameter made: the device that the table makes: what it leaves open, the project's settings say.
  init(_ table: LuaTable, making made: Device) {
    var table = table
    table.set("model", made.model.name)
    table.set("os", made.os.description)
    self.table = table
    var parts: [String] = []
    if let locale = table["locale"]?.string { parts.append(locale) }
    for (key, value) in table["conditions"]?.table?.fields ?? [] {
      guard case .string(let name) = key else { continue }
      let text = value.string ?? value.number.map { "\($0)" } ?? value.boolean.map { "\($0)" } ?? ""
      parts.append("\(name)=\(text)")
    }
    device = ExploredDevice(
      model: made.model.name, os: made.os.description, circumstances: parts.joined(separator: ", "))
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
  /// Empty: those of the definition.
  public var languages: [String]

  /// All models on all versions in all languages; empty lists leave the choice to the definition.
  public init(models: [String] = [], versions: [String] = [], languages: [String] = []) {
    self.models = models
    self.versions = versions
    self.languages = languages
  }

  /// - Parameter make: makes the device of a table, as `Device` does.
  /// - Throws: ``ExploreError`` for a device that cannot be; it names the entry of the definition.
  func cells(of places: [LuaTable], title: String, _ make: (LuaTable) throws -> Device) throws -> [ExploreCell] {
    var cells: [ExploreCell] = []
    for (index, place) in places.enumerated() {
      for table in tables(of: place) {
        let cell: ExploreCell
        do {
          cell = ExploreCell(table, making: try make(table))
        } catch {
          let isOfDefinition = models.isEmpty && versions.isEmpty && languages.isEmpty && !place.isEmpty
          let entry = isOfDefinition ? "entry \(index + 1) of devices: " : ""
          throw ExploreError("\(title): \(entry)\(ExploreError.text(of: error))")
        }
        if !cells.contains(where: { $0.name == cell.name }) { cells.append(cell) }
      }
    }
    return cells
  }

  private func tables(of place: LuaTable) -> [LuaTable] {
    func choices(_ given: [String]) -> [String?] { given.isEmpty ? [nil] : given.map(Optional.some) }
    return choices(models).flatMap { model in
      choices(versions).flatMap { version in
        choices(languages).map { language in
          var table = place
          table.set("model", model)
          table.set("os", version)
          table.set("locale", language)
          return table
        }
      }
    }
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

import HomeScreenSimulator
import LuaAPI
import LuaEngine
import TestSupport
import Testing

/// The API data against the table of names in `Vocabulary.md`.
@Suite struct VocabularyTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let number: Int
    let name: String
    let receivers: [String]
    var testDescription: String { "\(number) \(name)" }
  }

  /// What the table calls a receiver, and what the data calls it.
  private static let typeNames = [
    "dictionary": "plist", "view controller": "controller", "alert controller": "alertController",
  ]

  static let rows: [Row] = {
    guard let text = try? Repository.text("Sources/LuaAPI/LuaAPI.docc/Vocabulary.md") else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        String($0).trimmed
      }
      guard cells.count >= 6, let number = Int(cells[1]) else { return nil }
      let receivers = cells[3].split(separator: ",").map { String($0).trimmed }
        .map { $0.hasSuffix(" (REPL)") ? String($0.dropLast(7)) : $0 }
        .filter { !["r", "rw", "w", "–"].contains($0) }
      return Row(number: number, name: cells[2].filter { $0 != "`" }, receivers: receivers)
    }
  }()

  @Test func theTableIsRead() {
    #expect(Self.rows.map(\.number) == Array(1...90))
  }

  @Test(arguments: rows)
  func everyNameExists(row: Row) {
    if let dot = row.name.firstIndex(of: ".") {
      let receiver = String(row.name[..<dot])
      let member = String(row.name[row.name.index(after: dot)...])
      let entry =
        APICatalog.homescreen.entries.first {
          $0.qualifiedName == row.name || ($0.name == member && $0.receiver?.name == receiver)
        }
        ?? APICatalog.homescreen.entries.first {
          $0.name == member && $0.receiver?.className.hasSuffix("Module") == true
        }
      #expect(entry != nil, "\(row.name) is not in the API data")
      return
    }
    if row.receivers.isEmpty {
      #expect(APICatalog.homescreen.global(row.name) != nil, "the global \(row.name) is not in the API data")
    }
    for receiver in row.receivers {
      let name = Self.typeNames[receiver] ?? receiver
      let entry = APICatalog.homescreen.entries.first { $0.name == row.name && $0.receiver?.name == name }
      #expect(entry != nil, "\(receiver) has no \(row.name) in the API data")
    }
  }

  @Test func everySlotIsExplained() {
    for callback in AppCallback.allCases {
      let text = Explanation.of(callback.slot)
      #expect(text?.contains(callback.swiftName) == true)
      #expect(Explanation.of(callback.selector) == text)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

import Events
import HomeScreenSimulator
import LuaAPI
import Scenarios
import TestSupport
import Testing

/// The scenarios of facts in `lua/facts`.
@Suite struct FactScenarioTests {
  private static let trials = FactTrials.trials(in: ScenarioFinder.facts)
  private static let scripts = (try? FactScript.all(in: ScenarioFinder.facts)) ?? []

  @Test func everyModelledFactHasAScenarioWithACell() {
    let tried = Set(Self.trials.filter { !$0.cells.cells.isEmpty }.map(\.id))
    #expect(FactLedger.all.filter { $0.status.hasScenario && !tried.contains($0.id) }.map(\.id.rawValue) == [])
  }

  /// One scenario per fact, in the folder of its ledger and a file of its section, in ledger order.
  @Test func factScenariosAreInTheirFiles() throws {
    #expect(Self.trials.map(\.id) == Self.scripts.map(\.id), "fact( and its end) begin their lines")
    #expect(Set(Self.trials.map(\.id)).count == Self.trials.count, "a fact has two scenarios")
    var files: [String: [FactID]] = [:]
    for trial in Self.trials {
      let fact = try #require(FactLedger.fact(trial.id))
      #expect(trial.file.hasPrefix("facts/\(fact.ledger)/"), "\(trial.id) stands in \(trial.file)")
      files[trial.file, default: []].append(trial.id)
    }
    var sections: [String: [String]] = [:]
    for (file, ids) in files {
      let areas = Set(ids.compactMap { FactLedger.fact($0).map { "\($0.ledger), \($0.area)" } })
      #expect(areas.count == 1, "\(file) has facts of several sections: \(areas)")
      if let area = areas.first { sections[area, default: []].append(file) }
    }
    let places = Dictionary(uniqueKeysWithValues: FactLedger.all.enumerated().map { ($1.id, $0) })
    for (section, names) in sections {
      let parts = names.map { (name: $0, places: (files[$0] ?? []).compactMap { places[$0] }) }
        .sorted { ($0.places.first ?? 0) < ($1.places.first ?? 0) }
      let all = parts.flatMap(\.places)
      #expect(all == all.sorted(), "\(section) is not in the order of the ledger: \(parts.map(\.name))")
      #expect(parts.count == 1 || Self.areNamedAlike(names, after: section), "\(section): \(names)")
    }
  }

  /// The files of a section share a prefix with its words: `callback-order-windows` and `callback-order-scenes` for “1.
  /// Callback order, all situations”.
  private static func areNamedAlike(_ names: [String], after section: String) -> Bool {
    // After the name of the ledger, whose words do not count.
    let words = section.lowercased().drop { $0 != "," }.split { !$0.isLetter }
    let beginnings = names.map { name in
      name.suffix(from: name.lastIndex(of: "/") ?? name.startIndex).split { !$0.isLetter }.prefix { words.contains($0) }
    }
    let first = beginnings.first?.first
    return first != nil && beginnings.allSatisfy { $0.first == first }
  }

  /// The beginning of a script whose scenarios fail in a cell outside of the bounds if they never read `cell.holds`:
  /// they would pass as well if the bound were elsewhere.
  private static let readingBounds = """
    local fact = (function(real)
      return function(id, options, body)
        return real(id, options, function(cell)
          local holds, isRead = cell.holds, false
          cell.holds = nil
          getmetatable(cell).__index = function(_, key)
            if key ~= "holds" then return nil end
            isRead = true
            return holds
          end
          body(cell)
          if not isRead and not holds then error "never reads cell.holds" end
        end)
      end
    end)(fact)

    """

  /// The output of `explain ID --scenario` runs as a script; if it opens a project, next to the ledger's `fixtures`.
  /// Outside of the bounds each scenario asks for them.
  @Test func factScenariosRunAlone() throws {
    let folder = TemporaryFolder()
    for path in BundledFiles.paths where path.hasPrefix("facts/") && path.contains("/fixtures/") {
      folder.write(path, Array(try #require(BundledFiles.bytes(path))))
    }
    var count = 0
    for script in Self.scripts {
      let path = "facts/\(try #require(FactLedger.fact(script.id)).ledger)/\(script.id).lua"
      folder.write(path, Self.readingBounds + script.text)
      let (results, problems) = Run.results(of: try ScenarioFinder.find(["\(folder.path)/\(path)"]).files)
      #expect(problems == [], "\(script.id)")
      #expect(!results.isEmpty && results.allSatisfy { $0.name.first == script.id.rawValue }, "\(script.id)")
      count += results.count
    }
    #expect(count == Self.trials.reduce(0) { $0 + $1.cells.cells.count })
  }

  @Test func scriptHasTheLinesOfItsFact() throws {
    for script in Self.scripts {
      let lines = try Repository.text("lua/\(script.file)").split(separator: "\n", omittingEmptySubsequences: false)
      let own = lines[(script.lines.lowerBound - 1)..<script.lines.upperBound]
      #expect(own.first?.hasPrefix("fact(\"\(script.id)\"") == true && own.last == "end)", "\(script.id)")
      #expect(script.text.hasSuffix(own.joined(separator: "\n")))
    }
  }
}

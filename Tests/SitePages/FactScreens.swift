import Events
import HomeScreenReports
import HomeScreenSimulator
import Scenarios

/// The screens at the ends of fact scenarios, for facts that are visible.
enum FactScreens {
  /// Runs the scripts and returns the pictures by fact. Of a fact's cells, the last one on iPhone inside its bounds is
  /// used, or the last on iPad.
  static func pictures(of files: [ScenarioFile]) -> [FactID: FactPicture] {
    var options = RunOptions()
    options.services = ReportServices()
    options.steps = .all
    var pictures: [FactID: (picture: FactPicture, isPhone: Bool)] = [:]
    _ = ScenarioRunner(options: options).run(files) { event in
      guard case .scenarioFinished(let result) = event, result.status == .passed, let name = result.name.first,
        let fact = FactLedger.fact(FactID(name)), let cell = result.cell ?? result.name.dropFirst().first,
        !cell.contains("outside"), let steps = result.steps,
        let picture = FactPicture(of: fact, in: cell, steps)
      else { return }
      let isPhone = cell.hasPrefix("iPhone")
      guard isPhone || pictures[fact.id]?.isPhone != true else { return }
      pictures[fact.id] = (picture, isPhone)
    }
    return pictures.mapValues(\.picture)
  }
}

/// busted's words. What they do is the scenario runner's; their names and documentation are here.
public enum SpecWord: String, CaseIterable, Sendable {
  case describe, context, insulate, expose
  case it, spec, test
  case pending
  case beforeEach = "before_each"
  case afterEach = "after_each"
  case setup
  case lazySetup = "lazy_setup"
  case strictSetup = "strict_setup"
  case teardown
  case lazyTeardown = "lazy_teardown"
  case strictTeardown = "strict_teardown"
  case finally
  case randomize
  case timeout, budget
  case fact

  /// What a word is for; several words may be for the same.
  public enum Role: Sendable {
    case block, scenario, pending, beforeEach, afterEach, lazySetup, setup, lazyTeardown, teardown, finally, randomize,
      timeout, budget, fact
  }

  /// What the word is for: `it`, `spec` and `test` all name a scenario.
  public var role: Role {
    switch self {
    case .describe, .context, .insulate, .expose: .block
    case .it, .spec, .test: .scenario
    case .pending: .pending
    case .beforeEach: .beforeEach
    case .afterEach: .afterEach
    case .setup, .strictSetup: .setup
    case .lazySetup: .lazySetup
    case .teardown, .strictTeardown: .teardown
    case .lazyTeardown: .lazyTeardown
    case .finally: .finally
    case .randomize: .randomize
    case .timeout: .timeout
    case .budget: .budget
    case .fact: .fact
    }
  }

  /// One sentence.
  public var summary: String {
    switch role {
    case .block:
      if self == .insulate {
        "Groups scenarios, and restores `_G` and the loaded modules afterwards."
      } else if self == .expose {
        "Groups scenarios; later blocks also see what the block sets."
      } else {
        "Groups scenarios."
      }
    case .scenario: "One scenario."
    case .pending: "A scenario that is not written yet."
    case .beforeEach: "Runs before each scenario of the block."
    case .afterEach: "Runs after each scenario of the block."
    case .setup: "Runs once before the scenarios of the block, even if there are none."
    case .lazySetup: "Runs once before the first scenario of the block, if there is one."
    case .teardown: "Runs once after the scenarios of the block, even if there are none."
    case .lazyTeardown: "Runs once after the scenarios of the block, if any ran."
    case .finally: "Runs when the scenario ends, whatever its result."
    case .randomize: "Runs the scenarios and blocks of the block in an order that the seed decides."
    case .timeout: "How many seconds of virtual time a scenario, or each one of the block, may use."
    case .budget: "How many instructions a scenario, or each one of the block, may use: less or more than others."
    case .fact: "A fact of the ledgers as scenarios: one in each cell around the bounds that its row states."
    }
  }
}

/// The documentation of busted's words.
extension SpecWord {
  var entry: APIEntry {
    .word(rawValue, of: nil, parameters, APIDocumentation(summary, discussion: discussion))
  }

  private var discussion: String {
    if role == .fact { return FactScenario.discussion }
    return isOfBusted ? "A word of busted, in scenario scripts." : "A word of scenario scripts."
  }

  private var isOfBusted: Bool {
    switch role {
    case .timeout, .budget, .fact: false
    case .block, .scenario, .pending, .beforeEach, .afterEach, .lazySetup, .setup, .lazyTeardown, .teardown, .finally,
      .randomize:
      true
    }
  }

  private var parameters: [APIParameter] {
    let name = APIParameter("name", type: "string", documentation: "its name in reports; it can contain `#tags`")
    switch role {
    case .block:
      return [name, APIParameter("body", type: "fun()", documentation: "defines blocks, scenarios and hooks")]
    case .scenario:
      return [
        name,
        APIParameter("body", type: "fun()", isOptional: true, documentation: "the scenario; without it, it is pending"),
      ]
    case .pending:
      return [name, APIParameter("body", type: "fun()", isOptional: true, documentation: "not run")]
    case .beforeEach, .afterEach, .setup, .lazySetup, .teardown, .lazyTeardown, .finally:
      return [APIParameter("body", type: "fun()", documentation: "what runs")]
    case .randomize:
      return [
        APIParameter(
          "seed", type: "integer|boolean", isOptional: true, documentation: "of the order; `false` undoes it")
      ]
    case .timeout:
      return [APIParameter("seconds", type: "number", documentation: "of the clock of each device; `math.huge`: any")]
    case .budget:
      return [APIParameter("instructions", type: "integer", documentation: "about; from 1 on")]
    case .fact: return FactScenario.parameters
    }
  }
}

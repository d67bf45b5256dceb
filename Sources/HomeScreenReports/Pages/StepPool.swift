import PropertyLists

/// Steps as a page takes them. What the pictures of all scenarios share stands in the page once.
struct StepPool {
  private var partValues: [(name: String, value: PageValue?)] = []
  private var knownParts: Set<String> = []
  private var screenValues: [PageValue] = []
  private var screenNumbers: [ExactText: Int] = [:]

  /// No steps yet.
  init() {}

  /// The pictures.
  var screens: PageValue? { screenValues.isEmpty ? nil : .list(screenValues) }

  /// What they share, by its name.
  var parts: PageValue? { partValues.isEmpty ? nil : .object(partValues) }

  /// The steps of a scenario, and about how many bytes they take.
  mutating func value(_ steps: ScenarioSteps) -> (PageValue, size: Int) {
    var size = 0
    for part in steps.parts where knownParts.insert(part.name).inserted {
      partValues.append((part.name, .own(part.markup)))
      size += part.markup.utf8.count
    }
    let screens = steps.screens.map { number(of: $0, &size) }
    let values = steps.steps.map { step -> PageValue in
      size += 40 + (step.detail?.utf8.count ?? 0) + step.name.utf8.count + 4 * step.changes.count
      return .object([
        ("device", step.device == 0 ? nil : .number(step.device)), ("milliseconds", .number(step.milliseconds)),
        ("kind", .text(step.kind)), ("name", .text(step.name)), ("app", .text(step.app)), ("detail", .text(step.detail)),
        ("fact", .text(step.fact)), ("place", .text(step.place)),
        ("changes", step.changes.isEmpty ? nil : .numbers(step.changes)),
        ("screen", step.screen.map { .number(screens[$0]) }),
      ])
    }
    size += steps.texts.reduce(0) { $0 + $1.utf8.count + 3 }
    size += steps.sources.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.utf8.count + 3 } }
    let devices = steps.devices.map { device in
      PageValue.object([("name", .text(device.name)), ("state", .numbers(device.state))])
    }
    let sources = steps.sources.map { source in
      PageValue.object([
        ("file", .text(source.file)), ("firstLine", .number(source.firstLine)),
        ("lines", .list(source.lines.map { .text($0) })),
      ])
    }
    let value = PageValue.object([
      ("devices", .list(devices)), ("steps", .list(values)), ("leftOut", .number(steps.leftOut)),
      ("texts", .list(steps.texts.map { .text($0) })), ("sources", .list(sources)),
    ])
    return (value, size)
  }

  /// The number of a picture in the page.
  private mutating func number(of screen: ScenarioSteps.Screen, _ size: inout Int) -> Int {
    let key = ExactText("\(screen.width) \(screen.height) \(screen.words)\n\(screen.body)")
    if let number = screenNumbers[key] { return number }
    screenNumbers[key] = screenValues.count
    size += screen.body.utf8.count + screen.words.utf8.count
    screenValues.append(
      .object([
        ("width", .number(screen.width)), ("height", .number(screen.height)), ("words", .text(screen.words)),
        ("body", .own(screen.body)), ("parts", .list(screen.parts.map { .own($0) })),
      ]))
    return screenValues.count - 1
  }
}

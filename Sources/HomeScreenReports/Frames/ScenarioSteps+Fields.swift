/// The fields of steps on their way between processes.
extension ScenarioSteps: Framed {
  static var blank: ScenarioSteps { ScenarioSteps() }

  mutating func pass(through fields: inout some FrameFields) {
    devices.pass(through: &fields)
    steps.pass(through: &fields)
    leftOut.pass(through: &fields)
    texts.pass(through: &fields)
    sources.pass(through: &fields)
    screens.pass(through: &fields)
    parts.pass(through: &fields)
  }
}

extension ScenarioSteps.Device: Framed {
  static var blank: ScenarioSteps.Device { ScenarioSteps.Device(name: "", state: []) }

  mutating func pass(through fields: inout some FrameFields) {
    name.pass(through: &fields)
    state.pass(through: &fields)
  }
}

extension ScenarioSteps.Step: Framed {
  static var blank: ScenarioSteps.Step { ScenarioSteps.Step(device: 0, milliseconds: 0, kind: "", name: "") }

  mutating func pass(through fields: inout some FrameFields) {
    device.pass(through: &fields)
    milliseconds.pass(through: &fields)
    kind.pass(through: &fields)
    name.pass(through: &fields)
    app.pass(through: &fields)
    detail.pass(through: &fields)
    fact.pass(through: &fields)
    place.pass(through: &fields)
    changes.pass(through: &fields)
    screen.pass(through: &fields)
  }
}

extension ScenarioSteps.Source: Framed {
  static var blank: ScenarioSteps.Source { ScenarioSteps.Source(file: "", firstLine: 0, lines: []) }

  mutating func pass(through fields: inout some FrameFields) {
    file.pass(through: &fields)
    firstLine.pass(through: &fields)
    lines.pass(through: &fields)
  }
}

extension ScenarioSteps.Screen: Framed {
  static var blank: ScenarioSteps.Screen { ScenarioSteps.Screen(width: 0, height: 0, words: "", body: "", parts: []) }

  mutating func pass(through fields: inout some FrameFields) {
    width.pass(through: &fields)
    height.pass(through: &fields)
    words.pass(through: &fields)
    sights.pass(through: &fields)
    body.pass(through: &fields)
    parts.pass(through: &fields)
  }
}

extension ScreenSight: FramedWord {
  static let words = allCases
}

extension ScenarioSteps.Part: Framed {
  static var blank: ScenarioSteps.Part { ScenarioSteps.Part(name: "", markup: "") }

  mutating func pass(through fields: inout some FrameFields) {
    name.pass(through: &fields)
    markup.pass(through: &fields)
  }
}

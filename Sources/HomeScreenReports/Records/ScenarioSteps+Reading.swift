internal import AppPackages
import PropertyLists

/// Reading steps back from JSON; what is damaged, and numbers that lead nowhere, make them unreadable.
extension ScenarioSteps {
  init?(_ node: JSONNode) {
    guard let devices = node.list("devices", { Device($0) }), let steps = node.list("steps", { Step($0) }),
      let texts = node.texts("texts"), let sources = node.list("sources", { Source($0) }),
      let screens = node.list("screens", { Screen($0) }), let parts = node.list("parts", { Part($0) })
    else { return nil }
    self.devices = devices
    self.steps = steps
    self.texts = texts
    self.sources = sources
    self.screens = screens
    self.parts = parts
    if node["leftOut"] != nil {
      guard let count = node.integer("leftOut") else { return nil }
      leftOut = count
    }
    guard isWhole else { return nil }
  }
}

extension ScenarioSteps.Device {
  fileprivate init?(_ node: JSONNode) {
    guard let name = node.text("name"), let state = node.integers("state") else { return nil }
    self.init(name: name, state: state)
  }
}

extension ScenarioSteps.Step {
  fileprivate init?(_ node: JSONNode) {
    guard let time = node.milliseconds, let kind = node.text("kind"), let name = node.text("name"),
      let changes = node.integers("changes")
    else { return nil }
    let number = node.integer("device")
    let screen = node.integer("screen")
    guard number != nil || node["device"] == nil, screen != nil || node["screen"] == nil else { return nil }
    self.init(device: number ?? 0, milliseconds: time, kind: kind, name: name)
    app = node.text("app")
    detail = node.text("detail")
    fact = node.text("fact")
    place = node.text("place")
    self.changes = changes
    self.screen = screen
  }
}

extension ScenarioSteps.Source {
  fileprivate init?(_ node: JSONNode) {
    guard let file = node.text("file"), let line = node.integer("firstLine"), let lines = node.texts("lines") else {
      return nil
    }
    self.init(file: file, firstLine: line, lines: lines)
  }
}

extension ScenarioSteps.Screen {
  fileprivate init?(_ node: JSONNode) {
    guard let width = node.integer("width"), let height = node.integer("height"), let body = node.text("body"),
      let parts = node.texts("parts")
    else { return nil }
    self.init(width: width, height: height, words: node.text("words") ?? "", body: body, parts: parts)
  }
}

extension ScenarioSteps.Part {
  fileprivate init?(_ node: JSONNode) {
    guard let name = node.text("name"), let markup = node.text("markup") else { return nil }
    self.init(name: name, markup: markup)
  }
}

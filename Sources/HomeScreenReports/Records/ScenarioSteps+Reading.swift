internal import AppPackages
import PropertyLists

/// Reading steps back from JSON; numbers that lead nowhere make them unreadable.
extension ScenarioSteps {
  init?(_ node: JSONNode) {
    devices = node.nodes("devices").compactMap { node in
      node.text("name").map { Device(name: $0, state: node.integers("state")) }
    }
    for node in node.nodes("steps") {
      guard let step = Step(node) else { return nil }
      steps.append(step)
    }
    leftOut = node.integer("leftOut") ?? 0
    texts = node.texts("texts")
    sources = node.nodes("sources").compactMap { node in
      guard let file = node.text("file"), let line = node.integer("firstLine") else { return nil }
      return Source(file: file, firstLine: line, lines: node.texts("lines"))
    }
    screens = node.nodes("screens").compactMap { node in
      guard let width = node.integer("width"), let height = node.integer("height"), let body = node.text("body") else {
        return nil
      }
      var screen = Screen(
        width: width, height: height, words: node.text("words") ?? "", body: body, parts: node.texts("parts"))
      screen.sights = node.texts("sights").compactMap(ScreenSight.init(rawValue:))
      return screen
    }
    parts = node.nodes("parts").compactMap { node in
      node.text("name").flatMap { name in node.text("markup").map { Part(name: name, markup: $0) } }
    }
    guard isWhole else { return nil }
  }
}

extension ScenarioSteps.Step {
  fileprivate init?(_ node: JSONNode) {
    guard let time = node.integer("milliseconds"), let kind = node.text("kind"), let name = node.text("name") else {
      return nil
    }
    self.init(device: node.integer("device") ?? 0, milliseconds: time, kind: kind, name: name)
    app = node.text("app")
    detail = node.text("detail")
    fact = node.text("fact")
    place = node.text("place")
    changes = node.integers("changes")
    screen = node.integer("screen")
  }
}

import Events
import PropertyLists
import Rendering

/// Steps as a page takes them: lists without names, in which numbers stand for texts. What the pictures of all scenarios
/// share stands in the page once.
struct StepPool {
  private var partValues: [JSONTree] = []
  /// What parts are called in the page, by their names.
  private var partNames: [String: String] = [:]
  private var screenValues: [JSONTree] = []
  private var screenNumbers: [ExactText: Int] = [:]

  /// No steps yet.
  init() {}

  /// The pictures.
  var screens: JSONTree? { screenValues.isEmpty ? nil : .list(screenValues) }

  /// What they share: the first is called `p0`.
  var parts: JSONTree? { partValues.isEmpty ? nil : .list(partValues) }

  /// The steps of a scenario, and about how many bytes they take.
  mutating func value(_ steps: ScenarioSteps) -> (JSONTree, size: Int) {
    var size = 0
    for part in steps.parts where partNames[part.name] == nil {
      partNames[part.name] = "p\(partValues.count)"
      let markup = shortened(part.markup)
      partValues.append(.text(markup))
      size += markup.utf8.count
    }
    let screens = steps.screens.map { number(of: $0, &size) }
    var texts = TextNumbers(steps.texts)
    let values = steps.steps.map { step -> JSONTree in
      var row: [JSONTree] = [
        .number(step.device), .number(step.milliseconds), .number(texts.number(of: step.kind)),
        .number(texts.number(of: step.name)), .number(texts.number(of: step.app)),
        .number(texts.number(of: step.detail)),
        .number(texts.number(of: step.fact)), .number(texts.number(of: step.place)),
        .number(step.screen.map { screens[$0] } ?? ScenarioSteps.nothing),
      ]
      row += step.changes.map { .number($0) }
      size += 5 * row.count
      return .list(row)
    }
    size += texts.all.reduce(0) { $0 + $1.utf8.count + 3 }
    size += steps.sources.reduce(0) { $0 + $1.lines.reduce(0) { $0 + $1.utf8.count + 3 } }
    let value = JSONTree.members([
      ("devices", steps.devices.recorded.shown), ("rows", .list(values)), ("leftOut", .number(steps.leftOut)),
      ("texts", .list(texts.all.map { .shown($0) })), ("sources", steps.sources.recorded.shown),
    ])
    return (value, size)
  }

  /// The number of a picture in the page.
  private mutating func number(of screen: ScenarioSteps.Screen, _ size: inout Int) -> Int {
    let body = shortened(screen.body)
    let key = ExactText("\(screen.width) \(screen.height) \(screen.words)\n\(body)")
    if let number = screenNumbers[key] { return number }
    screenNumbers[key] = screenValues.count
    size += body.utf8.count + screen.words.utf8.count
    screenValues.append(
      .list([.number(screen.width), .number(screen.height), .shown(screen.words), .text(body)]))
    return screenValues.count - 1
  }

  /// Markup with the page's own names of parts, and with single quotes, which JSON does not escape.
  private func shortened(_ markup: String) -> String {
    let renamed = SVGPool.renamed(markup) { partNames[$0] }
    var result: [UInt8] = []
    result.reserveCapacity(renamed.utf8.count)
    for byte in renamed.utf8 {
      switch byte {
      case UInt8(ascii: "\""): result.append(UInt8(ascii: "'"))
      case UInt8(ascii: "'"): result += "&#39;".utf8
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Texts by their numbers: those of states, and behind them what else steps say.
private struct TextNumbers {
  private(set) var all: [String]
  private var numbers: [ExactText: Int] = [:]

  init(_ texts: [String]) {
    all = texts
    for (number, text) in texts.enumerated() { numbers[ExactText(text)] = number }
  }

  mutating func number(of text: String?) -> Int {
    guard let text else { return ScenarioSteps.nothing }
    let key = ExactText(text)
    if let number = numbers[key] { return number }
    numbers[key] = all.count
    all.append(text)
    return all.count - 1
  }
}

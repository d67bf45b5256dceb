internal import AppPackages
public import Simulator

/// What `homescreen why --json` prints: the simulator's explanation as one JSON object on one line.
public enum IconReportJSON {
  /// The version of the object's form; it grows when a field changes its meaning.
  static let schemaVersion = 1

  public static func line(_ explanation: IconExplanation) -> String {
    var object = JSONText()
    object.add("schemaVersion", schemaVersion)
    object.add("app", explanation.bundleIdentifier)
    object.add("label", explanation.label)
    object.add("model", explanation.model.name)
    object.add("os", explanation.os.description)
    object.add("name", explanation.name)
    object.add("changes", explanation.changes)
    object.add("available", explanation.apiExists)
    object.add("result", result(explanation.decision.result))
    object.add("fact", explanation.decision.fact.rawValue)
    if case .refused(let error) = explanation.decision.result { object.add("error", object: self.error(error)) }
    object.add("checks", objects: explanation.decision.steps.map(check))
    object.add("key", explanation.key)
    object.add("declared", explanation.declaredNames)
    object.add("near", explanation.nearNames)
    object.add("places", objects: explanation.places.map { picture($0.surface.rawValue, $0.picture) })
    if let preview = explanation.preview { object.add("alert", object: picture("alert", preview)) }
    object.add("advice", objects: explanation.advice.map(advice))
    return object.line
  }

  private static func result(_ result: AlternateIconDecision.Result) -> String {
    switch result {
    case .accepted: "accepted"
    case .alreadySet: "alreadySet"
    case .refused: "refused"
    }
  }

  private static func error(_ error: NSErrorValue) -> JSONText {
    var object = JSONText()
    object.add("domain", error.domain)
    object.add("code", error.code)
    object.add("localizedDescription", error.localizedDescription)
    object.add("text", error.consoleDescription)
    return object
  }

  private static func check(_ step: AlternateIconDecision.Step) -> JSONText {
    var object = JSONText()
    object.add("number", step.check.number)
    object.add("title", step.check.title)
    object.add("status", "\(step.status)")
    object.add("fact", step.check.fact.rawValue)
    return object
  }

  private static func picture(_ place: String, _ picture: IconPicture) -> JSONText {
    var object = JSONText()
    object.add("place", place)
    object.add("file", picture.file)
    object.add("source", picture.source.rawValue)
    object.add("pixels", picture.pixels)
    object.add("filePixels", picture.filePixels)
    object.add("scaled", picture.scaled)
    object.add("placeholder", picture.placeholder)
    object.add("why", picture.why)
    return object
  }

  private static func advice(_ advice: IconExplanation.Advice) -> JSONText {
    var object = JSONText()
    object.add("text", advice.text)
    object.add("fact", advice.fact.rawValue)
    return object
  }
}

public import PropertyLists

extension IconJudgement {
  /// Each explanation as data, for ``SortedJSON``, with the remarks about what was judged.
  public var json: [PropertyListValue] {
    let selection = RemarkSelection(remarks)
    let shown = PropertyListValue.array(of: selection.shown.map { .dictionary($0.json) })
    return explanations.map { explanation in
      var json = explanation.properties
      json["remarks"] = shown
      json["remarkCount"] = .integer(Int64(selection.count))
      return .dictionary(json)
    }
  }
}

extension IconExplanation {
  /// Everything as data, for ``SortedJSON``. What does not apply is left out.
  public var json: PropertyListValue { .dictionary(properties) }

  fileprivate var properties: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "schemaVersion": 1, "app": .string(bundleIdentifier), "label": .string(label), "model": .string(model.name),
      "os": .string(os.description), "changes": .boolean(changes), "available": .boolean(apiExists),
      "fact": .string(decision.fact.rawValue), "key": .string(key),
    ]
    json["name"] = name.map { .string($0) }
    switch decision.result {
    case .accepted: json["result"] = "accepted"
    case .alreadySet: json["result"] = "alreadySet"
    case .refused(let error):
      json["result"] = "refused"
      json["error"] = Self.error(error)
    }
    json["checks"] = .array(of: decision.steps.map(Self.check))
    json["declared"] = .array(of: declaredNames.map { .string($0) })
    json["near"] = .array(of: nearNames.map { .string($0) })
    json["places"] = .array(of: places.map { Self.place($0.surface.rawValue, $0.picture) })
    json["alert"] = preview.map { Self.place("alert", $0) }
    json["advice"] = .array(of: advice.map(Self.advice))
    return json
  }

  private static func advice(_ advice: Advice) -> PropertyListValue {
    var json: PropertyListDictionary = ["text": .string(advice.text), "fact": .string(advice.fact.rawValue)]
    json["code"] = advice.code.map { .string($0.rawValue) }
    return .dictionary(json)
  }

  private static func error(_ error: NSErrorValue) -> PropertyListValue {
    [
      "domain": .string(error.domain), "code": .integer(Int64(error.code)),
      "localizedDescription": .string(error.localizedDescription), "text": .string(error.consoleDescription),
    ]
  }

  private static func check(_ step: AlternateIconDecision.Step) -> PropertyListValue {
    var json: PropertyListDictionary = [
      "number": .integer(Int64(step.number)), "name": .string(step.check.name.rawValue),
      "title": .string(step.check.title), "status": .string("\(step.status)"),
      "fact": .string(step.check.fact.rawValue),
    ]
    if step.wouldFail { json["wouldFail"] = .boolean(true) }
    return .dictionary(json)
  }

  private static func place(_ name: String, _ picture: IconPicture) -> PropertyListValue {
    var json = picture.json
    json["place"] = .string(name)
    json["why"] = .array(of: picture.why.map { .string($0) })
    return .dictionary(json)
  }
}

extension IconPicture {
  /// What is drawn, in the words of the API.
  var json: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "source": .string(source.rawValue), "pixels": .integer(Int64(pixels)), "scaled": .boolean(isScaled),
      "placeholder": .boolean(isPlaceholder),
    ]
    json["file"] = file.map { .string($0) }
    json["filePixels"] = filePixels.map { .integer(Int64($0)) }
    return json
  }
}

public import PropertyLists

extension ActionJudgement {
  /// Each of the actions as data, for ``SortedJSON``, with the remarks about what was judged.
  public func json(of actions: [JudgedAction]) -> [PropertyListValue] {
    let selection = RemarkSelection(remarks)
    let shown = PropertyListValue.array(of: selection.shown.map { .dictionary($0.json) })
    return actions.map { action in
      var json = action.properties
      json["label"] = .string(label)
      json["app"] = bundleIdentifier.map { .string($0) }
      json["remarks"] = shown
      json["remarkCount"] = .integer(Int64(selection.count))
      return .dictionary(json)
    }
  }
}

extension JudgedAction {
  /// Everything as data. What does not apply is left out.
  fileprivate var properties: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "schemaVersion": 1, "key": .string(key), "position": .integer(Int64(position)),
      "shown": .boolean(isShownEverywhere), "codeJudged": false,
    ]
    json["type"] = type.map { .string($0) }
    json["writtenTitle"] = title.map { .string($0) }
    json["location"] = node.location.map { .dictionary($0.json) }
    json["outcomes"] = .array(of: outcomes.map { .dictionary($0.properties) })
    return json
  }
}

extension JudgedAction.Outcome {
  fileprivate var properties: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "model": .string(model.name), "since": .string(since.description), "menu": .boolean(hasMenu),
      "shown": .boolean(isShown),
    ]
    json["until"] = until.map { .string($0.description) }
    if !languages.isEmpty { json["languages"] = .array(of: languages.map { .string($0) }) }
    json["place"] = place.map { .integer(Int64($0)) }
    json["title"] = item.map { .string($0.localizedTitle) }
    json["subtitle"] = item?.localizedSubtitle.map { .string($0) }
    json["glyph"] = glyph.map { .dictionary($0.json) }
    if !obstacles.isEmpty {
      json["obstacles"] = .array(
        of: obstacles.map { Self.fault($0.rule, $0.fact, $0.text, $0.advice) })
    }
    json["pictureFault"] = pictureFault.map { Self.fault($0.rule, $0.fact, $0.text, pictureAdvice) }
    return json
  }

  private static func fault(_ rule: String?, _ fact: FactID, _ text: String, _ advice: String?) -> PropertyListValue {
    var json: PropertyListDictionary = ["fact": .string(fact.rawValue), "text": .string(text)]
    json["rule"] = rule.map { .string($0) }
    json["advice"] = advice.map { .string($0) }
    return .dictionary(json)
  }
}

extension ShortcutGlyph {
  /// What is drawn, in the words of the API.
  fileprivate var json: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "source": .string(source.rawValue), "why": .array(of: why.map { .string($0) }),
    ]
    json["name"] = name.map { .string($0) }
    return json
  }
}

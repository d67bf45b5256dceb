public import AppPackages
public import PropertyLists

/// The results for the quick actions in an app's Info.plist: on each kind of device, in each version of iOS with a
/// different result, and in each language. Nothing is installed or run; the app's reaction to a tap is not judged.
public struct ActionJudgement: Sendable {
  /// The app's name below its icon.
  public let label: String
  /// The bundle identifier; nil if no device accepts the app.
  public let bundleIdentifier: String?
  /// The judged devices.
  public let models: [DeviceModel]
  /// The elements of `UIApplicationShortcutItems`, in each variant of the key that one of the devices reads, in the
  /// order of the file.
  public let actions: [JudgedAction]
  /// Variants of the key that declare nothing, because the value is not an array (QUICK-018).
  public let unusableKeys: [String]
  /// Remarks about the judged package and its missing parts.
  public let remarks: [PackageWarning]

  /// The maximum number of actions in the menu (QUICK-065).
  public static let places = Device.maximumAppRows

  /// A range of versions with equal results.
  struct Span: Equatable {
    let since: OSVersion
    let until: OSVersion?

    func contains(_ version: OSVersion) -> Bool { since <= version && until.map { version <= $0 } ?? true }
  }

  /// The versions in which static items change, each with the version before it: more icon types (QUICK-046),
  /// symbols and menus on every device (QUICK-008, QUICK-098).
  private static let turningPoints: [(first: OSVersion, before: OSVersion)] = [
    (.moreSystemIcons, OSVersion(9)), (.scenes, OSVersion(12, 5)),
  ]

  /// Judges all static items of an app.
  ///
  /// - Parameters:
  ///   - models: by default an iPhone and an iPad, if the app supports them.
  ///   - versions: the versions to judge; by default all that the app runs on.
  ///   - languages: the languages to judge; by default all that the app has.
  public init(
    _ package: AppPackage, on models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, languages: [String]? = nil
  ) {
    let prepared = PreparedPackage(package)
    let models = models ?? IconJudgement.models(for: package)
    let oldest = OSVersion(oldestOf: package)
    let spans = versions.map { $0.map { Span(since: $0, until: $0) } } ?? Self.spans(of: package, from: oldest)
    let locales = languages ?? (package.localizedInfo.isEmpty ? ["en"] : package.localizedInfo.languages)
    self.models = models
    bundleIdentifier = package.bundleIdentifier
    label = prepared.label(on: models.first?.deviceClass ?? .iPhone, locale: languages?.first ?? "en")
    remarks = package.warnings.filter(IconJudgement.affectsResults)

    var keys: [(key: String, models: [DeviceModel])] = []
    for model in models {
      guard let key = package.infoPlist.infoPlistKey(for: ShortcutItemKey.array, on: model.deviceClass) else {
        continue
      }
      if let place = keys.firstIndex(where: { ExactText.isSame($0.key, key) }) {
        keys[place].models.append(model)
      } else {
        keys.append((key, [model]))
      }
    }
    unusableKeys = keys.map(\.key).filter { package.infoPlist[$0]?.array == nil }
    var advisor = ActionAdvisor(prepared)
    actions = keys.flatMap { key, models in
      Self.actions(of: key, prepared, models, spans, locales, namesLanguages: languages != nil, &advisor)
    }
  }

  /// The declared types, each once.
  public var types: [String] {
    var seen: Set<ExactText> = []
    return actions.compactMap(\.type).filter { seen.insert(ExactText($0)).inserted }
  }

  /// Returns the elements with a type: several may share one (QUICK-030).
  public func actions(ofType type: String) -> [JudgedAction] {
    actions.filter { $0.type.map { ExactText.isSame($0, type) } ?? false }
  }

  /// Returns the declared type that is most similar to this one.
  public func type(near type: String) -> String? { Self.type(near: type, in: types) }

  /// Returns the type that is most similar to this one; a match of its last part, after the dots, is enough.
  static func type(near type: String, in types: [String]) -> String? {
    Spelling.nearest(to: type, in: types).first
      ?? types.first { $0.split(separator: ".").last?.lowercased() == type.lowercased() }
  }

  /// Names of pictures with an extension have another turning point (QUICK-023).
  private static func spans(of package: AppPackage, from oldest: OSVersion) -> [Span] {
    let items = package.infoPlist.entries.filter { InfoPlistKey($0.key).base == ShortcutItemKey.array }.flatMap {
      $0.node.value.array ?? []
    }
    let namesFile = items.contains { item in
      item.value.dictionary?[ShortcutItemKey.iconFile.name]?.string?.lowercased().hasSuffix(".png") == true
    }
    let own = namesFile ? [(first: ActionPicture.ignoresFileNames, before: OSVersion(18, 1))] : []
    let points = (turningPoints + own).filter { $0.first > oldest }
    let starts = [oldest] + points.map(\.first)
    return starts.indices.map { Span(since: starts[$0], until: $0 < points.count ? points[$0].before : nil) }
  }

  // MARK: One key

  private static func actions(
    of key: String, _ prepared: PreparedPackage, _ models: [DeviceModel], _ spans: [Span], _ locales: [String],
    namesLanguages: Bool, _ advisor: inout ActionAdvisor
  ) -> [JudgedAction] {
    guard let first = models.first,
      let nodes = prepared.info(on: first.deviceClass)[ShortcutItemKey.array]?.array
    else { return [] }
    let package = prepared.package
    let written = (package.build?.writtenInfoPlist ?? package.infoPlist)[key]?.array ?? []
    Work.count(nodes.count * spans.count * models.count * locales.count * 8)
    var outcomes: [[JudgedAction.Outcome]] = nodes.map { _ in [] }
    for model in models {
      var last: [[JudgedAction.Outcome]] = nodes.map { _ in [] }
      // A later model does not run older versions.
      for span in spans where model.runs(span.since) || model.firstOS.map({ span.contains($0) }) ?? false {
        let span = Span(since: model.firstOS.map { max($0, span.since) } ?? span.since, until: span.until)
        let found = Self.outcomes(of: nodes, prepared, model, span, locales, namesLanguages, &advisor)
        for (place, new) in found.enumerated() {
          if span.since != span.until, !last[place].isEmpty, last[place].elementsEqual(new, by: { $0.isSame(as: $1) }) {
            last[place] = last[place].map { $0.lasting(until: span.until) }
          } else {
            outcomes[place] += last[place]
            last[place] = new
          }
        }
      }
      for place in nodes.indices { outcomes[place] += last[place] }
    }
    return nodes.indices.map { place in
      JudgedAction(
        key: key, position: place, node: nodes[place], written: place < written.count ? written[place] : nodes[place],
        outcomes: outcomes[place])
    }
  }

  /// Returns the results of each element on one device, grouped by equal languages.
  private static func outcomes(
    of nodes: [PropertyListNode], _ prepared: PreparedPackage, _ model: DeviceModel, _ span: Span, _ locales: [String],
    _ namesLanguages: Bool, _ advisor: inout ActionAdvisor
  ) -> [[JudgedAction.Outcome]] {
    let os = span.since
    let hasMenu = os >= .scenes || model.has3DTouch
    var groups: [[JudgedAction.Outcome]] = nodes.map { _ in [] }
    for locale in locales {
      let items = prepared.staticItems(on: model.deviceClass, os: os, locale: locale)
      var next = 0
      var shown = 0
      for (position, node) in nodes.enumerated() {
        var outcome = JudgedAction.Outcome(model: model, since: span.since, until: span.until, languages: [locale])
        outcome.obstacles = StaticItems.obstacles(of: node)
        if outcome.obstacles.isEmpty, next < items.count {
          let item = items[next]
          next += 1
          outcome.take(item, node, prepared, &advisor)
          if item.localizedTitle.isEmpty {
            outcome.obstacles.append(.emptyTranslation)
          } else {
            shown += 1
            if shown > Device.maximumAppRows {
              outcome.obstacles.append(.beyondFour(shown))
            } else {
              outcome.place = shown
            }
          }
        }
        if !hasMenu {
          outcome.obstacles.append(.noMenu)
          outcome.place = nil
        }
        if let group = groups[position].firstIndex(where: { $0.isSameAnswer(as: outcome) }) {
          groups[position][group].languages.append(locale)
        } else {
          groups[position].append(outcome)
        }
      }
    }
    guard !namesLanguages else { return groups }
    return groups.map { group in
      guard group.count == 1 else { return group }
      var outcome = group[0]
      outcome.languages = []
      return [outcome]
    }
  }
}

/// The meaning of a name in an app.
public enum NameMeaning: Sendable {
  /// An icon, exactly or nearly.
  case icon
  /// The type of a quick action, exactly or nearly.
  case action
  /// An icon and a type.
  case both
  /// Not declared by the app.
  case unknown

  /// Finds a name among the icons and the types of an app.
  public init(_ name: String, in package: AppPackage) {
    let prepared = PreparedPackage(package)
    let icons =
      DeviceClass.allCases.flatMap { prepared.icons(on: $0).names } + prepared.iconNames.alternatesOfSettings
      + prepared.iconNames.writtenSets.map(\.text)
    let types = DeviceClass.allCases.flatMap { device in
      (prepared.info(on: device)[ShortcutItemKey.array]?.array ?? []).compactMap {
        $0.value.dictionary?[ShortcutItemKey.type.name]?.string
      }
    }
    let isIcon = icons.contains { ExactText.isSame($0, name) }
    let isType = types.contains { ExactText.isSame($0, name) }
    if isIcon || isType {
      self = isIcon ? isType ? .both : .icon : .action
    } else {
      let isNearlyType = ActionJudgement.type(near: name, in: types) != nil
      let isNearlyIcon = !Spelling.nearest(to: name, in: icons).isEmpty
      self = isNearlyIcon ? .icon : isNearlyType ? .action : .unknown
    }
  }
}

extension OSVersion {
  /// Finds the oldest iOS that an app declares, limited to the simulator's range; its oldest version if none is declared.
  public init(oldestOf package: AppPackage) {
    let written =
      package.infoPlist["MinimumOSVersion"]?.string ?? package.build?.deploymentTarget
      ?? package.settings["IPHONEOS_DEPLOYMENT_TARGET"]
    let version = written.flatMap { OSVersion($0) } ?? .oldest
    self = min(max(version, .oldest), .newest)
  }

  /// Returns why the app cannot be installed on these versions, which are too old for it; nil if there are none.
  public static func refusal(of package: AppPackage, on versions: [OSVersion]) -> String? {
    versions.isEmpty
      ? nil
      : "\(package.name) needs iOS \(OSVersion(oldestOf: package)): it cannot be installed on iOS "
        + "\(versions.map(\.description).joined(separator: ", ")) (LAUNCH-238)"
        + (package.assumedTarget.map { ". \($0)" } ?? "")
  }
}

extension AppPackage {
  /// Where the oldest iOS comes from if no setting names it, and how to try another; nil if one does.
  package var assumedTarget: String? {
    let name = "IPHONEOS_DEPLOYMENT_TARGET"
    guard let build, !build.settings.isGiven(name), !build.deploymentTarget.isEmpty,
      infoPlist["MinimumOSVersion"]?.string ?? build.deploymentTarget == build.deploymentTarget
    else { return nil }
    return "\(name) is not set, so it is \(build.deploymentTarget), as in the SDK of Xcode \(build.xcodeVersion): "
      + "to try another, use --xcode 15.3"
  }
}

extension ActionJudgement {
  /// Returns each action as data for ``SortedJSON``, with the remarks about the package.
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
  /// All properties as data, without those that do not apply.
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
      json["obstacles"] = .array(of: obstacles.map { Self.fault($0.rule, $0.fact, $0.text, $0.advice) })
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
  /// The drawn picture, in the words of the API.
  fileprivate var json: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "source": .string(source.rawValue), "why": .array(of: why.map { .string($0) }),
    ]
    json["name"] = name.map { .string($0) }
    return json
  }
}

/// An element of `UIApplicationShortcutItems`, with its results on devices.
public struct JudgedAction: Sendable {
  /// The variant of the key that contains it, as written: `UIApplicationShortcutItems~ipad`.
  public let key: String
  /// The index of the action in the array, from 0.
  public let position: Int
  /// The element for the device, with `$(…)` replaced.
  public let node: PropertyListNode
  /// The element as written.
  public let written: PropertyListNode
  /// The results for each device and range of versions, grouped by equal languages.
  public let outcomes: [Outcome]

  /// The type that the app gets after a tap; nil if it is missing or empty.
  public var type: String? { text(.type) }
  /// The title in the Info.plist, which is the key of its translations (QUICK-029).
  public var title: String? { text(.title) }

  /// The name in messages: the type as written, and the index in the array.
  public var name: String {
    let element = key == ShortcutItemKey.array ? "item \(position)" : "item \(position) of \(key)"
    guard let type = written.value.dictionary?[ShortcutItemKey.type.name]?.string, !type.isEmpty else { return element }
    return "quick action “\(Spelling.beginning(of: type))” (\(element))"
  }

  /// Returns the string of one of the element's keys, or nil if it is missing, empty or of another class.
  public func text(_ key: ShortcutItemKey) -> String? {
    guard let text = node.value.dictionary?[key.name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// Returns the location of the value for a key; the location of the element if it is unknown.
  public func location(of key: ShortcutItemKey) -> SourceLocation? {
    node.value.dictionary?.node(for: key.name)?.location ?? node.location
  }

  /// Returns the advice for an obstacle, as a sentence, or nil if there is none.
  public func advice(for obstacle: ActionObstacle) -> String? {
    if case .missing(let key) = obstacle, let misspelt = misspelt(key) {
      return "Replace “\(Spelling.beginning(of: misspelt))” with \(key.name)."
    }
    return obstacle.advice
  }

  /// Returns the element's key that is most similar to this one.
  public func misspelt(_ key: ShortcutItemKey) -> String? {
    node.value.dictionary?.keys.first { ShortcutItemKey.nearest(to: $0) == key }
  }

  /// Whether the action is in the menu of every device that has one.
  public var isShownEverywhere: Bool {
    outcomes.contains(where: \.hasMenu) && outcomes.allSatisfy { $0.isShown || !$0.hasMenu }
  }

  /// The result on one device.
  public struct Outcome: Sendable {
    /// The device.
    public let model: DeviceModel
    /// The first version with this result.
    public let since: OSVersion
    /// The last version; nil for all later ones.
    public internal(set) var until: OSVersion?
    /// The languages with this result; empty for all.
    public internal(set) var languages: [String]
    /// The reasons why it is not in the menu; empty if it is.
    public internal(set) var obstacles: [ActionObstacle] = []
    /// The action's rank among the app's items, from 1; nil if it is not in the menu.
    public internal(set) var place: Int?
    /// The registered item, in the device's language; nil if there is none.
    public internal(set) var item: ShortcutItem?
    /// The picture next to the text; nil without an item.
    public internal(set) var glyph: ShortcutGlyph?
    /// The fault of the picture.
    public internal(set) var pictureFault: ActionPictureFault?
    /// The advice for the picture, as a sentence.
    public internal(set) var pictureAdvice: String?

    /// Whether the action is in the menu.
    public var isShown: Bool { obstacles.isEmpty }
    /// Whether the device has a menu for quick actions.
    public var hasMenu: Bool { !obstacles.contains(.noMenu) }

    init(model: DeviceModel, since: OSVersion, until: OSVersion?, languages: [String]) {
      (self.model, self.since, self.until, self.languages) = (model, since, until, languages)
    }

    mutating func take(
      _ item: ShortcutItem, _ node: PropertyListNode, _ prepared: PreparedPackage, _ advisor: inout ActionAdvisor
    ) {
      let glyph = item.glyph(in: prepared, on: model, os: since)
      (self.item, self.glyph) = (item, glyph)
      pictureFault = ActionPictureFault(item, glyph) { node.value.dictionary?[$0.name]?.string }
      pictureAdvice = pictureFault.map { advisor.advice(for: $0) }
    }

    /// Returns whether everything visible is equal, with equal reasons.
    func isSameAnswer(as other: Outcome) -> Bool {
      obstacles == other.obstacles && place == other.place && item == other.item && glyph == other.glyph
        && pictureFault == other.pictureFault
    }

    func isSame(as other: Outcome) -> Bool { isSameAnswer(as: other) && languages == other.languages }

    func lasting(until: OSVersion?) -> Outcome {
      var outcome = self
      outcome.until = until
      return outcome
    }
  }
}

public import AppPackages
public import PropertyLists

/// What becomes of the quick actions that an app's Info.plist declares, on each kind of device, in each version of iOS
/// where the answer is another one, and in each language. Nothing is installed and nothing runs; what the app's code
/// does when one is tapped is not judged.
public struct ActionJudgement: Sendable {
  /// The app's name under its icon.
  public let label: String
  /// nil where no device would take the app.
  public let bundleIdentifier: String?
  /// The devices that were asked.
  public let models: [DeviceModel]
  /// The elements of `UIApplicationShortcutItems`, of each variant of the key that one of the devices reads, in the
  /// order of the file.
  public let actions: [JudgedAction]
  /// Variants of the key whose value is no array, so that they declare nothing (QUICK-018).
  public let unusableKeys: [String]
  /// Remarks about the package that say what was judged, and what it lacks.
  public let remarks: [PackageWarning]

  /// How many actions the menu has room for (QUICK-065).
  public static let places = Device.maximumAppRows

  /// A stretch of versions in which nothing changes.
  struct Span: Equatable {
    let since: OSVersion
    let until: OSVersion?

    func contains(_ version: OSVersion) -> Bool { since <= version && until.map { version <= $0 } ?? true }
  }

  /// The versions with which something about static items changes, each with the last one before it: more icon types
  /// (QUICK-046), a placeholder in place of a dot (QUICK-025), symbols and menus on every device (QUICK-008, QUICK-098).
  private static let turningPoints: [(first: OSVersion, before: OSVersion)] = [
    (.moreSystemIcons, OSVersion(9)), (.siriShortcuts, OSVersion(11, 4)), (.scenes, OSVersion(12, 5)),
  ]

  /// Judges all static items of an app.
  ///
  /// - Parameters:
  ///   - models: an iPhone and an iPad by default, as far as the app is for them.
  ///   - versions: these alone; by default all that the app runs on.
  ///   - languages: these alone; by default all that the app has.
  public init(
    _ package: AppPackage, on models: [DeviceModel]? = nil, versions: [OSVersion]? = nil, languages: [String]? = nil
  ) {
    let prepared = PreparedPackage(package)
    let models = models ?? IconJudgement.models(for: package)
    let oldest = OSVersion(oldestOf: package)
    let spans = versions.map { $0.map { Span(since: $0, until: $0) } } ?? Self.spans(from: oldest)
    let locales = languages ?? (package.localizedInfo.isEmpty ? ["en"] : package.localizedInfo.languages)
    self.models = models
    bundleIdentifier = package.bundleIdentifier
    label = prepared.label(on: models.first?.deviceClass ?? .iPhone, locale: languages?.first ?? "en")
    remarks = package.warnings.filter { $0.severity == .error || IconJudgement.decidesWhatIsJudged($0) }

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
      Self.actions(
        of: key, prepared, models, spans, locales, namesLanguages: languages != nil, &advisor)
    }
  }

  /// The types that are declared, as the app gets them, each once.
  public var types: [String] {
    var seen: Set<ExactText> = []
    return actions.compactMap(\.type).filter { seen.insert(ExactText($0)).inserted }
  }

  /// The elements of a type: several may share one (QUICK-030).
  public func actions(ofType type: String) -> [JudgedAction] {
    actions.filter { $0.type.map { ExactText.isSame($0, type) } ?? false }
  }

  /// The type that is nearly this one.
  public func type(near type: String) -> String? { Spelling.nearest(to: type, in: types).first }

  private static func spans(from oldest: OSVersion) -> [Span] {
    let points = turningPoints.filter { $0.first > oldest }
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
      // A model that came later has no older versions.
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

  /// What one device shows of each element, languages with the same answer together.
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

/// What a name stands for in an app.
public enum NameMeaning: Sendable {
  /// An icon, or nearly.
  case icon
  /// The type of a quick action, exactly or nearly.
  case action
  /// An icon and a type.
  case both
  /// Nothing that the app declares.
  case unknown

  /// Looks a name up among the icons and the types of an app.
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
      let isNearlyType = !Spelling.nearest(to: name, in: types).isEmpty
      let isNearlyIcon = !Spelling.nearest(to: name, in: icons).isEmpty
      self = isNearlyIcon ? .icon : isNearlyType ? .action : .unknown
    }
  }
}

extension OSVersion {
  /// The oldest iOS that an app runs on, as far as it says so and the simulator knows it.
  public init(oldestOf package: AppPackage) {
    let written =
      package.infoPlist["MinimumOSVersion"]?.string ?? package.build?.deploymentTarget
      ?? package.settings["IPHONEOS_DEPLOYMENT_TARGET"]
    let version = written.flatMap { OSVersion($0) } ?? .oldest
    self = min(max(version, .oldest), .newest)
  }
}

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

/// One element of `UIApplicationShortcutItems`, with what devices make of it.
public struct JudgedAction: Sendable {
  /// The variant of the key that holds it, as it is written: `UIApplicationShortcutItems~ipad`.
  public let key: String
  /// Its place in the array, counted from 0.
  public let position: Int
  /// The element as the device reads it, `$(…)` replaced.
  public let node: PropertyListNode
  /// The element as it is written.
  public let written: PropertyListNode
  /// For each device and stretch of versions the answers, one for each group of languages that have the same.
  public let outcomes: [Outcome]

  /// What the app gets when it is tapped; nil when there is none, or an empty one.
  public var type: String? { text(.type) }
  /// The title as the system reads it, which is what its translations are found by (QUICK-029).
  public var title: String? { text(.title) }

  /// How messages call it: the type as it is written, and the place in the array.
  public var name: String {
    let element = key == ShortcutItemKey.array ? "item \(position)" : "item \(position) of \(key)"
    guard let type = written.value.dictionary?[ShortcutItemKey.type.name]?.string, !type.isEmpty else { return element }
    return "quick action “\(Spelling.beginning(of: type))” (\(element))"
  }

  /// The text of one of its keys; nil for none, for an empty one and for another class.
  public func text(_ key: ShortcutItemKey) -> String? {
    guard let text = node.value.dictionary?[key.name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// Where the value of one of its keys stands; the element itself where that is not known.
  public func location(of key: ShortcutItemKey) -> SourceLocation? {
    node.value.dictionary?.node(for: key.name)?.location ?? node.location
  }

  /// What to do about an obstacle, as a sentence; nil where nothing can be done.
  public func advice(for obstacle: ActionObstacle) -> String? {
    if case .missing(let key) = obstacle, let misspelt = misspelt(key) {
      return "Write \(key.name) in place of “\(Spelling.beginning(of: misspelt))”."
    }
    return obstacle.advice
  }

  /// The key of the element that is nearly this one.
  public func misspelt(_ key: ShortcutItemKey) -> String? {
    node.value.dictionary?.keys.first { ShortcutItemKey.nearest(to: $0) == key }
  }

  /// Whether it is in the menu of every device that has one.
  public var isShownEverywhere: Bool {
    outcomes.contains(where: \.hasMenu) && outcomes.allSatisfy { $0.isShown || !$0.hasMenu }
  }

  /// What one device shows of it.
  public struct Outcome: Sendable {
    /// The device that was asked.
    public let model: DeviceModel
    /// The first version for which the answer holds.
    public let since: OSVersion
    /// The last one; nil for all later ones.
    public internal(set) var until: OSVersion?
    /// The languages that have this answer; empty for all.
    public internal(set) var languages: [String]
    /// What keeps it out of the menu; nothing when it is there.
    public internal(set) var obstacles: [ActionObstacle] = []
    /// Its place among those of the app, from 1 on; nil when it is not in the menu.
    public internal(set) var place: Int?
    /// The item that is registered, in the device's language; nil when there is none.
    public internal(set) var item: ShortcutItem?
    /// What is drawn beside the text; nil without item.
    public internal(set) var glyph: ShortcutGlyph?
    /// What is wrong with the picture.
    public internal(set) var pictureFault: ActionPictureFault?
    /// What to do about that, as a sentence.
    public internal(set) var pictureAdvice: String?

    /// Whether it is in the menu.
    public var isShown: Bool { obstacles.isEmpty }
    /// Whether the device has such a menu at all.
    public var hasMenu: Bool { !obstacles.contains(.noMenu) }

    init(model: DeviceModel, since: OSVersion, until: OSVersion?, languages: [String]) {
      self.model = model
      self.since = since
      self.until = until
      self.languages = languages
    }

    mutating func take(
      _ item: ShortcutItem, _ node: PropertyListNode, _ prepared: PreparedPackage, _ advisor: inout ActionAdvisor
    ) {
      let glyph = item.glyph(in: prepared, on: model, os: since)
      self.item = item
      self.glyph = glyph
      pictureFault = ActionPictureFault(item, glyph) { node.value.dictionary?[$0.name]?.string }
      pictureAdvice = pictureFault.map { advisor.advice(for: $0) }
    }

    /// The same in all that a person sees, and why.
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

public import AppPackages
import PropertyLists

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

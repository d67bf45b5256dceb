internal import AppPackages
public import PropertyLists

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

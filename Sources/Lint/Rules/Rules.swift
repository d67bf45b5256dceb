public import Events

/// All rules that come with homescreen: one table for linting, lists, `explain` and the documentation.
public enum Rules {
  /// In the order in which their findings are told of one place.
  public static let all: [any Rule] = groups.flatMap(\.self)

  private static let groups: [[any Rule]] = [
    RemarkRules.all,
    // What an Info.plist says of icons, and the pictures beside it.
    IPadIconRules.all, IconShapeRules.all, IconEntryRules.all, IconFileRules.all, IconSizeRules.all,
    PrimaryIconRules.all, IconPixelRules.all,
    // What is compiled.
    CatalogPictureRules.all, IconSettingRules.all,
    // Quick actions.
    ShortcutEntryRules.all, ShortcutIconRules.all, ShortcutPictureRules.all, ShortcutTextRules.all,
    ShortcutMenuRules.all, WrapperPluginRule.all, aboutCode,
  ]

  /// Those about what the app's own code does; without its sources they are silent.
  public static let aboutCode: [any Rule] = [
    HandlerRules.all, ColdStartRules.all, CompletionRules.all, KeptItemRules.all, ActionCodeRules.all,
    IconCallRules.all, IconTextRules.all, SourceReadingRules.all,
  ].flatMap(\.self)

  /// The rule of a name; nil when there is none.
  public static func named(_ name: String) -> (any Rule)? { byCode[RuleCode(rawValue: name)] }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  /// What is known of everything that lint tells, the findings about its own input last.
  public static let descriptions: [RuleDescription] = all.map(\.description) + AppUpdate.rules + InputRules.all

  /// What is known of a rule by its name; nil when there is none.
  public static func description(of code: RuleCode) -> RuleDescription? { descriptionsByCode[code] }

  private static let descriptionsByCode = Dictionary(descriptions.map { ($0.code, $0) }) { first, _ in first }
}

extension RuleSelector {
  /// Reads what a person calls some of homescreen's own rules by.
  ///
  /// - Throws: ``UnknownSelector`` for a text that names no rule.
  public init(_ text: String) throws(UnknownSelector) { try self.init(text, among: Rules.descriptions) }

  /// The rules of homescreen that a text names.
  public static func rules(_ text: String) -> [RuleDescription] { rules(text, among: Rules.descriptions) }
}

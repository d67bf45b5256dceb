/// All rules that come with homescreen: one table for linting, lists, `explain` and the documentation.
public enum Rules {
  /// In the order in which their findings are told of one place.
  public static let all: [any Rule] =
    RemarkRules.all + IconRules.all + CatalogPictureRules.all + IconSettingRules.all + ShortcutRules.all

  /// The rule of a name; nil when there is none.
  public static func named(_ name: String) -> (any Rule)? { byCode[RuleCode(rawValue: name)] }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
}

/// All rules about icons that are written in an Info.plist, and the pictures beside it.
enum IconRules {
  static let all: [any Rule] =
    IPadIconRules.all + IconShapeRules.all + IconEntryRules.all + IconFileRules.all + IconSizeRules.all
    + PrimaryIconRules.all + IconPixelRules.all
}

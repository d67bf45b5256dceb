import HomeScreenSimulator
import Testing

/// The texts of the system.
@Suite struct SystemTextTests {
  @Test(arguments: Versions.all)
  func menuRowsHaveTitlesInEveryVersionAndLanguage(os: String) throws {
    let version = try OSVersion(parsing: os)
    for row in SystemRow.allCases {
      for locale in ["en", "de", "zh-Hans", "zh_Hans", "zh-Hans-CN", ""] {
        let title = SystemText.row(row).words(os: version, locale: locale, "Paint")
        #expect(title?.isEmpty == false && title?.contains("%@") == false, "\(row)")
      }
    }
  }

  @Test(arguments: [
    ("9.0", "en", "Rearrange Apps"), ("13.1", "zh-Hans", "Rearrange Apps"), ("13.2", "en", "Edit Home Screen"),
    ("13.2", "zh-Hans", "Edit Home Screen"), ("14.0", "zh-Hans", "编辑主屏幕"), ("27.0", "zh-Hans-CN", "编辑主屏幕"),
    ("27.0", "zh-Hant", "編輯主畫面"), ("27.0", "fr", "Modifier l’écran d’accueil"), ("27.0", "sw", "Edit Home Screen"),
    ("27.0", "", "Edit Home Screen"), ("27.0", "-", "Edit Home Screen"), ("27.0", "deutsch", "Edit Home Screen"),
  ])
  func textsDependOnVersionAndLanguageAndFallBackToEnglish(
    os: String, locale: String, words: String
  ) throws {
    #expect(try SystemText.row(.editHomeScreen).words(os: OSVersion(parsing: os), locale: locale) == words)
  }

  @Test func valuesAreInsertedAndMissingTextsAreNil() throws {
    #expect(SystemText.iconChanged.words(locale: "de", "%@ & “x”") == "Du hast das Symbol für „%@ & “x”“ geändert.")
    #expect(SystemText.errorNumber.words("A", "-1") == "(A error -1.)")
    #expect(SystemText.errorNumber.words("A", "-1", "more") == "(A error -1.)")
    #expect(SystemText.errorNumber.words("A") == "(A error .)")
    #expect(SystemText.cocoaReason(5).words() == nil)
    #expect(
      SystemText.presentationRefused.words("A", "B", "now.")
        == "[Presentation] Attempt to present <A> on <B> (from <B>) now.")
    #expect(SystemText.scenesAdvised.words() == nil)
    #expect(try SystemText.scenesAdvised.words(os: OSVersion(parsing: "18.3")) == nil)
    #expect(
      try SystemText.scenesAdvised.words(os: OSVersion(parsing: "18.4"))?.hasSuffix("in a future version.") == true)
    let identifier = SystemText.rowIdentifier(.deleteApp)
    #expect(try identifier.words(os: OSVersion(parsing: "12.4")) == nil)
    #expect(try identifier.words(os: OSVersion(parsing: "13.7"))?.hasSuffix("shotcut-item.delete-app") == true)
    #expect(try identifier.words(os: OSVersion(parsing: "14.0")) == nil)
  }
}

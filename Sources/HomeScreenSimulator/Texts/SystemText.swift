/// What the system says: each of its texts has a name here, and its words, by version and language, in the table.
package enum SystemText: Sendable, Hashable {
  /// The alert after a change of the icon; with the app's name (ICON-059).
  case iconChanged
  case ok
  case cancel
  /// Before an app goes, with its name (QUICK-077, QUICK-116).
  case removeQuestion
  case deleteQuestion
  case deleteApp
  case removeFromHomeScreen
  case delete
  /// In the question about a folder (QUICK-149).
  case remove
  /// What a new folder is called (QUICK-146).
  case folderName
  /// The title of a row in the menu of an icon; with the app's name, or with what the lock asks for.
  case row(SystemRow)
  /// The row of the app lock once it is on; with what the lock asks for.
  case unlockRow
  /// What UI tests find a row by.
  case rowIdentifier(SystemRow)
  /// The reason of an error of Cocoa, by its code.
  case cocoaReason(Int)
  /// The reason of a POSIX error, by its number.
  case posixReason(Int)
  /// The sentence around a reason, or around a number.
  case failed
  /// An error without a reason: with its domain and code.
  case errorNumber
  /// Lines of the console. A presentation that is dropped: with the controller, the presenter, and why.
  case presentationRefused
  /// Why: the presenter is in no window.
  case notInHierarchy
  /// What the Main Thread Checker says of a method.
  case mainThreadOnly
  /// The reason of the exception that ends a call from another thread.
  case mainThreadCall
  /// An app without scenes.
  case scenesAdvised
  /// An app that ends for lack of scenes.
  case scenesRequired
  /// `canOpenURL` that is false: with the URL, and why.
  case cannotOpenURL
  /// Why: no app has the scheme.
  case noAppForURL
  /// `openURL(_:)` that does nothing any more.
  case openURLRefused
  /// A line that looks like an error and means nothing.
  case databaseNoise
  /// What the console says when the component of the icon alert could not be loaded.
  case upcallNotLoaded

  /// The languages that some text is known in.
  enum Language {
    /// What every text has, and what a device of any other language gets (QUICK-108).
    case english
    case simplifiedChinese

    /// Whether a device with this locale speaks it.
    func isSpoken(in locale: String) -> Bool {
      switch self {
      case .english: true
      case .simplifiedChinese:
        locale == "zh-Hans" || locale.hasPrefix("zh-Hans-") || locale == "zh_Hans"
      }
    }
  }

  /// The words of a text from one version on, in one language.
  struct Row {
    let text: SystemText
    let os: OSVersion
    let language: Language
    /// nil: the system has no such text from this version on.
    let words: SystemWords?

    init(_ text: SystemText, from os: OSVersion = .oldest, in language: Language = .english, _ words: SystemWords?) {
      self.text = text
      self.os = os
      self.language = language
      self.words = words
    }
  }

  /// Of each text, the versions ascending.
  private static let rows = Dictionary(grouping: table, by: \.text).mapValues { $0.sorted { $0.os < $1.os } }

  /// The words on a device; nil when the system has no such text.
  ///
  /// - Parameter values: what is put in, in the order of the words; too many are left out.
  package func words(os: OSVersion = .newest, locale: String = "en", _ values: String...) -> String? {
    pattern(os: os, locale: locale)?.filled(with: values)
  }

  /// The words with their places for values.
  func pattern(os: OSVersion, locale: String) -> SystemWords? {
    guard let rows = Self.rows[self] else { return nil }
    // By index: a copy of each row costs more than the search.
    var found: Int?
    for index in rows.indices where rows[index].os <= os && rows[index].language.isSpoken(in: locale) {
      // Later rows say more: of a newer version, or in the device's own language.
      if rows[index].language == .english, let found, rows[found].language != .english { continue }
      found = index
    }
    return found.flatMap { rows[$0].words }
  }
}

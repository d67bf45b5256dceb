/// The texts of the system: each has a name here, and its words, by version and language, in the table.
package enum SystemText: Sendable, Hashable {
  /// The message of the alert after an icon change, with the app's name (ICON-059).
  case iconChanged
  case ok
  case cancel
  /// The questions before an app is removed, with its name (QUICK-077, QUICK-116).
  case removeQuestion
  case deleteQuestion
  case deleteApp
  case removeFromHomeScreen
  case delete
  /// A button in the question about a folder (QUICK-149).
  case remove
  /// The name of a new folder (QUICK-146).
  case folderName
  /// The title of a row in the menu of an icon, with the app's name or the authentication of the lock.
  case row(SystemRow)
  /// The row that turns the app lock off, with the authentication.
  case unlockRow
  /// The identifier of a row for UI tests.
  case rowIdentifier(SystemRow)
  /// The reason of a Cocoa error, by its code.
  case cocoaReason(Int)
  /// The reason of a POSIX error, by its number.
  case posixReason(Int)
  /// The sentence around a reason or a number.
  case failed
  /// An error without a reason, with its domain and code.
  case errorNumber
  /// A console line about a refused presentation, with the controller, the presenter and the reason.
  case presentationRefused
  /// The reason that the presenter is not in a window.
  case notInHierarchy
  /// The Main Thread Checker's line about a method.
  case mainThreadOnly
  /// The reason of the exception that ends a call from another thread.
  case mainThreadCall
  /// The console line for an app without scenes.
  case scenesAdvised
  /// The reason when an app without scenes is terminated.
  case scenesRequired
  /// The console line when `canOpenURL` returns false, with the URL and the reason.
  case cannotOpenURL
  /// The reason that no app has the scheme.
  case noAppForURL
  /// The console line for `openURL(_:)`, which no longer has an effect.
  case openURLRefused
  /// A console line that looks like an error and means nothing.
  case databaseNoise
  /// The console line when the component of the icon alert could not be loaded.
  case upcallNotLoaded

  /// The languages with known texts.
  enum Language {
    /// Every text has an English form, which is also used on devices in an unknown language (QUICK-108).
    case english
    case simplifiedChinese

    /// Returns whether a device with this locale uses the language.
    func isSpoken(in locale: String) -> Bool {
      switch self {
      case .english: true
      case .simplifiedChinese:
        locale == "zh-Hans" || locale.hasPrefix("zh-Hans-") || locale == "zh_Hans"
      }
    }
  }

  /// The words of a text since a version, in one language.
  struct Row {
    let text: SystemText
    let os: OSVersion
    let language: Language
    /// The words; nil if the system has no such text since this version.
    let words: SystemWords?

    init(_ text: SystemText, from os: OSVersion = .oldest, in language: Language = .english, _ words: SystemWords?) {
      self.text = text
      self.os = os
      self.language = language
      self.words = words
    }
  }

  /// The rows of each text, in ascending order of version.
  private static let rows = Dictionary(grouping: table, by: \.text).mapValues { $0.sorted { $0.os < $1.os } }

  /// Returns the words on a device, or nil if the system has no such text.
  ///
  /// - Parameter values: the values, in the order of the placeholders; extra values are ignored.
  package func words(os: OSVersion = .newest, locale: String = "en", _ values: String...) -> String? {
    pattern(os: os, locale: locale)?.filled(with: values)
  }

  /// Returns the words with their placeholders.
  func pattern(os: OSVersion, locale: String) -> SystemWords? {
    guard let rows = Self.rows[self] else { return nil }
    // By index: a copy of each row costs more than the search.
    var found: Int?
    for index in rows.indices where rows[index].os <= os && rows[index].language.isSpoken(in: locale) {
      // Later rows are more specific: a newer version, or the device's own language.
      if rows[index].language == .english, let found, rows[found].language != .english { continue }
      found = index
    }
    return found.flatMap { rows[$0].words }
  }
}

extension SystemText {
  /// All texts of the system, with the rows of each together.
  static let table: [Row] = [
    // Alerts. The sentence of the icon alert is the English one in every language (ICON-061, ICON-080, ICON-202).
    Row(.iconChanged, "You have changed the icon for “%@”."),
    Row(.ok, "OK"),  // ICON-060
    Row(.cancel, "Cancel"),
    Row(.removeQuestion, "Remove “%@”?"),
    Row(.deleteQuestion, "Delete “%@”?"),
    Row(.deleteApp, "Delete App"),
    Row(.removeFromHomeScreen, "Remove from Home Screen"),
    Row(.delete, "Delete"),
    Row(.remove, "Remove"),
    Row(.folderName, "Folder"),  // QUICK-146

    // Rows of menus.
    Row(.row(.widgetSizes), "Widget Size"),  // QUICK-114
    Row(.row(.newWindow), "New Window"),
    Row(.row(.showAllWindows), "Show All Windows"),
    Row(.row(.editHomeScreen), "Rearrange Apps"),
    Row(.row(.editHomeScreen), from: .editRowRenamed, "Edit Home Screen"),  // QUICK-076
    Row(.row(.editHomeScreen), from: .v14, in: .simplifiedChinese, "编辑主屏幕"),  // QUICK-107
    Row(.row(.shareApp), "Share %@"),  // QUICK-093
    Row(.row(.shareApp), from: .scenes, "Share App"),
    Row(.row(.shareApp), from: .v14, in: .simplifiedChinese, "分享App"),  // QUICK-107
    Row(.row(.sendBetaFeedback), "Send Beta Feedback"),
    Row(.row(.requireAuthentication), "Require %@"),  // QUICK-086
    Row(.unlockRow, "Don't Require %@"),
    Row(.row(.removeApp), "Remove App"),
    Row(.row(.removeApp), from: .v14, in: .simplifiedChinese, "移除App"),  // QUICK-107
    Row(.row(.deleteApp), "Delete App"),
    Row(.row(.addToHomeScreen), "Add to Home Screen"),
    Row(.row(.prioritiseDownload), "Prioritize Download"),  // QUICK-119
    Row(.row(.pauseDownload), "Pause Download"),
    Row(.row(.resumeDownload), "Resume Download"),
    Row(.row(.cancelDownload), "Cancel Download"),
    Row(.row(.renameFolder), "Rename"),  // QUICK-095
    Row(.row(.removeFolder), "Remove Folder"),  // QUICK-149

    // Identifiers of rows (QUICK-075, QUICK-077, QUICK-083), with Apple's misspelling on iOS 13 (QUICK-079, QUICK-080);
    // // those of other rows are unknown.
    Row(
      .rowIdentifier(.editHomeScreen), from: .scenes,
      "com.apple.springboardhome.application-shotcut-item.rearrange-icons"),
    Row(
      .rowIdentifier(.editHomeScreen), from: .v14,
      "com.apple.springboardhome.application-shortcut-item.rearrange-icons"),
    Row(
      .rowIdentifier(.removeApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.remove-app"),
    Row(.rowIdentifier(.deleteApp), from: .scenes, "com.apple.springboardhome.application-shotcut-item.delete-app"),
    Row(.rowIdentifier(.deleteApp), from: .v14, nil),
    Row(.rowIdentifier(.shareApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.share"),
    Row(
      .rowIdentifier(.sendBetaFeedback), from: .scenes,
      "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback"),  // QUICK-085

    // Errors (ICON-039, ICON-041, ICON-044, ICON-046).
    Row(.cocoaReason(4), "The file doesn’t exist."),
    Row(.cocoaReason(3072), "The operation was cancelled."),
    Row(
      .cocoaReason(3328), "The requested operation couldn’t be completed because the feature is not supported."),
    Row(.posixReason(5), "Input/output error"),  // ICON-205
    Row(.posixReason(35), "Resource temporarily unavailable"),
    Row(.failed, "The operation couldn’t be completed. %@"),
    Row(.errorNumber, "(%@ error %@.)"),  // ICON-054

    // Lines of the console and of crash reports.
    Row(.presentationRefused, "Warning: Attempt to present <%@> on <%@> %@"),  // LAUNCH-037, LAUNCH-038
    Row(
      .presentationRefused, from: .v14, "[Presentation] Attempt to present <%1$@> on <%2$@> (from <%2$@>) %3$@"),
    Row(.notInHierarchy, "whose view is not in the window hierarchy!"),  // LAUNCH-037
    Row(.notInHierarchy, from: .v14, "whose view is not in the window hierarchy."),  // LAUNCH-038
    Row(.mainThreadOnly, "%@ must be used from main thread only"),  // ICON-022
    Row(.mainThreadCall, "Call must be made on main thread"),  // LAUNCH-048
    Row(.cannotOpenURL, "-canOpenURL: failed for URL: \"%@\" - error: \"%@\""),  // LAUNCH-130
    Row(.noAppForURL, "(null)"),  // LAUNCH-131
    Row(.noAppForURL, from: .v10, "The operation couldn’t be completed. (OSStatus error -10814.)"),
    Row(
      .openURLRefused, from: .v18,
      """
      BUG IN CLIENT OF UIKIT: The caller of UIApplication.openURL(_:) needs to migrate to the non-deprecated \
      UIApplication.open(_:options:completionHandler:). Force returning false (NO).
      """),  // LAUNCH-134
    Row(.databaseNoise, "Error Domain=NSOSStatusErrorDomain Code=-54 \"process may not map database\""),  // ICON-055
    Row(.upcallNotLoaded, "[CoreServicesUIUpcallEmbedded] couldn't load upcall bundle principal class"),  // ICON-052
    Row(
      .scenesAdvised, from: .sceneAdvice,
      """
      CLIENT OF UIKIT REQUIRES UPDATE: This process does not adopt UIScene lifecycle. This will become an assert in a \
      future version.
      """),  // LAUNCH-059, LAUNCH-060
    Row(.scenesAdvised, from: OSVersion(19), nil),
    Row(
      .scenesAdvised, from: .v26,
      "UIScene lifecycle will soon be required. Failure to adopt will result in an assert in the future."),
    Row(.scenesAdvised, from: .scenesRequired, nil),
    Row(
      .scenesRequired,
      """
      Application failed to launch: UIScene life cycle is required for apps built with this SDK. See "Transitioning to \
      the UIKit scene-based life cycle".
      """),  // LAUNCH-061
  ]
}

/// Words with placeholders, as in Apple's string tables: `%@` is the next value, `%2$@` the second.
struct SystemWords: ExpressibleByStringLiteral, Sendable {
  private enum Piece {
    case text(String)
    /// The placeholder for the value with this index.
    case place(Int)
  }

  /// The parsed pieces: menus and alerts fill the same words again and again.
  private let pieces: [Piece]

  init(stringLiteral words: String) {
    var pieces: [Piece] = []
    var text = ""
    var rest = words[...]
    var next = 0
    func add(_ index: Int) {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = ""
      pieces.append(.place(index))
    }
    while let mark = rest.utf8.firstIndex(of: UInt8(ascii: "%")) {
      text += rest[..<mark]
      let behind = rest[mark...].dropFirst()
      if behind.hasPrefix("@") {
        add(next)
        next += 1
        rest = behind.dropFirst()
      } else if let number = behind.first?.wholeNumberValue, behind.dropFirst().hasPrefix("$@") {
        add(number - 1)
        rest = behind.dropFirst(3)
      } else {
        text += "%"
        rest = behind
      }
    }
    text += rest
    if !text.isEmpty { pieces.append(.text(text)) }
    self.pieces = pieces
  }

  /// Fills in a value; most words have at most one placeholder.
  func filled(with value: String) -> String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    return filled(with: [value])
  }

  /// Fills in the values. A missing value leaves its placeholder empty; extra values are ignored.
  func filled(with values: [String]) -> String {
    if pieces.count == 1, case .text(let text) = pieces[0] { return text }
    return pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .place(let index): if values.indices.contains(index) { result += values[index] }
      }
    }
  }
}

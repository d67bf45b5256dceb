/// The texts of the system: each has a name here. Those that are in the language of the device have their words in
/// `system-texts.md` (``SystemTextLedger``), the others in the table below.
package enum SystemText: Sendable, Hashable {
  /// The message of the alert after an icon change, with the app's name (ICON-061), and its button (ICON-059, ICON-060).
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
  /// The title of a row in the menu of an icon, with the app's name (QUICK-093) or the authentication of the lock
  /// (QUICK-086), in the device's language (QUICK-107, QUICK-108): editing (QUICK-076), downloads (QUICK-119), folders
  /// (QUICK-095, QUICK-149).
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
  /// The reason with which an app without scenes is terminated.
  case scenesRequired
  /// The console line when `canOpenURL` returns false, with the URL and the reason.
  case cannotOpenURL
  /// The reason that no app has the scheme.
  case noAppForURL
  /// The console line for `openURL(_:)`, which no longer has an effect.
  case openURLRefused
  /// The console line for a configuration of another role than the session's, with both roles.
  case mismatchedRole
  /// A console line that looks like an error and means nothing.
  case databaseNoise
  /// The console line when the component of the icon alert could not be loaded.
  case upcallNotLoaded

  /// The words of a text from a version on, in one language.
  struct Row: Sendable {
    let text: SystemText
    let os: OSVersion
    /// The language as a tag; every text has an English form.
    let language: String
    /// The words; nil if the system has no such text from this version on.
    let words: SystemWords?

    init(_ text: SystemText, from os: OSVersion = .oldest, in language: String = english, _ words: SystemWords?) {
      (self.text, self.os, self.language, self.words) = (text, os, language, words)
    }
  }

  static let english = "en"

  /// The rows of each text by language, in ascending order of version.
  private static let rows = Dictionary(grouping: table + SystemTextLedger.all.rows, by: \.text).mapValues { rows in
    Dictionary(grouping: rows, by: \.language).mapValues { $0.sorted { $0.os < $1.os } }
  }

  /// Returns the words on a device, or nil if the system has no such text.
  ///
  /// - Parameter values: the values, in the order of the placeholders; extra values are ignored.
  package func words(os: OSVersion = .newest, locale: String = english, _ values: String...) -> String? {
    pattern(os: os, in: SystemTextLedger.languages(of: locale)).words?.filled(with: values)
  }

  /// Returns the words with their placeholders, in the first of the languages that has them, otherwise in English.
  func pattern(os: OSVersion, in languages: [String]) -> (words: SystemWords?, isAssumed: Bool) {
    guard let rows = Self.rows[self] else { return (nil, false) }
    for language in languages {
      if let row = rows[language]?.last(where: { $0.os <= os }) { return (row.words, false) }
    }
    let row = rows[Self.english]?.last { $0.os <= os }
    return (row?.words, self == .row(.widgetSizes) || SystemTextLedger.all.texts.contains(self))
  }
}

extension SystemText {
  /// All texts of the system, with all rows of a text together.
  static let table: [Row] = [
    // Names of the model: iOS shows no such words (QUICK-146, QUICK-114).
    Row(.folderName, "Folder"),
    Row(.row(.widgetSizes), "Widget Size"),

    // Identifiers of rows (QUICK-075, QUICK-077, QUICK-083), with Apple's misspelling on iOS 13 (QUICK-079, QUICK-080);
    // those of other rows are not modelled.
    Row(
      .rowIdentifier(.editHomeScreen), from: .scenes,
      "com.apple.springboardhome.application-shotcut-item.rearrange-icons"),
    Row(
      .rowIdentifier(.editHomeScreen), from: .v14,
      "com.apple.springboardhome.application-shortcut-item.rearrange-icons"),
    Row(.rowIdentifier(.removeApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.remove-app"),
    Row(.rowIdentifier(.deleteApp), from: .scenes, "com.apple.springboardhome.application-shotcut-item.delete-app"),
    Row(.rowIdentifier(.deleteApp), from: .v14, nil),
    Row(.rowIdentifier(.shareApp), from: .scenes, "com.apple.springboardhome.application-shortcut-item.share"),
    Row(
      .rowIdentifier(.sendBetaFeedback), from: .scenes,
      "com.apple.SpringBoardServices.application-shortcut-item-type.send-beta-feedback"),  // QUICK-085

    // Errors (ICON-039, ICON-041, ICON-044, ICON-046).
    Row(.cocoaReason(4), "The file doesn’t exist."),
    Row(.cocoaReason(3072), "The operation was cancelled."),
    Row(.cocoaReason(3328), "The requested operation couldn’t be completed because the feature is not supported."),
    Row(.posixReason(5), "Input/output error"),  // ICON-205
    Row(.posixReason(35), "Resource temporarily unavailable"),
    Row(.failed, "The operation couldn’t be completed. %@"),
    Row(.errorNumber, "(%@ error %@.)"),  // ICON-054

    // Lines of the console and of crash reports.
    Row(.presentationRefused, "Warning: Attempt to present <%@> on <%@> %@"),  // LAUNCH-037, LAUNCH-038
    Row(.presentationRefused, from: .v14, "[Presentation] Attempt to present <%1$@> on <%2$@> (from <%2$@>) %3$@"),
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
    Row(
      .mismatchedRole, from: .scenes,
      """
      BUG IN CLIENT OF UIKIT: Attempting to define a mismatched UISceneSessionRole! This will be an assert in future \
      UIKit releases! Assigning a UISceneConfiguration with role %@ for a UISceneSession with role %@.
      """),  // LAUNCH-140
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

/// The rows that the system adds to the menu of an icon.
package enum SystemRow: String, Sendable, CaseIterable {
  case widgetSizes
  case newWindow
  case showAllWindows
  case editHomeScreen
  case shareApp
  case sendBetaFeedback
  case requireAuthentication
  case removeApp
  case deleteApp
  case addToHomeScreen
  case prioritiseDownload
  case pauseDownload
  case resumeDownload
  case cancelDownload
  /// Rows of a folder (QUICK-095).
  case renameFolder
  case removeFolder
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

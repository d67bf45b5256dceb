import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// `source-unread`
enum SourceReadingRules {
  static let all: [any Rule] = [
    CodeRule(
      RuleDescription(
        "source-unread", .note, "A source of the app could not be read",
        explanation: """
          The rules about code do not know this file, or a part of it: they may miss a fault, and those that check \
          whether something is missing report nothing. If the reader of sources ended at a file, that is a bug \
          of the reader; all other files were read without it.
          """)
    ) { code, _ in
      code.document.unread.map { unread in
        CodeFault(
          message: text(unread.reason), place: unread.place,
          severity: [.crashed, .tooDeep].contains(unread.reason) ? .warning : nil)
      }
    }
  ]

  private static func text(_ reason: UnreadSource.Reason) -> String {
    switch reason {
    case .unreadable: "the source is missing, or access is denied"
    case .outside: "the source is a link that leads out of the project"
    case .tooLarge: "the source is too long"
    case .notUTF8: "the source is not UTF-8"
    case .tooDeep: "brackets are nested too deeply for the reader of sources"
    case .unparsed: "from here, the source is not Swift or Objective-C that the reader knows; the rest was read"
    case .crashed: "the reader of sources ended while it read this file; the others were read without it"
    }
  }
}

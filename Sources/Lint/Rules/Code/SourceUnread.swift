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
          What stands in this file, or in a part of it, is not known to the rules about code: they may miss a fault, and \
          those that ask whether something is missing say nothing. A file at which the reader of sources ended is a fault \
          of the reader’s; all other files were read without it.
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
    case .unreadable: "the source is not there, or may not be read"
    case .outside: "the source is a link that leads out of the project"
    case .tooLarge: "the source is longer than what is read"
    case .notUTF8: "the source is no UTF-8"
    case .tooDeep: "brackets are nested deeper than the reader of sources goes"
    case .unparsed: "from here on the source is no Swift or Objective-C that the reader knows; the rest was read"
    case .crashed: "the reader of sources ended while it read this file; the others were read without it"
    }
  }
}

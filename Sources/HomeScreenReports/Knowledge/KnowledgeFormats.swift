internal import AppPackages
internal import HomeScreenSimulator
public import Platform
import PropertyLists

/// What somebody asked to have explained, with the answer.
public struct KnowledgeAnswer: Sendable {
  /// The text that was asked about.
  public let asked: String
  /// Lines for a person, without a line feed at the end.
  public let text: String

  /// An answer that was found.
  public init(asked: String, text: String) {
    self.asked = asked
    self.text = text
  }

  /// The facts that the answer names, in its order.
  public var facts: [String] {
    var found: [String] = []
    for word in text.split(whereSeparator: { !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")) }) {
      let id = String(word)
      if FactLedger.fact(FactID(id)) != nil, !found.contains(id) { found.append(id) }
    }
    return found
  }
}

/// The formats of what `homescreen explain` answers.
public enum KnowledgeFormats: ReportFormats {
  /// Makes the report of one answer.
  public typealias Make = @Sendable (KnowledgeAnswer) -> OutputText

  /// The table of them.
  public static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { .forPeople(StyledText($0.text + "\n")) },
    ReportFormat("json", "one object on one line") { answer in
      let json: JSONTree = [
        "asked": .text(answer.asked), "text": .text(answer.text), "facts": .texts(answer.facts),
      ]
      return .forPrograms(json.line + "\n", as: .json)
    },
  ]
}

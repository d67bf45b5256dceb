import Events
package import HomeScreenSimulator
import Lint
package import Platform
import PropertyLists

/// The text of `homescreen why --action` about one static quick action. All of it comes from the simulator's judgement.
package enum ActionReport {
  /// Returns the whole report, with a line feed at the end.
  package static func text(_ action: JudgedAction, of judgement: ActionJudgement) -> String {
    lines(action, of: judgement).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of the report.
  package static func lines(_ action: JudgedAction, of judgement: ActionJudgement) -> [String] {
    let app = judgement.bundleIdentifier.map { " (\(TerminalText.line($0)))" } ?? ""
    var lines = [
      "The quick action “\(TerminalText.line(action.type ?? ""))” of \(TerminalText.line(judgement.label))\(app), item \(action.position) of "
        + TerminalText.line(action.key)
    ]
    if let location = action.node.location { lines.append("  \(TerminalText.line("\(location)"))") }
    for block in blocks(action) {
      lines += ["", "\(block.models.joined(separator: " and ")), \(block.versions)"] + block.lines
    }
    return lines + ["", conclusion(action)] + advice(action)
      + [
        "  • Not checked: what the app’s code does after a tap (--launch cold checks it), and the quick actions that it adds."
      ]
  }

  /// Returns the message for an undeclared type, with line feeds.
  ///
  /// - Parameter codeTypes: the types that the app's code sets; nil if the code was not read.
  package static func unknown(_ type: String, in judgement: ActionJudgement, codeTypes: [String]? = nil) -> String {
    let near = judgement.type(near: type) ?? Spelling.nearest(to: type, in: codeTypes ?? []).first
    let question = near.map { "; did you mean “\(TerminalText.line($0))”?" } ?? ""
    let kind = codeTypes == nil ? "static quick action" : "quick action"
    var lines = [
      "no \(kind) of \(TerminalText.line(judgement.label)) has the type “\(TerminalText.line(type))”\(question)"
    ]
    for key in judgement.unusableKeys {
      lines.append("  \(TerminalText.line(key)) is not an array, so it declares no quick actions (QUICK-018).")
    }
    let untyped = judgement.actions.count { $0.type == nil }
    if judgement.actions.isEmpty {
      lines.append("  The Info.plist declares no quick actions.")
    } else if near == nil {
      if !judgement.types.isEmpty { lines.append("  The Info.plist declares \(list(judgement.types)).") }
    }
    if untyped > 0 {
      lines.append(
        "  \(untyped) of the declared items \(untyped == 1 ? "has" : "have") no type (shortcut-type-missing).")
    }
    switch codeTypes {
    case nil: lines.append("  The quick actions that the app’s code adds are not checked.")
    case []?: lines.append("  The app’s code sets no quick actions.")
    case let types?: lines.append("  The app’s code sets \(list(types)).")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func list(_ types: [String]) -> String {
    let rest = types.count - listedTypes
    return types.prefix(listedTypes).map { "“\(TerminalText.line($0))”" }.joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  private static let listedTypes = 20

  // MARK: Devices and versions

  /// One device and range of versions, or several devices with the same result.
  private struct Block {
    var models: [String]
    let versions: String
    let lines: [String]
  }

  private static func blocks(_ action: JudgedAction) -> [Block] {
    var blocks: [Block] = []
    var outcomes = action.outcomes[...]
    while let first = outcomes.first {
      let own = outcomes.prefix { $0.model == first.model && $0.since == first.since }
      outcomes = outcomes.dropFirst(own.count)
      let block = Block(models: [first.model.name], versions: versions(first), lines: lines(Array(own)))
      if let same = blocks.firstIndex(where: { $0.versions == block.versions && $0.lines == block.lines }) {
        blocks[same].models += block.models
      } else {
        blocks.append(block)
      }
    }
    return blocks
  }

  /// Returns the versions, such as `iOS 13.0 and later`, `iOS 9.0 to 12.5` or `iOS 17.5`.
  private static func versions(_ outcome: JudgedAction.Outcome) -> String {
    guard let until = outcome.until else { return "iOS \(outcome.since) and later" }
    return until == outcome.since ? "iOS \(until)" : "iOS \(outcome.since) to \(until)"
  }

  // MARK: One answer

  private static let listedLanguages = 12

  /// Returns the lines for one device and version; a picture common to all languages comes last.
  private static func lines(_ outcomes: [JudgedAction.Outcome]) -> [String] {
    let shown = outcomes.filter(\.isShown).map(picture)
    let isOne = shown.dropFirst().allSatisfy { $0 == shown[0] }
    return outcomes.flatMap { lines($0, picture: isOne ? [] : picture($0)) } + (isOne ? shown.first ?? [] : [])
  }

  private static func lines(_ outcome: JudgedAction.Outcome, picture: [String]) -> [String] {
    let languages = Self.languages(outcome)
    guard outcome.isShown, let item = outcome.item else {
      return outcome.obstacles.map { obstacle in
        let mark = obstacle == .noMenu ? "– " : "✗ not in the menu: "
        return "  \(languages)\(mark)\(obstacle.text) (\(source(obstacle.fact, obstacle.rule)))"
      }
    }
    var title = "“\(TerminalText.line(item.localizedTitle))”"
    if let subtitle = item.localizedSubtitle { title += ", with the subtitle “\(TerminalText.line(subtitle))”" }
    return ["  \(languages)✓ in the menu, number \(outcome.place ?? 0) of at most \(ActionJudgement.places): \(title)"]
      + picture
  }

  private static func languages(_ outcome: JudgedAction.Outcome) -> String {
    guard !outcome.languages.isEmpty else { return "" }
    let listed = outcome.languages.prefix(listedLanguages).map { TerminalText.line($0) }.joined(separator: ", ")
    let rest = outcome.languages.count - listedLanguages
    return "\(listed)\(rest > 0 ? " and \(rest) more" : ""): "
  }

  private static func picture(_ outcome: JudgedAction.Outcome) -> [String] {
    guard let glyph = outcome.glyph else { return [] }
    let what = "\(glyph.source.rawValue)\(glyph.name.map { " \(TerminalText.line($0))" } ?? "")"
    var lines = [
      outcome.pictureFault.map {
        "      picture: ✗ \(what): \(TerminalText.line($0.text)) (\(source($0.fact, $0.rule)))"
      }
        ?? outcome.doubtfulWords.map { "      picture: ? \(what): not known, no known SF Symbol has \($0) in its name" }
        ?? "      picture: ✓ \(what)"
    ]
    lines += glyph.why.map { "        \(TerminalText.line($0))" }
    return lines
  }

  private static func source(_ fact: FactID, _ rule: String?) -> String { rule.map { "\(fact), \($0)" } ?? "\(fact)" }

  // MARK: What to do

  private static func conclusion(_ action: JudgedAction) -> String {
    guard action.outcomes.contains(where: \.hasMenu) else {
      return "None of these devices has a menu of quick actions. Note:"
    }
    guard action.isShownEverywhere else { return "The quick action is not in the menu everywhere. What to do:" }
    return action.outcomes.contains { $0.pictureFault != nil && $0.hasMenu }
      ? "The quick action is in the menu, without its picture. What to do:" : "The quick action is in the menu. Note:"
  }

  /// Returns each advice once, with the rule that also finds it.
  private static func advice(_ action: JudgedAction) -> [String] {
    var lines: [String] = []
    func add(_ text: String?, _ fact: FactID, _ rule: String?) {
      guard let text else { return }
      let line = "  • \(TerminalText.line(text)) (\(source(fact, rule)))"
      if !lines.contains(line) { lines.append(line) }
    }
    for outcome in action.outcomes where outcome.hasMenu {
      for obstacle in outcome.obstacles { add(action.advice(for: obstacle), obstacle.fact, obstacle.rule) }
      if outcome.isShown, let fault = outcome.pictureFault { add(outcome.pictureAdvice, fault.fact, fault.rule) }
      if outcome.isShown, outcome.doubtfulWords != nil {
        add("Look for the name in Apple’s SF Symbols app.", "QUICK-022", "shortcut-icon-doubtful")
      }
    }
    return lines
  }
}

extension JudgedAction.Outcome {
  /// The words in the name of the symbol that no known one has; nil if there are none.
  fileprivate var doubtfulWords: String? {
    guard pictureFault == nil, case .systemImageName(let name)? = item?.icon else { return nil }
    let words = SymbolWords.unknown(in: name).map { "“\(TerminalText.line($0))”" }
    return words.isEmpty ? nil : Names.list(words)
  }
}

/// A type of static quick actions, and its results on devices.
package struct AskedAction: Sendable {
  /// The app's quick actions.
  package let judgement: ActionJudgement
  /// The actions of the type: usually one.
  package let actions: [JudgedAction]

  /// Returns nil if the Info.plist declares no action of the type.
  package init?(_ type: String, in judgement: ActionJudgement) {
    self.judgement = judgement
    actions = judgement.actions(ofType: type)
    if actions.isEmpty { return nil }
  }

  /// Whether all actions are in the menu of every device that has menus.
  package var isShownEverywhere: Bool { actions.allSatisfy(\.isShownEverywhere) }
}

/// The formats of `homescreen why --action`.
package enum ActionFormats: ReportFormats {
  /// Makes the report about one type.
  package typealias Make = @Sendable (AskedAction) -> OutputText

  /// All formats, with the same names as those about icons.
  package static let all: [ReportFormat<Make>] = [
    ReportFormat("terminal", "for people") { asked in
      let remarks = RemarkText.lines(asked.judgement.remarks.map { Finding($0) })
      var text = remarks.reduce(into: StyledText("")) { $0 += "\($1)\n" }
      if !remarks.isEmpty { text += "\n" }
      text += StyledText(asked.actions.map { ActionReport.text($0, of: asked.judgement) }.joined(separator: "\n"))
      return .forPeople(text)
    },
    ReportFormat("json", "one object on one line for each item of the type") { asked in
      .forPrograms(
        asked.judgement.json(of: asked.actions).reduce(into: "") { $0 += SortedJSON.text($1) + "\n" }, as: .json)
    },
  ]
}

import PropertyLists

/// How a terminal shows pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
  /// The protocol of kitty, which Ghostty and Konsole know too.
  case kitty
  /// The protocol of iTerm2, which WezTerm knows too.
  case iterm2
  /// Two pixels in each cell, by the colours of half a block: nearly every terminal.
  case blocks
  /// Words only.
  case none

  /// The variable that says what a terminal has, for where nobody can know.
  public static let variable = "HOMESCREEN_GRAPHICS"

  /// What to say of a value of the variable that is none of them, in one line; nil for a fine one, or none.
  public static func remark(environment: (String) -> String?) -> String? {
    guard let asked = environment(variable), !asked.isEmpty, TerminalGraphics(rawValue: asked) == nil else {
      return nil
    }
    let names = allCases.map(\.rawValue)
    let near = Spelling.nearest(to: asked, in: names).first.map { "; did you mean “\($0)”?" } ?? ""
    return TerminalText.visible(
      "\(variable)=\(asked) is not known; use one of \(names.joined(separator: ", "))\(near)", isOneLine: true)
  }

  /// What the environment says of the terminal; it is not asked itself, since one that does not answer would be waited
  /// for.
  ///
  /// - Parameters:
  ///   - usesStyles: whether text may be styled: where not, there are words only, whatever is asked for.
  ///   - environment: the value of a variable.
  public init(usesStyles: Bool, environment: (String) -> String?) {
    guard usesStyles else {
      self = .none
      return
    }
    if let asked = environment("HOMESCREEN_GRAPHICS").flatMap({ TerminalGraphics(rawValue: $0) }) {
      self = asked
      return
    }
    let name = environment("TERM") ?? ""
    let program = environment("TERM_PROGRAM") ?? ""
    // A multiplexer passes no pictures on unless it is asked in its own way.
    let isInside = environment("TMUX") != nil || name.hasPrefix("tmux") || name.hasPrefix("screen")
    if isInside {
      self = .blocks
    } else if environment("KITTY_WINDOW_ID") != nil || name == "xterm-kitty" || program == "ghostty" {
      self = .kitty
    } else if program == "iTerm.app" || program == "WezTerm" {
      self = .iterm2
    } else {
      self = .blocks
    }
  }
}

/// How many colours a terminal has.
public enum TerminalColours: Sendable {
  /// Every colour of a screen.
  case all
  /// 256, of which 216 are a cube.
  case indexed

  /// What the environment says.
  public init(environment: (String) -> String?) {
    let words = environment("COLORTERM") ?? ""
    self = words == "truecolor" || words == "24bit" ? .all : .indexed
  }
}

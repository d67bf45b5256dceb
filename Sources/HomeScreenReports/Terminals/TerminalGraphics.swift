import HomeScreenSimulator

/// How a terminal shows pictures.
public enum TerminalGraphics: String, Sendable, CaseIterable {
  /// The protocol of kitty, which Ghostty and Konsole know too.
  case kitty
  /// The protocol of iTerm2, which WezTerm knows too.
  case iterm2
  /// DEC's old one, which foot, mlterm, xterm and others know.
  case sixel
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
      "\(variable)=\(asked) is not known; there are: \(names.joined(separator: ", "))\(near)", isOneLine: true)
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
    } else if ["foot", "mlterm", "yaft"].contains(where: { name.hasPrefix($0) }) || name.hasSuffix("-sixel") {
      self = .sixel
    } else {
      self = .blocks
    }
  }
}

/// The size of a terminal's cell in pixels.
public struct TerminalCellSize: Sendable, Equatable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int

  /// A size that a terminal has told.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// What old terminals had; newer ones tell theirs.
  public static let usual = TerminalCellSize(width: 10, height: 20)

  /// The side of a square that fits into so many columns, and half as many lines, in pixels; not more than anybody needs.
  public func side(columns: Int) -> Int {
    max(1, min(512, min(columns * width, columns / 2 * height)))
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

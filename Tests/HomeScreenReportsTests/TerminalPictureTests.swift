import AppPackages
import HomeScreenReports
import Platform
import Rendering
import Testing

@Suite struct TerminalPictureTests {
  private static let red = ImagePixels(
    width: 24, height: 24, rgba: (0..<24 * 24).flatMap { _ in [255, 0, 0, 255] as [UInt8] })
  private static let clear = ImagePixels(width: 24, height: 24, rgba: Array(repeating: 0, count: 24 * 24 * 4))

  private static func shown(
    _ graphics: TerminalGraphics, _ pixels: ImagePixels = red, _ colours: TerminalColours = .all, hasStyles: Bool = true
  ) -> [String] {
    TerminalPicture([TerminalPicture.Item(column: 2, pixels: pixels)], columns: 12)
      .lines(graphics, colours).map { $0.rendered(hasStyles: hasStyles) }
  }

  // MARK: Terminals and formats

  @Test(arguments: [
    (["TERM": "xterm-kitty"], TerminalGraphics.kitty), (["KITTY_WINDOW_ID": "1", "TERM": "xterm"], .kitty),
    (["TERM_PROGRAM": "ghostty"], .kitty), (["TERM_PROGRAM": "iTerm.app"], .iterm2),
    (["TERM": "xterm-256color"], .blocks), ([:], .blocks),
    // Inside a multiplexer.
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .blocks), (["TMUX": "/tmp/x", "TERM": "xterm-kitty"], .blocks),
    (["TERM": "xterm-kitty", "HOMESCREEN_GRAPHICS": "blocks"], .blocks),
    (["TERM": "xterm-kitty", "HOMESCREEN_GRAPHICS": "none"], .none),
    (["TERM": "xterm-kitty", "HOMESCREEN_GRAPHICS": "nonsense"], .kitty),
  ])
  func environmentSelectsTheFormat(variables: [String: String], graphics: TerminalGraphics) {
    #expect(TerminalGraphics(usesStyles: true) { variables[$0] } == graphics)
  }

  /// `NO_COLOR`, a dumb terminal and a pipe never show pictures.
  @Test func plainOutputHasOnlyText() {
    #expect(TerminalGraphics(usesStyles: false) { _ in "kitty" } == .none)
    for graphics in TerminalGraphics.allCases {
      let text = Self.shown(graphics, hasStyles: false).joined()
      #expect(text.isEmpty)
    }
    #expect(Self.shown(.none).isEmpty)
  }

  @Test func variableIsListed() {
    #expect(ProgramDescription.variableNames.contains(TerminalGraphics.variable))
    #expect(ProgramDescription.variableNames == ProgramDescription.variableNames.sorted())
  }

  // MARK: Escape sequences

  @Test func blocksAreTwoPixelsHigh() {
    let lines = Self.shown(.blocks)
    #expect(lines.count == 6)
    let cell = "\u{1B}[38;2;255;0;0;48;2;255;0;0m▀\u{1B}[0m"
    #expect(lines.allSatisfy { $0 == "  " + String(repeating: cell, count: 12) })
    #expect(Self.shown(.blocks, Self.red, .indexed)[0].contains("38;5;196;48;5;196m"))
    let blank = Self.shown(.blocks, Self.clear).joined()
    #expect(blank.utf8.allSatisfy { $0 == 32 })
  }

  @Test func picturesKeepTheirPositions() {
    let kitty = Self.shown(.kitty).joined()
    #expect(kitty.contains("\u{1B}_Ga=T,f=100,q=2,C=1,c=12,r=6,m=0;iVBOR"))
    let iterm = Self.shown(.iterm2).joined()
    #expect(iterm.contains("\u{1B}]1337;File=inline=1;"))
    #expect(iterm.contains("width=12;height=6;preserveAspectRatio=1:iVBOR"))
    for text in [kitty, iterm] {
      #expect(text.hasPrefix("\n\n\n\n\n\n\u{1B}[6A\u{1B}7\u{1B}[2C"))
      #expect(text.hasSuffix("\u{1B}8\u{1B}[5B"))
    }
  }

  /// Large pictures are sent in pieces; only the first has the parameters.
  @Test func largePicturesAreSentInPieces() {
    let rgba = (0..<200 * 200).flatMap { index -> [UInt8] in
      let value = index &* 2_654_435_761
      return [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value >> 16), 7, 255]
    }
    let text = Self.shown(.kitty, ImagePixels(width: 200, height: 200, rgba: rgba)).joined()
    let pieces = text.ranges(of: "\u{1B}_G").count
    #expect(pieces > 1)
    #expect(text.ranges(of: "m=1;").count == pieces - 1)
    #expect(text.ranges(of: "a=T").count == 1)
  }
}

/// A terminal screen that draws the output of a program, as far as line editors and our own output need it.
///
/// It supports characters of one and two columns, wrapping at the right edge, scrolling, and the sequences of
/// `xterm`-like terminals to move, insert and erase. Colours are not kept.
public struct Screen {
  /// In columns.
  public let columns: Int
  private let height: Int
  /// One character per cell; "" is the second half of a wide one.
  private var cells: [[String]]
  private var row = 0
  private var column = 0
  /// Whether the last column was written, so that the next character goes to the next row.
  private var mustWrap = false
  private var inserts = false
  private var saved = (row: 0, column: 0)
  private var parser = Parser.text
  /// The text of an unfinished operating system command.
  private var command = ""
  /// What the program sent to the clipboard, in Base64; nil: nothing.
  public private(set) var clipboard: String?
  /// The bytes of an incomplete character.
  private var incomplete: [UInt8] = []
  /// The rows that scrolled off the top.
  public private(set) var scrolledOff: [String] = []

  private enum Parser {
    case text
    case escape
    /// One more byte follows.
    case charset
    /// The parameters so far.
    case sequence(String)
    /// A title, up to BEL or ESC.
    case command
  }

  /// An empty screen.
  public init(columns: Int = 80, rows: Int = 24) {
    self.columns = columns
    height = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  // MARK: Reading

  /// The rows from top to bottom, without trailing spaces.
  public var rows: [String] { cells.map { Self.text($0) } }

  /// All rows, including those that scrolled off.
  public var text: String { (scrolledOff + rows).joined(separator: "\n") }

  /// The text of the cursor's row, up to the cursor.
  public var lineBeforeCursor: String { cells[row][..<column].joined() }

  /// The row of the cursor.
  public var cursorRow: String { rows[row] }

  private static func text(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Drawing

  /// Draws the output of a program.
  public mutating func draw(_ bytes: [UInt8]) {
    for byte in bytes { take(byte) }
  }

  private mutating func take(_ byte: UInt8) {
    switch parser {
    case .text: takeText(byte)
    case .escape: takeEscape(byte)
    case .charset: parser = .text
    case .command where byte == 0x07 || byte == 0x1B:
      parser = byte == 0x1B ? .escape : .text
      if command.hasPrefix("52;c;") { clipboard = String(command.dropFirst(5)) }
      command = ""
    case .command: command += String(Unicode.Scalar(byte))
    case .sequence(let parameters):
      if (0x40...0x7E).contains(byte) {
        parser = .text
        perform(Character(Unicode.Scalar(byte)), parameters)
      } else {
        parser = .sequence(parameters + String(Unicode.Scalar(byte)))
      }
    }
  }

  private mutating func takeText(_ byte: UInt8) {
    switch byte {
    case 0x1B: parser = .escape
    case 0x0D: move(row, 0)
    case 0x0A: lineFeed()
    case 0x08: move(row, column - 1)
    case 0x09: move(row, min(columns - 1, (column / 8 + 1) * 8))
    case 0..<0x20, 0x7F: break
    default:
      incomplete.append(byte)
      let length = byte < 0x80 && incomplete.count == 1 ? 1 : incomplete[0] >= 0xF0 ? 4 : incomplete[0] >= 0xE0 ? 3 : 2
      guard incomplete.count >= length else { return }
      write(String(decoding: incomplete, as: UTF8.self))
      incomplete = []
    }
  }

  private mutating func takeEscape(_ byte: UInt8) {
    parser = .text
    switch byte {
    case UInt8(ascii: "["): parser = .sequence("")
    case UInt8(ascii: "]"): parser = .command
    case UInt8(ascii: "("), UInt8(ascii: ")"): parser = .charset
    case UInt8(ascii: "7"): saved = (row, column)
    case UInt8(ascii: "8"): move(saved.row, saved.column)
    case UInt8(ascii: "M"): move(max(0, row - 1), column)
    default: break
    }
  }

  private mutating func perform(_ command: Character, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 0)
    switch command {
    case "A": move(row - first, column)
    case "B": move(row + first, column)
    case "C": move(row, column + first)
    case "D": move(row, column - first)
    case "G": move(row, first - 1)
    case "d": move(first - 1, column)
    case "H", "f": move(first - 1, max(1, numbers.count > 1 ? numbers[1] : 1) - 1)
    case "J": eraseScreen(numbers.first ?? 0)
    case "K": eraseLine(numbers.first ?? 0)
    case "P":
      let count = min(first, columns - column)
      cells[row].removeSubrange(column..<column + count)
      cells[row] += Array(repeating: " ", count: count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: " ", count: min(first, columns - column)), at: column)
      cells[row] = Array(cells[row].prefix(columns))
    case "X":
      for place in column..<min(columns, column + first) { cells[row][place] = " " }
    case "h" where parameters == "4": inserts = true
    case "l" where parameters == "4": inserts = false
    default: break
    }
  }

  private mutating func move(_ newRow: Int, _ newColumn: Int) {
    row = min(max(0, newRow), height - 1)
    column = min(max(0, newColumn), columns - 1)
    mustWrap = false
  }

  private mutating func lineFeed() {
    mustWrap = false
    guard row == height - 1 else {
      row += 1
      return
    }
    scrolledOff.append(Self.text(cells.removeFirst()))
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func write(_ character: String) {
    guard let scalar = character.unicodeScalars.first else { return }
    let width = Self.width(of: scalar)
    if width == 0 {
      cells[row][max(0, mustWrap ? column : column - 1)] += character
      return
    }
    if mustWrap || column + width > columns {
      column = 0
      lineFeed()
    }
    if inserts {
      cells[row].insert(contentsOf: Array(repeating: " ", count: width), at: column)
      cells[row] = Array(cells[row].prefix(columns))
    }
    cells[row][column] = character
    if width == 2, column + 1 < columns { cells[row][column + 1] = "" }
    mustWrap = column + width >= columns
    column = min(columns - 1, column + width)
  }

  private mutating func eraseLine(_ part: Int) {
    let range = part == 0 ? column..<columns : part == 1 ? 0..<min(columns, column + 1) : 0..<columns
    for place in range { cells[row][place] = " " }
  }

  private mutating func eraseScreen(_ part: Int) {
    if part == 0 { eraseLine(0) }
    for place in 0..<height where part >= 2 || (part == 0 && place > row) || (part == 1 && place < row) {
      cells[place] = Array(repeating: " ", count: columns)
    }
  }

  /// Sufficient for test texts: Chinese, Japanese, Korean and emoji are wide, and combining marks have no width.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}

/// How a piece of text looks in a terminal. Only what every terminal has.
public enum TextStyle: CaseIterable, Sendable {
  case bold, dim, underline
  case red, green, yellow, blue, magenta, cyan

  /// The number in the control sequence "select graphic rendition".
  private var code: Int {
    switch self {
    case .bold: 1
    case .dim: 2
    case .underline: 4
    case .red: 31
    case .green: 32
    case .yellow: 33
    case .blue: 34
    case .magenta: 35
    case .cyan: 36
    }
  }

  /// What ends all styles.
  public static let resetSequence = "\u{1B}[0m"

  /// What begins these styles.
  public static func sequence(_ styles: [TextStyle]) -> String {
    "\u{1B}[" + styles.map { String($0.code) }.joined(separator: ";") + "m"
  }
}

/// How a text may be written otherwise without meaning something else.
public enum TextForm: Sendable {
  /// Lines that know no other way, and Markdown: a backslash.
  case lines
  /// JSON, and YAML in double quotes: `\u003a`.
  case json
  /// XML and HTML: `&#58;`.
  case markup
  /// A patch, which must stay as it is: lines around it.
  case diff
  /// Commands of GitHub Actions that this program gives itself.
  case commands
}

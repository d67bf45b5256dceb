import PropertyLists

/// A page that opens from a disk and asks nobody for anything: its style and its script stand in it, allowed by their
/// hashes, pictures are in the text, and everything else is forbidden by its content security policy.
public struct StaticPage: Sendable {
  /// What the window is called; of any origin.
  public var title: String
  /// The language of the page's own words, as a tag.
  public var language: String
  /// CSS.
  public var style: String
  /// JavaScript; nil for a page without.
  public var script: String?
  /// Markup; what comes from elsewhere has to be ``StaticPage/text(_:)`` in it.
  public var body: String

  /// A page with what is given.
  public init(title: String, language: String = "en", style: String, script: String? = nil, body: String) {
    self.title = title
    self.language = language
    self.style = style
    self.script = script
    self.body = body
  }

  /// The whole document.
  public var markup: String {
    // Both end where their end tag begins, whatever is in them; so it must not be in them.
    let style = style.replacing("</", with: "<\\/")
    let script = script?.replacing("</", with: "<\\/")
    var policy = "default-src 'none'; style-src '\(Self.source(style))'; img-src data:; base-uri 'none'; "
    if let script { policy += "script-src '\(Self.source(script))'; " }
    policy += "form-action 'none'"
    return """
      <!DOCTYPE html>
      <html lang="\(Self.text(language))">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>\(Self.text(title))</title>
      <style>\(style)</style>
      </head>
      <body>
      \(body)
      \(script.map { "<script>\($0)</script>\n" } ?? "")</body>
      </html>

      """
  }

  /// How a policy names a text that may run: `sha256-…`.
  static func source(_ text: String) -> String { "sha256-" + Base64.encode(SHA256.hash(Array(text.utf8))) }

  /// A text of any origin as it may stand in markup and in attributes: nothing of it is markup, nothing turns the
  /// direction of what follows, and what is beyond measure is cut.
  ///
  /// - Parameter limit: the most characters (Unicode scalars) that are shown.
  public static func text(_ text: String, limit: Int = 2000) -> String {
    SVGText.escaped(SVGText.clean(text, limit: limit))
  }
}

import PropertyLists

/// A page that opens from disk and requests nothing: pictures, style and script are inline. Its content security policy
/// allows style and script by their hashes, and forbids everything else.
package struct StaticPage: Sendable {
  /// The window title; untrusted.
  package var title: String
  /// The language of the page, as a language tag.
  package var language: String
  /// The CSS.
  package var style: String
  /// The JavaScript; nil for a page without a script.
  package var script: String?
  /// The markup; untrusted text in it must come from ``StaticPage/text(_:)``.
  package var body: String

  /// Creates a page from its parts.
  package init(title: String, language: String = "en", style: String, script: String? = nil, body: String) {
    (self.title, self.language, self.style, self.script, self.body) = (title, language, style, script, body)
  }

  /// The whole document.
  package var markup: String {
    // Both elements end at their first end tag, wherever it is, so neither text may contain it.
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

  /// Returns the policy's source expression for an allowed text: `sha256-…`.
  static func source(_ text: String) -> String { "sha256-" + Base64.encode(SHA256.hash(Array(text.utf8))) }

  /// Makes untrusted text safe for markup and attributes: it escapes markup, removes characters that change the
  /// direction of the text after it, and cuts text that is too long.
  ///
  /// - Parameter limit: the maximum number of Unicode scalars shown.
  package static func text(_ text: String, limit: Int = 2000) -> String {
    SVGText.escaped(SVGText.clean(text, limit: limit))
  }
}

/// The SHA-256 hash (FIPS 180-4), with which a page identifies its allowed style and script.
package enum SHA256 {
  /// Returns the 32 bytes of the hash.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var message = bytes
    message.append(0x80)
    message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state = start
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        let place = block + 4 * index
        words[index] =
          UInt32(message[place]) << 24 | UInt32(message[place + 1]) << 16 | UInt32(message[place + 2]) << 8
          | UInt32(message[place + 3])
      }
      mix(&words, into: &state)
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static func mix(_ words: inout [UInt32], into state: inout [UInt32]) {
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let one = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ words[index]
      let majority = a & b ^ a & c ^ b & c
      let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

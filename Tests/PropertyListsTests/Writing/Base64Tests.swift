import PropertyLists
import Testing

@Suite struct Base64Tests {
  @Test func base64SurvivesARoundTrip() {
    for count in 0..<50 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
    #expect(Base64.encode([0xFB, 0xFF, 0]) == "+/8A")
  }

  @Test(arguments: [
    "====", "=", "A", "AA", "AAA", "AB==", "AAB=", "AA=A", "A A=", "AAAA====", "AA*=", "AAA=\n", "é===",
  ])
  func invalidBase64IsRefused(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}

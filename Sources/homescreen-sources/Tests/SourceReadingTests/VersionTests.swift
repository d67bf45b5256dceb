import SourceReading
import Testing

@Suite struct VersionTests {
  @Test func thereIsAVersion() {
    #expect(SourceReader.version.split(separator: ".").count == 3)
  }
}

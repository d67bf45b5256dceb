import AppPackages
import Lint
import Testing

struct LinterTests {
  @Test func codesAreUnique() {
    let codes = Rules.all.map(\.code)
    #expect(Set(codes).count == codes.count)
  }
}

import AppPackages
import Events
import Lint
import TestSupport
import Testing

/// Running rules.
@Suite struct LinterTests {
  @Test func codesAreUnique() {
    let codes = Rules.all.map(\.code)
    #expect(Set(codes).count == codes.count)
  }

  @Test func summariesSayMoreThanTheCode() {
    for rule in Rules.descriptions {
      #expect(rule.summary.contains(" ") && rule.summary.first?.isUppercase == true, "\(rule.code.rawValue)")
      #expect(rule.summary.lowercased() != rule.code.rawValue.replacing("-", with: " "))
    }
  }

  /// The order is that of the paths, whichever is ready first.
  @Test func severalPathsKeepTheirOrder() {
    let folder = TemporaryFolder()
    let names = (0..<20).map { "App\($0)" }
    for (index, name) in names.enumerated() {
      let names = String(repeating: "<string>n\(index)</string>", count: 1 + 5 * (20 - index))
      folder.write(
        "\(name)/Info.plist",
        FixFixture.plist(
          """
          <key>CFBundleIcons</key>
          <dict><key>CFBundlePrimaryIcon</key><dict><key>CFBundleIconFiles</key><array>\(names)</array></dict></dict>
          """))
    }
    folder.write("Broken/Info.plist", "<plist><dict><key>")
    let paths = (names + ["Broken", "Nowhere"]).map { "\(folder.path)/\($0)" }
    let linter = Linter()
    let together = linter.lint(paths)
    #expect(together.map(\.path) == paths)
    #expect(together.map(\.findings) == paths.map { linter.lint($0).findings })
    #expect(together.suffix(2).map(\.findings.count) == [1, 1])
  }

  /// A finding identifies its subject by a key path and not by a location.
  @Test func findingHasThePathOfItsValue() throws {
    let fixture = FixFixture([
      "Info.plist": FixFixture.plist(
        """
        <key>UIApplicationShortcutItems</key>
        <array><dict/><dict><key>UIApplicationShortcutItemType</key><string>a</string></dict></array>
        """)
    ])
    let findings = Linter().findings(in: [try fixture.package()]).filter { $0.code == "shortcut-title-missing" }
    #expect(
      findings.map(\.keyPath) == ["/UIApplicationShortcutItems/[]", "/UIApplicationShortcutItems/[a]"])
  }
}

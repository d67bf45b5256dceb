import TestSupport
import Testing

/// The articles of the library products.
@Suite struct ArticleTests {
  /// The example is a separate test, verbatim, which imports only products.
  @Test(arguments: [
    "PropertyLists", "AppPackages", "AppSources", "HomeScreenSimulator",
  ])
  func exampleIsATest(product: String) throws {
    #expect(try Repository.text("Package.swift").contains(".library(name: \"\(product)\""))
    let test = try Repository.text("Tests/ProductTests/\(product)Example.swift")
    let article = try Repository.text("Sources/\(product)/\(product).docc/\(product).md")
    #expect(article.contains("```swift\n\(test)```\n"))
  }

  @Test func everyProductHasAnExample() throws {
    let products = try Repository.text("Package.swift").split(separator: "\n").filter { $0.contains(".library(name:") }
      .map { $0.split(separator: "\"")[1] }
    for product in products {
      #expect(throws: Never.self) { try Repository.text("Tests/ProductTests/\(product)Example.swift") }
    }
  }
}

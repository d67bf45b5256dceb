import TestSupport
import Testing

/// The architecture article, the sources and the manifest agree.
@Suite struct ArchitectureTests {
  private static let article = "Sources/homescreen/homescreen.docc/Architecture.md"

  private let stated: ModuleTable
  private let real: ModuleTable
  private let declared: ModuleTable

  /// All sources are read once; nested packages have separate modules.
  private static let sources = Result {
    let files = try Repository.files(under: "Sources", endings: [".swift", ".c", ".h"])
    return ModuleTable(
      sources: files.filter { file in !Repository.packages.contains { file.path.hasPrefix("\($0)/") } })
  }

  init() throws {
    stated = ModuleTable(article: try Repository.text(Self.article))
    real = try Self.sources.get()
    declared = ModuleTable(manifest: try Repository.text("Package.swift"))
  }

  @Test func everyTargetHasARow() {
    #expect(Set(stated.names) == Set(real.names + [""]))
    #expect(Set(declared.names) == Set(real.names))
  }

  @Test func rowsListTheImportsOfTheSources() {
    let everywhere = stated.imports[""] ?? []
    #expect(everywhere.isDisjoint(with: real.names))
    for name in real.names {
      let imports = (real.imports[name] ?? []).subtracting(everywhere)
      let row = stated.imports[name] ?? []
      #expect(row.subtracting(imports).sorted() == [], "\(name) does not import what \(Self.article) says")
      #expect(imports.subtracting(row).sorted() == [], "\(name) imports what \(Self.article) does not say")
    }
  }

  @Test func onlyPropertyListsImportsFoundation() {
    let foundation: Set = ["Foundation", "FoundationEssentials"]
    #expect(real.imports.filter { !$1.isDisjoint(with: foundation) }.keys.sorted() == ["PropertyLists"])
  }

  @Test func rowsListTheDependenciesOfTheManifest() {
    for name in declared.names {
      let dependencies = declared.imports[name] ?? []
      let row = stated.imports[name] ?? []
      #expect(row.subtracting(dependencies).sorted() == [], "Package.swift lacks dependencies of \(name)")
      #expect(dependencies.subtracting(row).sorted() == [], "Package.swift has dependencies of \(name) without use")
    }
  }

  @Test func modulesImportOnlyLowerModules() {
    for (index, name) in stated.names.enumerated() where !name.isEmpty {
      let above = (stated.imports[name] ?? []).intersection(stated.names[...index])
      #expect(above.isEmpty, "\(name) imports \(above.sorted()), which the table has above it")
    }
  }

  /// The manifest of a nested package declares exactly the imports of its targets.
  @Test(arguments: Repository.packages) func nestedPackagesImportWhatTheyDeclare(package: String) throws {
    let declared = ModuleTable(manifest: try Repository.text("Sources/\(package)/Package.swift"))
    let files = try Repository.files(under: "Sources/\(package)/Sources", endings: [".swift"])
    let real = ModuleTable(sources: files)
    #expect(Set(declared.names) == Set(real.names))
    for name in real.names {
      let imports = (real.imports[name] ?? []).subtracting(stated.imports[""] ?? [])
      #expect(imports.sorted() == declared.imports[name]?.sorted(), "\(package)/\(name)")
    }
  }

  @Test func sourceReaderIsANestedPackage() {
    #expect(Repository.packages == ["homescreen-sources"])
  }

  // MARK: The readers

  @Test func articlesAreRead() {
    let table = ModuleTable(
      article: """
        | other | imports |
        |---|---|
        | `X` | `Y` |

        | module | what | imports |
        |---|---|---|
        | `A` | uses `c` | `B`, `C` |
        | `B` | | |
        | all | | `S` |

        | `D` | | `E` |
        """)
    #expect(table.names == ["A", "B", ""])
    #expect(table.imports == ["A": ["B", "C"], "B": [], "": ["S"]])
    #expect(ModuleTable(article: "no table").names == [])
  }

  @Test func manifestsAreRead() {
    let table = ModuleTable(
      manifest: """
        products: [.library(name: "A", targets: ["A"])],
        targets: [
          .systemLibrary(name: "L", pkgConfig: "l", providers: [.apt(["l-dev"])]),
          .target(name: "A", dependencies: ["L", .product(name: "P", package: "q")], exclude: ["x"]),
          .target(name: "T", dependencies: ["A"], path: "Tests/T"),
          .executableTarget(
            name: "E", dependencies: [
              "A",
            ]),
          .testTarget(name: "ATests", dependencies: ["A"]),
        ]
        """)
    #expect(table.imports == ["L": [], "A": ["L", "P"], "E": ["A"]])
  }

  @Test func sourcesAreRead() {
    let table = ModuleTable(sources: [
      ("L/shim.h", "#include <sys/lib.h>"),
      ("C/include/C.h", "#include <stdint.h>"),
      ("C/one.c", "#include \"C.h\"\n#include \"own.h\"\n#include <lib.h>"),
      ("A/One.swift", "public import B\n#if canImport(G)\n  import G\n#endif\nimport struct C.Value\n// import X"),
      ("A/Two.swift", "@testable import D\nlet text = \"\"\"\nimport Y\n\"\"\"\nlet important = 1"),
      ("B/One.swift", "func imports() {}"),
    ])
    #expect(table.imports == ["L": [], "C": ["L"], "A": ["B", "G", "C", "D"], "B": []])
  }
}

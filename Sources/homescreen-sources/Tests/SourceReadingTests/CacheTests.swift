import AppSources
import SourceReading
import Testing

/// Cached facts are not read again and do not change the result.
@Suite struct CacheTests {
  private static func project() -> Project {
    Project([
      "A.swift": "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) {}\n}", "B.swift": "let a = 1",
    ])
  }

  @Test func sameFilesGiveTheSameDocument() {
    let project = Self.project()
    let cache = "\(project.path)/some/cache"
    let plain = project.document()
    #expect(project.document(cache: cache) == plain)
    #expect(!Project.names(in: cache).isEmpty)
    #expect(project.document(cache: cache) == plain)
  }

  private static func files(in cache: String) -> [String: [UInt8]] {
    Dictionary(uniqueKeysWithValues: Project.names(in: cache).map { ($0, Project.bytes("\(cache)/\($0)")) })
  }

  /// Every kind of code survives the cache unchanged.
  @Test func unchangedFilesComeFromTheCache() {
    let project = Self.project()
    project.add(
      "Everything.swift",
      """
      @main struct Whole<T>: App, Sendable { typealias Other = Int
        @State private var a: Int? = 1, b = [1: "x"]; static let c = "\\(a) b"; lazy var d = { [weak self] (x: Int) in x }
        var body: some Scene { WindowGroup { V() }.onOpenURL { url in route(url) } }
        enum Kind: String { case one = "1", two; case three(Int, String) }
        init?(_ a: Int = 3) throws { guard let a, case .some(let x) = a, #available(iOS 13, *) else { throw E() }
          for (i, j) in list where i > j { if i == 1 { continue } else { break } }
          repeat { a += 1 } while a < 3
          defer { close() }
          do { try await f(a, b: &x) } catch E.a(let e) { print(e) } catch {}
          switch a { case 1...2, 3: fallthrough; case let y where y > 1: return; default: break }
          let z = a ? b as? Int : c is String, w = (1, x: nil), k = -a ?? true
          #if DEBUG
          log(#selector(A.b(_:)), .other, \\A.b)
          #endif
        } }
      """)
    project.add(
      "Old.m",
      "@implementation A (B)\n- (void)a:(int)b { @try { [self c:^(BOOL d){ e(d); }]; } @catch (id x) {} }\n@end")
    let cache = "\(project.path)/cache"
    #expect(project.document(cache: cache) == project.document())
    project.write("B.swift", Array("let a = 2\nfunc b() { UIApplication.shared.shortcutItems = [] }".utf8))
    let after = project.document(cache: cache)
    #expect(after == project.document())
    #expect(after.dynamicItems.count == 1)
  }

  /// The cached facts of a file are used: here they are those of another file.
  @Test func cachedFilesAreNotReadAgain() {
    let project = Project(["A.swift": "let a = 1"])
    let cache = "\(project.path)/cache"
    _ = project.document(cache: cache)
    let before = Self.files(in: cache)
    project.add("B.swift", "let b = 1")
    _ = project.document(cache: cache)
    let grown = Self.files(in: cache)
    let name = grown.keys.first { $0.hasPrefix("files-") } ?? ""
    #expect((grown[name]?.count ?? 0) > (before[name]?.count ?? 0))
    // The same bytes at another path share an entry.
    project.add("C.swift", "let b = 1")
    _ = project.document(cache: cache)
    #expect(Self.files(in: cache)[name] == grown[name])
  }

  /// Targets and configurations of a project are read in turn, and the cache keeps each.
  @Test func cacheKeepsSeveralRequestsOfAProject() {
    let project = Self.project()
    let cache = "\(project.path)/cache"
    _ = project.document(iconNames: ["a"], cache: cache)
    _ = project.document(iconNames: ["b"], cache: cache)
    let both = Self.files(in: cache)
    _ = project.document(iconNames: ["a"], cache: cache)
    _ = project.document(iconNames: ["b"], cache: cache)
    #expect(Self.files(in: cache) == both)
  }

  @Test func changedFilesAreReadAgain() {
    let project = Self.project()
    let cache = "\(project.path)/cache"
    let before = project.document(cache: cache)
    project.write(
      "A.swift", Array("class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) { done(true) }\n}".utf8))
    let after = project.document(cache: cache)
    #expect(before.method(warm)?.completion?.paths == CompletionUse.Paths.none)
    #expect(after.method(warm)?.completion?.paths == .all)
    #expect(
      project.document(iconNames: ["x"], actionTypes: ["SceneDelegate"], cache: cache)
        == project.document(iconNames: ["x"], actionTypes: ["SceneDelegate"]))
  }

  @Test(arguments: [0, 1, 40, 100]) func damagedEntriesAreIgnored(length: Int) {
    let project = Self.project()
    let cache = "\(project.path)/cache"
    let plain = project.document(cache: cache)
    let kept = Self.files(in: cache)
    for name in kept.keys { project.write("cache/\(name)", [UInt8](repeating: 10, count: length)) }
    #expect(project.document(cache: cache) == plain)
    // Truncated, and with other bytes.
    for (name, bytes) in kept { project.write("cache/\(name)", Array(bytes.dropLast(length))) }
    #expect(project.document(cache: cache) == plain)
    for (name, bytes) in kept {
      project.write("cache/\(name)", bytes.enumerated().map { $0 % 97 == length ? ~$1 : $1 })
    }
    #expect(project.document(cache: cache) == plain)
  }

  /// The index names files that need not be searched; a full search finds the same.
  @Test func indexMissesNothing() {
    let project = Project([
      "A.swift":
        "class SceneDelegate: UIResponder, UIWindowSceneDelegate {\n\(warmHead) { Router.go(item.type); done(true) }\n}",
      "B.swift": "enum Router { static func go(_ type: String) { if type == \"a\" { change(\"Dark\") } } }",
      "C.swift":
        "func change(_ name: String) { UIApplication.shared.setAlternateIconName(name) }\nlet other = \"Drak\"",
      "D.swift": "struct V: View { var body: some View { Text(\"a\").onOpenURL { url in open(url) } } }",
      "E.m": "void f(void) { [UIApplication.sharedApplication performSelector:@selector(_setAlternateIconName:)]; }",
    ])
    let request = SourceRequest(
      root: project.path, files: ["A.swift", "B.swift", "C.swift", "D.swift", "E.m"].map { .init($0) },
      iconNames: ["Dark"], actionTypes: ["a"])
    let document = SourceReader.document(for: request, looksEverywhere: true)
    #expect(document == SourceReader.document(for: request))
    #expect(document?.iconChanges.count == 2)
    #expect(document?.literals.count == 4)
  }

  @Test func missingCacheFolderDoesNotMatter() {
    let project = Self.project()
    #expect(project.document(cache: "/proc/nothing/here") == project.document())
  }
}

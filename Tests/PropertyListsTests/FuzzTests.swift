import PropertyLists
import TestSupport
import Testing

/// Reproducible mutations of small seeds: every result is a value or an error, quickly.
///
/// ``Fuzzing/rounds`` sets the number of mutations of each seed.
@Suite struct FuzzTests {
  @Test(arguments: PropertyListSeeds.all.indices)
  func mutatedPropertyListsAreReadOrRefused(_ index: Int) {
    var mutator = Mutator(seed: UInt64(index), other: PropertyListSeeds.all)
    var (values, errors) = (0, 0)
    for _ in 0..<Fuzzing.rounds {
      let bytes = mutator.mutate(PropertyListSeeds.all[index])
      do throws(PropertyListError) {
        let list = try PropertyList.parse(bytes, file: "x", limits: PropertyListSeeds.limits)
        values += 1
        Self.use(list, bytes)
      } catch {
        errors += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(errors > 0)
    #expect(values > 0)
  }

  /// Every value has a location, and an unedited list is saved unchanged.
  private static func use(_ list: PropertyList, _ bytes: [UInt8]) {
    for entry in list.root.dictionary?.entries ?? [] {
      #expect(entry.node.location?.description.isEmpty == false)
      if case .date(let date) = entry.node.value { #expect(!date.iso8601.isEmpty) }
    }
    if let saved = try? list.serialised() { #expect(saved == bytes) }
  }

  private static let texts: [[UInt8]] = [
    Array(
      #"{"images": [{"size": "60x60", "scale": 2, "unassigned": true}, /* end */ {}], "info": {"version": 1, "a": null}}"#
        .utf8),
    Array(#"{"fill": {"solid": "display-p3:1,1,1,1"}, "name": "\u00e4\ud83d\ude00", "y": 1e-2, "z": [0.5, [],]}"#.utf8),
    [0xEF, 0xBB, 0xBF] + Array("[1, -2.5e+10, true, null, \"\\n\\u0041\", {}, /* */ []]".utf8),
    [0xFF, 0xFE] + utf16("{\"ä\": [\"😀\"]}", isBigEndian: false),
  ]

  @Test(arguments: texts.indices)
  func mutatedJSONIsReadOrRefused(_ index: Int) {
    var mutator = Mutator(seed: UInt64(index), other: Self.texts)
    var (values, errors) = (0, 0)
    for _ in 0..<Fuzzing.rounds {
      let bytes = mutator.mutate(Self.texts[index])
      do throws(PropertyListError) {
        let json = try LenientJSON.parse(
          bytes, file: "x", limits: PropertyListLimits(maximumDepth: 20, maximumNodes: 1000, maximumBytes: 100_000))
        values += 1
        #expect(json.warnings.count <= LenientJSON.maximumWarnings)
        Self.visit(json.root)
      } catch {
        errors += 1
        #expect(!error.description.isEmpty && error.location.file == "x")
      }
    }
    #expect(values > 0 && errors > 0)
  }

  /// All locations are inside the text.
  private static func visit(_ node: JSONNode) {
    #expect(node.location?.line ?? 0 > 0)
    for element in node.array ?? [] { visit(element) }
    for (key, value) in node.object?.entries ?? [] {
      #expect(node.object?.keyLocation(for: key) != nil)
      visit(value)
    }
  }
}

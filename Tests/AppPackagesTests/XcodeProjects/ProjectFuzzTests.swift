import AppPackages
import Platform
import PropertyLists
import TestSupport
import Testing

/// Reproducible mutations of projects: each gives a package or an error, quickly.
///
/// A project takes longer than a file, so each seed gets a fourth of ``Fuzzing/rounds``.
@Suite struct ProjectFuzzTests {
  private static let rounds = max(1, Fuzzing.rounds / 4)

  private static func project() -> ProjectMaker {
    var project = ProjectMaker()
    project.projectXcconfig = "Config/Base.xcconfig"
    project.targetXcconfig = "App.xcconfig"
    project.targetSettings["PRODUCT_NAME"] = "$(BASE:upper)"
    project.targetSettings["LIST"] = ["$(inherited)", "a b", "$(A_$(BASE))"]
    project.targetSettings["INFOPLIST_KEY_UIApplicationSceneManifest_Generation"] = "YES"
    project.targetSettings["GENERATE_INFOPLIST_FILE"] = "YES"
    project.targetSettings["ASSETCATALOG_COMPILER_APPICON_NAME"] = "AppIcon"
    project.targetSettings["ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES"] = "Night Day"
    project.add("night@2x.png")
    project.add("Blue", ["lastKnownFileType": "folder"])
    project.add("App/Assets.xcassets")
    project.addObject("S", "PBXFileSystemSynchronizedRootGroup", ["path": "App", "exceptions": ["E"]])
    project.addObject(
      "E", "PBXFileSystemSynchronizedBuildFileExceptionSet", ["target": "T", "membershipExceptions": ["Info.plist"]])
    project.children.append("S")
    project.targetFields["fileSystemSynchronizedGroups"] = ["S"]
    project.addObject("V", "PBXVariantGroup", ["name": "InfoPlist.strings", "children": ["V1"]])
    project.addObject("V1", "PBXFileReference", ["name": "de", "path": "de.lproj/InfoPlist.strings"])
    project.children.append("V")
    project.resources.append("V")
    project.files["App.xcconfig"] = xcconfig
    project.files["Config/Base.xcconfig"] = .init(text: "BASE = paint\nA_paint = $(B)\nB = $(A_$(BASE)) x\n")
    project.files["Blue/x.txt"] = [1]
    project.files["night@2x.png"] = PNGMaker.picture(width: 120, height: 120)
    project.files["de.lproj/InfoPlist.strings"] = .init(text: "a = b;")
    project.files["App/Assets.xcassets/AppIcon.appiconset/Contents.json"] = .init(text: #"{"images":[]}"#)
    return project
  }

  private static let xcconfig = [UInt8](
    text: """
      #include "Config/Base.xcconfig" // twice
      #include? "Missing.xcconfig"
      KEY[sdk=iphoneos*][arch=arm64] = $(inherited) ${BASE:rfc1034identifier} \\
        $(X:default=$(BASE:suffix=.y)) ; // end
      PRODUCT_BUNDLE_IDENTIFIER = com.example.$(BASE:lower)
      """)

  private static func use(_ tree: MemoryTree) -> Bool {
    do throws(AppPackageError) {
      let package = try AppPackage(
        projectAt: "Paint.xcodeproj", in: tree, options: PackageOptions(propertyListLimits: limits))
      for warning in package.warnings { #expect(!warning.description.isEmpty) }
      for resource in package.resources { #expect(!resource.path.hasPrefix("/")) }
      _ = package.infoDictionary(for: .iPad)
      return true
    } catch {
      #expect(!error.description.isEmpty)
      return false
    }
  }

  private static let limits = PropertyListLimits(maximumDepth: 100, maximumNodes: 5000, maximumBytes: 100_000)

  @Test(arguments: 0..<3)
  func projectFiles(_ form: Int) throws {
    let project = Self.project()
    let seeds = [
      project.projectFile, XMLPropertyListWriter.write(project.root), Array(SortedJSON.text(project.root).utf8),
    ]
    #expect(Self.use(try project.tree(seeds[form])))
    var mutator = Mutator(seed: UInt64(form) + 100, other: seeds)
    var (packages, errors) = (0, 0)
    for _ in 0..<Self.rounds {
      if Self.use(try project.tree(mutator.mutate(seeds[form]))) { packages += 1 } else { errors += 1 }
    }
    #expect(packages > 0)
    #expect(errors > 0)
  }

  @Test func xcconfigFiles() throws {
    var project = Self.project()
    var mutator = Mutator(
      seed: 200, other: [Self.xcconfig, project.projectFile, .init(text: "$($($(a:b=$(c))))//[]=")])
    for _ in 0..<Self.rounds {
      project.files["App.xcconfig"] = mutator.mutate(Self.xcconfig)
      #expect(Self.use(try project.tree()))
    }
  }

  private static let preprocessed = [UInt8](
    text: """
      <plist version="1.0"><dict>
      #define F(x, ...) <key>x</key><string>#x x##_1 __VA_ARGS__ , ## __VA_ARGS__</string>
      #include "more.h" // é
      #if defined(FOO) && (MORE + 1 > 0x2) || __has_include("more.h")
        F(A b, 'c', "d") F (e) \
      #elif 1/0
        <key>FOO</key><string>http://MORE/it's</string>
      #else /* x
      */
      #endif
      </dict></plist>
      """)

  @Test(arguments: ["", "-traditional", "-C"]) func preprocessedInfoPlists(_ flags: String) throws {
    var project = Self.project()
    project.targetSettings["INFOPLIST_PREPROCESS"] = "YES"
    project.targetSettings["INFOPLIST_PREPROCESSOR_DEFINITIONS"] = "FOO=F F=FOO"
    project.targetSettings["INFOPLIST_OTHER_PREPROCESSOR_FLAGS"] = .string(flags)
    project.files["App/more.h"] = .init(
      text: "#define MORE FOO(MORE\n)\n#ifndef X\n#define X\n#include \"Info.plist\"\n#endif\n")
    let seeds = [Self.preprocessed, [UInt8](text: "#define #include #if #else #endif ## #x (, ...) \"'/**///\\\n")]
    var mutator = Mutator(seed: 400, other: seeds)
    var packages = 0
    for _ in 0..<Self.rounds {
      project.files["App/Info.plist"] = mutator.mutate(Self.preprocessed)
      if Self.use(try project.tree()) { packages += 1 }
    }
    #expect(packages < Self.rounds)
  }

  /// Exchanged identifiers put every object in the wrong place.
  @Test func references() throws {
    let project = Self.project()
    let ids = try #require(project.root.dictionary?["objects"]?.dictionary?.keys)
    var random = SeededGenerator(seed: 300)
    let text = String(decoding: project.projectFile, as: UTF8.self)
    for _ in 0..<Self.rounds {
      var words = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
      for _ in 0..<3 {
        let places = words.indices.filter { ids.contains(words[$0]) }
        guard let place = places.randomElement(using: &random), let id = ids.randomElement(using: &random) else {
          break
        }
        words[place] = id
      }
      _ = Self.use(try project.tree(Array(words.joined(separator: "\"").utf8)))
    }
  }
}

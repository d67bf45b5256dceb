import AppPackages
import PropertyLists
import TestSupport
import Testing

/// Reproducible mutations of small seeds: every result is a value or an error, quickly.
///
/// ``Fuzzing/rounds`` sets the number of mutations of each seed.
@Suite struct FuzzTests {
  @Test(arguments: PropertyListSeeds.all.indices)
  func infoPlists(_ index: Int) {
    var mutator = Mutator(seed: UInt64(index), other: PropertyListSeeds.all)
    var (values, errors) = (0, 0)
    for _ in 0..<Fuzzing.rounds {
      let bytes = mutator.mutate(PropertyListSeeds.all[index])
      do throws(PropertyListError) {
        let list = try PropertyList.parse(bytes, file: "x", limits: PropertyListSeeds.limits)
        Self.use(list)
        values += 1
      } catch {
        errors += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(errors > 0)
    #expect(values > 0)
  }

  /// The uses of a property list by a package.
  private static func use(_ list: PropertyList) {
    guard let dictionary = list.root.dictionary,
      let package = try? AppPackage(
        name: "X", infoPlist: dictionary, files: [("n@2x.png", .pixels(width: 1, height: 1))])
    else { return }
    for device in DeviceClass.allCases {
      for entry in package.infoDictionary(for: device).entries {
        _ = entry.node.location?.description
        _ = package.looseImages(named: entry.key, for: device)
        if case .date(let date) = entry.node.value { #expect(!date.iso8601.isEmpty) }
      }
    }
  }

  private static let pictures: [[UInt8]] = [
    PNGMaker.picture(width: 120, height: 120, isCgBI: true, extra: PNGMaker.chunk("tRNS", [0])),
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 80, 0, 120, 3],
    Array("RIFF____WEBPVP8X".utf8) + [10, 0, 0, 0, 0x10, 0, 0, 0, 119, 0, 0, 79, 0, 0],
    [0, 0, 0, 16] + Array("ftypheic".utf8) + [0, 0, 0, 0, 0, 0, 0, 60] + Array("meta".utf8) + [0, 0, 0, 0]
      + [0, 0, 0, 36] + Array("iprp".utf8) + [0, 0, 0, 28] + Array("ipco".utf8) + [0, 0, 0, 20] + Array("ispe".utf8)
      + [0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 9],
    Array("GIF89a".utf8) + [3, 1, 2, 0], Array("<?xml?><!-- --><svg/>".utf8),
  ]

  @Test(arguments: pictures.indices)
  func pictureHeaders(_ index: Int) {
    var mutator = Mutator(seed: UInt64(index), other: Self.pictures)
    for _ in 0..<Fuzzing.rounds {
      let bytes = mutator.mutate(Self.pictures[index])
      do throws(ImageProblem) {
        let header = try ImageHeader.read(bytes)
        #expect(header.width >= 0 && header.height >= 0)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func namesAndPaths() throws {
    let seeds = ["icons/night@2x~ipad.png", "a~ipad@3x.png", "../x//./y\0", "CFBundleIcons-iphoneos~ipad"].map {
      Array($0.utf8)
    }
    var mutator = Mutator(seed: 1, other: seeds)
    for _ in 0..<Fuzzing.rounds {
      for seed in seeds {
        let text = String(decoding: mutator.mutate(seed), as: UTF8.self)
        let name = LooseImageName(text)
        #expect((1...3).contains(name.scale))
        guard
          let package = try? AppPackage(
            name: "X", infoPlist: ["CFBundleIdentifier": "a", text: 1], files: [(text, .opaque(size: 1))])
        else { continue }
        _ = package.looseImages(named: text, for: .iPad)
        #expect(package.infoDictionary(for: .iPad).count <= 2)
      }
    }
  }
}

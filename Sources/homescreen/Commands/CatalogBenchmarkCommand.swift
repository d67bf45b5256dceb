import AppPackages
import ArgumentParser
import HomeScreenReports
import Streams

/// For scripts/bench.
struct CatalogBenchmarkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench-catalog", abstract: "Read a compiled catalog again and again.", shouldDisplay: false)

  @Argument(help: "An Assets.car, or a file of LZFSE data.")
  var file: String

  @Flag(help: "Decode all pictures that can be decoded, not only list them.")
  var pixels = false

  @Flag(help: "Of all pictures those of app icons only.")
  var icons = false

  @Flag(help: "Print a checksum of the pixels of each picture.")
  var sums = false

  @Flag(help: "Unpack LZFSE data.")
  var lzfse = false

  @Option(help: "How often.")
  var turns = 1

  func run() throws {
    let folder = try FolderTree(FileTreePath.directory(of: file).isEmpty ? "." : FileTreePath.directory(of: file))
    let name = FileTreePath.lastComponent(file)
    var result = ""
    for _ in 0..<turns {
      if lzfse {
        result = "\(try CatalogBenchmark.unpackedBytes(name, in: folder)) bytes"
      } else {
        let catalog = try CompiledCatalog.read(name, in: folder)
        result = "\(catalog.catalog.sets.count) names, \(catalog.renditionCount) renditions"
        if pixels { result += try CatalogBenchmark.pixels(of: catalog, iconsOnly: icons, sums: sums) }
      }
    }
    StandardStream.output.write(.forPrograms(result + "\n"))
  }
}

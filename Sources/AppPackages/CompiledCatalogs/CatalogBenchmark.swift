/// What `scripts/bench` times.
package enum CatalogBenchmark {
  /// Decodes the pictures of a catalog.
  ///
  /// - Returns: how many bytes of pixels, and with `sums` a line for each picture, or for why it cannot be decoded.
  package static func pixels(
    of catalog: CompiledCatalog, iconsOnly: Bool, sums: Bool
  ) throws(CompiledCatalogProblem) -> String {
    var reader = try CompiledPictureReader(catalog)
    var (count, refused) = (0, 0)
    var lines = ""
    for set in catalog.catalog.sets where set.kind == .appIcon || !iconsOnly {
      for entry in set.entries {
        do throws(CompiledCatalogProblem) {
          guard let pixels = try reader.pixels(of: entry) else { continue }
          count += pixels.rgba.count
          if sums {
            lines += "\n\(entry.rendition?.lowerBound ?? 0) \(pixels.width)x\(pixels.height) \(checksum(pixels.rgba))"
          }
        } catch {
          refused += 1
          if sums { lines += "\n\(entry.rendition?.lowerBound ?? 0) \(error)" }
        }
      }
    }
    return ", \(count) bytes of pixels, \(refused) pictures not decoded" + lines
  }

  /// Adler's, as Python has it.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  /// Unpacks LZFSE data of at most 64 MiB.
  package static func unpackedBytes(_ path: String, in tree: any FileTree) throws -> Int {
    let input = try tree.read(path)
    var output = [UInt8](repeating: 0, count: 64 << 20)
    var result: Result<Int, CompressionProblem> = .success(0)
    input.withUnsafeBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        result = Result { () throws(CompressionProblem) in try LZFSE().unpack(input, into: output) }
      }
    }
    return try result.get()
  }
}

/// Executables up to their signature: Mach-O headers, load commands and the data that they point to.
struct ExecutableMaker {
  /// Bytes in little-endian or big-endian order.
  static func number(_ value: Int, _ size: Int = 4, isBigEndian: Bool = false) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }

  static func big(_ values: Int...) -> [UInt8] { values.flatMap { number($0, isBigEndian: true) } }
  static func little(_ values: Int...) -> [UInt8] { values.flatMap { number($0) } }

  /// Entitlements with these domains, in the form that codesign writes.
  static func entitlements(_ domains: [String], team: String = "ABCDE12345") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
    <key>com.apple.developer.associated-domains</key><array>\(domains.map { "<string>\($0)</string>" }.joined())</array>
    <key>com.apple.developer.team-identifier</key><string>\(team)</string></dict></plist>
    """
  }

  /// A list of blobs: a code directory and optional entitlements.
  static func signature(_ entitlements: String?) -> [UInt8] {
    let directory = big(0xFADE_0C02, 12, 0)
    var blobs = [(0, directory)]
    if let entitlements {
      blobs.append((5, big(0xFADE_7171, 8 + entitlements.utf8.count) + Array(entitlements.utf8)))
      blobs.append((7, big(0xFADE_7172, 12, 0)))
    }
    var place = 12 + 8 * blobs.count
    var index: [UInt8] = []
    for (kind, bytes) in blobs {
      index += big(kind, place)
      place += bytes.count
    }
    return big(0xFADE_0CC0, place, blobs.count) + index + blobs.flatMap(\.1)
  }

  /// An executable for one processor.
  ///
  /// - Parameters:
  ///   - signature: The signature, or nil for an unsigned executable.
  ///   - section: The entitlements of an app for the Simulator.
  static func thin(_ signature: [UInt8]?, section: String? = nil, isWide: Bool = true) -> [UInt8] {
    let header = isWide ? 32 : 28
    let hasSection = section != nil
    let segment = hasSection ? (isWide ? 72 + 80 : 56 + 68) : 0
    let commands = 24 + segment + (signature == nil ? 0 : 16)
    let sectionPlace = header + commands
    let text = Array((section ?? "").utf8)
    let signaturePlace = sectionPlace + text.count
    let count = 1 + (hasSection ? 1 : 0) + (signature == nil ? 0 : 1)
    var bytes = little(isWide ? 0xFEED_FACF : 0xFEED_FACE, 0x0100_000C, 0, 2, count, commands, 0)
    if isWide { bytes += little(0) }
    bytes += little(0x1B, 24) + [UInt8](repeating: 7, count: 16)  // LC_UUID
    func name(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: 16 - text.utf8.count)
    }
    if hasSection {
      bytes += little(isWide ? 0x19 : 0x01, segment) + name("__TEXT")
      bytes += [UInt8](repeating: 0, count: isWide ? 32 : 16) + little(5, 5, 1, 0)
      bytes += name("__entitlements") + name("__TEXT")
      if isWide {
        bytes += number(0, 8) + number(text.count, 8)
      } else {
        bytes += little(0, text.count)
      }
      bytes += little(sectionPlace) + [UInt8](repeating: 0, count: isWide ? 28 : 24)
    }
    if let signature { bytes += little(0x1D, 16, signaturePlace, signature.count) }
    return bytes + text + (signature ?? [])
  }

  /// An executable for several processors.
  static func fat(_ parts: [(processor: Int, bytes: [UInt8])], isWide: Bool = false) -> [UInt8] {
    let size = isWide ? 32 : 20
    var place = 8 + size * parts.count
    var table: [UInt8] = []
    for part in parts {
      table += big(part.processor, 0)
      if isWide {
        table += number(place, 8, isBigEndian: true) + number(part.bytes.count, 8, isBigEndian: true) + big(0, 0)
      } else {
        table += big(place, part.bytes.count, 0)
      }
      place += part.bytes.count
    }
    return big(isWide ? 0xCAFE_BABF : 0xCAFE_BABE, parts.count) + table + parts.flatMap(\.bytes)
  }
}

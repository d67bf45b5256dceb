import Platform
public import PropertyLists

/// The entitlements of an executable: a property list in its code signature or, in a build for the iOS Simulator, in a
/// separate section.
///
/// A Mach-O file contains a header, load commands, `LC_CODE_SIGNATURE`, and at its offset a list of blobs. Inconsistent
/// values count as unknown; all offsets are checked against the file's size.
struct SignedEntitlements {
  private let source: any ByteSource
  private let limits: PropertyListLimits
  /// The start of the processor's slice in a universal file.
  private var start = 0

  private enum Magic {
    static let fat = 0xCAFE_BABE, fat64 = 0xCAFE_BABF
    static let thin = 0xFEED_FACE, thin64 = 0xFEED_FACF
    static let signature = 0xFADE_0CC0, entitlements = 0xFADE_7171
  }
  private enum Command {
    static let segment = 0x01, segment64 = 0x19, codeSignature = 0x1D
  }
  private static let arm64 = 0x0100_000C
  private static let maximumParts = 32, maximumCommands = 4096, maximumBlobs = 64, maximumSections = 256
  /// The maximum number of bytes read at once: load commands take some kilobytes, entitlements less.
  private static let maximumSize = 1024 * 1024

  /// The error of missing bytes, or of an impossible number of them.
  private struct Damage: Error {}

  /// A part of the file that was read.
  private struct Part {
    let bytes: [UInt8]

    func number(_ place: Int, _ size: Int = 4, isBigEndian: Bool = false) throws(Damage) -> Int {
      guard place >= 0, place <= bytes.count - size else { throw Damage() }
      let part = bytes[place..<place + size]
      let value = (isBigEndian ? Array(part) : part.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw Damage() }
      return number
    }

    /// Reads a name of 16 bytes, padded with zeros.
    func name(_ place: Int) throws(Damage) -> String {
      guard place >= 0, place <= bytes.count - 16 else { throw Damage() }
      return String(decoding: bytes[place..<place + 16].prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private init(_ source: any ByteSource, limits: PropertyListLimits) { (self.source, self.limits) = (source, limits) }

  /// Reads the entitlements of an executable; empty for a signature without entitlements, nil for an unsigned file or
  /// one that does not run on a device.
  static func read(_ path: String, in tree: any FileTree, limits: PropertyListLimits) -> PropertyListDictionary? {
    guard tree.kind(of: path) == .file, let source = try? tree.open(path) else { return nil }
    var reader = SignedEntitlements(source, limits: limits)
    return try? reader.read(path)
  }

  private mutating func read(_ path: String) throws -> PropertyListDictionary? {
    start = try startOfPart()
    let magic = try part(start, 4).number(0)
    let isWide = magic == Magic.thin64
    guard isWide || magic == Magic.thin else { throw Damage() }
    let header = isWide ? 32 : 28
    let head = try part(start, header)
    let (count, size) = (try head.number(16), try head.number(20))
    guard count <= Self.maximumCommands else { throw Damage() }
    let commands = try part(start + header, size)
    var (place, signature) = (0, Int?.none)
    for _ in 0..<count {
      let (command, length) = (try commands.number(place), try commands.number(place + 4))
      guard length >= 8, length <= size - place else { throw Damage() }
      switch command {
      case Command.codeSignature: signature = start + (try commands.number(place + 8))
      case Command.segment, Command.segment64:
        let isWide = command == Command.segment64
        if let list = try section(commands, place, length, isWide: isWide, path) { return list }
      default: break  // other commands say nothing of the signature
      }
      place += length
    }
    guard let signature else { return nil }
    return try entitlements(at: signature, path)
  }

  /// Returns the start of the arm64 slice, otherwise of the first one; 0 for a file with a single processor.
  private func startOfPart() throws -> Int {
    let magic = try part(0, 4).number(0, isBigEndian: true)
    guard magic == Magic.fat || magic == Magic.fat64 else { return 0 }
    let count = try part(4, 4).number(0, isBigEndian: true)
    guard (1...Self.maximumParts).contains(count) else { throw Damage() }
    let isWide = magic == Magic.fat64
    let size = isWide ? 32 : 20
    let table = try part(8, count * size)
    var starts: [Int] = []
    for index in 0..<count {
      let place = index * size
      let offset = try table.number(place + 8, isWide ? 8 : 4, isBigEndian: true)
      guard offset <= source.count else { throw Damage() }
      if try table.number(place, isBigEndian: true) == Self.arm64 { return offset }
      starts.append(offset)
    }
    return starts[0]
  }

  /// Reads `__TEXT,__entitlements`, which an app for the iOS Simulator has instead of signed entitlements.
  private func section(
    _ commands: Part, _ place: Int, _ length: Int, isWide: Bool, _ path: String
  ) throws -> PropertyListDictionary? {
    let (head, size) = isWide ? (72, 80) : (56, 68)
    guard length >= head else { throw Damage() }
    let count = try commands.number(place + head - 8)
    guard count <= Self.maximumSections, count * size <= length - head else { throw Damage() }
    for index in 0..<count {
      let section = place + head + index * size
      guard try commands.name(section) == "__entitlements", try commands.name(section + 16) == "__TEXT" else {
        continue
      }
      let bytes = try commands.number(section + (isWide ? 40 : 36), isWide ? 8 : 4)
      let offset = try commands.number(section + (isWide ? 48 : 40))
      return try list(part(start + offset, bytes).bytes, path)
    }
    return nil
  }

  private func entitlements(at place: Int, _ path: String) throws -> PropertyListDictionary {
    let head = try part(place, 12)
    guard try head.number(0, isBigEndian: true) == Magic.signature else { throw Damage() }
    let count = try head.number(8, isBigEndian: true)
    guard count <= Self.maximumBlobs else { throw Damage() }
    let index = try part(place + 12, count * 8)
    for number in 0..<count {
      let blob = place + (try index.number(number * 8 + 4, isBigEndian: true))
      let head = try part(blob, 8)
      guard try head.number(0, isBigEndian: true) == Magic.entitlements else { continue }
      let length = try head.number(4, isBigEndian: true)
      return try list(part(blob + 8, length - 8).bytes, path)
    }
    return [:]
  }

  private func list(_ bytes: [UInt8], _ path: String) throws -> PropertyListDictionary {
    // The section may be padded with zeros.
    let text = Array(bytes.prefix { $0 != 0 })
    guard !text.isEmpty else { return [:] }
    guard let list = try PropertyList.parse(text, file: path, limits: limits).root.dictionary else { throw Damage() }
    return list
  }

  private func part(_ place: Int, _ size: Int) throws -> Part {
    guard place >= 0, size >= 0, size <= Self.maximumSize, place <= source.count - size else { throw Damage() }
    Work.count(size * FileTreeLimits.costOfReadByte)
    let bytes = try source.bytes(place..<place + size)
    guard bytes.count == size else { throw Damage() }
    return Part(bytes: bytes)
  }
}

/// The provisioning profile in a signed app, which lists the devices that may run it.
public struct ProvisioningProfile: Sendable {
  /// The name that the team chose.
  public let name: String?
  /// The name of the team.
  public let team: String?
  /// The date after which devices do not run the app; nil if missing.
  public let expires: PropertyListDate?
  /// The number of listed devices; nil without a list.
  public let deviceCount: Int?
  /// Who can install the apps that the profile signs.
  public let distribution: BuiltApp.Distribution

  /// The maximum size of a profile in bytes; real ones have some kilobytes, and more with a hundred devices.
  private static let maximumSize = 4 * 1024 * 1024

  /// Returns nil for an unreadable profile.
  init?(_ path: String, in tree: any FileTree, limits: PropertyListLimits) {
    guard let bytes = try? tree.readPrefix(path, count: Self.maximumSize),
      let start = bytes.firstRange(of: Array("<?xml".utf8))?.lowerBound,
      let end = bytes[start...].firstRange(of: Array("</plist>".utf8))?.upperBound,
      let list = try? PropertyList.parse(Array(bytes[start..<end]), file: path, limits: limits).root.dictionary
    else { return nil }
    name = list["Name"]?.string
    team = list["TeamName"]?.string
    expires = if case .date(let date)? = list["ExpirationDate"] { date } else { nil }
    deviceCount = list["ProvisionedDevices"]?.array?.count
    let isDebuggable = list["Entitlements"]?.dictionary?["get-task-allow"]?.boolean ?? false
    if list["ProvisionsAllDevices"]?.boolean == true {
      distribution = .enterprise
    } else if deviceCount == nil {
      distribution = .appStore
    } else {
      distribution = isDebuggable ? .development : .adHoc
    }
  }
}

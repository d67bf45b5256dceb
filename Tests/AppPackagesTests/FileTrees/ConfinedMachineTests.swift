import AppPackages
import CProcess
import Platform
import PropertyLists
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files elsewhere are not read, regardless of links and of when they are created.
@Suite struct ConfinedMachineTests {
  private let inside = TemporaryFolder()
  private let outside = TemporaryFolder()

  init() {
    inside.write("folder/file.txt", "inside")
    outside.write("file.txt", "outside")
    outside.write("other.txt", "outside")
  }

  /// A machine that replaces a folder with a link right after the folder was checked.
  private struct SwappingMachine: Machine {
    let machine = RealMachine()
    let folder: String
    let target: String

    private func swap() {
      rename(folder, folder + ".old")
      symlink(target, folder)
    }

    var workingFolder: String { machine.workingFolder }
    func variable(_ name: String) -> String? { machine.variable(name) }
    func realPath(_ path: String) throws(MachineRefusal) -> String { try machine.realPath(path) }
    func status(_ path: String, followsLink: Bool) throws(MachineRefusal) -> PathStatus {
      try machine.status(path, followsLink: followsLink)
    }
    func entries(in folder: String, maximum: Int) throws(MachineRefusal) -> [PathEntry]? {
      swap()
      return try machine.entries(in: folder, maximum: maximum)
    }
    func read(_ path: String, _ amount: ReadAmount) throws(MachineRefusal) -> FileContent {
      swap()
      return try machine.read(path, amount)
    }
    func open(_ path: String) throws(MachineRefusal) -> MachineFile? {
      swap()
      return try machine.open(path)
    }
    func write(_ bytes: [UInt8]?, to path: String, _ write: () throws(FileTreeError) -> Void) throws(FileTreeError) {}
  }

  private func swapping<Result>(_ body: (FolderTree) throws -> Result) throws -> Result {
    let machine = SwappingMachine(folder: "\(inside.path)/folder", target: outside.path)
    return try CurrentMachine.$value.withValue(machine) { try body(FolderTree(inside.path)) }
  }

  @Test func linkMadeAfterTheCheckIsNotFollowed() throws {
    #expect(throws: FileTreeError.self) { try swapping { try $0.read("folder/file.txt") } }
  }

  @Test func linkIsNotFollowedWhenAFileIsOpened() throws {
    #expect(throws: FileTreeError.self) { try swapping { try $0.open("folder/file.txt") } }
  }

  @Test func linkIsNotFollowedWhenAFolderIsListed() throws {
    #expect(throws: FileTreeError.self) { try swapping { try $0.entries(in: "folder") } }
  }

  @Test func onlyAllowedFoldersAreReachable() throws {
    inside.link("out", to: outside.path)
    inside.link("in", to: "folder")
    let folder = try #require(RealPath.of(inside.path))
    let machine = ConfinedMachine(over: RealMachine(), folders: [folder])
    CurrentMachine.$value.withValue(machine) {
      #expect(RealPath.of("\(folder)/in/file.txt") == "\(folder)/folder/file.txt")
      #expect((try? FolderTree("\(folder)/in").read("file.txt")) == Array("inside".utf8))
      for path in ["\(folder)/out", "\(folder)/out/file.txt", outside.path, "\(folder)/..", "/", "/missing"] {
        #expect(throws: MachineRefusal.outside) { try machine.realPath(path) }
        #expect(throws: MachineRefusal.outside) { try machine.status(path, followsLink: true) }
        #expect(!machine.exists(path))
        #expect((try? FolderTree(path)) == nil)
      }
      #expect(throws: MachineRefusal.outside) { try machine.read("\(outside.path)/file.txt", .prefix(1)) }
      #expect(throws: MachineRefusal.outside) { try machine.read("\(folder)/../x", .prefix(1)) }
      #expect(throws: MachineRefusal.outside) { try machine.entries(in: outside.path, maximum: 9) }
      // A folder whose name starts with that of another one.
      #expect(throws: MachineRefusal.outside) { try machine.status("\(folder)x", followsLink: false) }
      #expect(throws: MachineRefusal(number: ENOENT)) { try machine.realPath("\(folder)/missing") }
    }
  }

  @Test func missingPathsResolve() throws {
    inside.link("out", to: outside.path)
    let (folder, other) = (try #require(RealPath.of(inside.path)), try #require(RealPath.of(outside.path)))
    for (path, place) in [
      ("folder/file.txt", "\(folder)/folder/file.txt"), ("missing/a//./b", "\(folder)/missing/a/b"),
      ("out/missing/x", "\(other)/missing/x"), ("missing/../../../x", "/x"),
      ("folder/file.txt/x", "\(folder)/folder/file.txt/x"),
      ("", folder), ("folder/", "\(folder)/folder"),
    ] {
      // Temporary folders are directly below /tmp.
      let expected = place == "/x" ? "\(FileTreePath.directory(of: FileTreePath.directory(of: folder)))/x" : place
      #expect(RealPath.leading("\(inside.path)/\(path)") == expected, "\(path)")
    }
  }

  @Test func bothWaysOfOpeningRefuseLinks() throws {
    inside.link("link", to: "folder")
    inside.link("file", to: "folder/file.txt")
    let folder = try #require(RealPath.of(inside.path))
    for open in [cp_open_plain, cp_open_plain_by_parts] {
      for path in [
        "\(folder)/folder/file.txt", "\(folder)//folder///file.txt", "\(folder)/folder", "\(folder)/folder/", "/",
      ] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        #expect(descriptor >= 0, "\(path)")
        close(descriptor)
      }
      for path in [
        "\(folder)/link/file.txt", "\(folder)/file", "\(folder)/missing", "folder",
        "\(folder)/\(String(repeating: "x", count: 300))",
      ] {
        #expect(open(path, O_RDONLY | O_CLOEXEC) < 0, "\(path)")
      }
    }
  }
}

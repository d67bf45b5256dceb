import Console
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct HistoryTests {
  @Test func blankConsecutiveEqualAndOversizedEntriesAreDropped() {
    var history = History(entries: ["a", "a", "", " \n", "b", "a"])
    #expect(history.entries == ["a", "b", "a"])
    let wasKept = history.add(String(repeating: "x", count: History.maximumEntryBytes + 1))
    #expect(!wasKept)
  }

  @Test func onlyTheNewestEntriesAreKept() {
    let history = History(entries: (0..<25_000).map { "line \($0)" })
    #expect(history.newest.count == History.maximumEntries)
    #expect(history.newest.last == "line 24999")
    #expect(history.newest.first == "line 15000")
    #expect(history.entries.count <= 2 * History.maximumEntries)
  }

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/state", "HOME": "/home/a"], "/state/homescreen/history"),
      (["HOME": "/home/a"], "/home/a/.local/state/homescreen/history"),
      (["XDG_STATE_HOME": "relative", "HOME": "/home/a"], "/home/a/.local/state/homescreen/history"),
      (["XDG_STATE_HOME": "", "HOME": ""], nil),
      ([:], nil),
    ] as [([String: String], String?)])
  func defaultLocationFollowsTheEnvironment(environment: [String: String], path: String?) {
    #expect(HistoryFile.standard { environment[$0] }?.path == path)
  }
}

@Suite struct HistoryFileTests {
  private let folder = TemporaryFolder()
  private var file: HistoryFile { HistoryFile(path: folder.path + "/history") }

  @Test func missingFileIsAnEmptyHistory() {
    let (history, note) = file.load()
    #expect(history.entries.isEmpty)
    #expect(note == nil)
  }

  @Test func entriesSurviveARoundTrip() throws {
    let entries = ["print(1)", "f(\n  1,\n)", #"s = "\n \\ \x""#, "名字 é 👨‍👩‍👧", "a\r\nb", "\\"]
    try file.append(entries)
    #expect(file.load().history.entries == entries)
    #expect(folder.read("history")?.split(separator: "\n").count == entries.count)
  }

  @Test func fileAndFoldersBelongToTheOwnerOnly() throws {
    let deep = HistoryFile(path: folder.path + "/state/homescreen/history")
    try deep.append(["x"])
    var status = stat()
    #expect(stat(deep.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/state", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func twoSessionsBothAddEntries() throws {
    try file.append(["old"])
    try file.append(["first session"])
    try file.append(["second session"])
    #expect(file.load().history.entries == ["old", "first session", "second session"])
    #expect(folder.names == ["history"])
  }

  /// All lines of all sessions survive, even if the overlong file is replaced meanwhile.
  @Test(arguments: [0, History.maximumEntries + 900]) func manySessionsAtOnceLoseNothing(before: Int) async throws {
    let file = file
    try file.append((0..<before).map { "before \($0)" })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in 0..<8 {
        group.addTask {
          for line in 0..<20 { try HistoryFile(path: file.path).append(["session \(session) line \(line)"]) }
        }
      }
      try await group.waitForAll()
    }
    let entries = file.load().history.entries
    for session in 0..<8 {
      let own = entries.filter { $0.hasPrefix("session \(session) ") }
      #expect(own == (0..<20).map { "session \(session) line \($0)" })
    }
    #expect(entries.count <= min(before, History.maximumEntries) + 160)
    #expect(folder.names == ["history"])
  }

  @Test func truncatedLineDoesNotSwallowTheNext() throws {
    folder.write("history", "whole\ncut o")
    try file.append(["next"])
    #expect(file.load().history.entries == ["whole", "cut o", "next"])
  }

  @Test func fileIsBounded() throws {
    try file.append((0..<9_000).map { "a\($0)" })
    try file.append((0..<9_000).map { "b\($0)" })
    let lines = folder.read("history")?.split(separator: "\n") ?? []
    #expect(lines.count == History.maximumEntries)
    #expect(lines.last == "b8999")
  }

  @Test(arguments: [[0x61, 0xFF, 0x0A], [0x61, 0x00, 0x0A]] as [[UInt8]])
  func damagedFileIsKeptAndIgnoredWithANote(bytes: [UInt8]) throws {
    folder.write("history", bytes)
    let (history, note) = file.load()
    #expect(history.entries.isEmpty)
    #expect(note?.contains("is ignored: it is damaged") == true)
    try file.append(["new"])
    #expect(file.load().history.entries == ["new"])
    #expect(folder.names == ["history", "history.damaged"])
  }

  @Test func folderInsteadOfTheFileIsIgnoredWithANote() {
    mkdir(file.path, 0o700)
    #expect(file.load().note?.contains("it is not a file") == true)
  }

  @Test func pipeInsteadOfTheFileDoesNotBlock() {
    mkfifo(file.path, 0o600)
    #expect(file.load().note?.contains("it is not a file") == true)
  }

  /// A rename would replace a device with a regular file.
  @Test(arguments: ["pipe", "link to a pipe", "link to a device", "folder", "link to nothing"])
  func specialFilesAreLeftAlone(kind: String) {
    switch kind {
    case "pipe": mkfifo(file.path, 0o600)
    case "link to a pipe":
      mkfifo(folder.path + "/pipe", 0o600)
      symlink("pipe", file.path)
    case "link to a device": symlink("/dev/zero", file.path)
    case "folder": mkdir(file.path, 0o700)
    default: symlink("nothing", file.path)
    }
    let before = folder.names
    #expect(file.load().note?.contains("\(file.path) is unchanged: it is ") == true)
    #expect(!file.isUsable)
    #expect(throws: UserError.self) { try file.append(["x"]) }
    #expect(folder.names == before)
    var status = stat()
    #expect(stat("/dev/zero", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func linkToTheNullDeviceDisablesHistory() {
    symlink("/dev/null", file.path)
    let (history, note) = file.load()
    #expect(history.entries.isEmpty && note == nil && !file.isUsable)
    #expect(throws: UserError.self) { try file.append(["x"]) }
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(folder.names == ["history"])
  }

  @Test func fileOfAnotherUserIsLeftAlone() {
    if geteuid() == 0 {
      folder.write("history", "theirs\n")
      chown(file.path, 65_534, 65_534)
    } else {
      symlink("/etc/passwd", file.path)
    }
    #expect(file.load().history.entries.isEmpty)
    #expect(file.load().note?.hasSuffix("it belongs to another user.") == true)
    #expect(throws: UserError.self) { try file.append(["x"]) }
    #expect(folder.names == ["history"])
  }

  /// As root with the home of another user: a file owned by root would block the history of that user.
  @Test(.enabled(if: geteuid() == 0, "Only the super-user can give a folder away."))
  func nothingIsCreatedInAFolderOfAnotherUser() {
    folder.makeFolder("home")
    chown(folder.path + "/home", 65_534, 65_534)
    let theirs = HistoryFile(path: folder.path + "/home/.local/state/homescreen/history")
    #expect(theirs.load().note?.contains("belongs to another user") == true)
    #expect(throws: UserError.self) { try theirs.append(["x"]) }
    #expect(Files.names(in: folder.path + "/home") == [])
  }

  @Test(arguments: [0o777, 0o1777] as [mode_t]) func worldWritableFolderHasNoHistory(mode: mode_t) {
    folder.write("open/history", "a\n")
    chmod(folder.path + "/open", mode)
    let open = HistoryFile(path: folder.path + "/open/history")
    #expect(open.load().note?.contains("every user can write to its folder") == true)
    #expect(throws: UserError.self) { try open.append(["x"]) }
    #expect(folder.read("open/history") == "a\n")
  }

  @Test func symbolicLinkIsKept() throws {
    folder.write("real", "a\n")
    symlink(folder.path + "/real", file.path)
    try file.append(["b"])
    #expect(folder.read("real") == "a\nb\n")
    var status = stat()
    #expect(lstat(file.path, &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func unwritableLocationIsAnErrorWithItsPath() {
    folder.write("file", "")
    let blocked = HistoryFile(path: folder.path + "/file/history")
    #expect { try blocked.append(["x"]) } throws: { error in
      "\(error)".contains(blocked.path) && "\(error)".contains("Not a directory")
    }
  }

  @Test func handWrittenLineNeedsNoEscapes() {
    folder.write("history", "a\\qb\nc\\\n")
    #expect(file.load().history.entries == ["a\\qb", "c\\"])
  }
}

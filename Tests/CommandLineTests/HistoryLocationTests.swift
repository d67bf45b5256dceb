import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The history file of a terminal session, as root and as a user.
@Suite struct HistoryLocationTests {
  private let folder = TemporaryFolder()
  private let place = ".local/state/homescreen"

  private func play() throws -> (screen: String, code: Int32?) {
    let session = try PlayedSession(in: folder)
    session.run("1 + 41", shows: "42")
    session.program.type("\u{4}")
    let code = session.program.exitCode()
    return (session.program.screen.text, code)
  }

  @Test func pipeStaysAPipe() throws {
    folder.makeFolder(place)
    folder.makePipe("\(place)/history")
    let (screen, code) = try play()
    #expect(code == 0 && screen.contains("it is not a file"), "\(screen)")
    #expect(screen.ranges(of: "note:").count == 1, "\(screen)")
    var status = stat()
    #expect(lstat("\(folder.path)/\(place)/history", &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(Files.names(in: "\(folder.path)/\(place)") == ["history"])
  }

  @Test func linkToTheNullDeviceDisablesHistorySilently() throws {
    folder.makeFolder(place)
    folder.link("\(place)/history", to: "/dev/null")
    let (screen, code) = try play()
    #expect(code == 0 && !screen.contains("history"), "\(screen)")
    #expect(Files.names(in: "\(folder.path)/\(place)") == ["history"])
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func linkToAFileOfTheUserIsFollowed() throws {
    folder.write("dotfiles/history", "old\n")
    folder.makeFolder(place)
    folder.link("\(place)/history", to: "\(folder.path)/dotfiles/history")
    #expect(try play().code == 0)
    #expect(folder.read("dotfiles/history") == "old\n1 + 41\n")
    #expect(Files.names(in: "\(folder.path)/\(place)") == ["history"])
  }
}

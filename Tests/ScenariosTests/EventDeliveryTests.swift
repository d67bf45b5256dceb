import Events
import LuaAPI
import TestSupport
import Testing

@testable import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that finish early wait in memory, up to a shared limit, and then on disk.
@Suite struct EventDeliveryTests {
  private let folder = TemporaryFolder()

  /// The delivered events in short form.
  private final class DeliveredEvents {
    var events: [String] = []
    var problems: [Problem] = []

    func add(_ event: RunEvent) {
      switch event {
      case .output(let file, let text): events.append("\(file) \(text.utf8.count)")
      case .fileFailed(let file, let problem):
        events.append("\(file) failed")
        problems.append(problem)
      case .fileStarted(let file, _, _), .fileFinished(let file, _, _): events.append("\(file) \(event.name)")
      case .runStarted, .pluginFailed, .note, .scenarioListed, .scenarioFinished, .runFinished: break
      }
    }
  }

  private func files(_ count: Int) -> [ScenarioFile] {
    (0..<count).map { number in
      ScenarioFile(name: "\(number)", location: .folder("."), position: number) { [] }
    }
  }

  private func take(_ event: RunEvent, of file: Int, _ delivery: EventDelivery) {
    #expect(delivery.take(EventLine.bytes(event)[...], of: file))
  }

  private func start(_ file: Int, _ delivery: EventDelivery) {
    take(.fileStarted(file: "\(file)", position: file, worker: 1), of: file, delivery)
  }

  private func print(_ bytes: Int, _ file: Int, _ delivery: EventDelivery) {
    take(.output(file: "\(file)", text: String(repeating: "x", count: bytes)), of: file, delivery)
  }

  private func finish(_ file: Int, _ delivery: EventDelivery) {
    take(.fileFinished(file: "\(file)", counts: RunCounts(), traceHash: "0000000000000001"), of: file, delivery)
    delivery.finish(file)
  }

  private func whole(_ file: Int, _ sizes: [Int]) -> [String] {
    ["\(file) fileStarted"] + sizes.map { "\(file) \($0)" } + ["\(file) fileFinished"]
  }

  private var path: String { "\(folder.path)/spool" }

  /// A delivery to a named file.
  private func delivery(_ count: Int, _ delivered: DeliveredEvents) -> EventDelivery {
    let path = path
    return EventDelivery(
      files(count), endsWithFirstFailure: false, spoolFile: SpoolFile { fopen(path, "w+") },
      maximumInMemory: 8 << 10, report: delivered.add)
  }

  private var spooledBytes: Int { Files.bytes(path)?.count ?? 0 }

  @Test func manyFilesShareOneLimit() {
    let delivered = DeliveredEvents()
    let delivery = delivery(41, delivered)
    start(0, delivery)
    // Each alone is small.
    for file in 1...40 {
      start(file, delivery)
      print(500, file, delivery)
      print(file, file, delivery)
      finish(file, delivery)
    }
    #expect(spooledBytes > 10 << 10)
    #expect(delivered.events == ["0 fileStarted"])
    finish(0, delivery)
    #expect(delivered.events == whole(0, []) + (1...40).flatMap { whole($0, [500, $0]) })
    #expect(delivered.problems.isEmpty)
  }

  @Test func smallOutputNeedsNoDisk() {
    let delivered = DeliveredEvents()
    let delivery = delivery(3, delivered)
    for file in [2, 1, 0] {
      start(file, delivery)
      print(1000, file, delivery)
      finish(file, delivery)
    }
    #expect(delivered.events == (0...2).flatMap { whole($0, [1000]) })
    #expect(Files.bytes(path) == nil)
  }

  @Test func runningFileContinuesInItsTurn() {
    let delivered = DeliveredEvents()
    let delivery = delivery(2, delivered)
    start(0, delivery)
    start(1, delivery)
    for size in [9 << 10, 1, 9 << 10, 2] { print(size, 1, delivery) }
    finish(0, delivery)
    print(3, 1, delivery)
    finish(1, delivery)
    #expect(delivered.events == whole(0, []) + whole(1, [9 << 10, 1, 9 << 10, 2, 3]))
  }

  @Test func eventsStayInMemoryWithoutADisk() {
    let delivered = DeliveredEvents()
    let delivery = EventDelivery(
      files(2), endsWithFirstFailure: false, spoolFile: SpoolFile { nil }, maximumInMemory: 8 << 10,
      report: delivered.add)
    start(0, delivery)
    start(1, delivery)
    for size in [9 << 10, 1, 9 << 10] { print(size, 1, delivery) }
    finish(1, delivery)
    finish(0, delivery)
    #expect(delivered.events == whole(0, []) + whole(1, [9 << 10, 1, 9 << 10]))
  }

  @Test(arguments: [true, false]) func unreadableEventsFailTheirFile(isOver: Bool) {
    let delivered = DeliveredEvents()
    let delivery = delivery(3, delivered)
    for file in 0...1 { start(file, delivery) }
    print(9 << 10, 1, delivery)
    start(2, delivery)
    #expect(spooledBytes > 9 << 10)
    truncate(path, 1 << 10)
    print(1, 1, delivery)
    if isOver { finish(1, delivery) }
    finish(0, delivery)
    print(2, 1, delivery)
    if !isOver { finish(1, delivery) }
    finish(2, delivery)
    #expect(delivered.events == whole(0, []) + ["1 fileStarted", "1 failed", "1 fileFinished"] + whole(2, []))
    #expect(delivered.problems.map(\.ending) == [.crash])
    #expect(delivered.problems.first?.message.contains("are lost") == true)
  }

  @Test func invalidEventsFailTheirFile() {
    let delivered = DeliveredEvents()
    let delivery = delivery(2, delivered)
    start(0, delivery)
    start(1, delivery)
    #expect(delivery.take(EventLine.bytes(text: "{}")[...], of: 1))
    print(1, 1, delivery)
    delivery.fail(1, with: Problem(.crash, message: "crashed"), worker: 1)
    finish(0, delivery)
    #expect(delivered.events == whole(0, []) + ["1 fileStarted", "1 failed", "1 fileFinished"])
    #expect(delivered.problems.count == 1)
  }
}

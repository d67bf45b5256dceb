import Events
import TestSupport
import Testing

@testable import Scenarios

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Events that are kept for a comparison.
@Suite struct EventStoreTests {
  private let folder = TemporaryFolder()

  private func event(_ number: Int) -> RunEvent {
    .output(file: "a", text: "\(number) " + String(repeating: "x", count: 1000))
  }

  private func store(_ file: SpoolFile, count: Int = 5000) -> EventStore {
    let store = EventStore(file: file)
    for number in 0..<count { store.append(event(number)) }
    return store
  }

  private func numbers(_ store: EventStore) -> [Int] {
    var reader = EventStore.Reader(store)
    var numbers: [Int] = []
    while case .output(_, let text)? = reader.next() { numbers.append(Int(text.prefix { $0 != " " }) ?? -1) }
    return reader.isDamaged ? [] : numbers
  }

  @Test func manyAreOnTheDiskAndCanBeReadAgain() {
    let path = "\(folder.path)/spool"
    let store = store(SpoolFile { fopen(path, "w+") })
    #expect(store.count == 5000)
    #expect((Files.bytes(path)?.count ?? 0) > 4_000_000)
    for _ in 1...2 { #expect(numbers(store) == Array(0..<5000)) }
  }

  @Test func withoutADiskTheyStayInMemory() {
    #expect(numbers(store(SpoolFile { nil })) == Array(0..<5000))
  }

  @Test func whatCannotBeReadIsSaid() {
    let path = "\(folder.path)/spool"
    let store = store(SpoolFile { fopen(path, "w+") })
    let comparison = EventComparison(with: store)
    comparison.add(event(0))
    truncate(path, 100_000)
    for number in 1..<5000 { comparison.add(event(number)) }
    guard case .lost = comparison.finish() else {
      Issue.record("\(comparison.finish())")
      return
    }
  }
}

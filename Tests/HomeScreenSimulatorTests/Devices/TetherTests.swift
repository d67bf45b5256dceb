import HomeScreenSimulator
import TestSupport
import Testing

/// What leads to an object as long as it is there.
@Suite struct TetherTests {
  private final class Node: Tethering {
    let tether = Tether<Node>()

    init() { tether.hold(self) }

    deinit { tether.cut() }
  }

  @Test func itLeadsToTheObjectUntilThatGoes() {
    var node: Node? = Node()
    var tethered = Tethered(wrappedValue: node)
    let other = Tethered<Node>(wrappedValue: nil)
    #expect(tethered.wrappedValue === node)
    #expect(other.wrappedValue == nil)
    node = nil
    #expect(tethered.wrappedValue == nil)
    tethered.wrappedValue = Node()
    #expect(tethered.wrappedValue == nil)
  }

  /// What is kept of a device does not keep it, and finds out when it has gone.
  @Test func aProcessOutlivesItsDevice() throws {
    var application: Application?
    do {
      let scene = try Scene()
      try scene.app.run { application = $0 }
      #expect(application?.device === scene.device)
    }
    #expect(application != nil)
    #expect(application?.device == nil)
    #expect(application?.app == nil)
  }
}

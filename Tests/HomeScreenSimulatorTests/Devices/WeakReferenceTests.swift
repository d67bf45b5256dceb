import HomeScreenSimulator
import TestSupport
import Testing

/// What leads to an object as long as it is there.
@Suite struct WeakReferenceTests {
  private final class Node: WeaklyReferenceable {
    let weakReference = WeakReference<Node>()

    init() { weakReference.hold(self) }

    deinit { weakReference.cut() }
  }

  @Test func referenceReturnsTheObjectUntilItIsReleased() {
    var node: Node? = Node()
    var wrapped = Weak(wrappedValue: node)
    let other = Weak<Node>(wrappedValue: nil)
    #expect(wrapped.wrappedValue === node)
    #expect(other.wrappedValue == nil)
    node = nil
    #expect(wrapped.wrappedValue == nil)
    wrapped.wrappedValue = Node()
    #expect(wrapped.wrappedValue == nil)
  }

  /// What is kept of a device does not keep it, and finds out when it has gone.
  @Test func processOutlivesItsDevice() throws {
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

import HomeScreenSimulator
import TestSupport
import Testing

/// A reference that is valid as long as its object exists.
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

  /// References to a device do not retain it and become nil.
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

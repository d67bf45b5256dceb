/// Leads to an object as long as it is there, as a `weak` reference does, at less cost: the first weak reference makes each
/// later use of its object slow, for as long as that lives, and a search plays millions of short lives.
///
/// The object has one, ``hold(_:)`` is the end of its initialiser, and ``cut()`` the beginning of its `deinit`.
package final class Tether<Target: AnyObject> {
  // Checked: a target that forgot to cut its tether ends the program, and nothing reads what was freed.
  private unowned var held: Target?

  /// Leads nowhere yet.
  package init() {}

  /// Leads to this object from now on.
  package func hold(_ target: Target) { held = target }

  /// The object goes away.
  package func cut() { held = nil }

  /// The object; nil when it has gone.
  package var target: Target? { held }
}

/// An object to which tethers lead.
package protocol Tethering: AnyObject {
  var tether: Tether<Self> { get }
}

/// What would be `weak` if that cost nothing.
@propertyWrapper package struct Tethered<Target: Tethering> {
  private var tether: Tether<Target>?

  package init(wrappedValue: Target?) { tether = wrappedValue?.tether }

  package var wrappedValue: Target? {
    get { tether?.target }
    set { tether = newValue?.tether }
  }
}

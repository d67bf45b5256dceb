/// The methods of a view controller that the system calls: a closed list. The raw value is the slot.
public enum ViewMethod: String, Sendable, CaseIterable {
  case viewDidLoad
  case viewDidAppear
}

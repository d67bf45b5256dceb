/// Something that will happen at a moment of virtual time.
struct ScheduledWork: Comparable {
  /// Who waits for it.
  enum Kind: UInt8 {
    /// A block or timer of an app's main queue. Commands run it when it is due and wait for no later one.
    case app
    /// A part of what the system is doing, such as an alert sliding in. A command ends only after it.
    case transition
    /// Something that the system will do by itself later. No command waits for it.
    case background
  }

  let time: VirtualTime
  /// Counts up; among equal times the lower one comes first.
  let sequence: UInt64
  let kind: Kind
  /// The process it belongs to; it is dropped when the process ends.
  let process: AppProcess?
  /// How long after its scheduling it is due; names the timer in errors.
  let delay: VirtualTime
  let body: (Device) throws -> Void

  static func < (a: ScheduledWork, b: ScheduledWork) -> Bool {
    a.time == b.time ? a.sequence < b.sequence : a.time < b.time
  }

  static func == (a: ScheduledWork, b: ScheduledWork) -> Bool { a.sequence == b.sequence }
}

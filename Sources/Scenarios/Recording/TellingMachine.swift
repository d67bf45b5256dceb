internal import AppPackages
internal import Platform

/// A machine that workers tell their supervisor of.
protocol TellingMachine: Machine {
  /// From now on this process is a worker, and this its end of the pipe.
  func tell(worker descriptor: Int32)

  /// In a worker: a script begins.
  func beginScript()

  /// A line that a worker has told, without its end.
  /// - Parameter script: the name of the script that it runs.
  func hear(_ line: String, of script: String?)

  /// A worker has begun with a script.
  func hearBeginning(of script: String)
}

extension TellingMachine {
  /// Tells a line.
  /// - Parameter descriptor: the worker's end of the pipe.
  func tell(_ line: String, to descriptor: Int32) {
    EventWriter(descriptor: descriptor).write(line: line)
  }

  /// What was told once is known.
  func beginScript() {}

  /// Scripts are all one.
  func hearBeginning(of script: String) {}
}

extension CurrentMachine {
  /// The machine, if its supervisor wants to hear of it.
  ///
  /// Mostly it is the real one. To ask that for a protocol that it lacks would be the longest step of a short run: Swift
  /// looks through all conformances of the program.
  static var telling: (any TellingMachine)? {
    let machine = value
    return machine is RealMachine ? nil : machine as? any TellingMachine
  }
}

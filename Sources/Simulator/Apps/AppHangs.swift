/// An error that stands for code that never ends, such as a loop whose budget ran out.
///
/// Thrown by code that the system called, it ends the app as the watchdog does, with the code `0x8badf00d`, and the
/// command goes on without throwing it (LAUNCH-067); thrown by the piece of code that ``InstalledApp/run(_:)`` runs, it
/// ends the app likewise and is thrown on, because there is no result to return. With a debugger attached there is no
/// watchdog (LAUNCH-070): the app ends without a code, and the command throws the error.
public protocol AppHangs: Error {}

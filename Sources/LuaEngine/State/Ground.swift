import CLuaSupport

/// What a process that runs scripts stands on.
public enum Ground {
  /// Runs `body` on a stack of known size, whatever `ulimit -s` says. A fault of the process, and
  /// memory that Swift does not get, end it with exit code 3 and a sentence. Once, at the very beginning.
  public static func prepare(for body: @escaping () -> Void) {
    hs_install_fault_handler()
    withUnsafePointer(to: body) { pointer in
      hs_run_on_known_stack(
        { context in context?.assumingMemoryBound(to: (() -> Void).self).pointee() },
        UnsafeMutableRawPointer(mutating: pointer))
    }
  }
}

import LuaEngine
import TestSupport

/// The memory of this process.
package enum ProcessMemory {
  /// Allocated bytes, or resident bytes if the allocator does not report them.
  package static var inUse: Int {
    let allocated = LuaState.processMemory
    if allocated > 0 { return allocated }
    let pages = Files.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
  }
}

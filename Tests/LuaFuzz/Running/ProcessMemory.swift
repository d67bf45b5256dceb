import LuaEngine
import TestSupport

/// What this process holds.
package enum ProcessMemory {
  /// Bytes that are allocated; where the allocator does not tell, those that are resident.
  package static var inUse: Int {
    let allocated = LuaState.processMemory
    if allocated > 0 { return allocated }
    let pages = Files.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * 4096
  }
}

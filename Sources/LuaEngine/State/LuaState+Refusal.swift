import CLuaSupport

extension LuaState {
  /// Bytes that the whole process has allocated; 0 where the system does not tell.
  package static var processMemory: Int { hs_process_memory() }
}

/// Want of memory at a chosen moment, for tests.
extension LuaState {
  /// Counts what scripts allocate from now on and refuses the allocation with this number; 1 is the next one, 0 is
  /// none. Lua's second attempt, after a collection, is refused as well.
  /// - Parameter forGood: all that follow are refused, too.
  package func refuseAllocation(_ number: Int, forGood: Bool = false) {
    hs_refuse_allocation(thread, Int64(number), forGood)
  }

  /// Ends the counting and refusing.
  package func refuseNoAllocation() { hs_refuse_nothing(thread) }

  /// How many allocations were counted.
  package var countedAllocations: Int { Int(hs_counted_allocations(thread)) }
}

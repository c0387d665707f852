import FoundationExtras
import Synchronization

/// Memory pool error: memory ran out.
public let kCMMemoryPoolError_AllocationFailed: OSStatus = -15490
/// Memory pool error: a parameter was out of range.
public let kCMMemoryPoolError_InvalidParameter: OSStatus = -15491

// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; this is a constant of
// the immutable class.

/// Key of a pool's options: for how many seconds, as a number, memory that was given back is kept.
nonisolated(unsafe) public let kCMMemoryPoolOption_AgeOutPeriod: CFString = "AgeOutPeriod"

/// Memory that is given back is kept for a while, for the next block of its size: for large blocks that come and go, such as
/// compressed frames.
///
/// All functions may be called on any thread. Documented in `CMMemoryPool.h`.
public final class CMMemoryPool: CFTypeIdentified, Sendable {
    private let memory: RecycledMemory
    /// Takes memory from the pool; may outlive it, and takes it from the C library then.
    let allocator: CFAllocator

    init(ageOutPeriod: Double, clock: CMClock = .hostTimeClock) {
        let period = CMTime(seconds: ageOutPeriod, preferredTimescale: 1_000_000_000)
        let memory = RecycledMemory(ageOutPeriod: period, clock: clock)
        self.memory = memory
        allocator = CFAllocator(
            "CMMemoryPool",
            allocate: { memory.allocate($0) },
            deallocate: { memory.deallocate($0) }
        )
    }

    deinit { memory.invalidate() }

    func flush() { memory.flush() }

    func invalidate() { memory.invalidate() }
}

/// The memory of one pool.
private final class RecycledMemory: Sendable {
    private struct Block: @unchecked Sendable {
        // @unchecked: nobody uses the memory while it is kept.
        let memory: UnsafeMutableRawPointer
        let since: CMTime
    }

    private struct State {
        /// Blocks that were given back, by size, the oldest first.
        var kept: [Int: [Block]] = [:]
        /// The sizes of the blocks that are in use.
        var sizes: [UInt: Int] = [:]
        var isInvalid = false
    }

    private let state = Mutex(State())
    private let ageOutPeriod: CMTime
    private let clock: CMClock

    init(ageOutPeriod: CMTime, clock: CMClock) {
        self.ageOutPeriod = ageOutPeriod
        self.clock = clock
    }

    deinit { flush() }

    func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
        let limit = CMTimeSubtract(clock.time, ageOutPeriod)
        let block = state.withLock { state -> Block? in
            Self.free(olderThan: limit, in: &state)
            let block = state.kept[size]?.popLast() ?? malloc(size).map { Block(memory: $0, since: .zero) }
            if let block { state.sizes[UInt(bitPattern: block.memory)] = size }
            return block
        }
        return block?.memory
    }

    func deallocate(_ memory: UnsafeMutableRawPointer) {
        let time = clock.time
        let block = Block(memory: memory, since: time)
        state.withLock { state in
            Self.free(olderThan: CMTimeSubtract(time, ageOutPeriod), in: &state)
            let size = state.sizes.removeValue(forKey: UInt(bitPattern: block.memory))
            if let size, !state.isInvalid {
                state.kept[size, default: []].append(block)
            } else {
                releaseMemory(block.memory)
            }
        }
    }

    func flush() {
        state.withLock { Self.free(olderThan: .positiveInfinity, in: &$0) }
    }

    func invalidate() {
        state.withLock { state in
            state.isInvalid = true
            Self.free(olderThan: .positiveInfinity, in: &state)
        }
    }

    private static func free(olderThan limit: CMTime, in state: inout State) {
        for (size, blocks) in state.kept {
            let old = blocks.prefix { $0.since < limit }
            guard !old.isEmpty else { continue }
            for block in old { releaseMemory(block.memory) }
            state.kept[size] = blocks.count == old.count ? nil : Array(blocks.dropFirst(old.count))
        }
    }
}

/// The number of ``CMMemoryPool`` at run time.
@discardableResult
public func CMMemoryPoolGetTypeID() -> CFTypeID {
    CFTypeID(bitPattern: ObjectIdentifier(CMMemoryPool.self))
}

/// Makes a pool.
///
/// - Parameter options: ``kCMMemoryPoolOption_AgeOutPeriod``. UNKNOWN how long memory is kept without it; here half a second.
@discardableResult
public func CMMemoryPoolCreate(options: CFDictionary?) -> CMMemoryPool {
    let period = (options?[kCMMemoryPoolOption_AgeOutPeriod] as? NSNumber)?.doubleValue ?? 0.5
    return CMMemoryPool(ageOutPeriod: max(0, period))
}

/// The allocator that takes memory from a pool, for instance for block buffers. It may be used after the pool is gone.
@discardableResult
public func CMMemoryPoolGetAllocator(_ pool: CMMemoryPool) -> CFAllocator { pool.allocator }

/// Gives all memory back that is kept and not in use.
public func CMMemoryPoolFlush(_ pool: CMMemoryPool) { pool.flush() }

/// Gives memory back that is kept, and keeps none from now on. The allocator can still be used.
public func CMMemoryPoolInvalidate(_ pool: CMMemoryPool) { pool.invalidate() }

/// `free`, which a method of the same name hides.
private func releaseMemory(_ memory: UnsafeMutableRawPointer) { free(memory) }

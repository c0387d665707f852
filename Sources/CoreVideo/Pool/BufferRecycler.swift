import Synchronization

/// What a pool's attributes say about its size.
struct PoolLimits: Sendable {
    /// Ageing leaves at least so many buffers.
    var minimumCount = 0
    /// Nanoseconds after which an unused buffer expires; nil for never.
    var maximumAge: UInt64? = 1_000_000_000
}

/// A pool's buffers and the decision which to reuse and which to free. No lock, no clock: the pool provides both.
struct BufferRecycler: Sendable {
    private struct Slot: @unchecked Sendable {
        // @unchecked: the memory is not touched here; a buffer is given out when nobody else refers to it.
        var buffer: CVBuffer
        /// When the buffer was first seen unused, nil while it is in use.
        var idleSince: UInt64?
    }

    private var slots: [Slot] = []
    private var reserved = 0
    private let limits: PoolLimits

    init(limits: PoolLimits) {
        self.limits = limits
    }

    /// Buffers in the pool and those being made.
    var count: Int { slots.count + reserved }

    /// The first unused buffer and the buffers that expired.
    ///
    /// Always searching from the front lets the buffers at the back grow old when fewer are needed.
    mutating func dequeue(now: UInt64) -> (buffer: CVBuffer?, expired: [CVBuffer]) {
        var taken: CVBuffer?
        for index in slots.indices {
            guard isKnownUniquelyReferenced(&slots[index].buffer) else {
                slots[index].idleSince = nil
                continue
            }
            if taken == nil {
                // Sees everything that the last owner wrote before it let the buffer go.
                atomicMemoryFence(ordering: .acquiring)
                slots[index].idleSince = nil
                taken = slots[index].buffer
            } else if slots[index].idleSince == nil {
                slots[index].idleSince = now
            }
        }
        return (taken, dropExpired(now: now))
    }

    /// Counts a buffer that is about to be made, unless that would exceed the threshold.
    mutating func reserve(threshold: Int?) -> Bool {
        if let threshold, count >= threshold { return false }
        reserved += 1
        return true
    }

    mutating func cancelReservation() {
        reserved -= 1
    }

    mutating func add(_ buffer: CVBuffer) {
        reserved -= 1
        slots.append(Slot(buffer: buffer))
    }

    /// Takes out what has been unused for too long, beyond the minimum count.
    mutating func removeExpired(now: UInt64) -> [CVBuffer] {
        for index in slots.indices {
            let unused = isKnownUniquelyReferenced(&slots[index].buffer)
            slots[index].idleSince = unused ? slots[index].idleSince ?? now : nil
        }
        return dropExpired(now: now)
    }

    /// Takes out everything unused, whatever its age.
    mutating func removeUnused() -> [CVBuffer] {
        var removed: [CVBuffer] = []
        for index in slots.indices.reversed() where isKnownUniquelyReferenced(&slots[index].buffer) {
            removed.append(slots.remove(at: index).buffer)
        }
        return removed
    }

    private mutating func dropExpired(now: UInt64) -> [CVBuffer] {
        guard let age = limits.maximumAge else { return [] }
        var removed: [CVBuffer] = []
        for index in slots.indices.reversed() where slots.count > limits.minimumCount {
            if let idleSince = slots[index].idleSince, now >= idleSince, now - idleSince >= age {
                removed.append(slots.remove(at: index).buffer)
            }
        }
        return removed
    }
}

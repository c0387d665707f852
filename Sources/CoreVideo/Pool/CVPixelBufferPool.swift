import FoundationExtras
import Synchronization

/// A source of pixel buffers that are alike, which reuses a buffer as soon as nobody else refers to it.
///
/// DEVIATION: Apple's pool reuses the memory under a new object; this pool reuses the object too, so that a frame costs
/// no allocation. A buffer that is referred to `weak`ly or `unowned` counts as unused.
///
/// Any thread may use the pool.
// Safe on any thread: the attribute dictionaries are copies that are never changed; everything else is guarded by `state`.
public final class CVPixelBufferPool: Hashable, CFTypeIdentified {
    private let layout: PixelLayout
    private let now: @Sendable () -> UInt64
    let poolAttributes: CFDictionary?
    let pixelBufferAttributes: CFDictionary
    private let state: Mutex<BufferRecycler>

    init(
        layout: PixelLayout,
        limits: PoolLimits,
        poolAttributes: CFDictionary?,
        pixelBufferAttributes: CFDictionary,
        now: @escaping @Sendable () -> UInt64
    ) {
        self.layout = layout
        self.poolAttributes = poolAttributes
        self.pixelBufferAttributes = pixelBufferAttributes
        self.now = now
        state = Mutex(BufferRecycler(limits: limits))
    }

    /// Pools are equal when they are the same object.
    public static func == (left: CVPixelBufferPool, right: CVPixelBufferPool) -> Bool {
        left === right
    }

    /// Hashes the pool's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension CVPixelBufferPool {
    /// An unused buffer, or a new one.
    ///
    /// - Parameters:
    ///   - threshold: the number of buffers that the pool may hold, or nil for any.
    ///   - buffer: receives the buffer; nil on failure.
    package func makeBuffer(threshold: Int?, into buffer: inout CVPixelBuffer?) -> CVReturn {
        buffer = nil  // the variable may hold the very buffer that is to be reused
        let time = now()
        // Expired buffers are freed after unlocking: giving megabytes back takes time.
        let outcome = state.withLock { $0.dequeue(now: time) }
        withExtendedLifetime(outcome.expired) {}
        if let reused = outcome.buffer {
            reused.resetForReuse()
            buffer = reused
            return kCVReturnSuccess
        }
        return makeNewBuffer(threshold: threshold, into: &buffer)
    }

    private func makeNewBuffer(threshold: Int?, into buffer: inout CVPixelBuffer?) -> CVReturn {
        // The count is reserved first, so that threads that race cannot pass the threshold together.
        guard state.withLock({ $0.reserve(threshold: threshold) }) else {
            return kCVReturnWouldExceedAllocationThreshold
        }
        guard let new = CVBuffer(allocating: layout, creationAttributes: pixelBufferAttributes) else {
            state.withLock { $0.cancelReservation() }
            return kCVReturnPoolAllocationFailed
        }
        state.withLock { $0.add(new) }
        buffer = new
        return kCVReturnSuccess
    }

    func flush(all: Bool) {
        let time = now()
        let freed = state.withLock { all ? $0.removeUnused() : $0.removeExpired(now: time) }
        withExtendedLifetime(freed) {}
    }

    /// The number of buffers that the pool holds, used and unused.
    package var bufferCount: Int {
        state.withLock { $0.count }
    }
}

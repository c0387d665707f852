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

/// The type number of pools, for `CFGetTypeID(_:)`.
@discardableResult
public func CVPixelBufferPoolGetTypeID() -> CFTypeID {
    CVPixelBufferPool.typeID
}

/// Creates a pool. No buffer is allocated before one is asked for.
///
/// - Parameters:
///   - allocator: any; memory comes from the C library.
///   - poolAttributes: `kCVPixelBufferPoolMinimumBufferCountKey` and `kCVPixelBufferPoolMaximumBufferAgeKey`.
///   - pixelBufferAttributes: what the buffers are like; format, width and height are needed. Of several formats the
///     first is taken.
///   - poolOut: receives the pool; nil on failure.
/// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPoolAttributes`, `kCVReturnInvalidPixelBufferAttributes`,
///   `kCVReturnInvalidPixelFormat` or `kCVReturnInvalidSize`.
@discardableResult
public func CVPixelBufferPoolCreate(
    _ allocator: CFAllocator?,
    _ poolAttributes: CFDictionary?,
    _ pixelBufferAttributes: CFDictionary?,
    _ poolOut: UnsafeMutablePointer<CVPixelBufferPool?>
) -> CVReturn {
    makePool(poolAttributes, pixelBufferAttributes, now: monotonicNanoseconds, &poolOut.pointee)
}

/// As `CVPixelBufferPoolCreate`, with a clock of nanoseconds by which unused buffers age.
package func makePool(
    _ poolAttributes: CFDictionary?,
    _ pixelBufferAttributes: CFDictionary?,
    now: @escaping @Sendable () -> UInt64,
    _ pool: inout CVPixelBufferPool?
) -> CVReturn {
    pool = nil
    guard let limits = PoolLimits(poolAttributes) else { return kCVReturnInvalidPoolAttributes }
    guard
        let pixelBufferAttributes,
        let request = PixelBufferRequest(pixelBufferAttributes),
        let type = request.pixelFormats.first, let width = request.width, let height = request.height
    else { return kCVReturnInvalidPixelBufferAttributes }
    guard let format = PixelFormatRegistry.format(type) else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelLayout(format: format, width: width, height: height, request: request) else {
        return kCVReturnInvalidSize
    }
    pool = CVPixelBufferPool(
        layout: layout,
        limits: limits,
        poolAttributes: poolAttributes.map(NSDictionary.init(copying:)),
        pixelBufferAttributes: NSDictionary(copying: pixelBufferAttributes),
        now: now
    )
    return kCVReturnSuccess
}

/// A buffer of a pool: an unused one, or a new one. It returns to the pool by itself when nobody refers to it any more.
///
/// - Parameters:
///   - allocator: any; memory comes from the C library.
///   - pixelBufferPool: the pool.
///   - pixelBufferOut: receives the buffer; nil on failure. What it held before is let go first.
/// - Returns: `kCVReturnSuccess` or `kCVReturnPoolAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBuffer(
    _ allocator: CFAllocator?,
    _ pixelBufferPool: CVPixelBufferPool,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferPool.makeBuffer(threshold: nil, into: &pixelBufferOut.pointee)
}

/// A buffer of a pool, unless the pool would have to grow beyond a threshold.
///
/// - Parameters:
///   - allocator: any; memory comes from the C library.
///   - pixelBufferPool: the pool.
///   - auxAttributes: `kCVPixelBufferPoolAllocationThresholdKey`.
///   - pixelBufferOut: receives the buffer; nil on failure. What it held before is let go first.
/// - Returns: `kCVReturnSuccess`, `kCVReturnWouldExceedAllocationThreshold` when all buffers that the threshold allows
///   are in use, `kCVReturnInvalidPoolAttributes` for a threshold that is no number, or `kCVReturnPoolAllocationFailed`.
@discardableResult
public func CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
    _ allocator: CFAllocator?,
    _ pixelBufferPool: CVPixelBufferPool,
    _ auxAttributes: CFDictionary?,
    _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
) -> CVReturn {
    pixelBufferOut.pointee = nil
    var threshold: Int?
    if let auxAttributes {
        threshold = auxAttributes.natural(kCVPixelBufferPoolAllocationThresholdKey, default: Int.max)
        guard threshold != nil else { return kCVReturnInvalidPoolAttributes }
    }
    return pixelBufferPool.makeBuffer(threshold: threshold, into: &pixelBufferOut.pointee)
}

/// The attributes with which a pool was created, or nil if there were none.
@discardableResult
public func CVPixelBufferPoolGetAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.poolAttributes
}

/// The attributes that a pool's buffers were asked to have.
@discardableResult
public func CVPixelBufferPoolGetPixelBufferAttributes(_ pool: CVPixelBufferPool) -> CFDictionary? {
    pool.pixelBufferAttributes
}

/// Frees unused buffers: those that are older than the pool's maximum age, or with `.excessBuffers` all.
/// Documented: S-203.
public func CVPixelBufferPoolFlush(_ pool: CVPixelBufferPool, _ options: CVPixelBufferPoolFlushFlags) {
    pool.flush(all: options.contains(.excessBuffers))
}

extension PoolLimits {
    /// Reads pool attributes; nil when a value has the wrong type.
    fileprivate init?(_ attributes: CFDictionary?) {
        guard let attributes else { return }
        guard let count = attributes.natural(kCVPixelBufferPoolMinimumBufferCountKey, default: 0) else { return nil }
        minimumCount = count
        guard attributes.object(forKey: kCVPixelBufferPoolMaximumBufferAgeKey) != nil else { return }
        guard let age = attributes.number(kCVPixelBufferPoolMaximumBufferAgeKey), age >= 0 else { return nil }
        maximumAge = age == 0 ? nil : UInt64(min(age, 1e9) * 1e9)
    }
}

extension NSDictionary {
    /// The dictionary itself cannot be trusted not to change.
    fileprivate convenience init(copying other: NSDictionary) {
        self.init(dictionary: other as! [AnyHashable: Any])
    }
}

private func monotonicNanoseconds() -> UInt64 {
    DispatchTime.now().uptimeNanoseconds
}

/// What `CVPixelBufferPoolFlush` frees.
public struct CVPixelBufferPoolFlushFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: CVOptionFlags

    /// Creates flags from bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// All unused buffers, whatever their age.
    public static var excessBuffers: CVPixelBufferPoolFlushFlags { CVPixelBufferPoolFlushFlags(rawValue: 1) }
}

// Attributes of pools and of creation from pools.
//
// `nonisolated(unsafe)`: Foundation does not call NSString Sendable because of its mutable subclass; these are
// constants of the immutable class.

/// Pool attribute: the number of buffers below which ageing does not shrink the pool.
nonisolated(unsafe) public let kCVPixelBufferPoolMinimumBufferCountKey: CFString = "MinimumBufferCount"
/// Pool attribute: seconds after which an unused buffer is freed; 1 if not given, 0 for never.
nonisolated(unsafe) public let kCVPixelBufferPoolMaximumBufferAgeKey: CFString = "MaximumBufferAge"
/// Auxiliary attribute: creation fails with `kCVReturnWouldExceedAllocationThreshold` rather than let the pool hold
/// more buffers than this.
nonisolated(unsafe) public let kCVPixelBufferPoolAllocationThresholdKey: CFString = "BufferPoolAllocationThreshold"
/// Unavailable: a buffer comes back to its pool without a sound, and the pool finds it at the next creation. After
/// `kCVReturnWouldExceedAllocationThreshold` drop the frame, or try again with the next one.
@available(*, unavailable, message: "a pool finds returned buffers at the next creation and does not announce them")
nonisolated(unsafe) public let kCVPixelBufferPoolFreeBufferNotification: CFString = "FreeBuffer"

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

import FoundationExtras
import Synchronization

/// How a pixel buffer's memory is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The flags' bits.
    public let rawValue: CVOptionFlags

    /// Creates flags from bits.
    public init(rawValue: CVOptionFlags) {
        self.rawValue = rawValue
    }

    /// The memory will only be read. Must be passed to both lock and unlock (documented: S-202).
    public static var readOnly: CVPixelBufferLockFlags { CVPixelBufferLockFlags(rawValue: 1) }
}

/// Makes a buffer's memory accessible until the matching unlock. Locks nest. Any thread.
///
/// - Returns: `kCVReturnSuccess`.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lockCounts.wrappingAdd(LockCounts.one(lockFlags), ordering: .acquiringAndReleasing)
    return kCVReturnSuccess
}

/// Ends one lock.
///
/// The flags must be those of the lock (documented: S-202). UNKNOWN: the result of other flags is undefined on Apple's
/// platforms; here the call fails and the lock stays.
///
/// - Returns: `kCVReturnSuccess`, or `kCVReturnInvalidArgument` when the buffer is not locked with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    let one = LockCounts.one(unlockFlags)
    var counts = pixelBuffer.lockCounts.load(ordering: .relaxed)
    while LockCounts.contains(counts, one) {
        let (exchanged, original) = pixelBuffer.lockCounts.compareExchange(
            expected: counts,
            desired: counts - one,
            ordering: .acquiringAndReleasing
        )
        if exchanged { return kCVReturnSuccess }
        counts = original
    }
    return kCVReturnInvalidArgument
}

extension CVBuffer {
    /// Whether there is a lock of either kind.
    var isLocked: Bool {
        lockCounts.load(ordering: .relaxed) != 0
    }
}

/// Two counts in one word, so that locking needs one atomic instruction: writers below, readers above.
private enum LockCounts {
    private static let reader: UInt64 = 1 << 32
    private static let writer: UInt64 = 1

    static func one(_ flags: CVPixelBufferLockFlags) -> UInt64 {
        flags.contains(.readOnly) ? reader : writer
    }

    static func contains(_ counts: UInt64, _ one: UInt64) -> Bool {
        one == reader ? counts >> 32 != 0 : counts & UInt64(UInt32.max) != 0
    }
}

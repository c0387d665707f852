import FoundationExtras

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

import FoundationExtras

/// Calls back with a buffer for each single sample, until the callback returns other than 0.
///
/// - Returns: the callback's status; `kCMSampleBufferError_CannotSubdivide` if the samples cannot be told apart.
@discardableResult
public func CMSampleBufferCallForEachSample(
    _ sbuf: CMSampleBuffer,
    callback: (CMSampleBuffer, CMItemCount, UnsafeMutableRawPointer?) -> OSStatus,
    refcon: UnsafeMutableRawPointer?
) -> OSStatus {
    CMSampleBufferCallBlockForEachSample(sbuf) { callback($0, $1, refcon) }
}

/// Calls back with a buffer for each single sample, until the handler returns other than 0.
@discardableResult
public func CMSampleBufferCallBlockForEachSample(
    _ sbuf: CMSampleBuffer,
    _ handler: (CMSampleBuffer, CMItemCount) -> OSStatus
) -> OSStatus {
    for index in 0..<sbuf.sampleCount {
        var single: CMSampleBuffer?
        var status = sbuf.subdivided(index..<index + 1, out: &single)
        if status == noErr, let single { status = handler(single, index) }
        if status != noErr { return status }
    }
    return noErr
}

extension CMSampleBuffer {
    /// The samples of a buffer, each as a buffer of its own.
    public struct SingleSampleBuffers: Sequence {
        fileprivate let buffers: [CMSampleBuffer]

        /// Goes through the samples in order.
        public func makeIterator() -> IndexingIterator<[CMSampleBuffer]> {
            buffers.makeIterator()
        }
    }

    /// The samples of the buffer, each as a buffer of its own.
    ///
    /// - Throws: ``Error/cannotSubdivide`` if the samples cannot be told apart.
    public func singleSampleBuffers() throws -> SingleSampleBuffers {
        var buffers: [CMSampleBuffer] = []
        try check(
            CMSampleBufferCallBlockForEachSample(self) { buffer, _ in
                buffers.append(buffer)
                return noErr
            }
        )
        return SingleSampleBuffers(buffers: buffers)
    }
}

import CoreVideo
import FoundationExtras

// Apple's documentation does not list these initializers of a Core Foundation class; their shape is that of the
// C-style functions.

extension CMSampleBuffer {
    private static func handler(
        _ body: @escaping (CMSampleBuffer) throws -> Void
    ) -> SampleBufferCallback {
        SampleBufferCallback { buffer in
            do {
                try body(buffer)
                return noErr
            } catch {
                return OSStatus(truncatingIfNeeded: (error as NSError).code)
            }
        }
    }

    private convenience init(checked make: (UnsafeMutablePointer<CMSampleBuffer?>) -> OSStatus) throws {
        var made: CMSampleBuffer?
        try check(make(&made))
        guard let made else { throw Error.allocationFailed }
        self.init(moving: made)
    }

    /// Takes over the members of a buffer that nobody else knows.
    private convenience init(moving made: CMSampleBuffer) {
        let (image, data, isReady, extras) = made.state.withLock {
            ($0.image, $0.data, $0.readiness == .ready, $0.extras)
        }
        let packets = made.packets.map { source in
            let copy = UnsafeMutableBufferPointer<AudioStreamPacketDescription>.allocate(capacity: source.count)
            _ = copy.initialize(from: source)
            return copy
        }
        self.init(
            Parts(
                image: image,
                data: data,
                format: made.format,
                sampleCount: made.sampleCount,
                timings: made.timings,
                sizes: made.sizes,
                packets: packets,
                isReady: isReady
            )
        )
        if let extras { state.withLock { $0.extras = extras } }
        copyPropagatedAttachments(from: .media(made), to: .media(self))
    }

    /// Makes a buffer of samples that are ready.
    ///
    /// - Throws: ``Error`` if there are neither 0, 1 nor as many timings and sizes as samples.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int]
    ) throws {
        try self.init(checked: {
            CMSampleBufferCreateReady(
                allocator: nil,
                dataBuffer: dataBuffer,
                formatDescription: formatDescription,
                sampleCount: numSamples,
                sampleTimingEntryCount: sampleTimings.count,
                sampleTimingArray: sampleTimings,
                sampleSizeEntryCount: sampleSizes.count,
                sampleSizeArray: sampleSizes,
                sampleBufferOut: $0
            )
        })
    }

    /// Makes a buffer of samples that a closure makes ready.
    public convenience init(
        dataBuffer: CMBlockBuffer?,
        dataReady: Bool,
        formatDescription: CMFormatDescription?,
        numSamples: CMItemCount,
        sampleTimings: [CMSampleTimingInfo],
        sampleSizes: [Int],
        makeDataReadyHandler: @escaping (CMSampleBuffer) throws -> Void
    ) throws {
        try self.init(checked: {
            CMSampleBufferCreateWithMakeDataReadyHandler(
                nil,
                dataBuffer,
                dataReady,
                formatDescription,
                numSamples,
                sampleTimings.count,
                sampleTimings,
                sampleSizes.count,
                sampleSizes,
                $0,
                Self.handler(makeDataReadyHandler).call
            )
        })
    }

    /// Makes a buffer of one image that is ready.
    ///
    /// - Throws: ``Error/invalidMediaFormat`` if the format does not describe the image.
    public convenience init(
        imageBuffer: CVImageBuffer,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw Error.invalidMediaFormat
        }
        self.init(
            Parts(
                image: imageBuffer,
                format: formatDescription,
                sampleCount: 1,
                timings: SampleTimings(sampleTiming)
            )
        )
    }

    /// Makes a buffer of one image that a closure makes ready.
    public convenience init(
        imageBuffer: CVImageBuffer,
        dataReady: Bool,
        formatDescription: CMVideoFormatDescription,
        sampleTiming: CMSampleTimingInfo,
        makeDataReadyHandler: @escaping (CMSampleBuffer) throws -> Void
    ) throws {
        guard CMVideoFormatDescriptionMatchesImageBuffer(formatDescription, imageBuffer: imageBuffer) else {
            throw Error.invalidMediaFormat
        }
        self.init(
            Parts(
                image: imageBuffer,
                format: formatDescription,
                sampleCount: 1,
                timings: SampleTimings(sampleTiming),
                isReady: dataReady,
                makeReady: Self.handler(makeDataReadyHandler)
            )
        )
    }

    /// Makes a buffer of audio packets that are ready.
    public convenience init(
        dataBuffer: CMBlockBuffer,
        formatDescription: CMFormatDescription,
        numSamples: CMItemCount,
        presentationTimeStamp: CMTime,
        packetDescriptions: [AudioStreamPacketDescription]
    ) throws {
        guard packetDescriptions.isEmpty || packetDescriptions.count == numSamples else {
            throw Error.invalidEntryCount
        }
        try self.init(checked: { out in
            packetDescriptions.withUnsafeBufferPointer {
                CMAudioSampleBufferCreateReadyWithPacketDescriptions(
                    allocator: nil,
                    dataBuffer: dataBuffer,
                    formatDescription: formatDescription,
                    sampleCount: numSamples,
                    presentationTimeStamp: presentationTimeStamp,
                    packetDescriptions: $0.isEmpty ? nil : $0.baseAddress,
                    sampleBufferOut: out
                )
            }
        })
    }

    /// Makes another buffer of the same samples. See `CMSampleBufferCreateCopy`.
    public convenience init(copying original: CMSampleBuffer) throws {
        try self.init(checked: {
            CMSampleBufferCreateCopy(allocator: nil, sampleBuffer: original, sampleBufferOut: $0)
        })
    }

    /// Makes another buffer of the same samples at other times. See `CMSampleBufferCreateCopyWithNewTiming`.
    public convenience init(copying original: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo]) throws
    {
        try self.init(checked: {
            CMSampleBufferCreateCopyWithNewTiming(
                allocator: nil,
                sampleBuffer: original,
                sampleTimingEntryCount: sampleTimings.count,
                sampleTimingArray: sampleTimings,
                sampleBufferOut: $0
            )
        })
    }

    /// Makes a buffer of some of the samples. See `CMSampleBufferCopySampleBufferForRange`.
    public convenience init(copying original: CMSampleBuffer, forRange range: Range<Int>) throws {
        try self.init(checked: {
            CMSampleBufferCopySampleBufferForRange(
                allocator: nil,
                sampleBuffer: original,
                sampleRange: CFRange(location: range.lowerBound, length: range.count),
                sampleBufferOut: $0
            )
        })
    }
}

import CoreMedia

extension AVCaptureTimecode {
    /// A sample of a timecode track for the frame that is presented at a time: the number of the frame (`tmcd`), which lasts as long
    /// as the frame.
    ///
    /// - Returns: `nil` if the frame duration is not known, or the time is none.
    public static func createMetadataSampleBuffer(
        from timecode: AVCaptureTimecode,
        associatedWithPresentationTimeStamp presentationTimeStamp: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard presentationTimeStamp.isNumeric else { return nil }
        return sample(timecode, at: presentationTimeStamp, lasting: timecode.frameDuration)
    }

    /// A sample of a timecode track that holds for a while.
    ///
    /// UNKNOWN: Apple does not say when the sample is presented; here at time zero.
    ///
    /// - Returns: `nil` if the frame duration is not known, or the duration is none.
    public static func createMetadataSampleBuffer(
        from timecode: AVCaptureTimecode,
        forDuration duration: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard duration.isNumeric, duration > .zero else { return nil }
        return sample(timecode, at: .zero, lasting: duration)
    }

    private static func sample(
        _ timecode: AVCaptureTimecode,
        at time: CMTime,
        lasting duration: CMTime
    ) -> Unmanaged<CMSampleBuffer>? {
        guard let quanta = timecode.frameQuanta, let number = timecode.frameNumber else { return nil }
        do {
            let description = try CMFormatDescription(
                timeCodeFormatType: .timeCode32,
                frameDuration: timecode.frameDuration,
                frameQuanta: quanta,
                flags: .twentyFourHourMax
            )
            let data = try CMBlockBuffer(length: 4)
            try withUnsafeBytes(of: Int32(truncatingIfNeeded: number).bigEndian) { bytes in
                try data.replaceDataBytes(with: bytes)
            }
            let timing = CMSampleTimingInfo(duration: duration, presentationTimeStamp: time, decodeTimeStamp: .invalid)
            let sample = try CMSampleBuffer(
                dataBuffer: data,
                formatDescription: description,
                numSamples: 1,
                sampleTimings: [timing],
                sampleSizes: [4]
            )
            return .passRetained(sample)
        } catch {
            return nil
        }
    }
}

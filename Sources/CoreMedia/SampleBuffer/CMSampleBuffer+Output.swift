import FoundationExtras

extension CMSampleBuffer {
    /// What attachments make of the timing: parts cut off, speed, direction.
    private struct Trim {
        var start = CMTime.zero
        var end = CMTime.zero
        var speed = 1.0
        var isReversed = false

        init(_ buffer: CMSampleBuffer) {
            guard buffer.hasAttachments else { return }
            start = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtStart)
            end = Self.time(buffer, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
            let speed = Self.number(buffer, kCMSampleBufferAttachmentKey_SpeedMultiplier)?.doubleValue ?? 1
            self.speed = speed == 0 ? 1 : abs(speed)
            isReversed = Self.number(buffer, kCMSampleBufferAttachmentKey_Reverse)?.boolValue ?? false
        }

        private static func time(_ buffer: CMSampleBuffer, _ key: CFString) -> CMTime {
            let time = CMTimeMakeFromDictionary(
                CMGetAttachment(buffer, key: key, attachmentModeOut: nil) as? NSDictionary
            )
            return time.isNumeric ? time : .zero
        }

        private static func number(_ buffer: CMSampleBuffer, _ key: CFString) -> NSNumber? {
            CMGetAttachment(buffer, key: key, attachmentModeOut: nil) as? NSNumber
        }

        func atSpeed(_ time: CMTime) -> CMTime {
            speed == 1 ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
        }
    }

    private var explicitOutputTime: CMTime? { state.withLock { $0.extras?.outputPresentationTimeStamp } }

    /// The time that the first sample is to be shown after trimming, unless
    /// ``setOutputPresentationTimeStamp(_:)`` gave another.
    public var outputPresentationTimeStamp: CMTime {
        outputTime(Trim(self))
    }

    private func outputTime(_ trim: Trim) -> CMTime {
        if let explicit = explicitOutputTime, explicit.isValid { return explicit }
        let cut = trim.isReversed ? trim.end : trim.start
        return cut == .zero ? presentationTimeStamp : CMTimeAdd(presentationTimeStamp, cut)
    }

    /// How long the samples are shown after trimming and change of speed.
    public var outputDuration: CMTime {
        let trim = Trim(self)
        let rest = CMTimeSubtract(CMTimeSubtract(duration, trim.start), trim.end)
        return trim.atSpeed(rest)
    }

    /// The time that the first sample is to be decoded, moved along with the time that it is shown.
    public var outputDecodeTimeStamp: CMTime {
        let shift = CMTimeSubtract(outputPresentationTimeStamp, presentationTimeStamp)
        return decodeTimeStamp.isValid ? CMTimeAdd(decodeTimeStamp, shift) : decodeTimeStamp
    }

    /// Gives the time that the first sample is to be shown, in the place of the computed one; invalid restores that.
    ///
    /// - Throws: ``Error/invalidated`` after ``invalidate()``.
    public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
        try check(CMSampleBufferSetOutputPresentationTimeStamp(self, newValue: pts))
    }

    /// The timing entries, moved and stretched to output time.
    var outputTimings: SampleTimings {
        let trim = Trim(self)
        let origin = CMTimeAdd(presentationTimeStamp, trim.isReversed ? trim.end : trim.start)
        let outputOrigin = outputTime(trim)
        func moved(_ time: CMTime) -> CMTime {
            time.isValid ? CMTimeAdd(outputOrigin, trim.atSpeed(CMTimeSubtract(time, origin))) : time
        }
        return SampleTimings(
            (0..<timings.count).map { index in
                let timing = timings[index]
                return CMSampleTimingInfo(
                    duration: trim.atSpeed(timing.duration),
                    presentationTimeStamp: moved(timing.presentationTimeStamp),
                    decodeTimeStamp: moved(timing.decodeTimeStamp)
                )
            }
        )
    }
}

/// The time that the first sample is to be shown after trimming. See ``CMSampleBuffer/outputPresentationTimeStamp``.
@discardableResult
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputPresentationTimeStamp
}

/// Gives the time that the first sample is to be shown, in the place of the computed one; invalid restores that.
@discardableResult
public func CMSampleBufferSetOutputPresentationTimeStamp(
    _ sbuf: CMSampleBuffer,
    newValue outputPresentationTimeStamp: CMTime
) -> OSStatus {
    sbuf.state.withLock { state in
        guard state.isValid else { return kCMSampleBufferError_Invalidated }
        state.withExtras { $0.outputPresentationTimeStamp = outputPresentationTimeStamp }
        return noErr
    }
}

/// The time that the first sample is to be decoded. See ``CMSampleBuffer/outputDecodeTimeStamp``.
@discardableResult
public func CMSampleBufferGetOutputDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputDecodeTimeStamp
}

/// How long the samples are shown after trimming and change of speed. See ``CMSampleBuffer/outputDuration``.
@discardableResult
public func CMSampleBufferGetOutputDuration(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.outputDuration
}

/// The timing entries after trimming and change of speed.
@discardableResult
public func CMSampleBufferGetOutputSampleTimingInfoArray(
    _ sbuf: CMSampleBuffer,
    entryCount timingArrayEntries: CMItemCount,
    arrayToFill timingArrayOut: UnsafeMutablePointer<CMSampleTimingInfo>?,
    entriesNeededOut timingArrayEntriesNeededOut: UnsafeMutablePointer<CMItemCount>?
) -> OSStatus {
    let timings = sbuf.outputTimings
    return fill(
        timingArrayOut,
        capacity: timingArrayEntries,
        needed: timingArrayEntriesNeededOut,
        count: timings.count,
        ifNone: kCMSampleBufferError_BufferHasNoSampleTimingInfo
    ) { timings[$0] }
}

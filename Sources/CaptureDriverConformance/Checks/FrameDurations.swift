import CaptureDriver
import CoreMedia

extension Examination {
    func frameDurations() throws {
        try opened { handle in
            for format in formatsWithEachRate(try description()) {
                for duration in format.durationSamples { try expectPromise(duration, format, handle) }
                guard let shortest = format.frameDurations.first?.shortest else { continue }
                try expectListedPromise(CMTimeMultiplyByRatio(shortest, multiplier: 1, divisor: 3), format, handle)
                try expectListedPromise(.invalid, format, handle)
            }
        }
    }

    /// For each list of frame durations that the examined formats have, the smallest format.
    private func formatsWithEachRate(_ device: CaptureDeviceDescription) -> [CaptureFormat] {
        var seen: Set<[CaptureFormat.FrameDurationRange]> = []
        return subject.examinedFormats(device)
            .sorted { $0.dimensions.area < $1.dimensions.area }
            .filter { seen.insert($0.frameDurations).inserted }
    }

    private func promise(
        _ duration: CMTime,
        _ format: CaptureFormat,
        _ handle: any CaptureDeviceHandle
    ) throws -> CMTime {
        let log = makeLog()
        let stream = try start(handle, format, duration: duration, log: log)
        handle.stopStream()
        log.close()
        return stream.configuration.frameDuration
    }

    /// A duration that is listed has to be promised, if anything is.
    private func expectPromise(_ duration: CMTime, _ format: CaptureFormat, _ handle: any CaptureDeviceHandle) throws {
        let promised = try promise(duration, format, handle)
        expect(
            !promised.isValid || promised.isNear(duration),
            "\(duration.rateLabel) fps were asked for, \(promised.rateLabel) fps promised.",
            format
        )
    }

    /// For a duration that isn't listed one that is has to be promised, if anything is.
    private func expectListedPromise(
        _ duration: CMTime,
        _ format: CaptureFormat,
        _ handle: any CaptureDeviceHandle
    ) throws {
        let promised = try promise(duration, format, handle)
        expect(
            !promised.isValid || format.lists(promised),
            "\(duration.rateLabel) fps were asked for; \(promised.rateLabel) fps were promised, which aren't listed.",
            format
        )
    }

    func deliveredRate() throws {
        try opened { handle in
            for format in subject.streamedFormats(try description()) {
                for duration in measurable(format) {
                    let log = makeLog()
                    let stream = try start(handle, format, duration: duration, log: log)
                    try wait(stream, frames: 16)
                    handle.stopStream()
                    log.close()
                    guard stream.configuration.frameDuration.isNumeric else { continue }
                    let finding = FrameAccounting(entries: log.entries).rateFinding(
                        period: stream.period,
                        rateError: limits.rateError,
                        jitter: limits.jitter
                    )
                    if let finding { record(finding, format) }
                }
            }
        }
    }

    /// The highest and the lowest of the rates that are exact and don't take for ever.
    private func measurable(_ format: CaptureFormat) -> [CMTime] {
        let durations = format.durationSamples
            .filter { $0.seconds <= 0.1 && 1 / $0.seconds <= limits.highestExactRate * 1.001 }
            .sorted { CMTimeCompare($0, $1) < 0 }
        guard let first = durations.first, let last = durations.last else { return [.invalid] }
        return first == last ? [first] : [first, last]
    }

    func changeOfFrameDuration() throws {
        try opened { handle in
            // Without a stream there is nothing to change, and no harm in it.
            try handle.setFrameDuration(CMTime(value: 1, timescale: 15))
            for format in subject.streamedFormats(try description()) {
                guard let first = measurable(format).first, let last = measurable(format).last else { continue }
                let log = makeLog()
                let stream = try start(handle, format, duration: first, log: log)
                try wait(stream, frames: 8)
                try handle.setFrameDuration(last)
                let count = log.frameCount
                try wait(stream, "frames after the change", periods: 40) { $0.frameCount >= count + 16 }
                handle.stopStream()
                log.close()
                recordChange(log, to: last, format, isPromised: stream.configuration.frameDuration.isNumeric)
                recordMisuse(of: log, format)
            }
        }
    }

    private func recordChange(_ log: StreamLog, to duration: CMTime, _ format: CaptureFormat, isPromised: Bool) {
        for finding in FrameAccounting(entries: log.entries).sequenceFindings { record(finding, format) }
        guard isPromised, duration.isNumeric else { return }
        // A frame or two may still have been made in the old way.
        let changed = Array(log.entries.suffix(12))
        let finding = FrameAccounting(entries: changed).rateFinding(
            period: duration.seconds,
            rateError: limits.rateError,
            jitter: limits.jitter
        )
        if let finding { record("After the change: \(finding)", format) }
        let last = log.frames.last?.duration ?? .invalid
        expect(
            last.isNear(duration),
            "After the change to \(duration.rateLabel) fps frames say \(last.rateLabel) fps.",
            format
        )
    }
}

import CaptureDriver
import CoreMedia
import CoreVideo

extension Examination {
    func everyFormat() throws {
        let formats = subject.examinedFormats(try description())
        expect(!formats.isEmpty, "There is no format to examine.")
        try opened { handle in
            for format in formats {
                do {
                    try examine(format, handle)
                } catch is Abandoned {
                    // The next format may be better.
                    handle.stopStream()
                }
            }
        }
    }

    private func examine(_ format: CaptureFormat, _ handle: any CaptureDeviceHandle) throws {
        let log = makeLog(.newest(1))
        let stream = try start(handle, format, log: log)
        expect(
            stream.configuration.format == format,
            "The driver promises \(stream.configuration.format.label) instead.",
            format
        )
        try wait(stream, frames: 1)
        handle.stopStream()
        log.close()
        guard let frame = log.heldFrames.last?.frame else { return }
        for finding in FrameFindings(frame, of: format).all { record(finding, format) }
        recordMisuse(of: log, format)
    }

    func unlistedFormat() throws {
        try opened { handle in
            guard let listed = subject.streamedFormats(handle.description).first else { return }
            expectUnsupported(listed, handle)
            let stream = try start(handle, listed, log: makeLog())
            try wait(stream, frames: 2)
            expectUnsupported(listed, handle)
            stream.log.close()
            expectSilence(stream, after: "another one could not be started in its place")
            let again = try start(handle, listed, log: makeLog())
            defer { handle.stopStream() }
            try wait(again, frames: 2)
        }
    }

    private func expectUnsupported(_ listed: CaptureFormat, _ handle: any CaptureDeviceHandle) {
        // Four characters that no format has.
        var format = listed
        format.mediaSubType = 0x7a7a_7a7a
        expectError(.unsupportedFormat, from: "Starting a stream in a format that isn't listed", format) {
            _ = try handle.startStream(CaptureStreamRequest(format: format), sink: makeLog())
        }
    }

    func reconfiguration() throws {
        for first in subject.streamedFormats(try description()) {
            try opened { handle in
                let second = other(than: first, handle.description)
                let (old, new) = (makeLog(), makeLog(.newest(1)))
                let stream = try start(handle, first, log: old)
                try wait(stream, frames: 5)
                let next = try start(handle, second, log: new)
                old.close()
                try wait(next, frames: 5)
                expect(
                    old.lateCalls == 0,
                    "The first sink was called \(old.lateCalls) times after the second start.",
                    first
                )
                handle.stopStream()
                new.close()
                guard let frame = new.heldFrames.last?.frame else { return }
                for finding in FrameFindings(frame, of: second).all { record(finding, second) }
                for finding in FrameAccounting(entries: new.entries).sequenceFindings { record(finding, second) }
                recordMisuse(of: new, second)
            }
        }
    }

    /// A format of another size, else of another kind, else the same; small and fluent.
    private func other(than format: CaptureFormat, _ device: CaptureDeviceDescription) -> CaptureFormat {
        let candidates = device.formats
            .filter { $0.highestRate >= 10 }
            .sorted { $0.dimensions.area < $1.dimensions.area }
        return candidates.first { $0.dimensions != format.dimensions }
            ?? candidates.first { $0.mediaSubType != format.mediaSubType } ?? format
    }
}

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

/// What doesn't agree between a format and a frame that was delivered as such.
struct FrameFindings {
    /// Sentences; empty if all is well.
    private(set) var all: [String] = []

    init(_ frame: CaptureFrame, of format: CaptureFormat) {
        examine(frame.formatDescription, format)
        switch frame.content {
        case .image(let buffer): examine(buffer, format)
        case .compressed(let block): examine(block, format)
        }
    }

    private mutating func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
        if !holds { all.append(message()) }
    }

    private mutating func examine(_ description: CMFormatDescription, _ format: CaptureFormat) {
        let type = CMFormatDescriptionGetMediaSubType(description)
        expect(type == format.mediaSubType, "The format description names the type \(String(type, radix: 16)).")
        let size = CaptureDimensions(CMVideoFormatDescriptionGetDimensions(description))
        expect(size == format.dimensions, "The format description says \(size).")
    }

    private mutating func examine(_ buffer: CVPixelBuffer, _ format: CaptureFormat) {
        let type = CVPixelBufferGetPixelFormatType(buffer)
        expect(type == format.mediaSubType, "The pixels are of the type \(String(type, radix: 16)).")
        let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
        expect(
            width == Int(format.dimensions.width) && height == Int(format.dimensions.height),
            "The picture is \(width)x\(height)."
        )
        guard let known = PixelFormatRegistry.format(type) else {
            return expect(false, "Core Video doesn't know the pixel format.")
        }
        let count = CVPixelBufferGetPlaneCount(buffer)
        expect(count == (known.isPlanar ? known.planes.count : 0), "The picture has \(count) planes.")
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        for (index, plane) in known.planes.enumerated() where known.isPlanar == false || index < count {
            examine(buffer.plane(index), index, plane, width, height)
        }
    }

    /// Expects a plane to have room for its pixels, and its memory to be there.
    private mutating func examine(
        _ plane: (baseAddress: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int),
        _ index: Int,
        _ known: PixelFormat.Plane,
        _ width: Int,
        _ height: Int
    ) {
        let columns = (width + known.horizontalSubsampling - 1) / known.horizontalSubsampling
        let rows = (height + known.verticalSubsampling - 1) / known.verticalSubsampling
        expect(
            plane.width == columns && plane.height == rows,
            "Plane \(index) is \(plane.width)x\(plane.height), not \(columns)x\(rows)."
        )
        let bytes = (columns + known.blockWidth - 1) / known.blockWidth * known.bitsPerBlock / 8
        expect(
            plane.bytesPerRow >= bytes,
            "Plane \(index) has \(plane.bytesPerRow) bytes a row, fewer than the \(bytes) of its pixels."
        )
        // Memory that isn't there ends the process here, in the check, and not in a program of somebody's.
        let last = plane.baseAddress + (plane.height - 1) * plane.bytesPerRow + bytes - 1
        _ = plane.baseAddress.load(as: UInt8.self) &+ last.load(as: UInt8.self)
    }

    private mutating func examine(_ block: CMBlockBuffer, _ format: CaptureFormat) {
        expect(format.mediaSubType == kCMVideoCodecType_JPEG, "The frame is compressed, the format isn't.")
        switch JPEGReading(block) {
        case .undecodable(let reason): expect(false, "The compressed picture cannot be decoded: \(reason).")
        case .decoded(let size): expect(size == format.dimensions, "The compressed picture is \(size).")
        }
    }
}

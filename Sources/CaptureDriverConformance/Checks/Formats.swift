import CaptureDriver
import CoreMedia

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

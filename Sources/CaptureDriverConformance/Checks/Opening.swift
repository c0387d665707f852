import CaptureDriver
import CoreMedia

extension Examination {
    func exclusiveOpening() throws {
        try opened { handle in
            expectError(.busy, from: "Opening a device that is open") {
                try subject.driver.open(subject.device).close()
            }
            // The refused attempt must not have taken the device from its owner.
            guard let format = subject.streamedFormats(handle.description).first else { return }
            let stream = try start(handle, format, log: makeLog())
            defer { handle.stopStream() }
            try wait(stream, frames: 2)
            expectError(.busy, from: "Opening a device that streams") {
                try subject.driver.open(subject.device).close()
            }
        }
        try opened { _ in }
    }

    func useElsewhere() throws {
        guard let occupyElsewhere = subject.occupyElsewhere else { return }
        guard let format = subject.streamedFormats(try description()).first else { return }
        let release = try occupyElsewhere()
        expectError(.busy, from: "Streaming from a device that another program uses", format) {
            let handle = try subject.driver.open(subject.device)
            defer { handle.close() }
            _ = try handle.startStream(CaptureStreamRequest(format: format), sink: makeLog())
        }
        release()
        try opened { handle in
            let stream = try start(handle, format, log: makeLog())
            defer { handle.stopStream() }
            try wait(stream, frames: 2)
        }
    }

    func useAfterClose() throws {
        let handle = try open()
        handle.close()
        guard let format = subject.streamedFormats(handle.description).first else { return }
        let log = makeLog()
        expectError(.disconnected, from: "startStream of a closed handle", format) {
            _ = try handle.startStream(CaptureStreamRequest(format: format), sink: log)
        }
        expectError(.disconnected, from: "setFrameDuration of a closed handle") {
            try handle.setFrameDuration(CMTime(value: 1, timescale: 15))
        }
        let control = handle.description.controls.keys.first ?? .zoom
        expectError(.disconnected, from: "controlValue of a closed handle") {
            _ = try handle.controlValue(control)
        }
        expectError(.disconnected, from: "setControl of a closed handle") {
            _ = try handle.setControl(control, to: .number(1))
        }
        handle.stopStream()
        handle.close()
        // A closed handle must not disturb the next one.
        try opened { next in
            let stream = try start(next, format, log: self.makeLog())
            try wait(stream, frames: 2)
            handle.stopStream()
            handle.close()
            let count = stream.log.frameCount
            try wait(stream, frames: count + 2)
            next.stopStream()
        }
        expect(log.entries.isEmpty, "A stream that was refused delivered: \(log.summary).", format)
    }

    func repeatedStops() throws {
        try opened { handle in
            handle.stopStream()
            guard let format = subject.streamedFormats(handle.description).first else { return }
            let log = makeLog()
            let stream = try start(handle, format, log: log)
            try wait(stream, frames: 2)
            handle.stopStream()
            handle.stopStream()
            log.close()
            handle.close()
            handle.close()
            handle.stopStream()
            expectSilence(stream, after: "the stream had been stopped twice")
        }
        try opened { _ in }
    }
}

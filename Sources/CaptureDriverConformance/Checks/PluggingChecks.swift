import CaptureDriver
import CoreMedia

extension Examination {
    func unplugWhileStreaming() throws {
        guard let plug = subject.plug else { return }
        let device = try description()
        let changes = ChangeLog(device.id, beacon)
        let observation = subject.driver.observeDevices { changes.record($0) }
        defer { observation.cancel() }
        let log = makeLog(.first(2))
        try opened { handle in
            guard let format = subject.streamedFormats(device).first else { return }
            let stream = try start(handle, format, log: log)
            try wait(stream, frames: 5)
            try pulled(plug) {
                try wait(stream, "the event .disconnected", periods: 5) { $0.isDisconnected }
                try wait(stream, "the observer to be told", periods: 5) { _ in changes.all == [.disappeared(device.id)]
                }
                expectEnded(log)
                expectGone(handle, device, format)
                expectReadable(log)
            }
            try expectBack(device, changes, stream)
            expectError(.disconnected, from: "Starting a stream with a handle from before the replugging", format) {
                _ = try handle.startStream(CaptureStreamRequest(format: format), sink: log)
            }
            try expectFrames(format)
            expectReadable(log)
        }
        expectReadable(log)
        recordMisuse(of: log, nil)
    }

    func unplugWhileIdle() throws {
        guard let plug = subject.plug else { return }
        let device = try description()
        let changes = ChangeLog(device.id, beacon)
        let observation = subject.driver.observeDevices { changes.record($0) }
        defer { observation.cancel() }
        try opened { handle in
            guard let format = subject.streamedFormats(device).first else { return }
            try pulled(plug) {
                let isTold = subject.waiting.wait(atMost: limits.patience, for: beacon) {
                    changes.all == [.disappeared(device.id)]
                }
                try demand(isTold, "The device was unplugged; the observer was told \(changes.all).")
                expectGone(handle, device, format)
            }
            let isBack = subject.waiting.wait(atMost: limits.patience, for: beacon) { changes.all.count > 1 }
            expect(isBack, "The device was plugged in again; the observer wasn't told.")
            expect(
                changes.all.last == .appeared(device),
                "The device that came back is not the one that went: \(changes.all.dropFirst())."
            )
            try expectFrames(format)
        }
    }

    func observerCancellation() throws {
        guard let plug = subject.plug else { return }
        let device = try description()
        let changes = ChangeLog(device.id, beacon)
        let witness = ChangeLog(device.id, beacon)
        let observation = subject.driver.observeDevices { changes.record($0) }
        let other = subject.driver.observeDevices { witness.record($0) }
        defer { other.cancel() }
        observation.cancel()
        observation.cancel()
        try pulled(plug) {
            let isGone = subject.waiting.wait(atMost: limits.patience, for: beacon) { witness.all.count == 1 }
            expect(isGone, "The device was unplugged; an observer that goes on observing was told \(witness.all).")
        }
        let isBack = subject.waiting.wait(atMost: limits.patience, for: beacon) { witness.all.count == 2 }
        expect(isBack, "The device was plugged in again; an observer that goes on observing was told \(witness.all).")
        expect(changes.all.isEmpty, "An observer that was cancelled was told \(changes.all).")
    }

    // MARK: Parts

    /// Pulls the plug, lets `body` look, and puts the plug in again whatever happens.
    private func pulled(_ plug: ConformanceSubject.Plug, _ body: () throws -> Void) throws {
        try plug.pull()
        do {
            try body()
        } catch {
            try plug.insert()
            throw error
        }
        try plug.insert()
    }

    private func expectEnded(_ log: StreamLog) {
        guard case .event(.disconnected)? = log.entries.last else {
            return record("Something followed the event .disconnected: \(log.summary).")
        }
        let count = log.entries.count
        subject.waiting.pass(seconds: 0.1)
        expect(log.entries.count == count, "The stream goes on after the event .disconnected: \(log.summary).")
    }

    private func expectGone(
        _ handle: any CaptureDeviceHandle,
        _ device: CaptureDeviceDescription,
        _ format: CaptureFormat
    ) {
        expect(
            !subject.driver.devices().contains { $0.id == device.id },
            "The device is listed though it is unplugged."
        )
        let log = makeLog()
        expectError(.disconnected, from: "Starting a stream of an unplugged device") {
            _ = try handle.startStream(CaptureStreamRequest(format: format), sink: log)
        }
        if let control = device.controls.keys.first {
            expectError(.disconnected, from: "Reading \(control) of an unplugged device") {
                _ = try handle.controlValue(control)
            }
        }
        expectError(.notFound, .disconnected, from: "Opening an unplugged device") {
            try subject.driver.open(device.id).close()
        }
    }

    private func expectReadable(_ log: StreamLog) {
        for frame in log.heldFrames {
            expect(frame.isIntact, "Frame \(frame.sequence), which is held, changed when the device was unplugged.")
        }
    }

    private func expectBack(_ device: CaptureDeviceDescription, _ changes: ChangeLog, _ stream: Stream) throws {
        let isBack = subject.waiting.wait(atMost: limits.patience, for: beacon) { changes.all.count > 1 }
        try demand(isBack, "The device was plugged in again; the observer wasn't told.")
        expect(
            changes.all == [.disappeared(device.id), .appeared(device)],
            "The device that came back is not the one that went: \(changes.all.dropFirst())."
        )
        expect(subject.driver.devices().contains(device), "The device is not listed though it is plugged in again.")
    }

    /// The device works, with a new handle, while the old one is still there.
    private func expectFrames(_ format: CaptureFormat) throws {
        try opened { handle in
            let log = makeLog()
            let stream = try start(handle, format, log: log)
            defer { handle.stopStream() }
            try wait(stream, frames: 3)
        }
    }
}

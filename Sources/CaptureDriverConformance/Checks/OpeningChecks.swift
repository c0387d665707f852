import CaptureDriver
import CoreMedia

extension Examination {
    func listing() throws {
        let devices = subject.driver.devices()
        let again = subject.driver.devices()
        expect(devices == again, "Two lists of devices in a row differ.")
        expect(Set(devices.map(\.id)).count == devices.count, "Several devices have the same id: \(devices.map(\.id)).")
        expect(!subject.driver.name.isEmpty, "The driver has no name.")
        let device = try description()
        examine(device)
        try opened { handle in
            expect(handle.description == device, "The handle describes another device than the list does.")
        }
    }

    private func examine(_ device: CaptureDeviceDescription) {
        expect(!device.id.isEmpty && !device.name.isEmpty, "The device has no id or no name.")
        expect(!device.formats.isEmpty, "The device has no formats.")
        expect(Set(device.formats).count == device.formats.count, "Formats are listed twice.")
        expect(
            device.formats.indices.contains(device.defaultFormatIndex),
            "The default format \(device.defaultFormatIndex) is none of the \(device.formats.count) formats."
        )
        for format in device.formats { examine(format) }
        for (control, capability) in device.controls { examine(control, capability) }
        expect(
            device.hasTorch == (device.controls[.torchLevel] != nil),
            "The torch and its control don't agree: \(device.hasTorch)."
        )
    }

    private func examine(_ format: CaptureFormat) {
        expect(format.dimensions.width > 0 && format.dimensions.height > 0, "The format has no size.", format)
        expect(!format.frameDurations.isEmpty, "The format has no frame durations.", format)
        for range in format.frameDurations {
            let isPositive = range.shortest.isNumeric && range.shortest.seconds > 0 && range.longest.isNumeric
            expect(isPositive, "A frame duration is no positive time.", format)
            expect(
                CMTimeCompare(range.shortest, range.longest) <= 0,
                "A range's shortest duration is longer than its longest.",
                format
            )
        }
        let isOrdered = zip(format.frameDurations, format.frameDurations.dropFirst()).allSatisfy {
            CMTimeCompare($0.shortest, $1.shortest) <= 0
        }
        expect(isOrdered, "The highest rate isn't listed first.", format)
    }

    private func examine(_ control: CaptureControl, _ capability: CaptureControlCapability) {
        switch capability {
        case .modes(let modes, let preset):
            expect(
                modes.contains(preset),
                "\(control) is preset to the mode \(preset), which isn't one of \(modes.sorted())."
            )
        case .range(let range, let preset):
            expect(range.contains(preset), "\(control) is preset to \(preset), which isn't in \(range).")
        case .point:
            break
        case .gains(let maximum):
            expect(maximum >= 1, "\(control) has gains up to \(maximum), which is less than 1.")
        }
    }

    func unknownDevice() {
        expectError(.notFound, from: "Opening a device that doesn't exist") {
            let handle = try subject.driver.open("no device has this id")
            handle.close()
        }
    }
}

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

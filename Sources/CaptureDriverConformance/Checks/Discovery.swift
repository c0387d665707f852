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
